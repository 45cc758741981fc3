internal import Fuzzing

/// What Discogs and its clients send, and files that are read at the start.
@_cdecl("LLVMFuzzerInitialize")
public func chooseTarget(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  FuzzTarget.choose(among: [.json, .toml, .market, .requests, .mirror, .heads, .addresses])
}

internal import Fuzzing

/// What is typed, pressed and pasted, and texts of records.
@_cdecl("LLVMFuzzerInitialize")
public func chooseTarget(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  FuzzTarget.choose(among: [.keys, .query, .markup, .texts])
}

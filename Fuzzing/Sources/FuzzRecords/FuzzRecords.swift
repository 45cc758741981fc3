internal import Fuzzing

/// Files that are imported, what the catalogue keeps of them, and what it is asked.
@_cdecl("LLVMFuzzerInitialize")
public func chooseTarget(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
  FuzzTarget.packSeeds()
  return FuzzTarget.choose(among: [.dump, .records, .csv, .search])
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// System calls whose names a method of ours bears too.
enum SystemCall {
  /// A file that this creates is for the user alone.
  static func open(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, 0o600)
    #else
      Glibc.open(path, flags, 0o600)
    #endif
  }

  static func close(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(file)
    #else
      Glibc.close(file)
    #endif
  }

  static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #else
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #endif
  }
}

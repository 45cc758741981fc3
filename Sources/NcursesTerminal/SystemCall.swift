#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// System calls whose names a method of ours bears too.
enum SystemCall {
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

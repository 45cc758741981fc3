import LibC

/// System calls with the same names as methods of ``NcursesTerminal``.
enum SystemCall {
  /// Opens a file; one that it creates is readable by the user alone.
  static func open(_ path: String, _ flags: Int32) -> Int32 {
    LibC.open(path, flags, 0o600)
  }

  static func close(_ file: Int32) -> Int32 {
    LibC.close(file)
  }

  static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    LibC.write(file, bytes.baseAddress, bytes.count)
  }
}

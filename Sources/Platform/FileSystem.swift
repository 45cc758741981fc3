internal import LibC
internal import Wording

/// The file system without the start-up cost of Foundation's file manager.
public enum FileSystem {
  /// The facts from `stat` that this program uses.
  public struct Facts: Hashable, Sendable {
    public var device: UInt64
    public var number: UInt64
    public var bytes: Int
    /// The time of the last change, in nanoseconds since 1970.
    public var changed: Int64
    public var kind: Kind

    public var isDirectory: Bool { kind == .directory }
    public var isRegular: Bool { kind == .regular }
  }

  /// The kind of a file, links followed.
  public enum Kind: Hashable, Sendable { case regular, directory, pipe, socket, device }

  /// Nil if there is no such file, or no access to its directory.
  public static func facts(of path: String) -> Facts? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Facts(status)
  }

  public static func isDirectory(_ path: String) -> Bool { facts(of: path)?.isDirectory ?? false }

  public static func isFile(_ path: String) -> Bool { facts(of: path).map { !$0.isDirectory } ?? false }

  /// A phrase such as `it is a pipe` for something that would block when opened.
  ///
  /// Nil for a regular file, a directory, and if there is nothing.
  public static func unreadableKind(at path: String) -> String? {
    switch facts(of: path)?.kind {
    case .pipe: FilesWords.isPipe
    case .socket: FilesWords.isSocket
    case .device: FilesWords.isDevice
    case .regular, .directory, nil: nil
    }
  }

  /// Makes a directory and those above it, for this user only. Existing ones keep their mode.
  public static func makeDirectory(_ path: String) throws(FileError) {
    if isDirectory(path) || mkdir(path, 0o700) == 0 { return }
    if errno == ENOENT, let parent = path.parentDirectory {
      try makeDirectory(parent)
      if mkdir(path, 0o700) == 0 { return }
    }
    // Another instance may have made it meanwhile.
    let code = errno
    if code == EEXIST, isDirectory(path) { return }
    throw FileError(.create, path, code: code == EEXIST ? ENOTDIR : code)
  }

  /// The names in a directory, without `.` and `..`, in no order.
  public static func names(in directory: String) throws(FileError) -> [String] {
    guard let stream = opendir(directory) else { throw FileError(.read, directory, code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes of a whole file, or of a pipe or device up to its end.
  ///
  /// - Parameter isOurs: whether it is a file of this program's, so that pipes and devices are refused.
  /// - Throws: `FileError` if it cannot be read or holds more than `limit` bytes, for a regular file before reading it.
  public static func read(_ path: String, limit: Int = 16 << 20, isOurs: Bool = false) throws(FileError) -> [UInt8] {
    if isOurs, let kind = unreadableKind(at: path) { throw FileError(.read, path, because: kind) }
    let descriptor = try opened(path, O_RDONLY, for: .read)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path, code: errno) }
    if Facts(status).isDirectory { throw FileError(.read, path, code: EISDIR) }
    guard Int(status.st_size) <= limit else { throw FileError(.read, path, code: EFBIG) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(status.st_size))
    // One more than its size shows its end; a pipe has no size.
    var buffer = [UInt8](repeating: 0, count: min(max(Int(status.st_size) + 1, 1 << 12), 1 << 16))
    while true {
      let count = fill(&buffer, from: descriptor)
      guard count >= 0 else { throw FileError(.read, path, code: errno) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw FileError(.read, path, code: EFBIG) }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// The first bytes of a regular file, fewer if it is shorter.
  ///
  /// - Throws: `FileError`, also for pipes, sockets and devices.
  public static func beginning(of path: String, bytes count: Int) throws(FileError) -> [UInt8] {
    if let kind = unreadableKind(at: path) { throw FileError(.read, path, because: kind) }
    let descriptor = try opened(path, O_RDONLY, for: .read)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: count)
    let read = fill(&buffer, from: descriptor)
    guard read >= 0 else { throw FileError(.read, path, code: errno) }
    return Array(buffer[..<read])
  }

  /// Makes a file that only this user may read, and its directory if that is missing.
  ///
  /// - Returns: false if there is something of that name, which is left as it is.
  public static func createPrivately(_ path: String, _ bytes: some Sequence<UInt8>) throws(FileError) -> Bool {
    if let directory = path.parentDirectory { try makeDirectory(directory) }
    do {
      try make(path, bytes)
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw error
    }
  }

  /// Makes a file with these bytes; nothing is left of one that cannot be written.
  ///
  /// - Parameters:
  ///   - mode: the mode of the file, before the umask.
  ///   - prepare: sets mode and owner; false, with `errno` set, if it fails.
  static func make(
    _ path: String, _ bytes: some Sequence<UInt8>, mode: UInt16 = 0o600, isDurable: Bool = false,
    _ prepare: (Int32) -> Bool = { _ in true }
  ) throws(FileError) {
    // Close-on-exec, because a script that another program holds open for writing cannot be run.
    let descriptor = try opened(path, O_WRONLY | O_CREAT | O_EXCL, mode: mode_t(mode), for: .create)
    let isWhole = prepare(descriptor) && writeAll(bytes, to: descriptor) && (!isDurable || syncToDisk(descriptor) == 0)
    let code = errno
    close(descriptor)
    guard isWhole else {
      unlink(path)
      throw FileError(.write, path, code: code)
    }
  }

  /// Removes a file; a missing one is no error.
  public static func remove(_ path: String) throws(FileError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw FileError(.remove, path, code: errno)
  }

  public static func rename(_ path: String, to target: String) throws(FileError) {
    guard LibC.rename(path, target) == 0 else { throw FileError(.rename, path, code: errno) }
  }

  /// The target of the links at the end of a path, even if it does not exist; the path itself if it is no link.
  static func behindLinks(_ path: String) -> String {
    var path = path
    // As many links as the system follows.
    for _ in 0..<40 {
      guard let target = linkTarget(of: path) else { break }
      path = target
    }
    return path
  }

  /// The path that a link leads to, one step; nil if the path is no link.
  public static func linkTarget(of path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let target = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return target.hasPrefix("/") ? target : path.parentDirectory?.appending(path: target) ?? target
  }

  /// Opens a file, which other programs do not inherit.
  static func opened(
    _ path: String, _ flags: Int32, mode: mode_t = 0o600, for action: FileError.Action
  ) throws(FileError) -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileError(action, path, code: errno) }
    return descriptor
  }

  /// Reads at most as many bytes as the buffer has; negative, with `errno` set, if that fails.
  static func fill(_ buffer: inout [UInt8], from descriptor: Int32) -> Int {
    retrying { LibC.read(descriptor, &buffer, buffer.count) }
  }

  /// Repeats a system call while signals interrupt it.
  static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Writes all bytes. False, with `errno` set, if that fails.
  static func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: Int32, isWaiting: Bool = true) -> Bool {
    Array(bytes).withUnsafeBytes { writeAll($0, to: descriptor, isWaiting: isWaiting) }
  }

  /// Writes all bytes, and waits for the reader of a pipe that another program has made non-blocking.
  ///
  /// - Parameter isWaiting: false to fail with `EAGAIN` instead of waiting.
  public static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, isWaiting: Bool = true) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = retrying { write(descriptor, rest.baseAddress, rest.count) }
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      } else if count < 0, errno == EAGAIN, isWaiting {
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&poller, 1, -1)
      } else {
        if count == 0 { errno = EIO }
        return false
      }
    }
    return true
  }
}

extension FileSystem.Facts {
  init(_ status: stat) {
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    // Nanoseconds in 64 bits end in the year 2262.
    let (seconds, isBeyond) = Int64(changed.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (nanoseconds, isLast) = seconds.addingReportingOverflow(Int64(changed.tv_nsec))
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino),
      bytes: Int(status.st_size), changed: isBeyond || isLast ? (changed.tv_sec < 0 ? .min : .max) : nanoseconds,
      kind: FileSystem.Kind(status.st_mode))
  }
}

extension FileSystem.Kind {
  init(_ mode: mode_t) {
    self =
      switch mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
  }
}

extension String {
  /// A path inside this directory.
  public func appending(path name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }

  /// Nil for `/` and for a bare name.
  public var parentDirectory: String? {
    var path = self[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    guard let slash = path.lastIndex(of: "/"), path.count > 1 else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

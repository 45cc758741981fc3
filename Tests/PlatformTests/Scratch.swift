import LibC
import Platform

/// A directory for one test, removed when the test lets go of it.
final class Scratch: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/runout-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(.create, "/tmp", code: errno) }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit { Self.removeAll(path) }

  func file(_ name: String) -> String { path.appending(path: name) }

  func write(_ text: String, to name: String, permissions: UInt16 = 0o600) throws -> String {
    let path = file(name)
    if let directory = path.parentDirectory { try FileSystem.makeDirectory(directory) }
    guard permissions & 0o111 != 0 else {
      try AtomicFile.write(text.utf8, to: path, permissions: permissions)
      return path
    }
    // Another test that starts a program just now hands the open file on to it, and a file that somebody has open for
    // writing cannot be run: so another program writes it.
    try AtomicFile.write(text.utf8, to: path + ".text", permissions: permissions)
    try copy(path + ".text", to: path)
    return path
  }

  private func copy(_ source: String, to target: String) throws {
    let texts: [String] = ["cp", "-p", source, target]
    let arguments: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let nothing: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    var status: Int32 = 0
    let failure = posix_spawn(&process, "/bin/cp", nil, nil, arguments, nothing)
    guard failure == 0, waitpid(process, &status, 0) == process, status == 0 else {
      throw FileError(.copy, source, code: failure)
    }
  }

  func read(_ name: String) throws -> String { String(decoding: try FileSystem.read(file(name)), as: UTF8.self) }

  private static func removeAll(_ path: String) {
    for name in (try? FileSystem.names(in: path)) ?? [] {
      let inner = path.appending(path: name)
      if FileSystem.isDirectory(inner) { removeAll(inner) } else { unlink(inner) }
    }
    rmdir(path)
  }
}

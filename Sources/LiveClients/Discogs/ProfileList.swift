internal import Clients
internal import Platform

/// The names of the profiles that were ever signed in, a line each in a file of the data directory.
struct ProfileList: Sendable {
  let path: String
  let translate: ErrorTranslator

  func names() async throws(ClientError) -> [String] {
    do throws(FileError) {
      guard FileSystem.isFile(path) else { return [] }
      let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).map { String($0) }
    } catch {
      throw translate(error)
    }
  }

  /// Whether a profile is signed in, as far as a look into the file tells.
  static func hasAny(_ name: String, in path: String) -> Bool {
    guard FileSystem.isFile(path) else { return false }
    // A file that cannot be read says nothing; what needs it says so itself.
    do throws(FileError) {
      return String(decoding: try FileSystem.read(path), as: UTF8.self).split(whereSeparator: \.isNewline).contains {
        $0 == name
      }
    } catch {
      return false
    }
  }

  func remove(_ name: String) async throws(ClientError) {
    let names = try await names()
    guard names.contains(name) else { return }
    try write(names.filter { $0 != name })
  }

  func add(_ name: String) async throws(ClientError) {
    let names = try await names()
    guard !names.contains(name) else { return }
    try write(names + [name])
  }

  private func write(_ names: [String]) throws(ClientError) {
    do throws(FileError) {
      // Nothing else may have been kept yet, where a Secret Service has the token.
      if let directory = path.parentDirectory { try FileSystem.makeDirectory(directory) }
      try AtomicFile.write(Array(names.map { $0 + "\n" }.joined().utf8), to: path)
    } catch {
      throw translate(error)
    }
  }

  /// A name that can be typed, shown and be part of a file's name.
  static func checked(_ typed: String) throws(ClientError) -> String {
    let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard !typed.isEmpty, typed.count <= 40, typed.allSatisfy(isPlain) else {
      throw .refused("A profile's name has 1 to 40 letters, digits, - and _; “\(typed)” has not")
    }
    return typed
  }
}

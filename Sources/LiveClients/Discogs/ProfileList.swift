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

  func add(_ name: String) async throws(ClientError) {
    let names = try await names()
    guard !names.contains(name) else { return }
    do throws(FileError) {
      try AtomicFile.write(Array((names + [name]).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")], to: path)
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

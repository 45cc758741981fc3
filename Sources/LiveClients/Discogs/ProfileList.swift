internal import Clients
internal import Platform
internal import Wording

/// The signed-in profiles, a line each in a file of the data directory: the profile's name, and after a space the
/// origin where it is not Discogs' own.
struct ProfileList: Sendable {
  let path: String
  let translate: ErrorTranslator

  private struct Entry: Hashable {
    var name: String
    var origin: String

    static func of(_ line: Substring) -> Entry {
      let parts = line.split(separator: " ", maxSplits: 1)
      return Entry(name: String(parts.first ?? ""), origin: parts.count > 1 ? String(parts[1]) : ApiURL.discogs.origin)
    }

    var line: String { origin == ApiURL.discogs.origin ? name : "\(name) \(origin)" }
  }

  private static func entries(in path: String) throws(FileError) -> [Entry] {
    guard FileSystem.isFile(path) else { return [] }
    let text = String(decoding: try FileSystem.read(path, isOurs: true), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map(Entry.of)
  }

  private func entries() throws(ClientError) -> [Entry] {
    do { return try Self.entries(in: path) } catch { throw translate(error) }
  }

  /// The profiles in the order of the file, each once.
  func names() async throws(ClientError) -> [String] {
    var names: [String] = []
    for entry in try entries() where !names.contains(entry.name) { names.append(entry.name) }
    return names
  }

  /// The origins where a profile is signed in; none where the file cannot be read.
  static func origins(of name: String, in path: String) -> [String] {
    // Functions that need the file report the error.
    do { return try entries(in: path).filter { $0.name == name }.map(\.origin) } catch { return [] }
  }

  func remove(_ name: String, at origin: String) async throws(ClientError) {
    let entries = try entries()
    let entry = Entry(name: name, origin: origin)
    guard entries.contains(entry) else { return }
    try write(entries.filter { $0 != entry })
  }

  /// - Returns: whether it was added; false where it was on the list.
  @discardableResult
  func add(_ name: String, at origin: String) async throws(ClientError) -> Bool {
    let entries = try entries()
    let entry = Entry(name: name, origin: origin)
    guard !entries.contains(entry) else { return false }
    try write(entries + [entry])
    return true
  }

  private func write(_ entries: [Entry]) throws(ClientError) {
    do {
      // The directory may be missing where a Secret Service or a keychain keeps the token.
      if let directory = path.parentDirectory { try FileSystem.makeDirectory(directory) }
      try AtomicFile.write(Array(entries.map { $0.line + "\n" }.joined().utf8), to: path)
    } catch {
      throw translate(error)
    }
  }

  /// Returns the name if it can be part of a file's name: up to 40 ASCII letters, digits, `-` and `_`.
  static func checked(_ typed: String) throws(ClientError) -> String {
    let isPlain: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    guard !typed.isEmpty, typed.count <= 40, typed.allSatisfy(isPlain) else {
      throw .refused(AccountWords.notAProfile(typed))
    }
    return typed
  }
}

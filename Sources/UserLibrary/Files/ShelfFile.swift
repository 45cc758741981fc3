internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Why a file cannot be taken for an export of the shelf. Nothing is imported then.
public enum ShelfFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(file: String, reason: String)
  /// A column nothing can be done without is not there.
  case missingColumn(String, file: String)
  /// The other kind of export.
  case isCollection(file: String)
  case isWantList(file: String)
  /// Bytes that are not UTF-8, in this line.
  case notUTF8(file: String, line: Int)
  /// A quote opened in this line is never closed, so that the rest of the file is part of one field.
  case unclosedQuote(file: String, line: Int)
  /// There are rows, and none of them can be used; the reason is the first one's.
  case nothingUsable(file: String, ShelfImport.SkippedRow)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      LibraryWords.fileUnreadable(file, reason)
    case .missingColumn(let column, let file):
      LibraryWords.noColumn(column, in: file)
    case .isCollection(let file):
      LibraryWords.isCollection(file)
    case .isWantList(let file):
      LibraryWords.isNoCollection(file)
    case .notUTF8(let file, let line):
      LibraryWords.notUTF8(file, line: line)
    case .unclosedQuote(let file, let line):
      LibraryWords.openQuote(file, line: line)
    case .nothingUsable(let file, let row):
      LibraryWords.noUsableRow(file, line: row.line, row.reason)
    }
  }
}

/// What an import of the shelf did.
public struct ShelfImport: Hashable, Sendable {
  /// A row that could not be used.
  public struct SkippedRow: Hashable, Sendable {
    /// Where the row starts, counted from 1; the header is line 1.
    public var line: Int
    /// Half a sentence.
    public var reason: String
  }

  /// Copies or wants that the shelf holds now.
  public var rows: Int
  /// How many of them were not there before, and how many are there no longer.
  public var added: Int
  public var removed: Int
  /// Folders with something in them; 0 for want lists.
  public var folders: Int
  public var skipped: [SkippedRow]
}

/// A file as Discogs exports the collection or the want list, taken apart.
///
/// Columns go by their names, in any order. Unknown ones are kept as fields: the user's own fields have the
/// prefix `Collection `, which is taken off. A want list with `master_id` in place of `release_id` is one of wants of any
/// pressing, which Discogs does not have.
struct ShelfFile: Sendable {
  enum Kind: Sendable { case collection, wantList }

  /// What a row of either export says. A want is a copy in no folder, with notes of its own.
  struct Row: Hashable, Sendable {
    var line: Int
    /// Its `id` is 0. No export tells master, country, genres and styles.
    var copy: CollectionCopy
    var notes = ""
  }

  var rows: [Row] = []
  /// The names of the columns that are fields of the user's own, in their order.
  var fieldColumns: [String] = []
  var skipped: [ShelfImport.SkippedRow] = []
  /// Whether its wants are for any pressing.
  private(set) var isOfMasters = false

  init(readingFrom path: String, kind: Kind) throws(ShelfFileError) {
    try self.init(try Self.contents(of: path), named: path, kind: kind)
  }

  /// Everything in a file, or in what comes through a pipe.
  private static func contents(of path: String) throws(ShelfFileError) -> [UInt8] {
    func failure() -> ShelfFileError { .unreadable(file: path, reason: String(cString: strerror(errno))) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count > 0 {
        bytes += buffer[..<count]
      } else if errno != EINTR {
        throw failure()
      }
    }
  }

  init(_ bytes: [UInt8], named file: String, kind: Kind) throws(ShelfFileError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { throw .notUTF8(file: file, line: 1) }
    if let line = Self.lineThatIsNotUTF8(bytes) { throw .notUTF8(file: file, line: line) }
    var reader = CSVReader(bytes, delimiter: Self.delimiter(of: bytes))
    let columns = try Columns(header: reader.next()?.fields ?? [], file: file, kind: kind)
    fieldColumns = columns.fieldNames
    isOfMasters = columns.areOfMasters
    while let record = reader.next() {
      switch record.problem {
      case .unclosedQuote, .tooLong: throw .unclosedQuote(file: file, line: record.line)
      case .textAfterQuote:
        skipped.append(ShelfImport.SkippedRow(line: record.line, reason: LibraryWords.textAfterQuote))
      case nil:
        if let row = columns.row(record) {
          rows.append(row)
        } else {
          let (column, found) = (columns.idColumn, columns.idText(record))
          skipped.append(
            ShelfImport.SkippedRow(
              line: record.line,
              reason: found.isEmpty
                ? LibraryWords.isEmpty(column) : LibraryWords.isNotANumber(found.prefix(20), in: column)))
        }
      }
    }
    if rows.isEmpty, let first = skipped.first { throw .nothingUsable(file: file, first) }
  }

  /// A comma; or what a spreadsheet has put in its place.
  private static func delimiter(of bytes: [UInt8]) -> UInt8 {
    [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].first { delimiter in
      var reader = CSVReader(bytes, delimiter: delimiter)
      return reader.next()?.fields.contains { [Columns.release, Columns.master].contains($0.lowercased()) } ?? false
    } ?? UInt8(ascii: ",")
  }

  private static func lineThatIsNotUTF8(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var line = 1
    for piece in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if String(validating: piece, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }
}

/// Which column of a file is which.
private struct Columns {
  static let release = "release_id"
  /// Of wants of any pressing.
  static let master = "master_id"
  private static let fieldPrefix = "collection "

  private var positions: [String: Int] = [:]
  /// Unknown columns, under the name to show.
  private var others: [(name: String, position: Int)] = []
  /// Whether the file was exported for a spreadsheet, with cells that are to be restored.
  private let isDefused: Bool
  private let kind: ShelfFile.Kind
  let areOfMasters: Bool
  /// The column that says which record a row is.
  var idColumn: String { areOfMasters ? Self.master : Self.release }

  init(header: [String], file: String, kind: ShelfFile.Kind) throws(ShelfFileError) {
    self.kind = kind
    let names = Set(header.map { $0.trimmed().lowercased() })
    areOfMasters = kind == .wantList && names.contains(Self.master) && !names.contains(Self.release)
    let known: Set<String> =
      switch kind {
      case .collection:
        [
          "catalog#", "artist", "title", "label", "format", "rating", "released", Self.release, "collectionfolder",
          "date added", "collection media condition", "collection sleeve condition",
        ]
      case .wantList where areOfMasters: ["artist", "title", "rating", "released", "versions", "notes", Self.master]
      case .wantList: ["catalog#", "artist", "title", "label", "format", "rating", "released", Self.release, "notes"]
      }
    isDefused = header.contains { $0.trimmed().lowercased() == SpreadsheetCell.marker.lowercased() }
    for (position, text) in header.enumerated() {
      let name = (isDefused ? SpreadsheetCell.restored(text) : text).trimmed()
      let key = name.lowercased()
      if isDefused, key == SpreadsheetCell.marker.lowercased() { continue }
      if known.contains(key), positions[key] == nil {
        positions[key] = position
      } else if !name.isEmpty {
        let shown = key.hasPrefix(Self.fieldPrefix) ? String(name.dropFirst(Self.fieldPrefix.count)) : name
        others.append((shown, position))
      }
    }
    for (key, name) in [(idColumn, idColumn), ("artist", "Artist"), ("title", "Title")]
    where positions[key] == nil {
      throw .missingColumn(name, file: file)
    }
    let hasFolder = header.contains { $0.trimmed().lowercased() == "collectionfolder" }
    if kind == .collection, !hasFolder { throw .isWantList(file: file) }
    if kind == .wantList, hasFolder { throw .isCollection(file: file) }
  }

  var fieldNames: [String] { others.map(\.name) }

  func idText(_ record: CSVReader.Record) -> String { text(idColumn, record) }

  /// Nil when there is no telling which record it is.
  func row(_ record: CSVReader.Record) -> ShelfFile.Row? {
    guard let id = Int(idText(record)), id > 0 else { return nil }
    return ShelfFile.Row(
      line: record.line,
      copy: CollectionCopy(
        id: 0, facts: areOfMasters ? facts(of: Master.ID(id), record) : facts(of: Release.ID(id), record),
        folder: text("collectionfolder", record), rating: Stars.read(Int(text("rating", record))),
        added: text("date added", record), mediaCondition: text("collection media condition", record),
        sleeveCondition: text("collection sleeve condition", record),
        fields: others.compactMap { other in
          let value = whole(at: other.position, record)
          return value.isEmpty ? nil : CollectionCopy.Field(name: other.name, value: value)
        }),
      // Notes stay as written, to the last space.
      notes: positions["notes"].map { whole(at: $0, record) } ?? "")
  }

  private func facts(of release: Release.ID, _ record: CSVReader.Record) -> ShelfFacts {
    ShelfFacts(
      release: release, artist: text("artist", record), title: text("title", record), label: text("label", record),
      catalogueNumber: LabelCredit.numbers(text("catalog#", record)), format: text("format", record),
      year: ReleaseDate.year(of: text("released", record)))
  }

  private func facts(of master: Master.ID, _ record: CSVReader.Record) -> ShelfFacts {
    ShelfFacts(
      master: master, artist: text("artist", record), title: text("title", record),
      year: ReleaseDate.year(of: text("released", record)), versions: Int(text("versions", record)))
  }

  private func text(_ column: String, _ record: CSVReader.Record) -> String {
    positions[column].map { text(at: $0, record) } ?? ""
  }

  private func text(at position: Int, _ record: CSVReader.Record) -> String { whole(at: position, record).trimmed() }

  private func whole(at position: Int, _ record: CSVReader.Record) -> String {
    guard position < record.fields.count else { return "" }
    return isDefused ? SpreadsheetCell.restored(record.fields[position]) : record.fields[position]
  }
}

import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// Exports the collection in Discogs' form: its columns in its order, then the user's own fields.
  ///
  /// A whole export, imported into an empty library and exported again, is the same byte for byte.
  ///
  /// - Parameters:
  ///   - request: the copies to export, and their order; all in shelf order by default.
  ///   - isSpreadsheetSafe: whether to defuse cells that a spreadsheet would take for formulas. An import recognises
  ///     that and restores them.
  public func exportCollection(
    _ request: CollectionRequest = CollectionRequest(), isSpreadsheetSafe: Bool = false
  ) async throws(LibraryError) -> [UInt8] {
    try await read { [self] database in
      let fields = try Self.ownFields(database)
      var file = CSVWriter(isSpreadsheetSafe: isSpreadsheetSafe)
      file.write(ExportColumn.known(.collection, ofMasters: false).map(\.rawValue) + fields.map { "Collection \($0)" })
      try inParts(of: ids(database, .copies, request)) { ids in
        for copy in try CollectionCopy.fetch(database, ids: ids) {
          let values = Dictionary(copy.fields.map { ($0.name, $0.value) }) { first, _ in first }
          file.write(
            copy.facts.exported(rating: copy.rating) + [
              copy.folder, copy.added.trimmed(), copy.mediaCondition.trimmed(), copy.sleeveCondition.trimmed(),
            ] + fields.map { values[$0] ?? "" })
        }
      }
      return file.bytes
    }
  }

  /// Exports the want list in Discogs' form, without wants of any pressing. It survives a round trip as the collection
  /// does.
  public func exportWantList(
    _ request: CollectionRequest = CollectionRequest(), isSpreadsheetSafe: Bool = false
  ) async throws(LibraryError) -> [UInt8] {
    try await exportWants(request, ofMasters: false, isSpreadsheetSafe) { want in
      want.facts.exported(rating: want.rating) + [want.notes]
    }
  }

  /// Exports the wants of any pressing in a form of our own: Discogs' has no place for them.
  public func exportWantsOfAnyPressing(
    _ request: CollectionRequest = CollectionRequest(), isSpreadsheetSafe: Bool = false
  ) async throws(LibraryError) -> [UInt8] {
    try await exportWants(request, ofMasters: true, isSpreadsheetSafe) { want in
      let facts = want.facts
      return [
        facts.artist.trimmed(), facts.title.trimmed(), want.rating.map(String.init) ?? "",
        want.year.map(String.init) ?? "", want.master.map { "\($0)" } ?? "", facts.versions.map(String.init) ?? "",
        want.notes,
      ]
    }
  }

  private func exportWants(
    _ request: CollectionRequest, ofMasters: Bool, _ isSpreadsheetSafe: Bool,
    _ record: @escaping @Sendable (WantListEntry) -> [String]
  ) async throws(LibraryError) -> [UInt8] {
    try await read { [self] database in
      var file = CSVWriter(isSpreadsheetSafe: isSpreadsheetSafe)
      file.write(ExportColumn.known(.wantList, ofMasters: ofMasters).map(\.rawValue))
      try inParts(of: ids(database, .wants, request)) { ids in
        for want in try WantListEntry.fetch(database, ids: ids) where want.isAnyPressing == ofMasters {
          file.write(record(want))
        }
      }
      return file.bytes
    }
  }

  func inParts(of ids: [Int64], _ body: ([Int64]) throws -> Void) rethrows {
    for start in stride(from: 0, to: ids.count, by: 1_000) { try body(Array(ids[start...].prefix(1_000))) }
  }

  /// The fields without columns of their own, in the account's order, else in that of the file they came with. The
  /// user's own only if some copy has a value; the notes always.
  static func ownFields(_ database: Database) throws -> [String] {
    let filled: [String] = try database.values(
      """
      SELECT json_extract(field.value, '$[0]') FROM copy, json_each(copy.fields) AS field
      WHERE copy.fields <> '' GROUP BY 1 ORDER BY min(copy.shelfKey), 1
      """)
    var fields: [String] = []
    for name in try knownFields(database) + filled where !fields.contains(name) {
      if name == "Notes" || filled.contains(name) { fields.append(name) }
    }
    return fields.filter { CollectionInstance.Field.withColumn[$0] == nil }
  }

  /// The names of the fields known from an account or an earlier file.
  static func knownFields(_ database: Database) throws -> [String] {
    try database.values("SELECT name FROM field ORDER BY position, number") + fieldColumns(database) + ["Notes"]
  }

  /// The names of the user's own fields that imports have brought, those of the latest file first, in its order.
  static func fieldColumns(_ database: Database) throws -> [String] {
    try note("field columns", database).map([String].init(fromJSON:)) ?? []
  }
}

extension ShelfFacts {
  /// The columns that identify a row's record, as an import reads them: trimmed, and empty where an import would read
  /// nothing.
  fileprivate func exported(rating: Int?) -> [String] {
    let number = catalogueNumber.trimmed()
    return [
      // Discogs' value for a label's record without a number.
      number.isEmpty && !label.isEmpty ? "none" : number, artist.trimmed(), title.trimmed(), label.trimmed(),
      exportedFormat.trimmed(), rating.map(String.init) ?? "",
      year.flatMap { (1_000...9_999).contains($0) ? String($0) : nil } ?? "", String(release.number),
    ]
  }

  /// The format as Discogs exports it: `2xLP` for the `2×LP` of a row that came from Discogs. Rows from a file,
  /// recognised by having neither master nor country nor genres, keep their spelling.
  var exportedFormat: String {
    guard master != nil || !country.isEmpty || !genres.isEmpty, format.contains("×") else { return format }
    var (result, isCount) = ("", true)
    for sign in format {
      let isDigit = ("0"..."9").contains(sign)
      result.append(sign == "×" && isCount && result.last != " " && !result.isEmpty ? "x" : sign)
      isCount = sign == " " || isCount && isDigit
    }
    return result
  }
}

/// Writes comma-separated values by RFC 4180, with a line feed after each record.
///
/// Control characters other than tabs and line ends are left out: in a terminal a title must not act as a command. A
/// lone return, which would overwrite the line, becomes a line feed.
struct CSVWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether cells are defused (`SpreadsheetCell`). An empty last column, known by its name, marks such a file.
  let isSpreadsheetSafe: Bool

  init(isSpreadsheetSafe: Bool = false) { self.isSpreadsheetSafe = isSpreadsheetSafe }

  /// The first record is the header.
  mutating func write(_ fields: [String]) {
    let isHeader = bytes.isEmpty
    for (position, field) in fields.enumerated() {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      write(isSpreadsheetSafe ? SpreadsheetCell.defused(field) : field)
    }
    if isSpreadsheetSafe {
      bytes.append(UInt8(ascii: ","))
      if isHeader { write(SpreadsheetCell.marker) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func write(_ field: String) {
    // 0xC2 begins the C1 controls, among other letters.
    let isPlain = field.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != 0x7F && $0 != 0xC2
    }
    if isPlain {
      bytes.append(contentsOf: field.utf8)
      return
    }
    let start = bytes.count
    var isQuoted = false
    let scalars = Array(field.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case "\"":
        isQuoted = true
        bytes.append(UInt8(ascii: "\""))
      case "\r" where place + 1 == scalars.count || scalars[place + 1] != "\n":
        isQuoted = true
        bytes.append(UInt8(ascii: "\n"))
        continue
      case ",", "\n", "\r": isQuoted = true
      case "\t": break
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": continue
      default: break
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    if isQuoted {
      bytes.insert(UInt8(ascii: "\""), at: start)
      bytes.append(UInt8(ascii: "\""))
    }
  }
}

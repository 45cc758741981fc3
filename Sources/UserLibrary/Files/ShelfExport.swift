import DiscogsModel
internal import Foundation
internal import GRDB
public import RunoutModel

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
      let ids = try ids(database, .copies, request)
      let fields = try Self.exportedFields(database)
      var file = CSVWriter(isSpreadsheetSafe: isSpreadsheetSafe)
      file.write(
        [
          "Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "CollectionFolder",
          "Date Added", "Collection Media Condition", "Collection Sleeve Condition",
        ] + fields.map { "Collection \($0)" })
      var rest = ids[...]
      while !rest.isEmpty {
        for copy in try CollectionCopy.fetch(database, ids: Array(rest.prefix(Self.exportedAtOnce))) {
          let values = Dictionary(copy.fields.map { ($0.name, $0.value) }) { first, _ in first }
          file.write(
            copy.facts.exported(rating: copy.rating) + [
              copy.folder, copy.added.trimmed(), copy.mediaCondition.trimmed(), copy.sleeveCondition.trimmed(),
            ] + fields.map { values[$0] ?? "" })
        }
        rest = rest.dropFirst(Self.exportedAtOnce)
      }
      return file.bytes
    }
  }

  /// Exports the want list in Discogs' form, without wants of any pressing. It survives a round trip as the collection
  /// does.
  public func exportWantList(
    _ request: CollectionRequest = CollectionRequest(), isSpreadsheetSafe: Bool = false
  ) async throws(LibraryError) -> [UInt8] {
    try await read { [self] database in
      let ids = try ids(database, .wants, request)
      var file = CSVWriter(isSpreadsheetSafe: isSpreadsheetSafe)
      file.write(["Catalog#", "Artist", "Title", "Label", "Format", "Rating", "Released", "release_id", "Notes"])
      var rest = ids[...]
      while !rest.isEmpty {
        for want in try WantListEntry.fetch(database, ids: Array(rest.prefix(Self.exportedAtOnce)))
        where !want.isAnyPressing {
          file.write(want.facts.exported(rating: want.rating) + [want.notes])
        }
        rest = rest.dropFirst(Self.exportedAtOnce)
      }
      return file.bytes
    }
  }

  /// Exports the wants of any pressing in a form of our own: Discogs' has no place for them.
  public func exportWantsOfAnyPressing(
    _ request: CollectionRequest = CollectionRequest(), isSpreadsheetSafe: Bool = false
  ) async throws(LibraryError) -> [UInt8] {
    try await read { [self] database in
      var file = CSVWriter(isSpreadsheetSafe: isSpreadsheetSafe)
      file.write(["Artist", "Title", "Rating", "Released", "master_id", "Versions", "Notes"])
      let all = Set(try Int64.fetchAll(database, sql: "SELECT id FROM want WHERE NOT \(ShelfTable.isOfRelease)"))
      let ids = try ids(database, .wants, request).filter(all.contains)
      for want in try WantListEntry.fetch(database, ids: ids) {
        let (facts, year) = (want.facts, want.year.map(String.init) ?? "")
        file.write([
          facts.artist.trimmed(), facts.title.trimmed(), want.rating.map(String.init) ?? "", year,
          want.master.map { "\($0)" } ?? "", facts.versions.map(String.init) ?? "", want.notes,
        ])
      }
      return file.bytes
    }
  }

  private static let exportedAtOnce = 1_000

  /// The fields without columns of their own, in the account's order, else in that of the file they came with. The
  /// user's own only if some copy has a value; the notes always.
  private static func exportedFields(_ database: Database) throws -> [String] {
    let filled = try String.fetchAll(
      database,
      sql: """
        SELECT json_extract(field.value, '$[0]') FROM copy, json_each(copy.fields) AS field
        WHERE copy.fields <> '' GROUP BY 1 ORDER BY min(copy.shelfKey), 1
        """)
    let told = try String.fetchAll(database, sql: "SELECT name FROM field ORDER BY position, number")
    let imported = try fieldColumns(database)
    var fields: [String] = []
    for name in told + imported + ["Notes"] + filled where !fields.contains(name) {
      if name == "Notes" || filled.contains(name) { fields.append(name) }
    }
    return fields.filter { $0 != ShelfEdit.mediaCondition && $0 != ShelfEdit.sleeveCondition }
  }

  /// The names of the user's own fields that imports have brought, those of the latest file first, in its order.
  static func fieldColumns(_ database: Database) throws -> [String] {
    guard let text = try String.fetchOne(database, sql: "SELECT value FROM note WHERE name = 'field columns'") else {
      return []
    }
    return try JSONDecoder().decode([String].self, from: Data(text.utf8))
  }

  static func setFieldColumns(_ names: [String], _ database: Database) throws {
    try set("field columns", to: String(decoding: try JSONEncoder().encode(names), as: UTF8.self), database)
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
}

extension ShelfFacts {
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

internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// What a copy is at one moment: the whole of it, so that it can be put back as it was.
struct CopyState: Hashable, Sendable {
  /// Its `id` is 0: a change knows which row it is of.
  private(set) var copy: CollectionCopy
  /// The folder's id in the library. Its name is the one it had then, for telling people.
  var folder: Int64
  /// The account's number for it; nil while there is none.
  var instance: Int?

  init(_ copy: CollectionCopy, folder: Int64, instance: Int?) {
    self.copy = copy
    self.copy.id = 0
    self.folder = folder
    self.instance = instance
  }

  /// Without a value in any field.
  init(
    facts: ShelfFacts, folder: Int64, folderName: String, rating: Int?, added: String, instance: Int?
  ) {
    self.init(
      CollectionCopy(id: 0, facts: facts, folder: folderName, rating: rating, added: added), folder: folder,
      instance: instance)
  }

  var facts: ShelfFacts {
    get { copy.facts }
    set { copy.facts = newValue }
  }

  var folderName: String {
    get { copy.folder }
    set { copy.folder = newValue }
  }

  var rating: Int? {
    get { copy.rating }
    set { copy.rating = newValue }
  }

  var added: String { copy.added }

  /// By the fields' names, the two conditions among them; empty ones are absent.
  var values: [String: String] {
    var values = Dictionary(copy.fields.map { ($0.name, $0.value) }) { first, _ in first }
    if !copy.mediaCondition.isEmpty { values[ShelfEdit.mediaCondition] = copy.mediaCondition }
    if !copy.sleeveCondition.isEmpty { values[ShelfEdit.sleeveCondition] = copy.sleeveCondition }
    return values
  }
}

extension CopyState: Codable {
  /// As the journal has it in every library out there.
  private struct Stored: Codable {
    var facts: ShelfFacts
    var folder: Int64
    var folderName: String
    var rating: Int?
    var added: String
    var values: [String: String]
    /// In which order those are shown that have no column of their own.
    var fieldOrder: [String]
    var instance: Int?
  }

  init(from decoder: any Decoder) throws {
    let stored = try Stored(from: decoder)
    self.init(
      facts: stored.facts, folder: stored.folder, folderName: stored.folderName, rating: stored.rating,
      added: stored.added, instance: stored.instance)
    for name in stored.fieldOrder { set(name, to: stored.values[name] ?? "") }
    for name in stored.values.keys.sorted() { set(name, to: stored.values[name] ?? "") }
  }

  func encode(to encoder: any Encoder) throws {
    try Stored(
      facts: facts, folder: folder, folderName: folderName, rating: rating, added: added, values: values,
      fieldOrder: copy.fields.map(\.name), instance: instance
    ).encode(to: encoder)
  }
}

/// What an entry of the want list is at one moment.
struct WantState: Codable, Hashable, Sendable {
  var facts: ShelfFacts
  var notes: String
  var rating: Int?
  var added: String
}

struct FolderState: Codable, Hashable, Sendable {
  var name: String
  /// The account's number for it; nil while there is none.
  var number: Int?
}

/// The most that a release may cost.
struct LimitState: Codable, Hashable, Sendable {
  /// What the release was called then, for telling people.
  var name: String
  /// In decimal digits.
  var amount: String
  var currency: String
  /// Seconds since 1970.
  var setAt: Double
  /// The last price that was reported, as in `priceLimit`.
  var told: String
}

/// What an edit is about.
enum EditTarget: String, Sendable {
  case copy, want, folder, limit
}

/// The number of a row, as the journal has it.
protocol JournalNumber: Hashable, Sendable {
  init(item: Int64)
  var item: Int64 { get }
}

extension Int64: JournalNumber {
  init(item: Int64) { self = item }
  var item: Int64 { self }
}

extension Release.ID: JournalNumber {
  init(item: Int64) { self.init(Int(item)) }
  var item: Int64 { Int64(number) }
}

/// Something that edits change, told apart into values that people can compare.
protocol EditableState: Codable, Hashable, Sendable {
  associatedtype ID: JournalNumber
  static var target: EditTarget { get }
  static func shelfChange(_ change: Change<Self>) -> ShelfChange

  static func fetch(_ database: Database, id: ID) throws -> Self?
  /// Writes it as the row with this number, which may be there or not.
  func save(_ database: Database, id: ID) throws
  static func delete(_ database: Database, id: ID) throws

  /// Whether it can be changed back and forth even where its row is gone.
  static var outlastsItsRow: Bool { get }
  /// Whether nothing stands in the row that would have no place without it.
  static func canBeDeleted(_ database: Database, id: ID) throws -> Bool
  /// Takes out the account's number: what is put back is another one to the account.
  mutating func leaveAccount()
  /// Puts it where it was, or where it belongs if that place has been deleted meanwhile.
  mutating func findPlace(_ database: Database) throws

  var titleOfAddition: String { get }
  var titleOfRemoval: String { get }
  func title(ofChangeFrom before: Self) -> String

  /// What of it can be edited, by the name to show.
  var comparable: [String: String] { get }
  /// Makes of those values named what the other says of them.
  mutating func take(_ names: Set<String>, from other: Self)
  /// Takes out what is no value, such as a rating of seven stars: it was written by another program, or another age.
  mutating func tidy()
}

extension EditableState {
  /// The names of what differs.
  func differences(from other: Self) -> Set<String> {
    let (mine, theirs) = (comparable, other.comparable)
    return Set(mine.keys).union(theirs.keys).filter { (mine[$0] ?? "") != (theirs[$0] ?? "") }
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  init?(json: String?) throws {
    guard let json else { return nil }
    self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    tidy()
  }

  mutating func tidy() {}

  static var outlastsItsRow: Bool { false }
  static func canBeDeleted(_ database: Database, id: ID) throws -> Bool { true }
  mutating func leaveAccount() {}
  mutating func findPlace(_ database: Database) throws {}
}

extension CopyState {
  /// Takes over the name that another state has for the same folder.
  mutating func callFolder(asIn other: CopyState) {
    if folder == other.folder { folderName = other.folderName }
  }
}

extension CopyState: EditableState {
  static let target = EditTarget.copy
  static func shelfChange(_ change: Change<CopyState>) -> ShelfChange { .copy(change) }

  static let folderName = "Folder"
  static let ratingName = "Rating"

  var comparable: [String: String] {
    var all = values
    all[Self.folderName] = folderName
    all[Self.ratingName] = rating.map(String.init) ?? ""
    return all
  }

  mutating func take(_ names: Set<String>, from other: CopyState) {
    for name in names {
      switch name {
      case Self.folderName: (folder, folderName) = (other.folder, other.folderName)
      case Self.ratingName: rating = other.rating
      default: set(name, to: other.values[name] ?? "")
      }
    }
  }

  mutating func tidy() { rating = Stars.read(rating) }

  /// Gives a field a value, or takes it away where that is empty. A copy that says the same is the same: it is compared
  /// with the stored one.
  mutating func set(_ name: String, to value: String) {
    switch name {
    case ShelfEdit.mediaCondition: copy.mediaCondition = value
    case ShelfEdit.sleeveCondition: copy.sleeveCondition = value
    default:
      let place = copy.fields.firstIndex { $0.name == name }
      switch place {
      case let place? where value.isEmpty: copy.fields.remove(at: place)
      case let place?: copy.fields[place].value = value
      case nil: if !value.isEmpty { copy.fields.append(CollectionCopy.Field(name: name, value: value)) }
      }
    }
  }
}

extension WantState: EditableState {
  static let target = EditTarget.want
  static func shelfChange(_ change: Change<WantState>) -> ShelfChange { .want(change) }

  var comparable: [String: String] { ["Notes": notes, "Rating": rating.map(String.init) ?? ""] }

  mutating func take(_ names: Set<String>, from other: WantState) {
    if names.contains("Notes") { notes = other.notes }
    if names.contains("Rating") { rating = other.rating }
  }

  mutating func tidy() { rating = Stars.read(rating) }
}

extension FolderState: EditableState {
  static let target = EditTarget.folder
  static func shelfChange(_ change: Change<FolderState>) -> ShelfChange { .folder(change) }

  var comparable: [String: String] { ["Name": name] }

  mutating func take(_ names: Set<String>, from other: FolderState) {
    if names.contains("Name") { name = other.name }
  }
}

extension LimitState: EditableState {
  static let target = EditTarget.limit
  static func shelfChange(_ change: Change<LimitState>) -> ShelfChange { .limit(change) }
  /// A limit outlasts its want, so it can always be put back.
  static let outlastsItsRow = true

  private static let limitName = "Limit"

  var comparable: [String: String] { [Self.limitName: "\(amount) \(currency)"] }

  mutating func take(_ names: Set<String>, from other: LimitState) {
    if names.contains(Self.limitName) { self = other }
  }

  /// `€25.00`.
  var displayName: String {
    DecimalNumber(amount).map { Money($0, Currency(currency)).displayName } ?? "\(amount) \(currency)"
  }
}

// MARK: - Rows

extension CopyState {
  static func fetch(_ database: Database, id: Int64) throws -> CopyState? {
    try fetch(database, "copy.id = ?", [id])?.state
  }

  static func fetch(
    _ database: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> (id: Int64, state: CopyState)? {
    guard
      let row = try database.row(
        "SELECT copy.*, folder.name AS folderName FROM copy JOIN folder ON folder.id = copy.folder WHERE \(condition)",
        arguments)
    else { return nil }
    return try (row.value("id"), CopyState(row))
  }

  init(_ row: Row) throws {
    try self.init(
      facts: ShelfFacts(row), folder: row.value("folder"), folderName: row.value("folderName"),
      rating: Stars.read(row.value("rating")),
      added: row.value("added"), instance: row.value("instance"))
    for field in try CollectionCopy.Field.unpack(row.value("fields")) { set(field.name, to: field.value) }
    try set(ShelfEdit.mediaCondition, to: row.value("mediaCondition"))
    try set(ShelfEdit.sleeveCondition, to: row.value("sleeveCondition"))
  }

  /// As a line of an export.
  var row: ShelfFile.Row { ShelfFile.Row(line: 0, copy: copy) }

  func save(_ database: Database, id: Int64) throws {
    try ShelfRowWriter(.copies).save(
      database, row, id: id,
      own: [
        "folder": folder, "added": added, "mediaCondition": copy.mediaCondition,
        "sleeveCondition": copy.sleeveCondition, "instance": instance,
      ])
  }

  static func delete(_ database: Database, id: Int64) throws {
    try ShelfRowWriter(.copies).delete(database, id: id)
  }

  mutating func leaveAccount() { instance = nil }

  mutating func findPlace(_ database: Database) throws { try ShelfFolders.findPlace(for: &self, database) }
}

extension WantState {
  static func fetch(_ database: Database, id: Release.ID) throws -> WantState? {
    guard let row = try database.row("SELECT * FROM want WHERE release = ?", [id.number]) else { return nil }
    return try WantState(row)
  }

  init(_ row: Row) throws {
    try self.init(
      facts: ShelfFacts(row), notes: row.value("notes"), rating: Stars.read(row.value("rating")),
      added: row.value("added"))
  }

  /// As a line of an export.
  var row: ShelfFile.Row {
    ShelfFile.Row(
      line: 0, copy: CollectionCopy(id: 0, facts: facts, folder: "", rating: rating, added: added), notes: notes)
  }

  func save(_ database: Database, id: Release.ID) throws {
    let number: Int64? = try database.value("SELECT id FROM want WHERE release = ?", [id.number])
    try ShelfRowWriter(.wants).save(database, row, id: number, own: ["notes": notes, "added": added])
  }

  static func delete(_ database: Database, id: Release.ID) throws {
    try database.change("DELETE FROM want WHERE release = ?", [id.number])
  }
}

extension FolderState {
  static func fetch(_ database: Database, id: Int64) throws -> FolderState? {
    try database.row("SELECT name, number FROM folder WHERE id = ?", [id]).map {
      try FolderState(name: $0.value(0), number: $0.value(1))
    }
  }

  func save(_ database: Database, id: Int64) throws {
    try database.change(
      """
      INSERT INTO folder (id, name, sortKey, number) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, sortKey = excluded.sortKey
      """, [id, name, NaturalOrder.key(name), number])
  }

  static func delete(_ database: Database, id: Int64) throws {
    try database.change("DELETE FROM folder WHERE id = ?", [id])
  }

  /// What was put into it since would have no place.
  static func canBeDeleted(_ database: Database, id: Int64) throws -> Bool {
    try database.row("SELECT 1 FROM copy WHERE folder = ? LIMIT 1", [id]) == nil
  }

  mutating func leaveAccount() { number = nil }
}

extension ShelfFacts {
  init(_ row: Row) throws {
    try self.init(
      release: Release.ID(row.value("release")), master: (row.value("master") as Int?).map { Master.ID($0) },
      artist: row.value("artist"), title: row.value("title"), label: row.value("label"),
      catalogueNumber: row.value("catno"),
      format: row.value("format"), year: row.value("year"), country: row.value("country"),
      genres: Self.lines(row.value("genres")),
      styles: Self.lines(row.value("styles")))
  }

  static func lines(_ text: String) -> [String] { text.isEmpty ? [] : text.components(separatedBy: "\n") }
}

/// Writes single rows of the shelf with the keys they are sorted by and the words they are found by.
struct ShelfRowWriter {
  private let table: ShelfTable

  init(_ table: ShelfTable) {
    self.table = table
  }

  /// - Parameters:
  ///   - id: nil for a row that is to be numbered by the database.
  ///   - own: the columns that only this table has.
  func save(
    _ database: Database, _ row: ShelfFile.Row, id: Int64?, own: [String: (any DatabaseValueConvertible)?]
  ) throws {
    let facts = row.copy.facts
    let keys = ShelfKeys(row.copy, try ShelfFiling(database).rules(for: facts.artist))
    var columns: [(String, (any DatabaseValueConvertible)?)] = own.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    columns += [
      ("release", facts.release.number), ("master", facts.master?.number), ("artist", facts.artist),
      ("title", facts.title), ("label", facts.label), ("catno", facts.catalogueNumber), ("format", facts.format),
      ("year", facts.year), ("rating", row.copy.rating), ("fields", try CollectionCopy.Field.pack(row.copy.fields)),
      ("country", facts.country),
      ("genres", facts.genres.joined(separator: "\n")), ("styles", facts.styles.joined(separator: "\n")),
      ("shelfKey", keys.shelf), ("artistKey", keys.artist), ("titleKey", keys.title), ("yearKey", keys.year),
      ("addedKey", keys.added), ("ratingKey", keys.rating), ("formatKey", keys.format), ("labelKey", keys.label),
      ("catnoKey", keys.catalogueNumber),
    ]
    if let id { columns.insert(("id", id), at: 0) }
    let names = columns.map(\.0).joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let changes = columns.map(\.0).filter { $0 != "id" }.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO \(table.rawValue) (\(names)) VALUES (\(marks))\(id == nil ? "" : " ON CONFLICT (id) DO UPDATE SET \(changes)")
        """)
    try statement.execute(arguments: StatementArguments(columns.map(\.1)))
    try save(database, words: row.words, id: id ?? database.lastInsertedRowID)
  }

  /// Writes what a catalogue knows of the release into a row that is there: a third of the work of a whole row, as it is
  /// in few of the indexes.
  func save(_ database: Database, _ facts: ShelfFacts, words: String, id: Int64) throws {
    try database.cachedStatement(
      sql: "UPDATE \(table.rawValue) SET master = ?, country = ?, genres = ?, styles = ? WHERE id = ?"
    ).execute(
      arguments: [
        facts.master?.number, facts.country, facts.genres.joined(separator: "\n"),
        facts.styles.joined(separator: "\n"), id,
      ])
    try save(database, words: words, id: id)
  }

  private func save(_ database: Database, words: String, id: Int64) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO \(table.rawValue)Words (id, words) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET words = excluded.words
        """
    ).execute(arguments: [id, words])
  }

  func delete(_ database: Database, id: Int64) throws {
    // The words go by themselves.
    try database.cachedStatement(sql: "DELETE FROM \(table.rawValue) WHERE id = ?").execute(arguments: [id])
  }
}

extension LimitState {
  static func fetch(_ database: Database, id: Release.ID) throws -> LimitState? {
    let row = try database.row("SELECT amount, currency, setAt, told FROM priceLimit WHERE release = ?", [id.number])
    guard let row else { return nil }
    return try LimitState(
      name: try WantState.fetch(database, id: id)?.facts.displayName ?? "release \(id)",
      amount: row.value("amount"), currency: row.value("currency"), setAt: row.value("setAt"), told: row.value("told"))
  }

  func save(_ database: Database, id: Release.ID) throws {
    try database.change(
      "INSERT OR REPLACE INTO priceLimit (release, amount, currency, setAt, told) VALUES (?, ?, ?, ?, ?)",
      [id.number, amount, currency, setAt, told])
  }

  static func delete(_ database: Database, id: Release.ID) throws {
    try database.change("DELETE FROM priceLimit WHERE release = ?", [id.number])
  }
}

public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import Wording

public struct AccountShelf: Sendable {
  public var folders: [CollectionInstance.Folder]
  public var fields: [CollectionInstance.Field]
  public var copies: [CollectionInstance]
  public var wants: [Want]

  public init(
    folders: [CollectionInstance.Folder], fields: [CollectionInstance.Field], copies: [CollectionInstance],
    wants: [Want]
  ) {
    (self.folders, self.fields, self.copies, self.wants) = (folders, fields, copies, wants)
  }
}

extension Library {
  /// Compares this shelf with an account's, and reports what adopting it would send; nothing changes.
  public func rehearseAdoption(by account: AccountShelf, at time: Double) async throws(LibraryError) -> AdoptionPlan {
    try await change(isRehearsal: true) { database in
      var plan = AdoptionPlan()
      try Self.set("adopted", to: String(time), database)
      // Higher than any pass so far, so that only rows met here count as met.
      let pass = try database.count("SELECT \(Self.latestPass) + 1")
      try Self.set("pass", to: String(pass), database)
      let writer = MirrorWriter(database)
      try writer.take(account.folders)
      try writer.take(account.fields)
      let adoption = AdoptionWriter(database, time: time)
      plan.valuesLeftOut = try adoption.fieldsLacking()
      _ = try writer.take(account.copies, pass: pass)
      _ = try writer.take(account.wants, pass: pass)
      for part in Self.adoptedParts { try adoption.send(part, missedBy: pass) }
      plan.changes = try database.count("SELECT count(*) FROM edit WHERE before IS NOT NULL AND state = 'pending'")
      plan.copies = try Self.additions(.copy, database)
      plan.wants = try Self.additions(.want, database)
      plan.folders = try Self.additions(.folder, database)
      plan.copiesThere = account.copies.count
      plan.wantsThere = account.wants.count
      return plan
    }
  }

  private static func additions(_ target: EditTarget, _ database: Database) throws -> Int {
    try database.count(
      "SELECT count(*) FROM edit WHERE target = ? AND before IS NULL AND state = 'pending'", [target.rawValue])
  }

  /// Returns whether rows that a pass over a list has not met are to be sent, as the shelf is being adopted.
  static func isBeingAdopted(_ part: MirrorProgress.Part, _ database: Database) throws -> Bool {
    try note("adopted", database) != nil && note(adoptionNote(part), database) == nil
  }

  /// Notes that a list was compared, and ends the adoption after both.
  static func endAdoption(of part: MirrorProgress.Part, _ database: Database) throws {
    try set(adoptionNote(part), to: "1", database)
    guard try !adoptedParts.contains(where: { try isBeingAdopted($0, database) }) else { return }
    for part in adoptedParts { try set(adoptionNote(part), to: nil, database) }
    try set("adopted", to: nil, database)
  }

  private static let adoptedParts = [MirrorProgress.Part.collection, .wants]
  private static func adoptionNote(_ part: MirrorProgress.Part) -> String { "adopted \(part.rawValue)" }
}

/// Turns rows that only the shelf has into changes for the account, within one transaction.
struct AdoptionWriter {
  private let journal: EditJournal
  private let terms: MirrorTerms
  private var database: Database { journal.database }

  init(_ database: Database, time: Double) {
    (journal, terms) = (EditJournal(database, time: time, isSent: true), MirrorTerms(database))
  }

  init?(ofCopiesIn database: Database) throws {
    guard try Library.isBeingAdopted(.collection, database) else { return nil }
    self.init(database, time: try Library.note("adopted", database).flatMap(Double.init) ?? 0)
  }

  /// Queues the values of a shared copy that the account lacks.
  ///
  /// - Returns: the account's copy with these values.
  func filled(_ theirs: CopyState, from mine: CopyState, _ id: Int64) throws -> CopyState {
    let (there, here) = (theirs.comparable, mine.comparable)
    let names = try mine.differences(from: theirs).filter { name in
      guard there[name, default: ""].isEmpty, !here[name, default: ""].isEmpty else { return false }
      return try mine.values[name] == nil || terms.number(ofField: name) != nil
    }
    guard !names.isEmpty else { return theirs }
    var state = theirs
    state.take(names, from: mine)
    try journal.note(adopting: [.copy(Change(id, before: theirs, after: state))])
    return state
  }

  /// The names of fields with values on the shelf that the account does not have.
  func fieldsLacking() throws -> [String] {
    var names: Set<String> = []
    let rows = try Row.fetchCursor(database, sql: "SELECT DISTINCT fields FROM copy WHERE fields <> ''")
    while let row = try rows.next() {
      names.formUnion(try CollectionCopy.Field.unpack(row.value(0)).map(\.name))
    }
    return try names.filter { try terms.number(ofField: $0) == nil }.sorted()
  }

  /// Queues the rows that the account lacks, with their folders.
  func send(_ part: MirrorProgress.Part, missedBy pass: Int) throws {
    let changes = try part == .wants ? wants(missedBy: pass) : copies(missedBy: pass)
    if !changes.isEmpty { try journal.note(adopting: changes) }
  }

  private func copies(missedBy pass: Int) throws -> [ShelfChange] {
    let missed = "instance IS NULL AND seen < ? AND NOT \(ShelfTable.isUnsentCopy)"
    let folders = try database.rows(
      """
      SELECT id FROM folder WHERE number IS NULL AND name <> ?
        AND EXISTS (SELECT 1 FROM copy WHERE folder = folder.id AND \(missed))
        AND NOT EXISTS (SELECT 1 FROM edit WHERE target = 'folder' AND item = folder.id AND state IN \(Library.unsent))
      ORDER BY sortKey
      """, [ShelfEdit.uncategorised, pass])
    var changes: [ShelfChange] = try folders.compactMap { row in
      let id: Int64 = try row.value(0)
      return try FolderState.fetch(database, id: id).map { .folder(Change(id, before: nil, after: $0)) }
    }
    for row in try database.rows("\(CopyState.select) WHERE \(missed) ORDER BY copy.addedKey, copy.id", [pass]) {
      var state = try CopyState(row)
      // A field that the account lacks cannot be sent; the row keeps its value until the account's version arrives.
      for name in state.values.keys where try terms.number(ofField: name) == nil { state.set(name, to: "") }
      changes.append(.copy(Change(try row.value("id"), before: nil, after: state)))
    }
    return changes
  }

  private func wants(missedBy pass: Int) throws -> [ShelfChange] {
    try database.rows(
      """
      SELECT * FROM want
      WHERE NOT isMirrored AND seen < ? AND \(ShelfTable.isOfRelease) AND NOT \(ShelfTable.wants.isUnsent) ORDER BY id
      """, [pass]
    ).map { row in
      let state = try WantState(row)
      return .want(Change(state.facts.wanted, before: nil, after: state))
    }
  }
}

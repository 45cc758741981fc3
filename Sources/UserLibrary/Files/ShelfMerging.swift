public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import Wording

/// What an export changes on a shelf, row by row.
public struct ShelfImportReport: Hashable, Sendable {
  public enum Way: String, Hashable, Sendable {
    /// The shelf becomes what the file says.
    case replacing
    /// An account has the shelf: what the file says is made as changes, which can be undone; nothing is removed.
    case changing
  }

  /// One row that is not the same in the file and on the shelf.
  public struct Difference: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      case new, changed
      /// It is on the shelf and not in the file, and goes.
      case gone
      /// It is on the shelf and not in the file, and stays.
      case kept
    }

    public var kind: Kind
    public var record: EntityReference
    /// `Miles Davis – Kind Of Blue`.
    public var name: String
    /// `Folder: Jazz → Rock`, …; of a new row, where it goes.
    public var changes: [String]

    public init(kind: Kind, record: EntityReference, name: String, changes: [String] = []) {
      self.kind = kind
      self.record = record
      self.name = name
      self.changes = changes
    }
  }

  public var way: Way
  /// Rows of the file that could be used, and how many of these are as they are on the shelf.
  public var rows: Int
  public var unchanged = 0
  public var differences: [Difference] = []
  public var skipped: [ShelfImport.SkippedRow] = []
  /// What of the file was not taken over, and why, a sentence each.
  public var remarks: [String] = []
  /// The numbers of the changes in the journal.
  public var edits: [PendingEdit.ID] = []

  public func count(_ kind: Difference.Kind) -> Int { differences.count { $0.kind == kind } }
}

extension Library {
  /// Takes in an export of the collection or the want list, and tells what that changes.
  ///
  /// On a shelf that an account has, or that was changed for one, the file's additions and differences are made as
  /// changes, all in one batch: rows are known again by release and date, else by release; what the file leaves empty
  /// stays, and nothing is removed. On any other shelf the file takes its place. Wants of any pressing come from a file of
  /// their own, and are always changed so.
  ///
  /// - Parameters:
  ///   - time: seconds since 1970.
  ///   - isRehearsal: whether to change nothing, and only report what would happen.
  public func importShelf(
    _ list: ShelfList, from path: String, at time: Double, isRehearsal: Bool = false
  ) async throws(LibraryError) -> ShelfImportReport {
    let file = try ImportedFile(path, list == .collection ? .collection : .wantList)
    return try await change(isRehearsal: isRehearsal) { database in
      if try file.isOfMasters || Self.isOfAccount(database) {
        return try ShelfMerger(EditJournal(database, time: time, isSent: true), time: time).merge(file)
      }
      return try Self.replaceAndCompare(database, with: file)
    }
  }

  private static func replaceAndCompare(
    _ database: Database, with file: ImportedFile
  ) throws -> ShelfImportReport {
    let before = try states(database, file.table)
    let done = try replace(database, with: file)
    let after = try states(database, file.table)
    var report = ShelfImportReport(way: .replacing, rows: done.rows, skipped: done.skipped)
    for (id, state) in after.sorted(by: { $0.key < $1.key }) {
      let changes = before[id].map { state.changes(from: $0) } ?? []
      if before[id] == nil {
        report.differences.append(state.difference(.new, state.place))
      } else if changes.isEmpty {
        report.unchanged += 1
      } else {
        report.differences.append(state.difference(.changed, changes))
      }
    }
    for (id, state) in before.sorted(by: { $0.key < $1.key }) where after[id] == nil {
      report.differences.append(state.difference(.gone))
    }
    return report
  }

  private static func states(_ database: Database, _ table: ShelfTable) throws -> [Int64: any ListedState] {
    var states: [Int64: any ListedState] = [:]
    switch table {
    case .copies:
      let rows = try Row.fetchCursor(
        database, sql: "SELECT copy.*, folder.name AS folderName FROM copy JOIN folder ON folder.id = copy.folder")
      while let row = try rows.next() { states[try row.value("id")] = try CopyState(row) }
    case .wants:
      let rows = try Row.fetchCursor(database, sql: "SELECT * FROM want WHERE \(ShelfTable.isOfRelease)")
      while let row = try rows.next() { states[try row.value("id")] = try WantState(row) }
    }
    return states
  }
}

/// What a report tells of a row.
protocol ListedState: EditableState {
  var facts: ShelfFacts { get }
  /// Where a new one goes.
  var place: [String] { get }
}

extension ListedState {
  /// `Folder: Jazz → Rock`, …
  func changes(from other: any ListedState) -> [String] {
    guard let other = other as? Self else { return [] }
    let (old, new) = (other.comparable, comparable)
    return differences(from: other).sorted().map { name in
      LibraryWords.changed(name, from: Self.shown(old[name]), to: Self.shown(new[name]))
    }
  }

  private static func shown(_ value: String?) -> String { value.flatMap { $0.isEmpty ? nil : $0 } ?? "–" }

  func difference(
    _ kind: ShelfImportReport.Difference.Kind, _ changes: [String] = []
  ) -> ShelfImportReport.Difference {
    ShelfImportReport.Difference(
      kind: kind, record: facts.wanted.reference, name: facts.displayName, changes: changes)
  }
}

extension CopyState: ListedState {
  var place: [String] { [LibraryWords.value(folderName, of: FieldWords.folder)] }
}

extension WantState: ListedState {
  var place: [String] { [] }
}

/// Makes what an export says as changes of a shelf, within one transaction.
private struct ShelfMerger {
  private let journal: EditJournal
  private let time: Double
  private var database: Database { journal.database }

  init(_ journal: EditJournal, time: Double) {
    self.journal = journal
    self.time = time
  }

  func merge(_ file: ImportedFile) throws -> ShelfImportReport {
    let rows = file.shelfRows
    let known = try KnownRows(database, file.table)
    let assigned = known.assign(rows)
    var report = ShelfImportReport(way: .changing, rows: rows.count, skipped: file.skipped)
    var changes: [ShelfChange] = []
    switch file.table {
    case .copies:
      var fields = FieldCheck(try knownFields())
      for (row, place) in zip(rows, assigned) {
        changes += try change(row, place, &fields, &report)
      }
      report.remarks = fields.remarks
    case .wants:
      for (row, place) in zip(rows, assigned) {
        if let change = try changeOfWant(row, place, &report) { changes.append(change) }
      }
    }
    let met = Set(assigned.compactMap(\.id))
    for id in known.ids where !met.contains(id) && !file.isOfMasters {
      if let state = try state(id, file.table) { report.differences.append(state.difference(.kept)) }
    }
    if !changes.isEmpty {
      report.edits = try journal.note(closingUndone: changes, title: LibraryWords.importOf(file.name))
      try Library.set("facts from", to: nil, database)
    }
    return report
  }

  private func state(_ id: Int64, _ table: ShelfTable) throws -> (any ListedState)? {
    switch table {
    case .copies: try CopyState.fetch(database, id: id)
    case .wants: try Row.fetchOne(database, sql: "SELECT * FROM want WHERE id = ?", arguments: [id]).map(WantState.init)
    }
  }

  private func knownFields() throws -> [CollectionInstance.Field] {
    try Row.fetchAll(database, sql: "SELECT * FROM field").map { try CollectionInstance.Field($0) }
  }

  // MARK: Copies

  private func change(
    _ row: ShelfFile.Row, _ place: KnownRows.Assigned, _ fields: inout FieldCheck, _ report: inout ShelfImportReport
  ) throws -> [ShelfChange] {
    var changes: [ShelfChange] = []
    let before = try place.id.flatMap { try CopyState.fetch(database, id: $0) }
    var after =
      before
      ?? CopyState(
        facts: row.copy.facts.completed(by: place.facts), folder: 0, folderName: "", rating: nil,
        added: row.copy.added.isEmpty ? PacificTime.export(Int(time)) : row.copy.added, instance: nil)
    let folder = row.copy.folder.isEmpty ? before?.folderName ?? ShelfEdit.uncategorised : row.copy.folder
    if folder != after.folderName {
      if folder.lowercased() == "all" {
        // A file that says so means the whole collection, and no folder.
        after.folderName = before?.folderName ?? ShelfEdit.uncategorised
      } else {
        after.folderName = folder
      }
      if let id = try folderID(after.folderName) {
        after.folder = id
      } else {
        let made = try journal.makeFolder(after.folderName)
        try made.apply(database)
        changes.append(made)
        after.folder = made.item
      }
    }
    if let rating = row.copy.rating { after.rating = rating }
    for (name, value) in row.values where fields.takes(name, value) {
      after.set(name, to: value)
    }
    let differences = before.map { after.changes(from: $0) } ?? []
    if let before {
      guard !differences.isEmpty, let id = place.id else {
        report.unchanged += 1
        return changes
      }
      report.differences.append(after.difference(.changed, differences))
      changes.append(.copy(Change(id, before: before, after: after)))
    } else {
      report.differences.append(after.difference(.new, after.place))
      changes.append(.copy(Change(try journal.next(.copy), before: nil, after: after)))
    }
    if let last = changes.last { try last.apply(database) }
    return changes
  }

  private func folderID(_ name: String) throws -> Int64? {
    if name == ShelfEdit.uncategorised { return try ShelfFolders.named(name, database) }
    return try Int64.fetchOne(database, sql: "SELECT id FROM folder WHERE name = ?", arguments: [name])
  }

  // MARK: Wants

  private func changeOfWant(
    _ row: ShelfFile.Row, _ place: KnownRows.Assigned, _ report: inout ShelfImportReport
  ) throws -> ShelfChange? {
    let wanted = row.copy.facts.wanted
    let before = try WantState.fetch(database, id: wanted)
    var after =
      before
      ?? WantState(
        facts: row.copy.facts.completed(by: place.facts), notes: "", rating: nil, added: PacificTime.export(Int(time)))
    if !row.notes.isEmpty { after.notes = row.notes }
    if let rating = row.copy.rating { after.rating = rating }
    let differences = before.map { after.changes(from: $0) } ?? []
    if before != nil, differences.isEmpty {
      report.unchanged += 1
      return nil
    }
    report.differences.append(after.difference(before == nil ? .new : .changed, differences))
    let change = ShelfChange.want(Change(wanted, before: before, after: after))
    try change.apply(database)
    return change
  }
}

/// Which of a file's values an account can have, and what to say of the others.
private struct FieldCheck {
  private let fields: [CollectionInstance.Field]
  private var unknown: [String] = []
  private var refused: [String] = []

  init(_ fields: [CollectionInstance.Field]) {
    self.fields = fields
  }

  var remarks: [String] {
    unknown.map { LibraryWords.noField($0) } + refused
  }

  mutating func takes(_ name: String, _ value: String) -> Bool {
    // Before the account has told its fields, the first three are what they are everywhere.
    let all = fields.isEmpty ? CollectionInstance.Field.usual : fields
    let number: CollectionInstance.Field.ID? =
      switch name {
      case ShelfEdit.mediaCondition: CollectionInstance.Field.mediaCondition
      case ShelfEdit.sleeveCondition: CollectionInstance.Field.sleeveCondition
      default: nil
      }
    guard let field = all.first(where: { number == nil ? $0.name == name : $0.id == number }) else {
      if !unknown.contains(name) { unknown.append(name) }
      return false
    }
    guard field.options.isEmpty || field.options.contains(value) else {
      let remark = LibraryWords.valueSkipped(String(value.prefix(40)), of: name)
      if !refused.contains(remark) { refused.append(remark) }
      return false
    }
    return true
  }
}

extension ShelfFile.Row {
  /// What it says of the copy's fields, the two conditions among them; empty ones are absent.
  fileprivate var values: [(String, String)] {
    let conditions = [
      (ShelfEdit.mediaCondition, copy.mediaCondition), (ShelfEdit.sleeveCondition, copy.sleeveCondition),
    ]
    return (conditions + copy.fields.map { ($0.name, $0.value) }).filter { !$0.1.isEmpty }
  }
}

extension ShelfFacts {
  /// With what an export does not tell.
  fileprivate func completed(by known: KnownRows.Facts) -> ShelfFacts {
    guard !wanted.isAnyPressing else { return self }
    var facts = self
    facts.master = known.master.map { Master.ID($0) }
    facts.country = known.country
    (facts.genres, facts.styles) = (Self.lines(known.genres), Self.lines(known.styles))
    return facts
  }
}

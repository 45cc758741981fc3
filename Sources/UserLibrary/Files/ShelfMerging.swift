public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import Wording

/// The changes that an export makes to a shelf, row by row.
public struct ShelfImportReport: Hashable, Sendable {
  public enum Way: String, Hashable, Sendable {
    /// The file replaces the shelf.
    case replacing
    /// The shelf belongs to an account: the file is merged as changes, which can be undone; nothing is removed.
    case changing
  }

  /// A row that differs between the file and the shelf.
  public struct Difference: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      case new, changed
      /// On the shelf, not in the file, and removed.
      case gone
      /// On the shelf, not in the file, and kept.
      case kept
    }

    public var kind: Kind
    public var record: EntityReference
    /// `Miles Davis – Kind Of Blue`.
    public var name: String
    /// `Folder: Jazz → Rock`, …; for a new row, its folder.
    public var changes: [String] = []
  }

  /// A row of the file that could be one of several copies of its release.
  public struct OpenRow: Hashable, Sendable {
    public struct Copy: Hashable, Sendable {
      public var id: Int64
      /// `Jazz, VG+, 2020-11-12 12:24:52`, …: enough to tell it from the others.
      public var description: String
    }

    /// The line the row begins in.
    public var line: Int
    /// `Miles Davis – Kind Of Blue`.
    public var name: String
    public var copies: [Copy]
    /// Whether the file has more rows of the release than the shelf has copies.
    public var mayBeNew: Bool
  }

  /// A question to settle before anything changes.
  public enum Question: Hashable, Sendable {
    /// A date such as 03/04/2023 whose column doesn't show which number is the day.
    case dates(line: Int, text: String)
    case copies([OpenRow])
    /// The number of unreadable rows, 0 for a file without rows, and of rows that would be removed from the shelf.
    case skippedRows(Int, gone: Int)
    /// The number of changes that would be sent.
    case changes(Int)
  }

  public var way: Way
  /// The usable rows of the file, and how many of them equal the shelf's.
  public var rows: Int
  public var unchanged = 0
  /// Row by row; empty after a replacement, except in a rehearsal: there may be very many.
  public var differences: [Difference] = []
  public var skipped: [ShelfImport.SkippedRow] = []
  /// Unreadable values of usable rows: the first 1,000, and their number. The shelf's own values stay.
  public var unread: [ShelfImport.SkippedRow] = []
  public var unreadCount = 0
  /// Remarks about the file, such as the parts that were left out, a sentence each.
  public var remarks: [String] = []
  /// The journal's numbers of the changes to send.
  public var edits: [PendingEdit.ID] = []
  /// While there are any, nothing has changed and the report says what would.
  public var questions: [Question] = []
  private var counts: [Difference.Kind: Int] = [:]
  /// The number of rows on the shelf before.
  var held = 0

  public func count(_ kind: Difference.Kind) -> Int { counts[kind] ?? 0 }

  init(way: Way, rows: Int) { (self.way, self.rows) = (way, rows) }

  /// Counts a row; one that is listed is described as well.
  mutating func note(_ kind: Difference.Kind, isListed: Bool = true, _ difference: () -> Difference) {
    counts[kind, default: 0] += 1
    if isListed { differences.append(difference()) }
  }

  mutating func noteUnread(of row: ShelfFile.Row, isNew: Bool) {
    guard !row.unread.isEmpty else { return }
    unreadCount += row.unread.count
    for cell in row.unread where unread.count < Self.mostListed {
      let reason = LibraryWords.notUnderstood(String(cell.text.prefix(40)), in: cell.column)
      let fate: ShelfImport.SkippedRow.Fate =
        !isNew ? .unchanged : row.doubtful.contains(cell.column) ? .kept : .leftOut
      unread.append(ShelfImport.SkippedRow(line: row.line, reason: reason, fate: fate))
    }
  }

  private static let mostListed = 1_000
}

/// The user's decisions about an import.
public struct ShelfImportTerms: Hashable, Sendable {
  public var dates: DateOrder?
  /// Whether to go ahead however many rows are removed or changes sent.
  public var acceptsCounts: Bool
  /// Whether rows that the file lacks stay.
  public var keepsOthers = false
  /// The copy for a row, or 0 for a new one, by the row's line.
  public var copies: [Int: Int64] = [:]

  public init(dates: DateOrder? = nil, acceptsCounts: Bool = false) {
    (self.dates, self.acceptsCounts) = (dates, acceptsCounts)
  }
}

extension Library {
  /// Imports an export of the collection or the want list, and reports the changes.
  ///
  /// On a shelf that belongs to an account, the file's additions and differences become changes in one batch: values
  /// that are empty in the file stay, and nothing is removed. Any other shelf is replaced. Wants of any pressing come
  /// from a file of their own, and are always merged.
  ///
  /// If the file leaves something open, nothing changes and the report has a question; the next call brings the answer
  /// in its terms.
  ///
  /// - Parameter isRehearsal: whether to change nothing, and only report what would happen.
  package func importShelf(
    _ file: ShelfFile, at time: Double, terms: ShelfImportTerms = ShelfImportTerms(), isRehearsal: Bool = false
  ) async throws(LibraryError) -> ShelfImportReport {
    var file = file
    file.read(dates: terms.dates, at: time)
    if let open = file.openDate {
      var report = ShelfImportReport(way: .replacing, rows: file.count)
      report.questions = [.dates(line: open.line, text: open.text)]
      return report
    }
    return try await change(
      isRehearsal: { (report: ShelfImportReport) in isRehearsal || !report.questions.isEmpty }
    ) { [file] database -> ShelfImportReport in
      var file = file
      file.callFields(asIn: try Self.knownFields(database))
      let journal = EditJournal(database, time: time, isSent: true)
      try journal.forgetOld()
      if try file.isOfMasters || Self.isOfAccount(database) {
        var merger = try ShelfMerger(journal, file, time: time, terms)
        return try merger.merge()
      }
      var replacer = try ShelfReplacer(database, file, at: time, listsRows: isRehearsal, keepsOthers: terms.keepsOthers)
      var report = try replacer.replace()
      // A file cut short after its header is treated like an unreadable one.
      if !report.skipped.isEmpty || report.rows == 0, report.held > 0, !terms.acceptsCounts, !terms.keepsOthers {
        report.questions = [.skippedRows(report.skipped.count, gone: report.count(.gone))]
      }
      return report
    }
  }

  public func importShelf(
    _ list: ShelfList, from path: String, at time: Double, terms: ShelfImportTerms = ShelfImportTerms(),
    isRehearsal: Bool = false
  ) async throws(LibraryError) -> ShelfImportReport {
    try await importShelf(try ShelfFile(readingFrom: path, list), at: time, terms: terms, isRehearsal: isRehearsal)
  }
}

/// A state of a row that a report can describe.
protocol ListedState: EditableState {
  var facts: ShelfFacts { get set }
  /// As a line of an export.
  var row: ShelfFile.Row { get }
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

  func difference(_ kind: ShelfImportReport.Difference.Kind, _ changes: [String] = []) -> ShelfImportReport.Difference {
    ShelfImportReport.Difference(kind: kind, record: facts.wanted.reference, name: facts.name, changes: changes)
  }
}

extension CopyState: ListedState {}
extension WantState: ListedState {}

/// Merges an export into a shelf as changes, within one transaction.
private struct ShelfMerger {
  private let journal: EditJournal
  private let file: ShelfFile
  private let time: Double
  private let terms: ShelfImportTerms
  private let matching: ShelfMatching
  private var report: ShelfImportReport
  private var fields: FieldCheck
  private var database: Database { journal.database }

  /// The most changes that are sent without asking.
  private static let mostUnasked = 10

  init(_ journal: EditJournal, _ file: ShelfFile, time: Double, _ terms: ShelfImportTerms) throws {
    (self.journal, self.file, self.time, self.terms) = (journal, file, time, terms)
    matching = try ShelfMatching(journal.database, file, chosen: terms.copies)
    report = ShelfImportReport(way: .changing, rows: file.count)
    report.skipped = file.skipped
    report.remarks = file.remarks
    fields = FieldCheck(try CollectionInstance.Field.all(journal.database))
  }

  mutating func merge() throws -> ShelfImportReport {
    var changes: [ShelfChange] = []
    for index in 0..<file.count {
      let row = file.row(index)
      report.noteUnread(of: row, isNew: matching[index] == nil)
      switch file.table {
      case .copies: changes += try change(row, index)
      case .wants: if let change = try changeOfWant(row) { changes.append(change) }
      }
    }
    report.remarks += fields.remarks
    if !file.isOfMasters {
      for id in matching.gone {
        guard let state = try file.table.state(id, database) else { continue }
        report.note(.kept) { state.difference(.kept) }
      }
    }
    if !matching.open.isEmpty { report.questions.append(.copies(matching.open)) }
    let sent = changes.count { $0.isSent }
    if sent > Self.mostUnasked, !terms.acceptsCounts { report.questions.append(.changes(sent)) }
    if !changes.isEmpty {
      let edits = try journal.note(closingUndone: changes, title: LibraryWords.importOf(file.name))
      // With an open question the transaction is rolled back.
      if report.questions.isEmpty { report.edits = edits }
      try Library.set("facts from", to: nil, database)
    }
    return report
  }

  // MARK: Copies

  private mutating func change(_ row: ShelfFile.Row, _ index: Int) throws -> [ShelfChange] {
    var changes: [ShelfChange] = []
    let id = matching[index]
    let before = try id.flatMap { try CopyState.fetch(database, id: $0) }
    var after = try before ?? newCopy(row, known: matching.facts(of: index, database))
    let folder = row.copy.folder.isEmpty ? after.folderName : row.copy.folder
    // In a file “All” means the whole collection, not a folder.
    if !file.isSame(folder, as: after.folderName), folder.lowercased() != "all" { after.folderName = folder }
    if before == nil || after.folderName != before?.folderName {
      if let place = try folderID(after.folderName) {
        after.folder = place
      } else {
        let made = try journal.makeFolder(after.folderName)
        try made.apply(database)
        changes.append(made)
        after.folder = made.item
      }
    }
    if let rating = row.copy.rating { after.rating = rating }
    let values = after.values
    for (name, value) in row.values where !file.isSame(value, as: values[name] ?? "") {
      // A doubtful value replaces none.
      if row.doubtful.contains(name), values[name] != nil { continue }
      if fields.takes(name, value) { after.set(name, to: value) }
    }
    let differences = before.map { after.changes(from: $0) } ?? []
    if let before, let id {
      guard !differences.isEmpty else {
        report.unchanged += 1
        return changes
      }
      report.note(.changed) { after.difference(.changed, differences) }
      changes.append(.copy(Change(id, before: before, after: after)))
    } else {
      report.note(.new) { after.difference(.new, [LibraryWords.value(after.folderName, of: FieldWords.folder)]) }
      changes.append(.copy(Change(try journal.next(.copy), before: nil, after: after)))
    }
    if let last = changes.last { try last.apply(database) }
    return changes
  }

  private func newCopy(_ row: ShelfFile.Row, known: ShelfFacts?) -> CopyState {
    var facts = row.copy.facts
    if let known { facts.learn(known) }
    return CopyState(
      facts: facts, folder: 0, folderName: ShelfEdit.uncategorised, rating: nil,
      added: row.copy.added.isEmpty ? PacificTime.export(Int(time)) : row.copy.added, instance: nil)
  }

  private func folderID(_ name: String) throws -> Int64? {
    try name == ShelfEdit.uncategorised ? ShelfFolders.named(name, database) : ShelfFolders.id(of: name, database)
  }

  // MARK: Wants

  private mutating func changeOfWant(_ row: ShelfFile.Row) throws -> ShelfChange? {
    let wanted = row.copy.facts.wanted
    let before = try WantState.fetch(database, id: wanted)
    var after = before ?? WantState(facts: row.copy.facts, notes: "", rating: nil, added: PacificTime.export(Int(time)))
    if !row.notes.isEmpty, !file.isSame(row.notes, as: after.notes),
      !row.doubtful.contains(ExportColumn.notes.rawValue) || after.notes.isEmpty
    {
      after.notes = row.notes
    }
    if let rating = row.copy.rating { after.rating = rating }
    let differences = before.map { after.changes(from: $0) } ?? []
    if before != nil, differences.isEmpty {
      report.unchanged += 1
      return nil
    }
    let kind = before == nil ? ShelfImportReport.Difference.Kind.new : .changed
    report.note(kind) { after.difference(kind, differences) }
    let change = ShelfChange.want(Change(wanted, before: before, after: after))
    try change.apply(database)
    return change
  }
}

/// Accepts the values that an account's fields can hold, and collects remarks about the others.
private struct FieldCheck {
  private let fields: [CollectionInstance.Field]
  private var unknown: [String] = []
  private var refused: [String] = []

  init(_ fields: [CollectionInstance.Field]) { self.fields = fields }

  var remarks: [String] { unknown.map { LibraryWords.noField($0) } + refused }

  mutating func takes(_ name: String, _ value: String) -> Bool {
    // Until the account's fields are known, the three that every account has are assumed.
    let all = fields.isEmpty ? CollectionInstance.Field.usual : fields
    let own = CollectionInstance.Field.withColumn[name]
    guard let field = all.first(where: { own == nil ? $0.name == name : $0.id == own }) else {
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
  /// The row's field values, both conditions included; empty ones are absent.
  fileprivate var values: [(String, String)] {
    let conditions = [
      (ShelfEdit.mediaCondition, copy.mediaCondition), (ShelfEdit.sleeveCondition, copy.sleeveCondition),
    ]
    return (conditions + copy.fields.map { ($0.name, $0.value) }).filter { !$0.1.isEmpty }
  }
}

internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// A row before and after it was changed; nil where it was not, or is no longer, there.
enum Change: Hashable, Sendable {
  case copy(Int64, before: CopyState?, after: CopyState?)
  case want(Release.ID, before: WantState?, after: WantState?)
  case folder(Int64, before: FolderState?, after: FolderState?)
  case limit(Release.ID, before: LimitState?, after: LimitState?)

  var target: EditTarget {
    switch self {
    case .copy: .copy
    case .want: .want
    case .folder: .folder
    case .limit: .limit
    }
  }

  /// Whether an account is to have it, where there is one. Limits are kept on this machine only.
  var isSent: Bool { target != .limit }

  /// Which row of its table.
  var item: Int64 {
    switch self {
    case .copy(let id, _, _), .folder(let id, _, _): id
    case .want(let release, _, _), .limit(let release, _, _): Int64(release.number)
    }
  }

  /// The copy it is about; nil for everything else.
  var copy: Int64? { target == .copy ? item : nil }

  var texts: (before: String?, after: String?) {
    get throws {
      switch self {
      case .copy(_, let before, let after): (try before?.json, try after?.json)
      case .want(_, let before, let after): (try before?.json, try after?.json)
      case .folder(_, let before, let after): (try before?.json, try after?.json)
      case .limit(_, let before, let after): (try before?.json, try after?.json)
      }
    }
  }

  init(_ row: Row) throws {
    let (item, before, after): (Int64, String?, String?) = try (
      row.value("item"), row.value("before"), row.value("after")
    )
    switch try EditTarget(rawValue: row.value("target")) {
    case .copy: self = .copy(item, before: try CopyState(json: before), after: try CopyState(json: after))
    case .want:
      self = .want(
        Release.ID(Int(item)), before: try WantState(json: before), after: try WantState(json: after))
    case .folder: self = .folder(item, before: try FolderState(json: before), after: try FolderState(json: after))
    case .limit:
      self = .limit(
        Release.ID(Int(item)), before: try LimitState(json: before), after: try LimitState(json: after))
    case nil: throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an edit of an unknown kind")
    }
  }

  // MARK: Back and forth

  /// What takes it back, starting from what is there now; nil where that cannot be.
  func reversed(on database: Database) throws -> Change? {
    switch self {
    case .copy(let id, let before, let after): try Self.copy(id, from: after, to: before, on: database)
    case .want(let release, let before, let after): try Self.want(release, from: after, to: before, on: database)
    case .folder(let id, let before, let after): try Self.folder(id, from: after, to: before, on: database)
    case .limit(let release, let before, let after): try Self.limit(release, from: after, to: before, on: database)
    }
  }

  /// What makes it again, starting from what is there now; nil where that cannot be.
  func repeated(on database: Database) throws -> Change? {
    switch self {
    case .copy(let id, let before, let after): try Self.copy(id, from: before, to: after, on: database)
    case .want(let release, let before, let after): try Self.want(release, from: before, to: after, on: database)
    case .folder(let id, let before, let after): try Self.folder(id, from: before, to: after, on: database)
    case .limit(let release, let before, let after): try Self.limit(release, from: before, to: after, on: database)
    }
  }

  /// Whether this change, right after another one, makes of the row what it was before that.
  func reverts(_ other: Change) -> Bool {
    switch (self, other) {
    case (.copy(_, _, let after), .copy(_, let before, _)): Self.isSame(after, before)
    case (.want(_, _, let after), .want(_, let before, _)): Self.isSame(after, before)
    case (.folder(_, _, let after), .folder(_, let before, _)): Self.isSame(after, before)
    default: false
    }
  }

  private static func isSame(_ one: (some EditableState)?, _ other: (some EditableState)?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.comparable == other.comparable
  }

  private static func copy(
    _ id: Int64, from old: CopyState?, to new: CopyState?, on database: Database
  ) throws -> Change? {
    let now = try CopyState.fetch(database, id: id)
    guard var target = try merged(now, old, new) else { return now.map { .copy(id, before: $0, after: nil) } }
    if now == nil {
      guard old == nil else { return nil }
      // The copy that is put back is another one to the account.
      target.instance = nil
    }
    // Its folder may have been deleted meanwhile.
    try ShelfFolders.findPlace(for: &target, database)
    return .copy(id, before: now, after: target)
  }

  private static func want(
    _ release: Release.ID, from old: WantState?, to new: WantState?, on database: Database
  ) throws -> Change? {
    let now = try WantState.fetch(database, release: release)
    guard let target = try merged(now, old, new) else { return now.map { .want(release, before: $0, after: nil) } }
    if now == nil, old != nil { return nil }
    return .want(release, before: now, after: target)
  }

  /// A limit outlasts its want, so it can always be put back.
  private static func limit(
    _ release: Release.ID, from old: LimitState?, to new: LimitState?, on database: Database
  ) throws -> Change {
    let now = try LimitState.fetch(database, release: release)
    return .limit(release, before: now, after: try merged(now, old, new))
  }

  private static func folder(
    _ id: Int64, from old: FolderState?, to new: FolderState?, on database: Database
  ) throws -> Change? {
    let now = try FolderState.fetch(database, id: id)
    guard var target = try merged(now, old, new) else {
      // What was put into it since would have no place.
      let copies = try Int.fetchOne(database, sql: "SELECT count(*) FROM copy WHERE folder = ?", arguments: [id])
      return copies == 0 ? now.map { .folder(id, before: $0, after: nil) } : nil
    }
    if now == nil {
      guard old == nil else { return nil }
      target.number = nil
    }
    return .folder(id, before: now, after: target)
  }

  /// What is there now with what was changed; nil where nothing is to be there.
  private static func merged<State: EditableState>(_ now: State?, _ old: State?, _ new: State?) throws -> State? {
    guard let new else { return nil }
    guard var target = now, let old else { return new }
    target.take(new.differences(from: old), from: new)
    return target
  }
}

extension FolderState {
  static func fetch(_ database: Database, id: Int64) throws -> FolderState? {
    try Row.fetchOne(database, sql: "SELECT name, number FROM folder WHERE id = ?", arguments: [id]).map {
      try FolderState(name: $0.value(0), number: $0.value(1))
    }
  }
}

/// A row of the journal.
struct EditRow {
  var id: Int64
  var change: Change
  var state: String
  var attempts: Int
  var isForced: Bool

  init(_ row: Row) throws {
    id = try row.value("id")
    change = try Change(row)
    state = try row.value("state")
    attempts = try row.value("attempts")
    isForced = try row.value("isForced")
  }
}

// MARK: - In words

extension Change {
  /// `Move Miles Davis – Kind Of Blue to Jazz`.
  var title: String {
    switch self {
    case .copy(_, nil, let after?): LibraryWords.add(after.facts.displayName, to: after.folderName)
    case .copy(_, let before?, nil): LibraryWords.remove(before.facts.displayName)
    case .copy(_, let before?, let after?): Self.title(before, after)
    case .want(_, nil, let after?): LibraryWords.want(after.facts.displayName)
    case .want(_, let before?, nil): LibraryWords.unwant(before.facts.displayName)
    case .want(_, let before?, let after?):
      after.differences(from: before) == ["Rating"]
        ? LibraryWords.rate(after.facts.displayName, after.rating)
        : LibraryWords.noteWant(after.facts.displayName)
    case .folder(_, nil, let after?): LibraryWords.makeFolder(after.name)
    case .folder(_, let before?, nil): LibraryWords.deleteFolder(before.name)
    case .folder(_, let before?, let after?): LibraryWords.renameFolder(before.name, to: after.name)
    case .limit(_, _, let after?): LibraryWords.limit(after.name, to: after.displayName)
    case .limit(_, let before?, nil): LibraryWords.unlimit(before.name)
    case .copy(_, nil, nil), .want(_, nil, nil), .folder(_, nil, nil), .limit(_, nil, nil): LibraryWords.nothing
    }
  }

  private static func title(_ before: CopyState, _ after: CopyState) -> String {
    let name = after.facts.displayName
    let changed = after.differences(from: before)
    if changed == [CopyState.folderName] { return LibraryWords.move(name, to: after.folderName) }
    if changed == [CopyState.ratingName] { return LibraryWords.rate(name, after.rating) }
    return LibraryWords.edit(name)
  }
}

extension ShelfFacts {
  /// Without the numbers that tell homonyms apart.
  var displayName: String {
    var facts = self
    facts.artist = ShelfFacts.withoutHomonyms(artist)
    return facts.name
  }
}

extension EditJournal {
  /// What some changes made together are called.
  static func title(_ changes: [Change]) -> String {
    guard let first = changes.first, changes.count > 1 else { return changes.first?.title ?? "" }
    if changes.count == 2, case .want(_, _?, nil) = changes[0], case .copy(_, nil, let added?) = changes[1] {
      return LibraryWords.got(added.facts.displayName)
    }
    let all = changes.count
    func each(_ test: (Change) -> Bool) -> Bool { changes.allSatisfy(test) }
    if case .copy(_, _, let after?) = first, each({ $0.isMove && $0.folderAfter == after.folder }) {
      return LibraryWords.move(all, to: after.folderName)
    }
    if each(\.isRemoval) { return LibraryWords.remove(all) }
    if each(\.isAddition) { return LibraryWords.add(all) }
    if each({ if case .want(_, _?, nil) = $0 { true } else { false } }) {
      return LibraryWords.unwant(all)
    }
    if each({ if case .want(_, nil, _?) = $0 { true } else { false } }) { return LibraryWords.want(all) }
    if each({ $0.target == .want }) { return LibraryWords.editWants(all) }
    if each({ $0.target == .limit }) {
      guard case .limit(_, _, let after) = first, each({ $0.limitAfter == after?.displayName }) else {
        return LibraryWords.editLimits(all)
      }
      return after.map { LibraryWords.limit(all, to: $0.displayName) } ?? LibraryWords.unlimit(all)
    }
    if each({ $0.item == first.item && $0.target == first.target }) { return LibraryWords.andMore(first.title) }
    return LibraryWords.editCopies(all)
  }
}

extension Change {
  fileprivate var isMove: Bool {
    guard case .copy(_, let before?, let after?) = self else { return false }
    return after.differences(from: before) == [CopyState.folderName]
  }

  fileprivate var folderAfter: Int64? {
    guard case .copy(_, _, let after?) = self else { return nil }
    return after.folder
  }

  fileprivate var limitAfter: String? {
    guard case .limit(_, _, let after?) = self else { return nil }
    return after.displayName
  }

  fileprivate var isRemoval: Bool {
    guard case .copy(_, _?, nil) = self else { return false }
    return true
  }

  fileprivate var isAddition: Bool {
    guard case .copy(_, nil, _?) = self else { return false }
    return true
  }
}

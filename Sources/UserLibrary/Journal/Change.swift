internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// A row before and after a change; nil while the row did not exist.
struct Change<State: EditableState>: Hashable, Sendable {
  let id: State.ID
  var before: State?
  var after: State?

  init(_ id: State.ID, before: State?, after: State?) { (self.id, self.before, self.after) = (id, before, after) }
}

enum ShelfChange: Hashable, Sendable {
  case copy(Change<CopyState>)
  case want(Change<WantState>)
  case folder(Change<FolderState>)
  case limit(Change<LimitState>)
  case play(Change<PlayState>)

  init(_ row: Row) throws {
    switch try EditTarget(rawValue: row.value("target")) {
    case .copy: self = .copy(try Change(row))
    case .want: self = .want(try Change(row))
    case .folder: self = .folder(try Change(row))
    case .limit: self = .limit(try Change(row))
    case .play: self = .play(try Change(row))
    case nil: throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: LibraryWords.unknownChange)
    }
  }

  private var row: any RowChange {
    switch self {
    case .copy(let change): change
    case .want(let change): change
    case .folder(let change): change
    case .limit(let change): change
    case .play(let change): change
    }
  }

  var target: EditTarget { row.target }

  /// Whether an account, if there is one, gets the change. Limits, plays and wants of any pressing stay on this
  /// machine.
  var isSent: Bool {
    switch self {
    case .copy, .folder: true
    case .want(let want): !want.id.isAnyPressing
    case .limit, .play: false
    }
  }

  /// The row's number in its table.
  var item: Int64 { row.item }

  var isAddition: Bool { row.isAddition }
  var isRemoval: Bool { row.isRemoval }

  /// Whether the account had a number for the row before the change.
  var isOnAccount: Bool {
    switch self {
    case .copy(let copy): copy.before?.instance != nil
    case .folder(let folder): folder.before?.number != nil
    case .want, .limit, .play: false
    }
  }

  /// The copy; nil for any other target.
  var copy: Int64? { target == .copy ? item : nil }

  /// `Move Miles Davis – Kind Of Blue to Jazz`.
  var title: String { row.title }

  var texts: (before: String?, after: String?) { get throws { try row.texts } }

  /// Returns the change that undoes this one from the present state; nil if that is impossible.
  func reversed(on database: Database) throws -> ShelfChange? { try row.reversed(on: database) }

  /// Returns the change that redoes this one from the present state; nil if that is impossible.
  func repeated(on database: Database) throws -> ShelfChange? { try row.repeated(on: database) }

  /// Returns whether this change, right after another one, restores the row from before that.
  func reverts(_ other: ShelfChange) -> Bool { row.reverts(other.row) }

  /// Writes the state after the change, or deletes the row.
  func apply(_ database: Database) throws { try row.apply(database) }
}

private protocol RowChange: Sendable {
  var target: EditTarget { get }
  var item: Int64 { get }
  var title: String { get }
  var isAddition: Bool { get }
  var isRemoval: Bool { get }
  var texts: (before: String?, after: String?) { get throws }
  func reversed(on database: Database) throws -> ShelfChange?
  func repeated(on database: Database) throws -> ShelfChange?
  func reverts(_ other: any RowChange) -> Bool
  func apply(_ database: Database) throws
}

extension Change: RowChange {
  fileprivate init(_ row: Row) throws {
    let item: Int64 = try row.value("item")
    try self.init(
      State.ID(item: item), before: State(json: row.value("before")), after: State(json: row.value("after")))
  }

  fileprivate var target: EditTarget { State.target }
  fileprivate var item: Int64 { id.item }

  fileprivate var texts: (before: String?, after: String?) { get throws { (try before?.json, try after?.json) } }

  fileprivate func apply(_ database: Database) throws {
    if let after { try after.save(database, id: id) } else { try State.delete(database, id: id) }
  }

  fileprivate var isAddition: Bool { before == nil }
  fileprivate var isRemoval: Bool { after == nil }

  fileprivate func reverts(_ other: any RowChange) -> Bool {
    guard let other = other as? Change else { return false }
    guard let after, let before = other.before else { return after == nil && other.before == nil }
    return after.comparable == before.comparable
  }

  // MARK: Back and forth

  fileprivate func reversed(on database: Database) throws -> ShelfChange? {
    try carried(from: after, to: before, on: database)
  }

  fileprivate func repeated(on database: Database) throws -> ShelfChange? {
    try carried(from: before, to: after, on: database)
  }

  private func carried(from old: State?, to new: State?, on database: Database) throws -> ShelfChange? {
    let now = try State.fetch(database, id: id)
    guard var target = try Self.merged(now, old, new) else {
      guard now != nil || State.outlastsItsRow, try State.canBeDeleted(database, id: id) else { return nil }
      return State.shelfChange(Change(id, before: now, after: nil))
    }
    if now == nil {
      guard old == nil || State.outlastsItsRow else { return nil }
      target.leaveAccount()
    }
    try target.findPlace(database)
    return State.shelfChange(Change(id, before: now, after: target))
  }

  /// The present state with the changed values; nil if the row is to be removed.
  private static func merged(_ now: State?, _ old: State?, _ new: State?) throws -> State? {
    guard let new else { return nil }
    guard var target = now, let old else { return new }
    target.take(new.differences(from: old), from: new)
    return target
  }
}

struct EditRow {
  var id: Int64
  var change: ShelfChange
  var state: String
  var attempts: Int
  var isForced: Bool

  init(_ row: Row) throws {
    id = try row.value("id")
    change = try ShelfChange(row)
    state = try row.value("state")
    attempts = try row.value("attempts")
    isForced = try row.value("isForced")
  }

  /// The changes of a row that the account does not have, oldest first.
  static func unsent(_ target: EditTarget, _ item: Int64, _ database: Database) throws -> [EditRow] {
    try database.rows(
      "SELECT * FROM edit WHERE target = ? AND item = ? AND state IN \(Library.unsent) ORDER BY id",
      [target.rawValue, item]
    ).map(EditRow.init)
  }
}

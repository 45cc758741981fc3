public import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import Wording

extension Library {
  /// Beyond these, retries no longer get further apart.
  private static let mostAttempts = 1_000

  /// SQL expression: the number of the latest sync pass, running or finished.
  static let latestPass = "coalesce((SELECT CAST(value AS INTEGER) FROM note WHERE name = 'pass'), 0)"
  /// SQL list: the states of changes that the account does not have.
  static let unsent = "('pending', 'sending', 'refused', 'conflict')"

  /// Requeues changes that were being sent when the program ended. Call only while holding the sending lock.
  public func recoverSending() async throws(LibraryError) {
    try await write { try $0.change("UPDATE edit SET state = 'pending', dueAt = 0 WHERE state = 'sending'") }
  }

  /// The longest wait before a change is sent again, in seconds.
  public static let longestWait: Double = 900

  /// Returns the oldest change that has nothing to wait for, and marks it as being sent. A change that the account has no
  /// place for is marked as refused.
  ///
  /// A due time beyond `longestWait` means that the clock was set back: such a change is sent now.
  public func nextOutgoing(at time: Double) async throws(LibraryError) -> OutgoingEdit? {
    try await write { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT * FROM edit AS this WHERE state = 'pending' AND dueAt NOT BETWEEN ? AND ? AND NOT EXISTS (
            SELECT 1 FROM edit AS other WHERE other.id < this.id AND other.target = this.target
              AND other.item = this.item AND other.state IN \(Self.unsent))
          ORDER BY id
          """, arguments: [time.nextUp, time + Self.longestWait])
      while let row = try rows.next() {
        let (id, attempts): (Int64, Int) = try (row.value("id"), row.value("attempts"))
        do {
          guard let change = try OutgoingEdit.Change(row, database) else { continue }
          try database.change("UPDATE edit SET state = 'sending', attempts = attempts + 1 WHERE id = ?", [id])
          return try OutgoingEdit(
            id: id, change: change, mayHaveBeenSent: attempts != 0, isForced: row.value("isForced"),
            attempts: min(max(0, attempts), Self.mostAttempts) + 1)
        } catch let refusal as EditRefusal {
          try Self.refuse(id, refusal.sentence, database)
          try Self.raiseShelfVersion(database)
        }
      }
      return nil
    }
  }

  public func sendNow() async throws(LibraryError) {
    try await write { try $0.change("UPDATE edit SET dueAt = 0 WHERE state = 'pending'") }
  }

  /// The time at which the next waiting change is due, at most `longestWait` from now; nil if none waits.
  public func nextDueTime(at time: Double) async throws(LibraryError) -> Double? {
    let due: Double? = try await read { try $0.value("SELECT min(dueAt) FROM edit WHERE state = 'pending'") }
    return due.map { min($0, time + Self.longestWait) }
  }

  /// Stores which copies of its release the account had before a copy was sent, so that a retry can find it instead of
  /// adding it twice: the addition is unsettled until then. Nil if it is certain that nothing was added.
  public func note(known instances: [Int]?, for edit: OutgoingEdit.ID) async throws(LibraryError) {
    let text = instances.map { JSONList.text($0.map(Int64.init)) }
    try await write { try $0.change("UPDATE edit SET known = ? WHERE id = ?", [text, edit]) }
  }

  /// The account's numbers of the copies of a release that are being removed.
  public func instancesBeingRemoved(of release: Release.ID) async throws(LibraryError) -> Set<Int> {
    try await read {
      try Set(
        $0.values(
          """
          SELECT json_extract(before, '$.instance') FROM edit WHERE target = 'copy' AND after IS NULL
            AND state IN \(Self.unsent) AND json_extract(before, '$.facts.release') = ?
            AND json_extract(before, '$.instance') IS NOT NULL
          """, [release.number]))
    }
  }

  /// The account's numbers of folders that are about to be renamed or deleted: none of them is the new folder with
  /// this name, except its own later state.
  public func folders(otherThan edit: OutgoingEdit.ID, named name: String) async throws(LibraryError) -> Set<Int> {
    try await read {
      try Set(
        $0.values(
          """
          WITH made AS (SELECT item FROM edit WHERE id = :edit)
          SELECT number FROM folder WHERE number IS NOT NULL AND name <> :name AND id NOT IN made AND EXISTS
            (SELECT 1 FROM edit WHERE target = 'folder' AND item = folder.id AND state IN \(Self.unsent)) UNION
          SELECT json_extract(before, '$.number') FROM edit WHERE target = 'folder' AND after IS NULL
            AND item NOT IN made AND state IN \(Self.unsent) AND json_extract(before, '$.number') IS NOT NULL
          """, ["edit": edit, "name": name]))
    }
  }

  /// Returns whether a folder other than the one to be made has this number on the account.
  public func isFolder(_ number: Int, otherThan edit: OutgoingEdit.ID) async throws(LibraryError) -> Bool {
    try await read {
      try $0.has(
        "SELECT 1 FROM folder WHERE number = ? AND id NOT IN (SELECT item FROM edit WHERE id = ?)", [number, edit])
    }
  }

  public func note(added instance: Int, by edit: OutgoingEdit.ID) async throws(LibraryError) {
    try await write { database in
      guard let item: Int64 = try database.value("SELECT item FROM edit WHERE id = ?", [edit]) else { return }
      try Self.number(theCopy: item, as: instance, database)
      try database.change("UPDATE copy SET seen = \(Self.latestPass) WHERE id = ?", [item])
      try Self.note(instance, of: item, from: edit, database)
      try Self.raiseShelfVersion(database)
    }
  }

  /// Gives a copy the account's number. A row that a sync has made for it meanwhile is deleted.
  static func number(theCopy id: Int64, as instance: Int, _ database: Database) throws {
    try database.change("DELETE FROM copy WHERE instance = ? AND id <> ?", [instance, id])
    try database.change("UPDATE copy SET instance = ? WHERE id = ?", [instance, id])
  }

  /// Writes the account's number into the addition of a copy and its later changes.
  static func note(_ instance: Int, of item: Int64, from edit: Int64, _ database: Database) throws {
    try database.change(
      """
      UPDATE edit SET after = CASE WHEN id = :edit THEN json_set(after, '$.instance', :instance) ELSE after END,
        before = CASE WHEN id > :edit AND before IS NOT NULL THEN json_set(before, '$.instance', :instance) ELSE before END
      WHERE target = 'copy' AND item = :item AND id >= :edit
      """, ["edit": edit, "instance": instance, "item": item])
  }

  public func settle(_ edit: OutgoingEdit.ID, as outcome: SendingOutcome) async throws(LibraryError) {
    try await change { database in
      switch outcome {
      case .done(let folder):
        try database.change("UPDATE edit SET state = 'done', reason = '' WHERE id = ?", [edit])
        if let folder, let own: Int64 = try database.value("SELECT item FROM edit WHERE id = ?", [edit]) {
          try Self.number(theFolder: own, as: folder, database)
          // A folder deleted here meanwhile has to be deleted there by its number.
          try database.change(
            """
            UPDATE edit SET before = json_set(before, '$.number', ?) WHERE target = 'folder' AND item = ? AND id > ?
              AND before IS NOT NULL
            """, [folder, own, edit])
        }
        try database.change(
          """
          UPDATE want SET isMirrored = 1, seen = \(Self.latestPass) WHERE release = (SELECT item FROM edit WHERE id = ? AND target = 'want')
          """, [edit])
      case .again(let reason, let dueAt):
        try database.change(
          "UPDATE edit SET state = 'pending', reason = ?, dueAt = ? WHERE id = ?", [reason, dueAt, edit])
      case .refused(let reason): try Self.refuse(edit, reason, database)
      case .conflict(let theirs):
        let theirs = try theirs.map { try MirrorWriter(database).state($0) }
        try database.change("UPDATE edit SET state = 'conflict', theirs = ? WHERE id = ?", [try theirs?.json, edit])
      }
    }
  }

  private static func refuse(_ edit: OutgoingEdit.ID, _ reason: String, _ database: Database) throws {
    try database.change("UPDATE edit SET state = 'refused', reason = ? WHERE id = ?", [reason, edit])
  }

  /// Gives a folder the account's number. A folder that a sync has made for it meanwhile is merged into it.
  static func number(theFolder own: Int64, as number: Int, _ database: Database) throws {
    let isHere = try database.has("SELECT 1 FROM folder WHERE id = ?", [own])
    let other: Int64? = try database.value("SELECT id FROM folder WHERE number = ? AND id <> ?", [number, own])
    if let other {
      if isHere { try database.change("UPDATE copy SET folder = ? WHERE folder = ?", [own, other]) }
      try database.change(
        "DELETE FROM folder WHERE id = ? AND NOT EXISTS (SELECT 1 FROM copy WHERE folder = folder.id)", [other])
    }
    try database.change("UPDATE folder SET number = ? WHERE id = ?", [number, own])
  }

  // MARK: For people

  /// The changes that the account does not have, oldest first.
  public func pendingEdits() async throws(LibraryError) -> [PendingEdit] {
    try await read { try $0.rows("SELECT * FROM edit WHERE state IN \(Self.unsent) ORDER BY id").map(PendingEdit.init) }
  }

  public func remedy(_ id: PendingEdit.ID, _ remedy: PendingEditRemedy) async throws(LibraryError) {
    try await write { database in
      guard
        let row = try database.row("SELECT * FROM edit WHERE id = ? AND state IN \(Self.unsent)", [id])
      else { return }
      switch remedy {
      case .retry: try database.change("UPDATE edit SET state = 'pending', dueAt = 0 WHERE id = ?", [id])
      case .keepMine:
        try database.change("UPDATE edit SET state = 'pending', dueAt = 0, isForced = 1 WHERE id = ?", [id])
      case .takeTheirs: try EditJournal(database, time: row.value("madeAt"), isSent: true).giveUp(row)
      }
      try Self.raiseShelfVersion(database)
    }
  }
}

extension PendingEdit {
  fileprivate init(_ row: Row) throws {
    let change = try ShelfChange(row)
    let (attempts, reason): (Int, String) = try (row.value("attempts"), row.value("reason"))
    let state: PendingEdit.State =
      switch try row.value("state") as String {
      case "sending": .sending
      case "refused": .refused(reason)
      case "conflict": .conflict(try Self.differences(change, theirs: row.value("theirs")))
      default: attempts == 0 || reason.isEmpty ? .waiting : .retrying(attempts: attempts, reason: reason)
      }
    try self.init(
      id: row.value("id"), title: change.title, release: change.release, madeAt: row.value("madeAt"), state: state)
  }

  private static func differences(_ change: ShelfChange, theirs: String?) throws -> [Difference] {
    switch change {
    case .copy(let copy): try differences(copy, theirs: CopyState(json: theirs))
    case .want(let want): try differences(want, theirs: WantState(json: theirs))
    case .folder, .limit, .play: []
    }
  }

  private static func differences<State: EditableState>(_ change: Change<State>, theirs: State?) -> [Difference] {
    let (before, after, theirs) = (change.before?.comparable ?? [:], change.after?.comparable, theirs?.comparable)
    let names = Set(before.keys).union((after ?? [:]).keys).union((theirs ?? [:]).keys)
    let differences = names.sorted().filter { after == nil || before[$0] != after?[$0] }.map { name in
      Difference(
        name: name, before: before[name] ?? "", mine: after.map { $0[name] ?? "" } ?? "removed",
        theirs: theirs.map { $0[name] ?? "" } ?? "gone")
    }
    // For a row to be removed, only the account's changes matter.
    return after == nil ? differences.filter { $0.before != $0.theirs } : differences
  }
}

extension ShelfChange {
  var release: Release.ID? {
    switch self {
    case .copy(let copy): (copy.after ?? copy.before)?.facts.release
    case .want(let want): want.id.release
    case .limit(let limit): limit.id.release
    case .play(let play): (play.after ?? play.before).map { Release.ID(item: $0.release) }
    case .folder: nil
    }
  }
}

// MARK: - In the account's terms

extension OutgoingEdit.Change {
  /// Nil for a change that has to wait: for its folder, for its copy's number, or for another change.
  ///
  /// - Throws: `EditRefusal` if the account has no place for it.
  fileprivate init?(_ row: Row, _ database: Database) throws {
    let change = try ShelfChange(row)
    if try change.hasToWait(as: row, database) { return nil }
    let sent: OutgoingEdit.Change? =
      switch change {
      case .copy(let copy): try Self.sending(copy, known: row.value("known"), database)
      case .want(let want): want.id.release.flatMap { Self.sending(want, of: $0) }
      case .folder(let folder): try Self.sending(folder, MirrorTerms(database))
      case .limit, .play: nil
      }
    guard let sent else { return nil }
    self = sent
  }

  private static func sending(
    _ change: UserLibrary.Change<CopyState>, known: String?, _ database: Database
  ) throws -> OutgoingEdit.Change? {
    let terms = MirrorTerms(database)
    let instance: Int? = try database.value("SELECT instance FROM copy WHERE id = ?", [change.id])
    switch (change.before, change.after) {
    case (nil, let after?):
      guard try terms.hasPlaces(for: after, from: nil) else { return nil }
      let known = try known.map([Int].init(fromJSON:))
      return .addCopy(after.facts.release, try terms.terms(after), instance: after.instance ?? instance, known: known)
    case (let before?, nil):
      return .removeCopy(before.facts.release, instance: before.instance, try terms.terms(before))
    case (let before?, let after?):
      guard try terms.hasPlaces(for: after, from: before) else { return nil }
      guard let instance = instance ?? after.instance ?? before.instance else {
        // An imported copy, which only the end of the first pass tells from the account's.
        guard try terms.isCompared else { return nil }
        throw EditRefusal(SyncWords.goneThere)
      }
      return .changeCopy(
        after.facts.release, instance: instance, before: try terms.terms(before), after: try terms.terms(after))
    case (nil, nil): return nil
    }
  }

  private static func sending(_ change: UserLibrary.Change<WantState>, of release: Release.ID) -> OutgoingEdit.Change? {
    switch (change.before, change.after) {
    case (nil, let after?): .want(release, notes: after.notes, rating: after.rating)
    case (_?, nil): .unwant(release)
    case (let before?, let after?):
      .changeWant(
        release, notes: before.notes == after.notes ? nil : after.notes,
        rating: before.rating == after.rating ? nil : .some(after.rating))
    case (nil, nil): nil
    }
  }

  private static func sending(
    _ change: UserLibrary.Change<FolderState>, _ terms: MirrorTerms
  ) throws -> OutgoingEdit.Change? {
    switch (change.before, change.after) {
    case (nil, let after?): .makeFolder(after.name)
    case (let before?, nil): .deleteFolder(try before.number ?? terms.folder(change.id))
    case (let before?, let after?):
      try terms.hasFolder(change.id, named: before.name)
        ? terms.folder(change.id).map { OutgoingEdit.Change.renameFolder($0, after.name) } : nil
    case (nil, nil): nil
    }
  }
}

extension ShelfChange {
  /// Returns whether an unsent change has to come first.
  fileprivate func hasToWait(as row: Row, _ database: Database) throws -> Bool {
    let edit: Int64 = try row.value("id")
    switch self {
    case .copy(let copy):
      guard copy.before == nil, let added = copy.after else { return false }
      return try isAddUnsettled(of: added, but: edit, known: row.value("known"), database)
    case .folder(let folder):
      // Folders go in the order of their changes: a name that one gives up may be another's.
      if try Self.isUnsent("target = 'folder' AND state IN ('pending', 'sending')", before: edit, database) {
        return true
      }
      // Discogs deletes only empty folders, so its copies have to be out first.
      return try folder.after == nil
        && Self.isUnsent(
          """
          target = 'copy' AND state IN \(Library.unsent)
            AND \(folder.id) IN (json_extract(before, '$.folder'), json_extract(after, '$.folder'))
          """, before: edit, database)
    case .want, .limit, .play: return false
    }
  }

  /// Returns whether a request may have added a copy of the same release that is not known yet.
  ///
  /// Copies of one release look the same: after two unanswered requests, a copy found there could be from either. So
  /// one addition of a release is unsettled at a time, and a copy that was not there before is its own. Handing out
  /// new copies among several additions went wrong when the later one had already seen the earlier one's copy: given
  /// the wrong one of two, it found none left for itself and made a third.
  private func isAddUnsettled(
    of copy: CopyState, but edit: Int64, known: String?, _ database: Database
  ) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM edit WHERE target = 'copy' AND before IS NULL AND known IS NOT NULL AND state IN \(Library.unsent)
        AND json_extract(after, '$.instance') IS NULL AND json_extract(after, '$.facts.release') = ?
        AND id <> ? AND (? OR id < ?)
      """,
      // Of two that an older version left unsettled, the earlier goes first.
      [copy.facts.release.number, edit, known == nil, edit])
  }

  private static func isUnsent(_ condition: String, before edit: Int64, _ database: Database) throws -> Bool {
    try database.has("SELECT 1 FROM edit WHERE \(condition) AND id < ?", [edit])
  }
}

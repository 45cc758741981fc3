internal import DiscogsModel
internal import Foundation
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// Takes into the library what the account says, under the changes that it does not have yet.
struct MirrorWriter {
  private let database: Database
  private let terms: MirrorTerms

  init(_ database: Database) {
    self.database = database
    terms = MirrorTerms(database)
  }

  // MARK: Folders and fields

  func take(_ folders: [CollectionInstance.Folder]) throws {
    let folders = folders.filter { $0.id != CollectionInstance.Folder.all }
    for folder in folders {
      let known: Int64? = try database.value("SELECT id FROM folder WHERE number = ?", [folder.id.number])
      if let known {
        guard try unsentEdits(.folder, known).isEmpty else { continue }
        let name = try freeName(folder.name, except: known)
        try database.change(
          "UPDATE folder SET name = ?, sortKey = ? WHERE id = ?", [name, NaturalOrder.key(name), known])
      } else if try !isBeingDeleted(folder.id.number) && !isOrphan(folder.name) {
        // A folder of this name that came with a file is this one; so is one that was made here, if it was sent and
        // only the answer is missing.
        try database.execute(
          sql: """
            UPDATE folder SET number = :number WHERE name = :name AND number IS NULL AND NOT EXISTS
              (SELECT 1 FROM edit WHERE target = 'folder' AND item = folder.id AND attempts = 0
                AND state IN \(Library.unsent))
            """, arguments: ["number": folder.id.number, "name": folder.name])
        if database.changesCount == 0 { _ = try insertFolder(folder.id.number, folder.name) }
      }
    }
    let numbers = JSONList.text(folders.map(\.id.number))
    try database.execute(
      sql: """
        DELETE FROM folder WHERE number IS NOT NULL AND number NOT IN (SELECT value FROM json_each(?))
          AND NOT EXISTS (SELECT 1 FROM copy WHERE folder = folder.id)
        """, arguments: [numbers])
  }

  private func isBeingDeleted(_ number: Int) throws -> Bool {
    try Int.fetchOne(
      database,
      sql: """
        SELECT 1 FROM edit WHERE target = 'folder' AND after IS NULL AND json_extract(before, '$.number') = ?
          AND state IN \(Library.unsent)
        """, arguments: [number]) != nil
  }

  /// Whether a folder of this name was made by a request whose answer was lost, and has been deleted here since.
  private func isOrphan(_ name: String) throws -> Bool {
    try database.row(
      """
      SELECT 1 FROM edit WHERE target = 'folder' AND before IS NULL AND attempts > 0 AND state IN \(Library.unsent)
        AND json_extract(after, '$.name') = ? AND NOT EXISTS (SELECT 1 FROM folder WHERE id = edit.item)
      """, [name]) != nil
  }

  /// The account may have two folders of one name.
  private func freeName(_ name: String, except id: Int64? = nil) throws -> String {
    var candidate = name
    var count = 1
    while try database.row("SELECT 1 FROM folder WHERE name = ? AND id IS NOT ?", [candidate, id]) != nil {
      count += 1
      candidate = "\(name) (\(count))"
    }
    return candidate
  }

  private func insertFolder(_ number: Int, _ name: String) throws -> Int64 {
    let name = try freeName(name)
    try database.execute(
      sql: "INSERT INTO folder (name, sortKey, number) VALUES (?, ?, ?)",
      arguments: [name, NaturalOrder.key(name), number])
    return database.lastInsertedRowID
  }

  /// The folder of a number. A folder the account has not sent yet is named by its number until then.
  private func folder(numbered number: Int?) throws -> (id: Int64, name: String) {
    let number = number ?? CollectionInstance.Folder.uncategorised.number
    if let row = try database.row("SELECT id, name FROM folder WHERE number = ?", [number]) {
      return try (row.value(0), row.value(1))
    }
    if number == CollectionInstance.Folder.uncategorised.number {
      let id = try ShelfFolders.named(ShelfEdit.uncategorised, database)
      try database.execute(sql: "UPDATE folder SET number = ? WHERE id = ?", arguments: [number, id])
      return (id, ShelfEdit.uncategorised)
    }
    let name = "Folder \(number)"
    return (try insertFolder(number, name), name)
  }

  func take(_ fields: [CollectionInstance.Field]) throws -> Bool {
    let before = try Row.fetchAll(database, sql: "SELECT number, name FROM field")
    let old = try Dictionary(uniqueKeysWithValues: before.map { try ($0.value(0) as Int, $0.value(1) as String) })
    try database.execute(sql: "DELETE FROM field")
    var names: Set<String> = []
    var isRenamed = false
    for field in fields {
      var name = field.name
      var count = 1
      while !names.insert(name).inserted {
        count += 1
        name = "\(field.name) (\(count))"
      }
      try database.execute(
        sql: """
          INSERT INTO field (number, name, kind, position, isPublic, options, lines) VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          field.id.number, name, field.kind, field.position, field.isPublic,
          String(decoding: try JSONEncoder().encode(field.options), as: UTF8.self), field.lines,
        ])
      if let known = old[field.id.number], known != name { isRenamed = true }
    }
    return isRenamed
  }

  // MARK: Copies

  /// What the account has, in the library's terms.
  func state(_ copy: CollectionInstance) throws -> CopyState {
    let folder = try folder(numbered: copy.folder?.number)
    var state = CopyState(
      facts: ShelfFacts(copy.release), folder: folder.id, folderName: folder.name, rating: copy.rating,
      added: PacificTime.export(copy.added), instance: copy.id.number)
    for (number, value) in copy.terms.notes.sorted(by: { $0.key < $1.key }) {
      state.set(try terms.name(ofField: number), to: value)
    }
    return state
  }

  func take(_ copies: [CollectionInstance], pass: Int) throws -> MirrorChange {
    var change = MirrorChange()
    // Most of the time nothing waits to be sent, and then no row needs to be looked at for it.
    let hasUnsent = try hasUnsent(.copy)
    let hasRemoved = try RemovedRows(database).isAny
    for copy in copies {
      let known: Int64? = try database.value("SELECT id FROM copy WHERE instance = ?", [copy.id.number])
      if known == nil, hasUnsent, try isBeingRemoved(copy.id.number) {
        change.hidden.insert(copy.id.number)
        continue
      }
      let returned = known == nil && hasRemoved ? try RemovedRows(database).takeOut(copy.id.number) : nil
      let id = try known ?? returned?.id ?? (hasUnsent ? added(copy) : nil) ?? adopted(copy)
      // One that was added and removed again here is on its way out.
      if known == nil, hasUnsent, try isBeingRemoved(copy.id.number) {
        change.hidden.insert(copy.id.number)
        continue
      }
      var state = try state(copy)
      guard let id else {
        try insert(state, pass: pass)
        change.added += 1
        continue
      }
      let now = try CopyState.fetch(database, id: id)
      let kept = now ?? returned?.state
      // The list is terser than what the catalogue may have told.
      if let kept {
        state.facts.master = state.facts.master ?? kept.facts.master
        if state.facts.country.isEmpty { state.facts.country = kept.facts.country }
      }
      if hasUnsent { state = try overlaid(state, id) }
      if state != now {
        try state.save(database, id: id)
        if known == nil { change.added += 1 } else { change.changed += 1 }
      }
      try database.change("UPDATE copy SET seen = ? WHERE id = ?", [pass, id])
    }
    return change
  }

  private func insert(_ state: CopyState, pass: Int) throws {
    try database.change(
      """
      INSERT INTO copy (folder, added, mediaCondition, sleeveCondition, release, artist, title, label, catno, format,
        fields, shelfKey, seen) VALUES (?, '', '', '', ?, '', '', '', '', '', '', '', ?)
      """, [state.folder, state.facts.release.number, pass])
    try state.save(database, id: database.lastInsertedRowID)
  }

  /// A copy that was added here, by a request whose answer was lost: the account has one now that it did not have
  /// before that.
  private func added(_ copy: CollectionInstance) throws -> Int64? {
    let candidates = try database.rows(
      """
      SELECT id, item, known FROM edit WHERE target = 'copy' AND before IS NULL AND attempts > 0 AND known IS NOT NULL
        AND state IN \(Library.unsent) AND json_extract(after, '$.facts.release') = ?
        AND json_extract(after, '$.instance') IS NULL ORDER BY id
      """, [copy.release.id.number])
    for row in candidates {
      let known = try JSONDecoder().decode([Int].self, from: Data((row.value("known") as String).utf8))
      guard !known.contains(copy.id.number) else { continue }
      try Library.note(copy.id.number, of: row.value("item"), from: row.value("id"), database)
      return try row.value("item")
    }
    return nil
  }

  /// A copy that came from a file and is not known to the account so far: the one added at the same time, or else any.
  private func adopted(_ copy: CollectionInstance) throws -> Int64? {
    try database.value(
      """
      SELECT id FROM copy WHERE release = ? AND instance IS NULL AND NOT EXISTS (
        SELECT 1 FROM edit WHERE target = 'copy' AND item = copy.id AND before IS NULL AND state IN \(Library.unsent))
      ORDER BY added = ? DESC, id LIMIT 1
      """, [copy.release.id.number, PacificTime.export(copy.added)])
  }

  private func isBeingRemoved(_ instance: Int) throws -> Bool {
    try database.row(
      """
      SELECT 1 FROM edit WHERE target = 'copy' AND after IS NULL AND json_extract(before, '$.instance') = ?
        AND state IN \(Library.unsent)
      """, [instance]) != nil
  }

  // MARK: Wants

  func take(_ wants: [Want], pass: Int) throws -> MirrorChange {
    var change = MirrorChange()
    let hasUnsent = try hasUnsent(.want)
    for want in wants {
      let edits = hasUnsent ? try unsentEdits(.want, Int64(want.release.id.number)) : []
      if let last = edits.last, case .want(let latest) = last.change, latest.after == nil {
        change.hidden.insert(want.release.id.number)
        continue
      }
      var state = WantState(
        facts: ShelfFacts(want.release), notes: want.notes, rating: want.rating, added: PacificTime.export(want.added))
      let now = try WantState.fetch(database, id: want.release.id)
      if let now {
        state.facts.master = state.facts.master ?? now.facts.master
        if state.facts.country.isEmpty { state.facts.country = now.facts.country }
      }
      for edit in edits {
        guard case .want(let edited) = edit.change, let before = edited.before, let after = edited.after else {
          continue
        }
        try noteConflict(edit, theirs: state, before: before, after: after)
        state.take(after.differences(from: before), from: after)
      }
      if state != now {
        try state.save(database, id: want.release.id)
        if now == nil { change.added += 1 } else { change.changed += 1 }
      }
      try database.change(
        "UPDATE want SET seen = ?, isMirrored = 1 WHERE release = ?", [pass, want.release.id.number])
    }
    return change
  }

  // MARK: Under what is not sent yet

  private func hasUnsent(_ target: EditTarget) throws -> Bool {
    try database.row(
      "SELECT 1 FROM edit WHERE target = ? AND state IN \(Library.unsent) LIMIT 1", [target.rawValue]) != nil
  }

  private func unsentEdits(_ target: EditTarget, _ item: Int64) throws -> [EditRow] {
    try database.rows(
      "SELECT * FROM edit WHERE target = ? AND item = ? AND state IN \(Library.unsent) ORDER BY id",
      [target.rawValue, item]
    ).map { try EditRow($0) }
  }

  /// What the account has, with what was changed here since.
  private func overlaid(_ theirs: CopyState, _ id: Int64) throws -> CopyState {
    var state = theirs
    for edit in try unsentEdits(.copy, id) {
      guard case .copy(let change) = edit.change, var after = change.after else { continue }
      var before = change.before
      // A folder that was renamed since is no other folder.
      before?.callFolder(asIn: state)
      after.callFolder(asIn: state)
      // What was added is sent bit by bit: first the copy, then what there is to say of it.
      if let before { try noteConflict(edit, theirs: state, before: before, after: after) }
      state.take(after.differences(from: before ?? state), from: after)
    }
    return state
  }

  /// A change whose ground has changed is for the user to decide. One that was begun may be the reason itself.
  private func noteConflict<State: EditableState>(
    _ edit: EditRow, theirs: State, before: State, after: State
  ) throws {
    guard edit.state == "pending", edit.attempts == 0, !edit.isForced else { return }
    let changed = after.differences(from: before)
    let (base, mine, other) = (before.comparable, after.comparable, theirs.comparable)
    let isContested = changed.contains { name in
      let value = other[name] ?? ""
      return value != base[name] ?? "" && value != mine[name] ?? ""
    }
    guard isContested else { return }
    try database.execute(
      sql: "UPDATE edit SET state = 'conflict', theirs = ? WHERE id = ?", arguments: [try theirs.json, edit.id])
  }

  // MARK: The end of a pass

  /// A row that an addition made here, which the account does not have yet, and any change that it does not have.
  private static func unsent(_ part: MirrorProgress.Part, onlyAdditions: Bool = false) -> String {
    let (target, item) = part == .wants ? ("want", "want.release") : ("copy", "copy.id")
    return """
      EXISTS (SELECT 1 FROM edit WHERE target = '\(target)' AND item = \(item)\(onlyAdditions ? " AND before IS NULL" : "")
        AND state IN \(Library.unsent))
      """
  }

  func met(in progress: MirrorProgress) throws -> Int {
    let sql =
      switch progress.part {
      case .collection: "SELECT count(*) FROM copy WHERE instance IS NOT NULL AND seen >= ?"
      case .wants: "SELECT count(*) FROM want WHERE isMirrored AND seen >= ?"
      case .lists: "SELECT 0 WHERE ?"
      }
    return try (database.value(sql, [progress.pass]) ?? 0) + progress.hidden.count
  }

  func missingCopies(in progress: MirrorProgress) throws -> [MissingCopy] {
    try database.rows(
      """
      SELECT copy.id, copy.release, folder.number FROM copy JOIN folder ON folder.id = copy.folder
      WHERE seen < ? AND instance IS NOT NULL AND NOT \(Self.unsent(.collection, onlyAdditions: true)) ORDER BY copy.id
      """, [progress.pass]
    ).map { try MissingCopy(id: $0.value(0), release: Release.ID($0.value(1) as Int), folder: $0.value(2)) }
  }

  func missingWants(in progress: MirrorProgress) throws -> Int {
    try database.value(
      "SELECT count(*) FROM want WHERE seen < ? AND isMirrored AND NOT \(Self.unsent(.wants))", [progress.pass]) ?? 0
  }

  /// Marks what is confirmed to be gone, and what came from a file and the account never had.
  ///
  /// - Returns: how many more are missing.
  func mark(_ gone: [Int64], asGoneIn progress: MirrorProgress) throws -> Int {
    switch progress.part {
    case .collection:
      try database.change(
        """
        UPDATE copy SET gone = :pass WHERE seen < :pass AND NOT \(Self.unsent(.collection, onlyAdditions: true))
          AND (instance IS NULL OR id IN (SELECT value FROM json_each(:gone)))
        """, ["pass": progress.pass, "gone": JSONList.text(gone)])
      return try database.value(
        """
        SELECT count(*) FROM copy WHERE seen < :pass AND gone < :pass
          AND NOT \(Self.unsent(.collection, onlyAdditions: true))
        """, ["pass": progress.pass]) ?? 0
    case .wants:
      try database.change(
        "UPDATE want SET gone = :pass WHERE seen < :pass AND NOT \(Self.unsent(.wants))", ["pass": progress.pass])
      return 0
    case .lists: return 0
    }
  }

  /// How many rows are gone from the account and would be removed here.
  func goneCount(_ part: MirrorProgress.Part) throws -> Int {
    switch part {
    case .collection, .wants:
      let table = ShelfTable(part).rawValue
      return try database.value("SELECT count(*) FROM \(table) WHERE gone > seen AND NOT \(Self.unsent(part))") ?? 0
    case .lists: return 0
    }
  }

  func rowCount(_ part: MirrorProgress.Part) throws -> Int {
    try part == .lists ? 0 : database.value("SELECT count(*) FROM \(ShelfTable(part).rawValue)") ?? 0
  }

  /// Takes away what is gone from the account, and keeps it where it can be brought back from.
  func sweep(_ part: MirrorProgress.Part, at time: Double) throws {
    let removed = RemovedRows(database)
    try removed.forget(at: time)
    switch part {
    case .collection:
      // What was to be changed of a copy that is gone is for the user to know.
      try database.execute(
        sql: """
          UPDATE edit SET state = 'conflict', theirs = NULL WHERE target = 'copy' AND before IS NOT NULL
            AND after IS NOT NULL AND state = 'pending' AND item IN (SELECT id FROM copy WHERE gone > seen)
          """)
      let rows = try database.rows(
        """
        SELECT copy.*, folder.name AS folderName FROM copy JOIN folder ON folder.id = copy.folder
        WHERE gone > seen AND NOT \(Self.unsent(.collection)) ORDER BY copy.id
        """)
      for row in rows {
        let (id, state): (Int64, CopyState) = try (row.value("id"), CopyState(row))
        try removed.keep(state, numbered: id, at: time)
        try ShelfRowWriter(.copies).delete(database, id: id)
      }
    case .wants:
      let rows = try database.rows("SELECT * FROM want WHERE gone > seen AND NOT \(Self.unsent(.wants)) ORDER BY id")
      for row in rows {
        try removed.keep(WantState(row), at: time)
        try ShelfRowWriter(.wants).delete(database, id: row.value("id"))
      }
    case .lists: break
    }
  }

  /// What the account has as far as is known here: what is to be removed is there still, what is to be added is not.
  func count(_ part: MirrorProgress.Part) throws -> Int {
    switch part {
    case .collection:
      try database.value(
        """
        SELECT (SELECT count(*) FROM copy WHERE instance IS NOT NULL) + (SELECT count(*) FROM edit
          WHERE target = 'copy' AND after IS NULL AND json_extract(before, '$.instance') IS NOT NULL
            AND state IN \(Library.unsent))
        """) ?? 0
    case .wants:
      try database.value(
        """
        SELECT (SELECT count(*) FROM want WHERE isMirrored) + (SELECT count(*) FROM edit
          WHERE target = 'want' AND after IS NULL AND state IN \(Library.unsent))
        """) ?? 0
    case .lists: 0
    }
  }
}

extension ShelfTable {
  fileprivate init(_ part: MirrorProgress.Part) { self = part == .wants ? .wants : .copies }
}

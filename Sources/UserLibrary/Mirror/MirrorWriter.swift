internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// Stores the account's state in the library, beneath the unsent changes.
struct MirrorWriter {
  let database: Database
  private let terms: MirrorTerms

  init(_ database: Database) {
    self.database = database
    terms = MirrorTerms(database)
  }

  // MARK: Copies

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
    // Usually nothing waits to be sent, and no row has to be checked for it.
    let hasUnsent = try hasUnsent(.copy)
    let hasRemoved = try RemovedRows(database).isAny
    let adoption = try AdoptionWriter(ofCopiesIn: database)
    for copy in copies {
      let known: Int64? = try database.value("SELECT id FROM copy WHERE instance = ?", [copy.id.number])
      if known == nil, hasUnsent, try isBeingRemoved(copy.id.number) {
        change.hidden.insert(copy.id.number)
        continue
      }
      let returned = known == nil && hasRemoved ? try RemovedRows(database).takeOut(copy.id.number) : nil
      let id = try known ?? returned?.id ?? (hasUnsent ? added(copy) : nil) ?? adopted(copy)
      // A copy added and removed again here is about to be removed there.
      if known == nil, hasUnsent, try isBeingRemoved(copy.id.number) {
        change.hidden.insert(copy.id.number)
        continue
      }
      var state = try state(copy)
      guard let id else {
        try markSeen(state.save(database, id: nil), pass)
        change.added += 1
        continue
      }
      let now = try CopyState.fetch(database, id: id)
      let kept = now ?? returned?.state
      if let kept { state.facts.keepMasterAndCountry(of: kept.facts) }
      if hasUnsent { state = try overlaid(state, id) }
      if known == nil, let now, let adoption { state = try adoption.filled(state, from: terms.named(now), id) }
      if state != now {
        try state.save(database, id: id)
        if known == nil { change.added += 1 } else { change.changed += 1 }
      }
      try markSeen(id, pass)
    }
    return change
  }

  private func markSeen(_ copy: Int64, _ pass: Int) throws {
    try database.change("UPDATE copy SET seen = ? WHERE id = ?", [pass, copy])
  }

  /// A copy added here by a request with a lost answer: the account has one that it did not have before.
  private func added(_ copy: CollectionInstance) throws -> Int64? {
    let candidates = try database.rows(
      """
      SELECT id, item, known FROM edit WHERE target = 'copy' AND before IS NULL AND attempts > 0 AND known IS NOT NULL
        AND state IN \(Library.unsent) AND json_extract(after, '$.facts.release') = ?
        AND json_extract(after, '$.instance') IS NULL ORDER BY id
      """, [copy.release.id.number])
    for row in candidates {
      if try [Int](fromJSON: row.value("known")).contains(copy.id.number) { continue }
      try Library.note(copy.id.number, of: row.value("item"), from: row.value("id"), database)
      return try row.value("item")
    }
    return nil
  }

  /// An imported copy that the account does not know yet: preferably the one added at the same time.
  private func adopted(_ copy: CollectionInstance) throws -> Int64? {
    try database.value(
      """
      SELECT id FROM copy WHERE release = ? AND instance IS NULL AND NOT \(ShelfTable.isUnsentCopy)
      ORDER BY added = ? DESC, id LIMIT 1
      """, [copy.release.id.number, PacificTime.export(copy.added)])
  }

  private func isBeingRemoved(_ instance: Int) throws -> Bool {
    try database.has(
      """
      SELECT 1 FROM edit WHERE target = 'copy' AND after IS NULL AND json_extract(before, '$.instance') = ?
        AND state IN \(Library.unsent)
      """, [instance])
  }

  // MARK: Wants

  func take(_ wants: [Want], pass: Int) throws -> MirrorChange {
    var change = MirrorChange()
    let hasUnsent = try hasUnsent(.want)
    for want in wants {
      let edits = hasUnsent ? try EditRow.unsent(.want, want.release.id.item, database) : []
      if let last = edits.last, case .want(let latest) = last.change, latest.after == nil {
        change.hidden.insert(want.release.id.number)
        continue
      }
      var state = WantState(
        facts: ShelfFacts(want.release), notes: want.notes, rating: want.rating, added: PacificTime.export(want.added))
      let now = try WantState.fetch(database, id: .release(want.release.id))
      if let now { state.facts.keepMasterAndCountry(of: now.facts) }
      for edit in edits {
        guard case .want(let edited) = edit.change, let before = edited.before, let after = edited.after else {
          continue
        }
        try noteConflict(edit, theirs: state, before: before, after: after)
        state.take(after.differences(from: before), from: after)
      }
      if state != now {
        try state.save(database, id: .release(want.release.id))
        if now == nil { change.added += 1 } else { change.changed += 1 }
      }
      try database.change("UPDATE want SET seen = ?, isMirrored = 1 WHERE release = ?", [pass, want.release.id.number])
    }
    return change
  }

  // MARK: Under what is not sent yet

  private func hasUnsent(_ target: EditTarget) throws -> Bool {
    try database.has("SELECT 1 FROM edit WHERE target = ? AND state IN \(Library.unsent) LIMIT 1", [target.rawValue])
  }

  /// The account's state with the unsent changes applied.
  private func overlaid(_ theirs: CopyState, _ id: Int64) throws -> CopyState {
    var state = theirs
    for edit in try EditRow.unsent(.copy, id, database) {
      guard case .copy(let change) = edit.change, var after = try change.after.map(terms.named) else { continue }
      var before = try change.before.map(terms.named)
      // A renamed folder is still the same folder.
      before?.callFolder(asIn: state)
      after.callFolder(asIn: state)
      // An addition is sent in steps: first the copy, then its values.
      if let before { try noteConflict(edit, theirs: state, before: before, after: after) }
      state.take(after.differences(from: before ?? state), from: after)
    }
    return state
  }

  /// Leaves a change to the user if the account has changed the same value. A change that was begun may be the cause
  /// itself.
  private func noteConflict<State: EditableState>(_ edit: EditRow, theirs: State, before: State, after: State) throws {
    guard edit.state == "pending", edit.attempts == 0, !edit.isForced else { return }
    let changed = after.differences(from: before)
    let (base, mine, other) = (before.comparable, after.comparable, theirs.comparable)
    let isContested = changed.contains { name in
      let value = other[name] ?? ""
      return value != base[name] ?? "" && value != mine[name] ?? ""
    }
    guard isContested else { return }
    try database.change("UPDATE edit SET state = 'conflict', theirs = ? WHERE id = ?", [try theirs.json, edit.id])
  }
}

extension ShelfFacts {
  /// Fills in what the account's lists lack, and a catalogue knew.
  fileprivate mutating func keepMasterAndCountry(of known: ShelfFacts) {
    master = master ?? known.master
    if country.isEmpty { country = known.country }
  }
}

internal import DiscogsAPI
internal import DiscogsModel
internal import UserLibrary

/// Sends one change of the shelf to Discogs, so that it is made there exactly once.
///
/// It looks at the account first: a change already made by a request whose answer was lost is not made again, and one
/// that conflicts with a change at Discogs waits for the user's decision.
///
/// For a moment after a change Discogs may report something missing that is there, so absence counts only when a second
/// look, after a pause, confirms it.
struct ShelfSender: Sendable {
  let library: Library
  let user: String
  let discogs: DiscogsSource
  /// The user's where a person waits, else the background's.
  let lane: Lane
  let clock: any Clock<Duration>
  let faultPoint: @Sendable () -> Void

  /// A reason that a change was not made, besides the errors of Discogs.
  private enum Obstacle: Error {
    case conflict(CollectionInstance?)
    /// Discogs' answers contradict each other; the change is tried again.
    case contradiction(DiscogsError)
  }

  /// - Throws: `LibraryError` where the library failed; the outcome is then unknown.
  func send(_ edit: OutgoingEdit, at time: Double) async throws -> SendingOutcome {
    func again(_ error: DiscogsError) -> SendingOutcome {
      .again(reason: error.sentence, dueAt: time + Self.pause(after: edit.attempts))
    }
    do {
      return .done(folder: try await make(edit))
    } catch Obstacle.conflict(let theirs) {
      return .conflict(theirs)
    } catch Obstacle.contradiction(let error) {
      return again(error)
    } catch let error as DiscogsError {
      return error.isFinalForAnEdit ? .refused(error.sentence) : again(error)
    }
  }

  /// The seconds before the next try: 5 at first, doubled each time, 15 minutes at most.
  static func pause(after attempts: Int) -> Double {
    min(Library.longestWait, 5 * Double(1 << min(10, max(0, attempts - 1))))
  }

  /// - Returns: the number of a folder that was made.
  private func make(_ edit: OutgoingEdit) async throws -> Int? {
    switch edit.change {
    case .addCopy(let release, let terms, let instance, let known):
      try await add(release, terms, instance: instance, known: known, edit)
    case .changeCopy(let release, let instance, let before, let after):
      try await change(release, instance, from: before, to: after, isForced: edit.isForced)
    case .removeCopy(let release, let instance, let terms):
      if let instance { try await remove(release, instance, as: terms, isForced: edit.isForced) }
    case .want(let release, let notes, let rating):
      _ = try await ask(.want(release, notes: notes.isEmpty ? nil : notes, rating: rating, of: user))
    case .changeWant(let release, let notes, let rating):
      _ = try await ask(.changeWant(release, notes: notes, rating: rating.map { $0 ?? 0 }, of: user))
    case .unwant(let release):
      try await askForGone(.removeWant(release, of: user))
    case .makeFolder(let name): return try await makeFolder(named: name, edit)
    case .renameFolder(let number, let name):
      _ = try await ask(.rename(folder: .init(number), to: name, of: user))
    case .deleteFolder(let number):
      if let number { try await askForGone(.delete(folder: .init(number), of: user)) }
    }
    return nil
  }

  // MARK: Copies

  private func add(
    _ release: Release.ID, _ terms: CopyTerms, instance: Int?, known: [Int]?, _ edit: OutgoingEdit
  ) async throws {
    let folder = terms.folder ?? CollectionInstance.Folder.uncategorised.number
    var instance = instance
    if instance == nil { instance = try await former(release, edit) }
    if instance == nil {
      if let known {
        instance = try await made(release, in: folder, besides: known)
      } else {
        let known = try await copies(of: release).map(\.id.number)
        try await keep(await library.note(known: known, for: edit.id))
      }
    }
    guard let instance else {
      let new = try await post(release, to: folder, edit)
      // A new copy has no rating or notes that could conflict.
      return try await say(terms.differences(from: CopyTerms(folder: folder)), terms, of: release, new, in: folder)
    }
    try await keep(await library.note(added: instance, by: edit.id))
    guard terms.rating != nil || !terms.notes.isEmpty else { return }
    try await change(release, instance, from: CopyTerms(folder: folder), to: terms, isForced: true)
  }

  /// The account's number of the copy that an addition restores, if the account still has it; it is not added again.
  private func former(_ release: Release.ID, _ edit: OutgoingEdit) async throws -> Int? {
    let former = try await keep(await library.formerInstance(of: edit.id))
    guard let former else { return nil }
    return try await copy(release, former)?.id.number
  }

  /// - Returns: the account's number for the copy.
  private func post(_ release: Release.ID, to folder: Int, _ edit: OutgoingEdit) async throws -> Int {
    let new: CollectionInstance.ID?
    do {
      new = try await ask(.add(release, to: .init(folder), of: user))
    } catch {
      // A refused addition was not made: no copy of it has to be looked for.
      if error.isFinalForAnEdit { try await keep(await library.note(known: nil, for: edit.id)) }
      throw error
    }
    guard let new else {
      throw DiscogsError.invalidResponse(
        endpoint: "POST /users/{username}/collection/folders/{id}/releases/{id}", status: nil, .empty)
    }
    try await keep(await library.note(added: new.number, by: edit.id))
    return new.number
  }

  /// The copy made by a request whose answer was lost: one that is new at the account, and not known here as another
  /// copy. Nil where there is none.
  private func made(_ release: Release.ID, in folder: Int, besides known: [Int]) async throws -> Int? {
    let others = try await keep(
      await library.knownInstances(of: release).union(library.instancesBeingRemoved(of: release)).union(known))
    func new(_ copies: [CollectionInstance]) -> [CollectionInstance] {
      copies.filter { !others.contains($0.id.number) }
    }
    let found = new(try await copies(of: release) { !new($0).isEmpty })
    return (found.first { $0.terms.folder == folder } ?? found.first)?.id.number
  }

  private func change(
    _ release: Release.ID, _ instance: Int, from before: CopyTerms, to after: CopyTerms, isForced: Bool
  ) async throws {
    guard let now = try await copy(release, instance) else { throw Obstacle.conflict(nil) }
    let wanted = after.differences(from: before).filter { now.terms[$0] != after[$0] }
    if !isForced, wanted.contains(where: { now.terms[$0] != before[$0] }) { throw Obstacle.conflict(now) }
    do {
      try await say(wanted, after, of: release, instance, in: now.terms.folder ?? after.folder ?? 1)
    } catch {
      guard case .notFound(let refusal) = error else { throw error }
      // It was there a moment ago. A request whose answer was lost may have moved it to another address; where it is
      // gone, the user decides.
      guard let then = try await copy(release, instance) else { throw Obstacle.conflict(nil) }
      if then.terms != now.terms { throw Obstacle.contradiction(.notFound(refusal)) }
      throw DiscogsError.notFound(refusal)
    }
  }

  /// Changes the wanted parts of a copy, one request for each.
  private func say(
    _ wanted: [CopyTerms.Part], _ terms: CopyTerms, of release: Release.ID, _ instance: Int, in folder: Int
  ) async throws(DiscogsError) {
    let place = InstancePlace(userName: user, folder: .init(folder), release: release, instance: .init(instance))
    for part in wanted {
      guard case .note(let field) = part else { continue }
      try await ask(.setField(.init(field), to: terms[part], of: place))
    }
    if wanted.contains(.rating) { try await ask(.change(place, rating: terms.rating ?? 0)) }
    // The folder last: it is part of the address.
    if wanted.contains(.folder), let target = terms.folder { try await ask(.change(place, moveTo: .init(target))) }
  }

  private func remove(_ release: Release.ID, _ instance: Int, as known: CopyTerms, isForced: Bool) async throws {
    guard let now = try await copy(release, instance) else { return }
    if !isForced, now.terms != known { throw Obstacle.conflict(now) }
    let place = InstancePlace(
      userName: user, folder: .init(now.terms.folder ?? 1), release: release, instance: .init(instance))
    do {
      try await ask(.remove(place))
    } catch {
      guard case .notFound(let refusal) = error else { throw error }
      // Removed by a request whose answer was lost, or moved a moment ago.
      if try await copy(release, instance) != nil { throw Obstacle.contradiction(.notFound(refusal)) }
    }
  }

  /// One of the account's copies; nil where two looks miss it.
  private func copy(_ release: Release.ID, _ instance: Int) async throws -> CollectionInstance? {
    try await copies(of: release) { $0.contains { $0.id.number == instance } }.first { $0.id.number == instance }
  }

  /// The account's copies of a release, fetched a second time where the first look does not satisfy `isFound`.
  private func copies(
    of release: Release.ID, until isFound: ([CollectionInstance]) -> Bool = { _ in true }
  ) async throws -> [CollectionInstance] {
    let look = ReleaseLook(user: user, discogs: discogs, lane: lane, clock: clock, faultPoint: faultPoint)
    guard let copies = try await look.copies(of: release, until: isFound) else {
      // No look gave a whole list, and the second was no 404.
      throw DiscogsError.invalidResponse(
        endpoint: "GET /users/{username}/collection/releases/{id}", status: nil, .empty)
    }
    return copies
  }

  // MARK: Folders

  private func makeFolder(named name: String, _ edit: OutgoingEdit) async throws -> Int? {
    if edit.mayHaveBeenSent, let there = try await folder(named: name, by: edit) { return there }
    if let made = try await ask(.makeFolder(named: name, of: user)) {
      let number = made.id.number
      let isKnown = try await keep(await library.isFolder(number, otherThan: edit.id))
      // 0 is the whole collection and 1 the uncategorised folder; a new folder has a new number.
      guard number > 1, !isKnown else {
        throw Obstacle.contradiction(
          .decoding(
            endpoint: "POST /users/{username}/collection/folders",
            DecodingFailure(field: "id", reason: "it is another folder's")))
      }
      return number
    }
    guard let there = try await folder(named: name, by: edit) else {
      // The server reported success without doing it.
      throw DiscogsError.invalidResponse(endpoint: "POST /users/{username}/collection/folders", status: nil, .empty)
    }
    return there
  }

  /// The number of a new folder with this name; nil where two looks miss it.
  private func folder(named name: String, by edit: OutgoingEdit) async throws -> Int? {
    let others = try await keep(await library.folders(otherThan: edit.id, named: name))
    for look in 1...2 {
      if look > 1 { try await pause() }
      let there = try await ask(.folders(of: user)).first { $0.name == name && !others.contains($0.id.number) }
      if let there { return there.id.number }
    }
    return nil
  }

  // MARK: Asking

  /// The answer to a request, which is sent a second time after a 404.
  @discardableResult
  private func ask<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Value {
    do { return try await askOnce(endpoint) } catch .notFound { try await pause() }
    return try await askOnce(endpoint)
  }

  private func askOnce<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(DiscogsError) -> Value {
    defer { faultPoint() }
    var endpoint = endpoint
    // Here a second look decides whether a lost request removed it.
    endpoint.isDoneWhenGone = false
    return try await discogs.requestInBackground(endpoint, lane: lane)
  }

  /// Sends a removal; a second 404 means that it is done.
  private func askForGone(_ endpoint: Endpoint<Void>) async throws(DiscogsError) {
    do { try await ask(endpoint) } catch .notFound { return }
  }

  private func pause() async throws(DiscogsError) {
    // A pause can only fail by being cancelled.
    do { try await clock.sleep(for: ReleaseLook.pause) } catch { throw .cancelled }
  }

  /// Reads or writes the library; the program may be killed right after.
  private func keep<Value>(_ work: @autoclosure () async throws -> Value) async throws -> Value {
    defer { faultPoint() }
    return try await work()
  }
}

extension DiscogsError {
  /// Whether the server has understood the change and rejects it, so that retrying cannot help.
  var isFinalForAnEdit: Bool {
    switch self {
    case .forbidden(let refusal): !refusal.isWebPage
    case .notFound, .invalidRequest, .validation: true
    case .network, .timedOut, .cancelled, .invalidResponse, .decoding, .rateLimited, .unauthorized, .wrongClock,
      .server, .missingToken, .resting, .notCached:
      false
    }
  }
}

internal import Catalogue
internal import DiscogsAPI
internal import DiscogsModel

/// Sends one change of the shelf to Discogs, so that it is made there exactly once.
///
/// What is there is looked at first: a change that was made already, by a request whose answer was lost, is not made
/// again, and one whose ground has changed is not made at all before the user has decided.
struct ShelfSender: Sendable {
  let library: Library
  let user: String
  let discogs: DiscogsSource
  /// The user's where somebody waits for it.
  let lane: Lane
  let faultPoint: @Sendable () -> Void

  /// What went wrong on this side, where the change could not even be looked after.
  enum Failure: Error {
    case library(LibraryError)
    case discogs(DiscogsError)
    case conflict(MirroredCopy?)
    /// The server's own words.
    case refused(String)
  }

  /// - Throws: `LibraryError` where the outcome could not be found out because of the file.
  func send(_ edit: OutgoingEdit, at time: Double) async throws(LibraryError) -> SendingOutcome {
    do throws(Failure) {
      return .done(folder: try await make(edit))
    } catch {
      switch error {
      case .library(let error): throw error
      case .conflict(let theirs): return .conflict(theirs)
      case .refused(let words): return .refused(words)
      case .discogs(let error):
        return error.isFinalForAnEdit
          ? .refused(error.sentence)
          : .again(reason: error.sentence, dueAt: time + Self.pause(after: edit.attempts))
      }
    }
  }

  /// Seconds: 5 at first, twice as long each time, a quarter of an hour at most.
  static func pause(after attempts: Int) -> Double {
    min(Library.longestWait, 5 * Double(1 << min(10, max(0, attempts - 1))))
  }

  /// - Returns: the number of a folder that was made.
  private func make(_ edit: OutgoingEdit) async throws(Failure) -> Int? {
    switch edit.change {
    case .addCopy(let release, let terms, let instance, let known):
      try await add(release, terms, instance: instance, known: known, edit)
    case .changeCopy(let release, let instance, let before, let after):
      try await change(release, instance, from: before, to: after, isForced: edit.isForced)
    case .removeCopy(let release, let instance, let terms):
      if let instance { try await remove(release, instance, as: terms, isForced: edit.isForced) }
    case .want(let release, let notes, let rating):
      _ = try await ask(
        .want(release, notes: notes.isEmpty ? nil : notes, rating: rating, of: user))
    case .changeWant(let release, let notes, let rating):
      _ = try await ask(.changeWant(of: release, notes: notes, rating: rating.map { $0 ?? 0 }, of: user))
    case .unwant(let release):
      try await askForGone(.removeWant(of: release, of: user))
    case .makeFolder(let name): return try await makeFolder(named: name, edit)
    case .renameFolder(let number, let name):
      _ = try await ask(.rename(folder: .init(number), to: name, of: user))
    case .deleteFolder(let number):
      try await askForGone(.delete(folder: .init(number), of: user))
    }
    return nil
  }

  // MARK: Copies

  private func add(
    _ release: Release.ID, _ terms: CopyTerms, instance: Int?, known: [Int]?, _ edit: OutgoingEdit
  ) async throws(Failure) {
    var instance = instance
    if instance == nil, let known {
      // It was sent before. What is there now and was not then, and is no copy of ours, is what it made.
      let ours = try await keep { () throws(LibraryError) in try await library.knownInstances(of: release) }
      instance = try await copies(of: release).map(\.instance).first { !known.contains($0) && !ours.contains($0) }
    } else if instance == nil {
      let known = try await copies(of: release).map(\.instance)
      try await keep { () throws(LibraryError) in try await library.note(known: known, for: edit.id) }
    }
    let folder = terms.folder ?? CollectionInstance.Folder.uncategorised.number
    if instance == nil {
      instance = try await ask(.add(release, to: .init(folder), of: user))?.number
    }
    guard let instance else {
      throw .discogs(
        .invalidResponse(
          endpoint: "POST /users/{username}/collection/folders/{id}/releases/{id}", status: nil, .empty))
    }
    try await keep { () throws(LibraryError) in try await library.note(added: instance, by: edit.id) }
    guard terms.rating != nil || !terms.notes.isEmpty else { return }
    try await change(
      release, instance, from: CopyTerms(folder: folder), to: terms, isForced: true)
  }

  private func change(
    _ release: Release.ID, _ instance: Int, from before: CopyTerms, to after: CopyTerms, isForced: Bool
  ) async throws(Failure) {
    guard let now = try await copies(of: release).first(where: { $0.instance == instance }) else {
      throw .conflict(nil)
    }
    let wanted = after.differences(from: before).filter { now.terms[$0] != after[$0] }
    if !isForced, wanted.contains(where: { now.terms[$0] != before[$0] }) { throw .conflict(now) }
    var place = InstancePlace(
      userName: user, folder: .init(now.terms.folder ?? after.folder ?? 1), release: release,
      instance: .init(instance))
    for part in wanted {
      guard case .note(let field) = part else { continue }
      try await ask(.setField(.init(field), to: after[part], of: place))
    }
    if wanted.contains(.rating) { try await ask(.change(place, rating: after.rating ?? 0)) }
    // The folder last: it is part of the address.
    if wanted.contains(.folder), let folder = after.folder {
      try await ask(.change(place, moveTo: .init(folder)))
      place.folder = .init(folder)
    }
  }

  private func remove(
    _ release: Release.ID, _ instance: Int, as known: CopyTerms, isForced: Bool
  ) async throws(Failure) {
    guard let now = try await copies(of: release).first(where: { $0.instance == instance }) else { return }
    if !isForced, now.terms != known { throw .conflict(now) }
    let place = InstancePlace(
      userName: user, folder: .init(now.terms.folder ?? 1), release: release, instance: .init(instance))
    try await askForGone(.remove(place))
  }

  /// Every copy of a release that the account has.
  private func copies(of release: Release.ID) async throws(Failure) -> [MirroredCopy] {
    var all: [MirroredCopy] = []
    var page = PageRequest.first
    while true {
      let answer: Paged<CollectionInstance>
      do throws(DiscogsError) {
        answer = try await discogs.askBehind(.copies(of: release, of: user, page: page), lane: lane)
      } catch {
        // None owned may be answered so.
        if case .notFound = error { return all }
        throw .discogs(error)
      }
      all += answer.rows.map { MirroredCopy($0) }
      guard answer.hasNext else { return all }
      page.number += 1
    }
  }

  // MARK: Folders

  private func makeFolder(named name: String, _ edit: OutgoingEdit) async throws(Failure) -> Int? {
    if edit.mayHaveBeenSent {
      let there = try await ask(.folders(of: user)).first { $0.name == name }
      if let there { return there.id.number }
    }
    if let made = try await ask(.makeFolder(named: name, of: user)) { return made.id.number }
    guard let there = try await ask(.folders(of: user)).first(where: { $0.name == name }) else {
      // Somebody has said that it was done who has not done it.
      throw .discogs(.invalidResponse(endpoint: "POST /users/{username}/collection/folders", status: nil, .empty))
    }
    return there.id.number
  }

  // MARK: Asking

  @discardableResult
  private func ask<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(Failure) -> Value {
    defer { faultPoint() }
    do throws(DiscogsError) { return try await discogs.askBehind(endpoint, lane: lane) } catch { throw .discogs(error) }
  }

  /// A removal: what is not there any more is what was wanted.
  private func askForGone(_ endpoint: Endpoint<Void>) async throws(Failure) {
    defer { faultPoint() }
    do throws(DiscogsError) {
      try await discogs.askBehind(endpoint, lane: lane)
    } catch {
      if case .notFound = error { return }
      throw .discogs(error)
    }
  }

  private func keep<Value>(_ work: () async throws(LibraryError) -> Value) async throws(Failure) -> Value {
    defer { faultPoint() }
    do throws(LibraryError) { return try await work() } catch { throw .library(error) }
  }
}

extension DiscogsError {
  /// Whether trying again cannot help: the server has understood the change and will not have it.
  var isFinalForAnEdit: Bool {
    switch self {
    case .forbidden(let refusal): !refusal.isWebPage
    case .notFound, .invalidRequest, .validation: true
    case .network, .timedOut, .cancelled, .invalidResponse, .decoding, .rateLimited, .unauthorized, .server,
      .missingToken, .resting, .notCached:
      false
    }
  }
}

// MARK: - The SDK's words and the library's

extension MirroredCopy {
  init(_ copy: CollectionInstance) {
    var notes: [Int: String] = [:]
    for note in copy.notes where !note.value.isEmpty { notes[note.field.number] = note.value }
    self.init(
      instance: copy.id.number, facts: ShelfFacts(copy.release), added: copy.added,
      terms: CopyTerms(folder: copy.folder?.number, rating: copy.rating, notes: notes))
  }
}

extension MirroredWant {
  init(_ want: Want) {
    self.init(facts: ShelfFacts(want.release), added: want.added, notes: want.notes, rating: want.rating)
  }
}

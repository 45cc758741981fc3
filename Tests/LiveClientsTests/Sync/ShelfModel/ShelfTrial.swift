import Clients
import DiscogsModel
import Foundation
import RunoutModel
import Synchronization
import UserLibrary

@testable import LiveClients

/// Puts the real shelf, sync and SDK through a sequence of steps beside the simple model, and says where they differ.
final class ShelfTrial {
  /// A shelf that has been synced once, and its account: where each trial begins.
  struct Stage: Sendable {
    let files: [String: Data]
    let account: FickleAccount.State
  }

  struct Failure: Error {
    var sentence: String
  }

  private let account = FickleAccount()
  private let files: ProgramFiles
  private let kill: KillSwitch
  private let time = Moment()
  private var run: ProgramRun
  private var expectation = ShelfExpectation(.init())

  /// Seconds since 1970.
  private final class Moment: Sendable {
    private let seconds = Mutex(1_772_366_400.0)

    var now: Double { seconds.withLock { $0 } }
    func move(by seconds: Double) { self.seconds.withLock { $0 += seconds } }
  }

  /// What went wrong in the end, or on the way; nil where all is as it should be.
  static func failure(of steps: [ShelfStep], on stage: Stage) async -> String? {
    do {
      let trial = try await ShelfTrial(stage)
      do {
        try await trial.take(steps)
        await trial.run.close()
        return nil
      } catch {
        await trial.run.close()
        let sentence = (error as? Failure)?.sentence ?? "\(error)"
        return sentence + "\nrequests:\n  " + trial.account.log.joined(separator: "\n  ")
      }
    } catch {
      return "\(error)"
    }
  }

  static func stage() async throws -> Stage {
    let (account, files) = (FickleAccount(), try ProgramFiles())
    var state = FickleAccount.State()
    state.folders[5] = "Rock"
    for (release, folder) in [(1, 1), (2, 1), (3, 5)] { _ = state.add(release, to: folder) }
    state.copies[1].rating = 4
    state.wants[5] = FickleAccount.Want(notes: "mono", rating: 3)
    state.additions = [:]
    account.state = state
    let run = try await ProgramRun(files, account, KillSwitch(files, account), now: { 1_772_366_400 })
    try await run.sync.sync(isFull: true, isAsked: true).get()
    await run.close()
    return Stage(files: files.contents(), account: account.state)
  }

  private init(_ stage: Stage) async throws {
    files = try ProgramFiles()
    try files.restore(stage.files)
    account.state = stage.account
    kill = KillSwitch(files, account)
    run = try await ProgramRun(files, account, kill, now: { [time] in time.now })
    expectation = ShelfExpectation(try await actual())
  }

  // MARK: Steps

  private func take(_ steps: [ShelfStep]) async throws {
    for (number, step) in steps.enumerated() {
      // Not a divisor of any pause, so that nothing comes due at the very moment.
      time.move(by: 1.3)
      account.note("\(number + 1). \(step)")
      do { try await take(step) } catch let error as Failure { throw error } catch {
        throw Failure(sentence: "step \(number + 1), \(step): \(error)")
      }
      account.follow([])
      try await expectWhatWasMeant("after step \(number + 1), \(step)")
    }
    try await settle()
    try await expectWhatWasMeant("in the end")
    try await expectAgreement()
  }

  private func take(_ step: ShelfStep) async throws {
    switch step {
    case .edit(let actions): try await perform(actions)
    case .undo:
      let undone = try await run.library.undo(at: time.now, isSent: true)
      try expect((undone == nil) == expectation.done.isEmpty, "undo took back \(undone?.title ?? "nothing")")
      expectation.undo()
    case .redo:
      let redone = try await run.library.redo(at: time.now, isSent: true)
      try expect((redone == nil) == expectation.undone.isEmpty, "redo made \(redone?.title ?? "nothing")")
      expectation.redo()
    case .send(let faults, let isAsked, let point):
      try await live(faults, killedAt: point) { sync in try await sync.sendOnce(isAsked: isAsked) }
    case .sync(let faults, let isFull, let point):
      try await live(faults, killedAt: point) { sync in try await sync.sync(isFull: isFull, isAsked: true).get() }
      expectation.adopt(try await actual())
    case .elsewhere(let action): change(action)
    case .retryStuck:
      for edit in try await run.library.pendingEdits() where edit.isRefused {
        try await run.library.remedy(edit.id, .retry)
      }
    }
  }

  /// Works with a network that goes wrong, perhaps until the program is killed, which is then begun again.
  private func live(
    _ faults: [FickleAccount.Fault], killedAt point: Int?, _ work: (ShelfSync) async throws -> Void
  ) async throws {
    account.follow(faults)
    kill.arm(point)
    // That something went wrong is what is tried here; what becomes of it is looked at in the end.
    do { try await work(run.sync) } catch is ClientError {}
    guard let found = kill.found else { return kill.arm(nil) }
    await run.close()
    try files.restore(found)
    kill.arm(nil)
    account.wake()
    run = try await ProgramRun(files, account, kill, now: { [time] in time.now })
  }

  private func perform(_ actions: [ShelfAction]) async throws {
    let copies = try await run.library.copies(CollectionRequest(), limit: 1_000).rows.sorted { $0.id < $1.id }
    let wants = try await run.library.wants(CollectionRequest(), limit: 1_000).rows.map(\.release).sorted {
      $0.number < $1.number
    }
    let own = try await folders()
    let edits = actions.compactMap { action -> ShelfEdit? in
      func copy(_ place: Int) -> Int64? { copies.isEmpty ? nil : copies[place % copies.count].id }
      func want(_ place: Int) -> Release.ID? { wants.isEmpty ? nil : wants[place % wants.count] }
      func folder(_ place: Int) -> String? { own.isEmpty ? nil : own[place % own.count] }
      func anyFolder(_ place: Int) -> String { ([ShelfEdit.uncategorised] + own)[place % (own.count + 1)] }
      switch action {
      case .add(let release, let place): return .add(Self.facts(release), folder: anyFolder(place))
      case .remove(let place): return copy(place).map { .remove(copy: $0) }
      case .move(let place, let target): return copy(place).map { .move(copy: $0, folder: anyFolder(target)) }
      case .rate(let place, let stars): return copy(place).map { .rate(copy: $0, stars: stars) }
      case .note(let place, let text): return copy(place).map { .setField(copy: $0, name: "Notes", value: text) }
      case .want(let release): return .want(Self.facts(release), notes: "", rating: nil)
      case .unwant(let place): return want(place).map { .unwant(.release($0)) }
      case .changeWant(let place, let text): return want(place).map { .noteWant(.release($0), notes: text) }
      case .rateWant(let place, let stars): return want(place).map { .rateWant(.release($0), stars: stars) }
      case .makeFolder(let name): return .makeFolder(name)
      case .renameFolder(let place, let name): return folder(place).map { .renameFolder($0, to: name) }
      case .deleteFolder(let place): return folder(place).map { .deleteFolder($0) }
      }
    }
    let made = try await run.library.make(edits, at: time.now, isSent: true)
    expectation.perform(
      zip(edits, made).map { edit, made in
        (edit: edit, copy: made.copy, isChange: made.outcome == .done && made.title != nil)
      })
  }

  private static func facts(_ release: Int) -> ShelfFacts {
    ShelfFacts(release: Release.ID(release), artist: "Artist \(release)", title: "Title \(release)")
  }

  private func change(_ action: ElsewhereAction) {
    var state = account.state
    switch action {
    case .add(let release):
      _ = state.add(release, to: 1)
      if expectation.additions[release] != nil { expectation.contest(release) }
    case .remove(let place):
      guard !state.copies.isEmpty else { return }
      expectation.contest(state.copies.remove(at: place % state.copies.count).release)
    case .rate(let place, let stars):
      guard !state.copies.isEmpty else { return }
      state.copies[place % state.copies.count].rating = stars
      expectation.contest(state.copies[place % state.copies.count].release)
    case .want(let release):
      state.wants[release] = state.wants[release] ?? FickleAccount.Want()
      if expectation.shelf.wants[release] != nil { expectation.contest(release) }
    case .unwant(let place):
      let wants = state.wants.keys.sorted()
      guard !wants.isEmpty else { return }
      state.wants[wants[place % wants.count]] = nil
      expectation.contest(wants[place % wants.count])
    }
    account.state = state
  }

  // MARK: The end

  /// Nothing goes wrong any more, and the user decides whatever there is to decide.
  private func settle() async throws {
    account.note("the end")
    for round in 1...12 {
      time.move(by: 7_200)
      for edit in try await run.library.pendingEdits() {
        switch edit.state {
        case .refused(let reason):
          try expect(
            account.hasRefused || !expectation.contested.isEmpty, "\(edit.title) was refused for no reason: \(reason)")
          // What cannot be made at all, as something contested stands in its way, is given up.
          if round > 6 { edit.release.map { expectation.contest($0.number) } }
          try await run.library.remedy(edit.id, round > 6 ? .takeTheirs : .retry)
        case .conflict(let differences):
          try expect(
            edit.release.map { expectation.contested.contains($0.number) } ?? false,
            "\(edit.title) has a conflict without another side: \(differences)")
          try await run.library.remedy(edit.id, .takeTheirs)
        case .waiting, .sending, .retrying: break
        }
      }
      try await run.sync.sync(isFull: true, isAsked: true).get()
      if try await run.library.pendingEdits().isEmpty { break }
    }
    let left = try await run.library.pendingEdits()
    try expect(left.isEmpty, "left unsent: \(left.map { "\($0.title): \($0.state)" })")
    try await run.sync.sync(isFull: true, isAsked: true).get()
    expectation.adopt(try await actual())
  }

  private func expect(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    if !condition { throw Failure(sentence: sentence()) }
  }

  private func folders() async throws -> [String] {
    try await run.library.folders().map(\.name).filter { $0 != ShelfEdit.uncategorised }.sorted()
  }

  /// The shelf as the program shows it.
  private func actual() async throws -> ShelfExpectation.Shelf {
    var shelf = ShelfExpectation.Shelf()
    for copy in try await run.library.copies(CollectionRequest(), limit: 1_000).rows {
      shelf.copies[copy.id] = .init(
        release: copy.release.number, folder: copy.folder, rating: copy.rating,
        note: copy.fields.first { $0.name == "Notes" }?.value ?? "")
    }
    for want in try await run.library.wants(CollectionRequest(), limit: 1_000).rows {
      shelf.wants[want.release.number] = .init(notes: want.notes, rating: want.rating)
    }
    shelf.folders = Set(try await folders())
    return shelf
  }

  private func expectWhatWasMeant(_ moment: String) async throws {
    let (meant, actual) = (expectation.uncontested(expectation.shelf), expectation.uncontested(try await actual()))
    try expect(meant == actual, "\(moment) the shelf is not what was meant\n  meant: \(meant)\n  shown: \(actual)")
  }

  /// Both sides have the same, and nothing was added more often than it was meant.
  private func expectAgreement() async throws {
    let state = account.state
    let here = try await actual()
    let copiesHere = here.copies.values.map { "\($0.release) in \($0.folder), \($0.rating ?? 0) \($0.note)" }.sorted()
    let copiesThere = state.copies.map {
      "\($0.release) in \(state.folders[$0.folder] ?? "no folder"), \($0.rating) \($0.note)"
    }.sorted()
    try expect(copiesHere == copiesThere, "copies differ\n  here: \(copiesHere)\n  there: \(copiesThere)")
    let wantsHere = here.wants.map { "\($0.key) \($0.value.rating ?? 0) \($0.value.notes)" }.sorted()
    let wantsThere = state.wants.map { "\($0.key) \($0.value.rating) \($0.value.notes)" }.sorted()
    try expect(wantsHere == wantsThere, "wants differ\n  here: \(wantsHere)\n  there: \(wantsThere)")
    let foldersThere = state.folders.values.filter { $0 != ShelfEdit.uncategorised }.sorted()
    try expect(
      here.folders.sorted() == foldersThere, "folders differ\n  here: \(here.folders)\n  there: \(foldersThere)")
    for (release, count) in state.additions where release <= 90 && !expectation.contested.contains(release) {
      let meant = expectation.additions[release] ?? 0
      try expect(count <= meant, "release \(release) was added \(count) times and meant to be \(meant) times")
    }
  }
}

extension PendingEdit {
  fileprivate var isRefused: Bool {
    if case .refused = state { true } else { false }
  }
}

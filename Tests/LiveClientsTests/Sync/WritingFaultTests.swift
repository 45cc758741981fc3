import Catalogue
import DiscogsAPI
import DiscogsModel
import DiscogsServer
import RunoutModel
import TestSupport
import Testing
import UserLibrary

/// Every way in which the server or the way to it can fail, for every change of a collection and a want list: it is done
/// or told not to be certain, never done twice, and what was not done can be done afterwards.
@Suite(.limitedConcurrency)
struct WritingFaultTests {
  /// Somebody's shelf before the change, and who it belongs to.
  struct Stage: Sendable {
    let accounts: AccountStore
    let owner: ServerAccount.ID
    let release: Release.ID
    let wanted: Release.ID
    /// A copy of `release`.
    let copy: InstancePlace
    /// An empty folder.
    let folder: CollectionInstance.Folder.ID

    func copies(in folder: CollectionInstance.Folder.ID? = nil) async throws -> [AccountItem] {
      try await accounts.items(of: owner, folder: folder, release: release, AccountPageRequest()).rows
    }

    func folders(named name: String) async throws -> Int {
      try await accounts.folders(of: owner).count { $0.name == name }
    }

    func wants(_ release: Release.ID) async throws -> [AccountWant] {
      try await accounts.wants(of: owner, AccountPageRequest()).rows.filter { $0.release == release }
    }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let method: String
    /// Whether doing it twice is the same as once.
    var isIdempotent = true
    let send: @Sendable (DiscogsClient, Stage) async throws(DiscogsError) -> Void
    /// How often it has been done.
    let done: @Sendable (Stage) async throws -> Int
  }

  private static let user = TestServer.guest

  static let changes = [
    Change(testDescription: "a copy is added", method: "POST", isIdempotent: false) {
      client, stage async throws(DiscogsError) in
      _ = try await client.answer(to: .add(stage.release, to: stage.folder, of: user))
    } done: {
      try await $0.copies(in: $0.folder).count
    },
    Change(testDescription: "a folder is made", method: "POST", isIdempotent: false) {
      client, _ async throws(DiscogsError) in
      _ = try await client.answer(to: .makeFolder(named: "New", of: user))
    } done: {
      try await $0.folders(named: "New")
    },
    Change(testDescription: "a folder is renamed", method: "POST") { client, stage async throws(DiscogsError) in
      _ = try await client.answer(to: .rename(folder: stage.folder, to: "Other", of: user))
    } done: {
      try await $0.folders(named: "Other")
    },
    Change(testDescription: "a folder is deleted", method: "DELETE") { client, stage async throws(DiscogsError) in
      try await client.answer(to: Endpoint<Void>.delete(folder: stage.folder, of: user)).value
    } done: {
      1 - (try await $0.folders(named: "Attic"))
    },
    Change(testDescription: "a copy is moved", method: "POST") { client, stage async throws(DiscogsError) in
      try await client.answer(to: Endpoint<Void>.change(stage.copy, moveTo: stage.folder)).value
    } done: {
      try await $0.copies(in: $0.folder).count
    },
    Change(testDescription: "a copy is rated", method: "POST") { client, stage async throws(DiscogsError) in
      try await client.answer(to: Endpoint<Void>.change(stage.copy, rating: 4)).value
    } done: {
      try await $0.copies().count { $0.rating == 4 }
    },
    Change(testDescription: "a field is filled", method: "POST") { client, stage async throws(DiscogsError) in
      try await client.answer(to: Endpoint<Void>.setField(3, to: "played once", of: stage.copy)).value
    } done: {
      try await $0.copies().count { $0.notes[3] == "played once" }
    },
    Change(testDescription: "a copy is removed", method: "DELETE") { client, stage async throws(DiscogsError) in
      try await client.answer(to: Endpoint<Void>.remove(stage.copy)).value
    } done: {
      1 - (try await $0.copies().count)
    },
    Change(testDescription: "a want is added", method: "PUT") { client, stage async throws(DiscogsError) in
      _ = try await client.answer(to: .want(stage.release, notes: "any", of: user))
    } done: {
      try await $0.wants($0.release).count { $0.notes == "any" }
    },
    Change(testDescription: "a want is changed", method: "POST") { client, stage async throws(DiscogsError) in
      _ = try await client.answer(to: .changeWant(stage.wanted, notes: "mint", of: user))
    } done: {
      try await $0.wants($0.wanted).count { $0.notes == "mint" }
    },
    Change(testDescription: "a want is removed", method: "DELETE") { client, stage async throws(DiscogsError) in
      try await client.answer(to: Endpoint<Void>.removeWant(stage.wanted, of: user)).value
    } done: {
      1 - (try await $0.wants($0.wanted).count)
    },
  ]

  private func stage(_ world: LiveWorld, _ client: DiscogsClient) async throws -> Stage {
    let rows = try await world.server.catalogue.search(SearchRequest(kind: .release), limit: 2).rows
    let (release, wanted) = (Release.ID(rows[0].reference.number), Release.ID(rows[1].reference.number))
    let folder = try #require(try await client.answer(to: .makeFolder(named: "Attic", of: Self.user)).value)
    let instance = try #require(try await client.answer(to: .add(release, of: Self.user)).value)
    _ = try await client.answer(to: .want(wanted, of: Self.user))
    let owner = try #require(try await world.server.accounts.account(named: Self.user))
    return Stage(
      accounts: world.server.accounts, owner: owner.id, release: release, wanted: wanted,
      copy: InstancePlace(
        userName: Self.user, folder: CollectionInstance.Folder.uncategorised, release: release, instance: instance),
      folder: folder.id)
  }

  // fails: add(_:to:of:) | 23 kinds of unexpected response, or none
  // fails: makeFolder(named:of:) | 23 kinds of unexpected response, or none
  // fails: rename(folder:to:of:) | 23 kinds of unexpected response, or none
  // fails: delete(folder:of:) | 23 kinds of unexpected response, or none
  // fails: change(_:rating:moveTo:) | 23 kinds of unexpected response, or none
  // fails: setField(_:to:of:form:) | 23 kinds of unexpected response, or none
  // fails: remove(_:) | 23 kinds of unexpected response, or none
  // fails: want(_:notes:rating:of:) | 23 kinds of unexpected response, or none
  // fails: changeWant(_:notes:rating:of:) | 23 kinds of unexpected response, or none
  // fails: removeWant(_:of:) | 23 kinds of unexpected response, or none
  @Test(arguments: LiveFaultTests.cases, changes)
  func `a change is made once, or fails and can be made later`(
    _ item: LiveFaultTests.Case, _ change: Change
  ) async throws {
    let world = try await LiveWorld()
    let stage = try await stage(world, world.sdk(token: TestServer.guestToken))
    let before = world.server.requests.count
    world.fail(FaultRule(item.fault, method: change.method))
    var failure: DiscogsError?
    do throws(DiscogsError) {
      try await change.send(world.sdk(token: TestServer.guestToken), stage)
    } catch {
      failure = error
    }
    let sent = world.server.requests.count - before
    #expect(sent >= 1)
    #expect(sent <= (change.isIdempotent || !item.mayHaveBeenDone ? 3 : 1))
    let done = try await change.done(stage)
    #expect(done == (item.isDone ? 1 : 0))
    if let failure {
      #expect(!failure.sentence.isEmpty && failure != .cancelled)
    } else {
      #expect(done == 1 || item.lies)
    }
    // Who was told that it failed looks, and does it if it has not been done.
    world.heal()
    if done == 0 { try await change.send(world.sdk(token: TestServer.guestToken), stage) }
    #expect(try await change.done(stage) == 1)
  }

  @Test(arguments: LiveFaultTests.cases.filter { $0.passes && !$0.lies }, changes)
  func `one failed change goes unnoticed where it may be sent again`(
    _ item: LiveFaultTests.Case, _ change: Change
  ) async throws {
    let world = try await LiveWorld()
    let stage = try await stage(world, world.sdk(token: TestServer.guestToken))
    world.fail(FaultRule(item.fault, method: change.method, times: 1))
    do throws(DiscogsError) {
      try await change.send(world.sdk(token: TestServer.guestToken), stage)
    } catch {
      #expect(!change.isIdempotent && item.mayHaveBeenDone, "\(error)")
    }
    let done = try await change.done(stage)
    #expect(done == 1 || !change.isIdempotent && item.mayHaveBeenDone && !item.isDone)
  }
}

extension LiveFaultTests.Case {
  /// Whether the server carries out what it is asked for, whatever becomes of the answer.
  fileprivate var isDone: Bool {
    switch fault {
    case .delay, .clockSkew, .truncated, .resetAfter, .resetInBody, .endless, .trickle: true
    default: false
    }
  }

  /// Whether the one who asks must reckon with its having been carried out.
  fileprivate var mayHaveBeenDone: Bool {
    if case .tooManyRequests = fault { false } else { true }
  }
}

import DiscogsModel
import DiscogsServer
import Foundation
import RunoutModel
import TestSupport
import Testing
import UserLibrary

// breaks: Crash or kill
/// The real program, ended by SIGKILL at one of its steps after the other: in the middle of every change of the shelf
/// and of every kind of sync. The next run finds out what had been done and does the rest.
@Suite(.limitedConcurrency)
struct KilledTests {
  struct Operation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let verb: [String]
    /// Whether the shelf was synced before.
    var isSynced = true
    /// What was done with the program then.
    var first: [String]?
    /// What happened before to the account, and was synced.
    var before: (@Sendable (TestServer, ServerAccount.ID) async throws -> Void)?
    /// How much further the next kill is: at the first, second, fourth, eighth step, or closer together. `make siege`
    /// kills at each step, and `ShelfModelTests` a few thousand times over within one process.
    var stride = 2.0
    /// What puts everything right after the kill.
    var sync = ["collection", "sync"]
    /// The file that stands for `FILE` in the verb.
    var file: String?
    /// What somebody else does with the account since.
    var elsewhere: @Sendable (TestServer, ServerAccount.ID) async throws -> Void = { _, _ in }

    init(_ name: String, _ verb: String...) { (testDescription, self.verb) = (name, verb) }

    /// Whether it is about what the account has, and not the other way round.
    var isSync: Bool { verb.starts(with: ["collection", "sync"]) }
  }

  /// With releases of the demo's shelf: some that are owned, one that is wanted, one that is neither.
  static let operations: [Operation] = {
    var first = Operation("the first sync", "collection", "sync")
    first.isSynced = false
    var next = Operation("a sync", "collection", "sync")
    next.stride = 1.4
    next.elsewhere = { server, owner in
      let items = try await server.accounts.items(of: owner, AccountPageRequest(limit: 10)).rows
      func path(_ item: AccountItem) -> AccountStore.CopyPath {
        AccountStore.CopyPath(folder: item.folder, release: item.release, instance: item.instance)
      }
      try await server.accounts.deleteCopy(path(items[0]), of: owner)
      let target = try #require(try await server.accounts.folders(of: owner).last { $0.id != items[1].folder })
      try await server.accounts.change(path(items[1]), rating: nil, target: target.id, of: owner)
      _ = try await server.accounts.addCopy(of: items[2].facts, to: 1, of: owner, at: 1_794_000_100)
      _ = try await server.accounts.deleteWant(of: Release.ID(930_000_014), of: owner)
    }
    // One copy more, and one that is rated otherwise.
    var file = Operation("a file is imported", "collection", "import", "FILE")
    file.file = """
      Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition
      CL 1355,Miles Davis,Kind Of Blue,Columbia,LP,2,1959,930000013,Fair,2020-11-12 12:24:52,Good (G)
      CL 1355,Miles Davis,Kind Of Blue,Columbia,LP,,1959,930000014,Fair,2020-11-12 12:24:52,Mint (M)

      """
    // The copy comes back as another one with all there was to it, bit by bit.
    var undo = Operation("a removal is undone", "collection", "undo")
    undo.stride = 1.4
    undo.first = ["collection", "remove", "r930000013"]
    let deletions: @Sendable (TestServer, ServerAccount.ID, Int) async throws -> Void = {
      server, owner, count in
      for item in try await server.accounts.items(of: owner, AccountPageRequest(limit: count)).rows {
        let path = AccountStore.CopyPath(folder: item.folder, release: item.release, instance: item.instance)
        try await server.accounts.deleteCopy(path, of: owner)
      }
    }
    var removal = Operation("what is gone there is removed here when asked", "collection", "sync", "--yes")
    removal.sync = removal.verb
    removal.stride = 1.4
    removal.elsewhere = { try await deletions($0, $1, 14) }
    // Before a copy is added again its release is looked up twice, two seconds apart.
    var restoring = Operation("what a sync removed is brought back", "removed", "restore", "all")
    restoring.before = { try await deletions($0, $1, 2) }
    var deletion = Operation("a folder is deleted", "collection", "folders", "delete", "Fair")
    deletion.first = ["collection", "folders", "make", "Fair"]
    return [
      first, next, removal, restoring, file, undo, deletion,
      Operation("a second copy is added", "collection", "add", "930000013", "--folder", "Electronic"),
      Operation(
        "a copy is graded, rated and noted", "collection", "edit", "r930000013", "--media", "VG", "--rating", "2",
        "--notes", "“sold” at the fair"),
      Operation("a copy is moved", "collection", "move", "r930000013", "--folder", "Electronic"),
      Operation("a copy is removed", "collection", "remove", "r930000013"),
      Operation("a want is added", "wantlist", "add", "930000001", "--notes", "any", "--rating", "4"),
      Operation("a want is changed", "wantlist", "edit", "930000014", "--notes", "mint only"),
      Operation("a want is found", "wantlist", "got", "930000014"),
      Operation("a want is taken off", "wantlist", "remove", "930000014"),
      Operation("copies are added together", "collection", "add", "930000013", "930000014"),
      Operation("folders are made", "collection", "folders", "make", "Fair", "Loft"),
      Operation("a folder is renamed", "collection", "folders", "rename", "Hip Hop", "Rap"),
    ]
  }()

  /// Too long for every change: some seven minutes.
  private static let killsAtEachStep = ProcessInfo.processInfo.environment["RUNOUT_KILL_AT_EACH_STEP"] != nil

  // fails: sync | the program is killed after any step
  @Test(arguments: operations)
  func `killed at any moment, the program loses nothing and does nothing twice`(
    _ operation: Operation
  ) async throws {
    let start = try await ShelfStage()
    if operation.isSynced { try await start.sync() }
    if let before = operation.before {
      try await before(start.server, start.owner)
      try await start.sync()
    }
    if let first = operation.first {
      let done = try await start.run(first)
      try #require(done.lines.last == "Sent to Discogs", "\(done.errors)")
    }
    // Undisturbed: what comes of it.
    let whole = try await ShelfStage(after: start)
    try await operation.elsewhere(whole.server, whole.owner)
    let before = try await whole.there()
    let finished = try await whole.run(operation)
    try #require(finished.status == 0, "\(finished.errors)")
    let wanted = try await whole.there()
    #expect((wanted == before) == operation.isSync)
    var (step, steps) = (1, 0)
    while true {
      let stage = try await ShelfStage(after: start)
      try await operation.elsewhere(stage.server, stage.owner)
      let killed = try await stage.run(operation, changes: ["RUNOUT_FAULT_POINT": "\(step)"])
      if killed.status == 0 { break }  // there are no more steps
      try #require(killed.ending == .killed(signal: SIGKILL), "step \(step): \(killed.errors)")
      try await stage.sync(operation.sync)
      let there = try await stage.there()
      // The first step comes before the change is on the disk; from then on it is made.
      #expect(there == (step == 1 ? before : wanted), "step \(step)")
      #expect(try await stage.here() == there, "step \(step)")
      step = Self.killsAtEachStep ? step + 1 : max(step + 1, Int(Double(step) * operation.stride))
      steps += 1
    }
    #expect(steps > 2)
  }
}

extension ShelfStage {
  fileprivate func run(
    _ operation: KilledTests.Operation, changes: [String: String] = [:]
  ) async throws -> Finished {
    let path = program.home.path("import.csv")
    if let file = operation.file { try file.write(toFile: path, atomically: true, encoding: .utf8) }
    return try await run(operation.verb.map { $0 == "FILE" ? path : $0 }, changes: changes)
  }
}

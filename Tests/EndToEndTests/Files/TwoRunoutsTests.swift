import DiscogsModel
import GRDB
import TestSupport
import Testing

// breaks: Two programs at once
/// Several programs over one library.
@Suite(.limitedConcurrency)
struct TwoRunoutsTests {
  @Test func `verbs that run at once all succeed, and each change is made once`() async throws {
    let stage = try await ShelfStage()
    try await stage.sync()
    let before = try await stage.there()
    let releases = (1...5).map { "93000000\([1, 2, 6, 7, 9][$0 - 1])" }
    try await withThrowingTaskGroup(of: Finished.self) { group in
      for release in releases { group.addTask { try await stage.run(["wantlist", "add", release]) } }
      for try await finished in group {
        #expect(finished.status == 0 && finished.output.contains("Done: Want "), "\(finished.output)\(finished.errors)")
        // One of them sends; what comes too late for it is said to wait.
        if !finished.output.contains("Sent to Discogs") {
          #expect(finished.errors.contains("pending: Another Runout is syncing"), "\(finished.errors)")
        }
      }
    }
    try await stage.sync()
    let after = try await stage.there()
    #expect(try await stage.here() == after)
    #expect(after.wants.count == before.wants.count + releases.count)
    #expect(stage.server.count("PUT", "/users/*/wants/*") == releases.count)
  }

  @Test func `a library locked by another program is named, and no change is half done`()
    async throws
  {
    let stage = try await ShelfStage()
    try await stage.sync()
    let before = try await stage.here()
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let path = stage.program.home.path("data/library.sqlite")
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
    let refused = try await stage.run(["collection", "edit", "r930000013", "--rating", "2"])
    #expect(refused.status == 1 && refused.errors.contains(path) && refused.errors.contains("Another program"))
    #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    // Reading goes on meanwhile.
    let listed = try await stage.run(["collection", "list", "--json"])
    #expect(try jsonLines(listed.output).count == before.copies.count, "\(listed.errors)")
    try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    try other.close()
    #expect(try await stage.here() == before)
    let done = try await stage.run(["collection", "edit", "r930000013", "--rating", "2"])
    #expect(done.lines.last == "Sent to Discogs", "\(done.output)\(done.errors)")
    #expect(try await stage.here() == stage.there())
  }
}

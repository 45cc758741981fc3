import DiscogsModel
import DiscogsServer
import Foundation
import RunoutModel
import TestSupport
import Testing
import UserLibrary

/// The program with its files, and a server of its own that it keeps a shelf in step with.
struct ShelfStage {
  let program: RunoutProgram
  let server: TestServer
  let owner: ServerAccount.ID

  /// - Parameter start: whose files and whose account there are to begin with; nil for none, and the demo's account.
  init(after start: ShelfStage? = nil) async throws {
    program = try RunoutProgram(hasDemo: false)
    // With so many allowed, no request has to wait for its turn.
    server = try await TestServer.start(like: start?.server, rate: .perMinute(60_000))
    owner = try #require(try await server.accounts.account(named: TestServer.owner)).id
    guard let home = start?.program.home else { return }
    for folder in ["data", "cache"] where FileManager.default.fileExists(atPath: home.path(folder)) {
      try FileManager.default.copyItem(atPath: home.path(folder), toPath: program.home.path(folder))
    }
  }

  func arguments(_ verb: [String]) -> [String] {
    verb + ["--source", "live", "--api-url", server.url] + program.folders
  }

  func environment(_ changes: [String: String] = [:]) -> [String: String] {
    program.environment.merging(["DISCOGS_TOKEN": TestServer.token, "DISCOGS_TOKEN_FOR": server.url]) { $1 }.merging(
      changes
    ) { $1 }
  }

  func run(_ verb: [String], changes: [String: String] = [:]) async throws -> Finished {
    try await TestSupport.run(
      program.executable, arguments(verb), environment: environment(changes), directory: program.home.path)
  }

  /// What puts everything right that can be.
  func sync(_ verb: [String] = ["collection", "sync"]) async throws {
    let synced = try await run(verb)
    #expect(
      synced.status == 0 && synced.output.hasSuffix(", nothing pending\n"), "\(synced.output)\(synced.errors)")
  }

  /// All there is to a shelf, the same wherever it is kept.
  struct Digest: Hashable {
    var folders: [String] = []
    var copies: [String] = []
    var wants: [String] = []

    fileprivate static func copy(
      _ release: Release.ID, _ folder: String, _ rating: Int?, _ notes: [(name: String, value: String)]
    ) -> String {
      let notes = notes.filter { !$0.value.isEmpty }.map { "\($0.name): \($0.value)" }.sorted()
      return "\(release.number) in \(folder), rated \(rating ?? 0), \(notes)"
    }

    fileprivate static func want(_ release: Release.ID, _ rating: Int?, _ notes: String) -> String {
      "\(release.number), rated \(rating ?? 0), \(notes)"
    }
  }

  func there() async throws -> Digest {
    var digest = Digest()
    let fields = try await server.accounts.fields(of: owner)
    let folders = try await server.accounts.folders(of: owner).filter { $0.id != CollectionInstance.Folder.all }
    let everything = AccountPageRequest(limit: 10_000)
    digest.folders = folders.map(\.name).sorted()
    digest.copies = try await server.accounts.items(of: owner, everything).rows.map { item in
      let folder = folders.first { $0.id == item.folder }?.name ?? "no folder"
      return Digest.copy(
        item.release, folder, item.rating, fields.map { ($0.name, item.notes[$0.id] ?? "") })
    }.sorted()
    digest.wants = try await server.accounts.wants(of: owner, everything).rows.map {
      Digest.want($0.release, $0.rating, $0.notes)
    }
    .sorted()
    return digest
  }

  func here() async throws -> Digest {
    let library = try Library.open(at: program.home.path("data/library.sqlite"))
    var digest = Digest()
    digest.folders = try await library.folders().map(\.name).sorted()
    digest.copies = try await library.copies(CollectionRequest(), limit: 10_000).rows.map { copy in
      let conditions = [("Media Condition", copy.mediaCondition), ("Sleeve Condition", copy.sleeveCondition)]
      return Digest.copy(
        copy.release, copy.folder, copy.rating, conditions + copy.fields.map { ($0.name, $0.value) })
    }.sorted()
    digest.wants = try await library.wants(CollectionRequest(), limit: 10_000).rows.map {
      Digest.want($0.release, $0.rating, $0.notes)
    }
    .sorted()
    try library.close()
    return digest
  }
}

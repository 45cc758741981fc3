import Foundation
import TestSupport
import Testing

/// What is the user's own is closed to others from its first byte, whatever the shell's umask.
@Suite(.limitedConcurrency)
struct FileModeTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  /// Runs the program where every file that does not say otherwise is open to all.
  private func runOpenly(_ arguments: String...) async throws -> Finished {
    try await TestSupport.run(
      "/bin/sh", ["-c", "umask 000; exec \"$0\" \"$@\"", program.executable] + arguments + program.folders,
      environment: program.environment, directory: program.home.path)
  }

  @Test func `the library, its backups and the server's accounts are never open to others`() async throws {
    // Long enough that copying them takes a while.
    let notes = String(repeating: "long ", count: 400)
    let rows = (1...3_000).map { ["release_id": "\($0)", "Title": "Record \($0)", "Collection Notes": notes] }
    let file = try program.home.write(Export.collection(rows), to: "fill.csv")
    let all = FileModeWatch(program.home.path)
    #expect(try await runOpenly("collection", "import", file).status == 0)
    try FileManager.default.createDirectory(atPath: program.home.path("copies"), withIntermediateDirectories: true)
    let backup = program.home.path("copies/backup.sqlite")
    #expect(try await runOpenly("backup", backup).status == 0)
    let restored = try await runOpenly("restore", backup)
    #expect(restored.status == 0, "\(restored.errors)")
    let server = try PseudoTerminal(
      "/bin/sh",
      ["-c", "umask 000; exec \"$0\" \"$@\"", program.executable, "serve", "--source", "demo", "--port", "0"]
        + program.folders,
      environment: program.environment, directory: program.home.path, home: program.home)
    try await server.waitForText("Serving the Discogs API")
    server.signal(SIGTERM)
    #expect(try await server.ending() == .exited(0))
    let seen = all.end()
    let own = seen.filter { $0.name.hasPrefix("data/") || $0.name.hasPrefix("copies/") }
    #expect(own.filter { $0.mode & 0o077 != 0 } == [])
    for name in [
      "data/library.sqlite", "data/library.sqlite-wal", "data/library.sqlite.before-restore.backup",
      "data/server-demo.sqlite", "data/server-demo.sqlite-wal", "data/server-demo.sqlite-shm", "copies/backup.sqlite",
    ] { #expect(own.contains { $0.name == name && $0.mode == 0o600 }, "\(name)") }
    #expect(own.contains { $0.name.hasPrefix("copies/backup.sqlite.") }, "the copy was not seen while it was made")
    #expect(seen.filter { $0.name == "data" }.map(\.mode) == [0o700])
  }
}

import DiscogsServer
import Foundation
import TestSupport
import Testing
import UserLibrary

/// Copies of the library, and a library for each profile.
@Suite(.limitedConcurrency)
struct VerbsBackupTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  private func fill(_ releases: Int...) async throws {
    let file = try program.home.write(
      Export.collection(releases.map { ["release_id": "\($0)", "Title": "Record \($0)"] }), to: "fill.csv")
    #expect(try await program.run("collection", "import", file, source: nil).status == 0)
  }

  private func titles() async throws -> String {
    try await program.run("collection", "export", "--format", "text", source: "catalogue").output
  }

  @Test func `a library is copied, restored, and the one before is kept`() async throws {
    try await program.importDumps(Dump.releases([Dump.release(1, title: "One")]))
    try await fill(1, 2)
    let before = try await titles()
    let backup = program.home.path("backup.sqlite")
    #expect(try await program.run("backup", backup).output == "Wrote \(backup)\n")
    let twice = try await program.run("backup", backup)
    #expect(twice.status == 1 && twice.errors.contains("--force"), "\(twice.errors)")
    try await fill(3)
    // What is changed on an account's shelf is to be sent.
    let library = try Library.open(at: program.home.path("data/library.sqlite"))
    try await library.mirror("collector")
    try await library.closeWhenIdle()
    #expect(try await program.run("wantlist", "add", "1", source: "catalogue").status == 0)
    let forced = program.home.path("second.sqlite")
    #expect(try await program.run("backup", forced, "--force").status == 0)
    let tried = try await program.run("restore", backup, "--dry-run")
    #expect(
      tried.output.hasPrefix("Would restore 2 copies, 0 wants, 0 searches"), "\(tried.output)\(tried.errors)")
    #expect(try await titles() != before)
    let restored = try await program.run("restore", backup)
    #expect(restored.status == 0 && restored.output.hasPrefix("Restored 2 copies"), "\(restored.errors)")
    #expect(try await titles() == before)
    let kept = program.home.path("data/library.sqlite.before-restore.backup")
    #expect(FileManager.default.fileExists(atPath: kept))
    // What was pending then may have been sent since: it waits.
    let later = try await program.run("restore", forced, "--json")
    #expect(try jsonLines(later.output).first?["held"] as? Int == 1, "\(later.output)\(later.errors)")
    let pending = try await program.run("pending", "--json", source: "catalogue")
    #expect(try jsonLines(pending.output).first?["state"] as? String == "refused")
    let names = try FileManager.default.contentsOfDirectory(atPath: program.home.path("data"))
    #expect(!names.contains { $0.contains("restoring") }, "\(names)")
  }

  // fails: restore | the file is no library
  @Test func `only a library can be restored, and it replaces a damaged one`() async throws {
    try await program.importDumps(Dump.releases([Dump.release(1, title: "One")]))
    try await fill(1)
    let before = try await titles()
    let text = try program.home.write("no database", to: "text.sqlite")
    for (file, words) in [
      (program.home.path("nowhere"), "no such file"), (text, "it is damaged"),
      (program.home.path("data/catalogue.sqlite"), "catalogue.sqlite"),
    ] {
      let refused = try await program.run("restore", file)
      #expect(refused.status == 1 && refused.errors.contains(words), "\(refused.errors)")
      #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    }
    #expect(try await titles() == before)
    let backup = program.home.path("backup.sqlite")
    #expect(try await program.run("backup", backup).status == 0)
    try Data("rubbish".utf8).write(to: URL(fileURLWithPath: program.home.path("data/library.sqlite")))
    #expect(try await program.run("collection", "list", source: "catalogue").status == 1)
    #expect(try await program.run("restore", backup).status == 0)
    #expect(try await titles() == before)
    #expect(program.home.read("data/library.sqlite.before-restore.backup") == "rubbish")
  }

  @Test func `a backup goes to standard output, but to no terminal`() async throws {
    try await fill(1, 2)
    let copied = try await TestSupport.run(
      "/bin/sh", ["-c", #"exec "$0" backup - "$@" >copy.sqlite"#, program.executable] + program.folders,
      environment: program.environment, directory: program.home.path)
    #expect(copied.status == 0 && copied.errors.isEmpty, "\(copied.errors)")
    #expect(!FileManager.default.fileExists(atPath: program.home.path("-")))
    let tried = try await program.run("restore", program.home.path("copy.sqlite"), "--dry-run")
    #expect(tried.output.hasPrefix("Would restore 2 copies"), "\(tried.output)\(tried.errors)")
    let terminal = try PseudoTerminal(
      program.executable, ["backup", "-"] + program.folders, size: .standard, environment: program.environment,
      directory: program.home.path, home: program.home)
    #expect(try await terminal.ending() == .exited(2))
    #expect(terminal.screen.text.contains("cannot write a backup to the terminal"), "\(terminal.screen.text)")
  }

  // fails: library | a link to it leads nowhere
  @Test func `a library on a disk that is not mounted is named, and nothing stands in for it`() async throws {
    try FileManager.default.createDirectory(atPath: program.home.path("data"), withIntermediateDirectories: true)
    let (link, target) = (program.home.path("data/library.sqlite"), program.home.path("disk/library.sqlite"))
    #expect(symlink(target, link) == 0)
    let verbs = [
      ["collection", "list"], ["collection", "export"], ["wantlist", "list"], ["search", "blue"],
      ["backup", program.home.path("copy.sqlite")],
    ]
    for verb in verbs {
      let finished = try await TestSupport.run(
        program.executable, verb + program.folders, environment: program.environment, directory: program.home.path)
      #expect(finished.status == 1 && finished.output.isEmpty, "\(verb): \(finished.output)")
      #expect(finished.errors == "runout: Cannot open \(link): it is a link to \(target), which leads nowhere\n")
    }
    let doctor = try await program.run("doctor", source: nil)
    #expect(doctor.status == 1)
    let line = doctor.lines.first { $0.contains("database library") }
    #expect(line?.hasPrefix("failed") == true && line?.contains("leads nowhere") == true, "\(doctor.output)")
    #expect(!FileManager.default.fileExists(atPath: program.home.path("copy.sqlite")))
  }

  // fails: library | files may not grow so large (`ulimit -f`)
  @Test(arguments: [
    ["collection", "list"], ["collection", "export", "-o", "shelf.csv"], ["backup", "copy.sqlite"], ["search", "one"],
    ["doctor"],
  ])
  func `a limit on the size of files is named, and ends no verb without a word`(_ verb: [String]) async throws {
    try await fill(1)
    // The output of a test is a file, which the limit would cut short: it goes there through a pipe.
    let limited = #"(ulimit -f 0; "$0" "$@"; echo "status $?") 2>&1 | cat"#
    let finished = try await TestSupport.run(
      "/bin/sh", ["-c", limited, program.executable] + verb + program.folders, environment: program.environment,
      directory: program.home.path)
    #expect(finished.lines.last == "status 1", "\(finished.output)")
    #expect(finished.output.contains("ulimit -f"), "\(finished.output)")
    #expect(!finished.output.contains("permissions"), "\(finished.output)")
    for name in ["shelf.csv", "copy.sqlite"] {
      #expect(!FileManager.default.fileExists(atPath: program.home.path(name)))
    }
  }

  @Test func `a program that has the library open goes on with what was restored`() async throws {
    try await program.importDumps(Dump.releases([Dump.release(1, title: "One")]))
    try await fill(1)
    let backup = program.home.path("backup.sqlite")
    #expect(try await program.run("backup", backup).status == 0)
    try await fill(2)
    let terminal = try await program.open(source: "catalogue")
    try await terminal.press("3")
    #expect(terminal.screen.text.contains("Record 2"), "\(terminal.screen.text)")
    #expect(try await program.run("restore", backup).status == 0)
    try await terminal.press("R")
    #expect(terminal.screen.text.contains("Record 1"), "\(terminal.screen.text)")
  }

  @Test func `each profile has a shelf of its own, and its own account`() async throws {
    let server = try await TestServer.start()
    let mine = try await program.ask(server.url, "collection", "sync")
    #expect(mine.status == 0, "\(mine.errors)")
    let theirs = try await program.ask(
      server.url, "collection", "sync", "--profile", "guest", token: TestServer.guestToken)
    #expect(theirs.status == 0 && theirs.output.hasPrefix("Synced 0 copies and "), "\(theirs.output)\(theirs.errors)")
    #expect(FileManager.default.fileExists(atPath: program.home.path("data/library-guest.sqlite")))
    let wish = try await program.ask(
      server.url, "wantlist", "add", "930000005", "--profile", "guest", token: TestServer.guestToken)
    #expect(wish.lines.last == "Sent to Discogs", "\(wish.output)\(wish.errors)")
    let guest = try await program.ask(
      server.url, "wantlist", "--json", "--profile", "guest", token: TestServer.guestToken)
    #expect(try jsonLines(guest.output).map { $0["id"] as? Int } == [930_000_005])
    let count = try await program.ask(server.url, "collection", "list").lines.count
    #expect(count > 50)
    #expect(
      try await program.ask(server.url, "collection", "sync", "--full").output.hasPrefix("Synced \(count) copies"))
    // The same profile with another's token is refused, and nothing is mixed.
    let mixed = try await program.ask(server.url, "collection", "sync", token: TestServer.guestToken)
    #expect(mixed.status == 1 && mixed.errors.contains("This shelf belongs to collector"), "\(mixed.errors)")
    let odd = try await program.ask(server.url, "collection", "list", "--profile", "../x")
    #expect(odd.status == 1 && odd.errors.contains("Profile names have"), "\(odd.errors)")
  }
}

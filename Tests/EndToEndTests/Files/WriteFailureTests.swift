import Foundation
import TestSupport
import Testing

/// Every file that a verb writes, where it cannot be written: one line, a status that says so, and nothing half done.
@Suite(.limitedConcurrency)
struct WriteFailureTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
    // A file where a folder should be is refused to everybody, root included.
    try program.home.write("in the way", to: "file")
  }

  private func expectRefused(_ finished: Finished, _ words: String) {
    #expect(finished.status == 1)
    #expect(finished.output == "")
    let errors = finished.errors.split(separator: "\n")
    #expect(errors.count == 1 && errors[0].hasPrefix("runout: ") && errors[0].contains(words), "\(finished.errors)")
    #expect(program.home.read("file") == "in the way")
  }

  // fails: export of a shelf | its folder cannot be written to
  @Test func `an export that cannot be written is an error with its path`() async throws {
    let path = program.home.path("file/shelf.csv")
    expectRefused(try await program.run("collection", "export", "--output", path), path)
    expectRefused(try await program.run("wantlist", "export", "--output", path), path)
  }

  // fails: backup | its folder cannot be written to
  @Test func `a backup that cannot be written is an error and leaves the library unchanged`() async throws {
    #expect(try await program.run("search", "blue", source: "demo").status == 0)
    _ = try await program.run("history")
    let before = program.names(in: "data")
    let path = program.home.path("file/library.backup")
    expectRefused(try await program.run("backup", path), path)
    #expect(program.names(in: "data") == before)
  }

  // fails: standard output | the disk is full
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no full device here"),
    arguments: [["collection", "list"], ["collection", "list", "--json"], ["collection", "export"]])
  func `a list that does not fit on the disk is an error`(_ verb: [String]) async throws {
    let finished = try await TestSupport.run(
      "/bin/sh",
      ["-c", #"exec "$0" "$@" >/dev/full"#, program.executable] + verb + ["--source", "demo"] + program.folders,
      environment: program.environment, directory: program.home.path)
    expectRefused(finished, "No space left on device")
  }

  // fails: screen saved by a script | its folder cannot be written to
  @Test func `a screen that cannot be saved ends the script and names its path`() async throws {
    let script = try program.home.write("save-screen file/screen.txt\n", to: "steps.txt")
    expectRefused(try await program.run("--script", script, "--size", "80x24"), "file/screen.txt")
  }

  // fails: file that says when the program is idle | its folder cannot be written to
  @Test func `if the idle file cannot be written, the terminal is restored and the path named`() async throws {
    let terminal = try await program.open(["--idle-file", "file/idle"], settled: false)
    #expect(try await terminal.ending() == .exited(1))
    #expect(terminal.screen.text.contains("file/idle"), "\(terminal.screen.text)")
    #expect(program.home.read("file") == "in the way")
  }

  // fails: accounts of the server | the file cannot be opened
  @Test func `a server that cannot save its accounts does not start`() async throws {
    let path = program.home.path("data/server-demo.sqlite")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    expectRefused(try await program.run("serve", "--port", "0"), path)
  }

  // fails: lock beside the library | it cannot be made
  @Test func `a sync that cannot lock the library fails and says why`() async throws {
    let lock = program.home.path("data/library.sqlite.lock")
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: true)
    let finished = try await program.run(
      "collection", "sync", "--api-url", "http://127.0.0.1:9", source: "live",
      changes: ["DISCOGS_TOKEN": "ThisTokenIsSecretAndHasFortyLettersInIt1"])
    expectRefused(finished, lock)
  }
}

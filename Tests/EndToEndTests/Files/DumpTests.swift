import Foundation
import LibC
import TestSupport
import Testing

// breaks: Broken dumps
/// Dumps that are not as they should be, and imports that are cut short.
@Suite(.limitedConcurrency)
struct DumpTests {
  private func imports(
    _ program: RunoutProgram, _ files: String..., replace: Bool = false
  ) async throws -> Finished {
    try await run(
      program.executable, ["import"] + (replace ? ["--replace"] : []) + files + program.folders,
      environment: program.environment, for: .seconds(60))
  }

  /// What the log says of skipped records: their offsets, in order.
  private func offsets(_ program: RunoutProgram) throws -> [Int] {
    try jsonLines(program.log).compactMap { entry in
      guard entry["message"] as? String == "skipped a broken record" else { return nil }
      let metadata = entry["metadata"] as? [String: Any]
      return (metadata?["offset"] as? String).flatMap(Int.init)
    }
  }

  /// The catalogue, and whatever an import may have left beside it.
  private func catalogueFiles(_ program: RunoutProgram) -> [String] {
    program.names(in: "data").filter { $0.contains("catalogue") && !$0.contains("lock") }
  }

  @Test func `ill-formed records are skipped, counted and logged with their offsets`() async throws {
    let program = try RunoutProgram()
    let good = (1...6).map { Dump.release($0, title: "Record \($0)") + "\n" }
    let broken = [
      "<release id=\"90\"><title>A & B</title></release>\n", "<release id=\"91\"><title>A</titel></release>\n",
      "<release><title>No id</title></release>\n", "<release id=\"92\"><title>&nbsp;</title></release>\n",
    ]
    var text = "<releases>\n"
    var places: [Range<Int>] = []
    for index in good.indices {
      text += good[index]
      if index < broken.count {
        let start = text.utf8.count
        text += broken[index]
        places.append(start - 1..<text.utf8.count)
      }
    }
    text += "</releases>\n"
    let finished = try await imports(program, try program.home.write(text, to: "dump.xml"))
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(finished.output.contains("holds 6 releases"))
    #expect(finished.output.contains("4 broken records"))
    #expect(finished.output.contains(program.home.path("state/runout.log")))
    let offsets = try offsets(program)
    #expect(offsets.count == 4)
    for (offset, place) in zip(offsets, places) { #expect(place.contains(offset)) }
    let found = try await program.run("search", "record", source: "catalogue")
    #expect(found.lines.count == 6)
    #expect(try await program.run("release", "90", source: "catalogue").status == 3)
  }

  @Test func `a dump with unknown elements imports the known ones`() async throws {
    let program = try RunoutProgram()
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <releases note="a later version">
      <release status="Draft" kind="new" id="1"><extra deep="1"><title>Not this</title></extra><title>Known</title>
      <artists><artist><name>Somebody</name><id>7001</id><pronoun>they</pronoun></artist></artists>
      <formats><format name="Vinyl" qty="one" weight="180"/></formats><year>1969</year></release>
      <release id="2"><tracklist><track><title>Only a track</title></track></tracklist></release>
      </releases>
      """
    let finished = try await imports(program, try program.home.write(text, to: "dump.xml"))
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(finished.output.contains("extra"))
    let known = try await program.run("release", "1", source: "catalogue")
    #expect(known.output.contains("Somebody") && known.output.contains("Known"))
    #expect(!known.output.contains("Not this"))
    #expect(try await program.run("release", "2", source: "catalogue").output.contains("Only a track"))
  }

  @Test func `a download that was cut off changes nothing`() async throws {
    let program = try RunoutProgram()
    let old = try program.home.write(Dump.releases([Dump.release(1, title: "Old record")]), to: "old.xml")
    #expect(try await imports(program, old).status == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: program.home.path("data/catalogue.sqlite")))

    let whole = Dump.releases((2...3_000).map { Dump.release($0, title: "New record \($0)") })
    let cut = try program.home.write(String(whole.prefix(whole.count / 2)), to: "cut.xml")
    let plain = try program.home.write(whole, to: "whole.xml")
    let packed = try await run(
      "/bin/sh", ["-c", "gzip -c '\(plain)' >'\(plain).gz'"], environment: program.environment)
    #expect(packed.status == 0)
    let compressed = try Data(contentsOf: URL(fileURLWithPath: plain + ".gz"))
    let cutCompressed = program.home.path("cut.xml.gz")
    try compressed.prefix(compressed.count / 2).write(to: URL(fileURLWithPath: cutCompressed))
    let page = try program.home.write("<!DOCTYPE html><html><body>403</body></html>", to: "page.xml.gz")
    let empty = try program.home.write("", to: "empty.xml.gz")
    for file in [cut, cutCompressed, page, empty, "/nowhere/dump.xml"] {
      for replace in [false, true] {
        // A good file beside the bad one is not half of an import, either.
        let finished = try await imports(program, plain, file, replace: replace)
        #expect(finished.status == 1)
        let said = finished.errors.split(separator: "\n").filter { $0.hasPrefix("runout: ") }
        #expect(said.count == 1, "\(finished.errors)")
        #expect(said.first?.contains(file) == true, "\(finished.errors)")
        #expect(finished.output == "")
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: program.home.path("data/catalogue.sqlite"))) == before)
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 1)
    #expect(catalogueFiles(program) == ["catalogue.sqlite"])
    // The whole file does it.
    #expect(try await imports(program, plain + ".gz").output.contains("holds 3,000 releases"))
  }

  /// Starts an import that takes long, and returns when it is under way.
  private func longImport(_ program: RunoutProgram) async throws -> PseudoTerminal {
    let path = try program.home.write("<releases>\n", to: "endless.xml")
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    let records = (2...1_000).map { Dump.release($0, title: "New \($0)") + "\n" }.joined()
    for _ in 1...60 { try file.write(contentsOf: Data(records.utf8)) }
    try file.write(contentsOf: Data("</releases>\n".utf8))
    try file.close()
    let terminal = try PseudoTerminal(
      program.executable, ["import", path] + program.folders, environment: program.environment, home: program.home)
    try await terminal.waitForText("endless.xml", within: .seconds(20))
    return terminal
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an import that is stopped leaves the old catalogue`(_ signal: Int32) async throws {
    let program = try RunoutProgram()
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Old record")]))
    let before = try Data(contentsOf: URL(fileURLWithPath: program.home.path("data/catalogue.sqlite")))
    let terminal = try await longImport(program)
    let start = ContinuousClock.now
    if signal == SIGINT {
      terminal.write("<C-c>")
    } else {
      terminal.signal(signal)
    }
    #expect(try await terminal.ending() == .exited(1))
    #expect(ContinuousClock.now - start < .seconds(2))
    #expect(terminal.screen.text.contains("import stopped; the catalogue is unchanged"), "\(terminal.screen.text)")
    #expect(terminal.lineModes.isSane)
    #expect(try Data(contentsOf: URL(fileURLWithPath: program.home.path("data/catalogue.sqlite"))) == before)
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 1)
    #expect(try await program.run("search", "new", source: "catalogue").status == 3)
    // Another import works at once.
    try await program.importDumps(Dump.releases([Dump.release(3, title: "Third record")]))
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 2)
  }

  /// An import that has read the beginning of its file, and waits for the rest.
  private func endlessImport(_ program: RunoutProgram) async throws -> (terminal: PseudoTerminal, pipe: Int32) {
    let pipe = program.home.path("never.xml")
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal(
      program.executable, ["import", pipe] + program.folders, environment: program.environment, home: program.home)
    // Opening for writing without waiting works once somebody reads.
    let writer = try await poll(for: .seconds(20)) { () -> Int32? in
      let descriptor = open(pipe, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return descriptor >= 0 ? descriptor : nil
    }
    let descriptor = try #require(writer)
    #expect(write(descriptor, "<releases>", 10) == 10)
    try await poll(for: .seconds(20)) { () -> Void? in
      var unread: CInt = -1
      return ioctl(descriptor, UInt(FIONREAD), &unread) == 0 && unread == 0 ? () : nil
    }
    return (terminal, descriptor)
  }

  @Test func `an import stuck on its file ends at the second Ctrl-C`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Old record")]))
    let (terminal, descriptor) = try await endlessImport(program)
    defer { close(descriptor) }
    // While nothing has come, the first Ctrl-C ends it.
    terminal.write("<C-c>")
    // The first one is heeded as soon as reading goes on, which it does not.
    try await terminal.waitForText("Ctrl-C again stops at once", within: .seconds(20))
    #expect(terminal.current.ending == nil)
    terminal.write("<C-c>")
    #expect(try await terminal.ending(for: .seconds(20)) == .exited(130))
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 1)
    try await program.importDumps(Dump.releases([Dump.release(3, title: "Third record")]))
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 2)
  }

  @Test func `an import that is killed leaves the old catalogue, and the next one works`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Old record")]))
    let (terminal, descriptor) = try await endlessImport(program)
    defer { close(descriptor) }
    // A second import meanwhile is refused, and breaks nothing.
    let second = try await imports(
      program, try program.home.write(Dump.releases([Dump.release(9, title: "Other record")]), to: "other.xml"))
    #expect(second.status == 1)
    #expect(second.errors.contains("Another import"))
    #expect(catalogueFiles(program).count > 1, "the new one is begun")
    terminal.signal(SIGKILL)
    try await terminal.ending()
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 1)
    try await program.importDumps(Dump.releases([Dump.release(3, title: "Third record")]))
    #expect(try await program.run("search", "record", source: "catalogue").lines.count == 2)
    #expect(catalogueFiles(program) == ["catalogue.sqlite"])
  }

  @Test func `a running program switches to a new catalogue`() async throws {
    let program = try RunoutProgram()
    try await program.importDumps(
      Dump.releases((1...40).map { Dump.release($0, title: "Old \($0)", catalogueNumber: "O \($0)") }))
    let terminal = try await program.open(
      ["--environment", "testing"], source: "catalogue", size: ScreenSize(columns: 150, rows: 24))
    #expect(terminal.screen.text.contains("40 found"))
    try await terminal.press("j", "j")
    #expect(terminal.screen.selection?.contains("Old 3 ") == true)
    try await program.importDumps(
      Dump.releases((41...60).map { Dump.release($0, title: "New \($0)", catalogueNumber: "N \($0)") }))
    try await terminal.waitForText("New catalogue imported", within: .seconds(20))
    try await terminal.waitForText("60 found")
    #expect(terminal.screen.selection?.contains("Old 3 ") == true)
    try await terminal.press("s", "new<Enter>")
    #expect(terminal.screen.text.contains("of 20"), "\(terminal.screen.text)")
    try await terminal.press("<Enter>")
    #expect(terminal.screen.text.contains("Tracklist"))
    #expect(terminal.screen.misdeeds == [])
  }

  @Test func `a program started without a catalogue can switch to an imported one`() async throws {
    let program = try RunoutProgram()
    let terminal = try await program.open(source: nil)
    try await terminal.press("d")
    try await terminal.press(":source catalogue<Enter>")
    #expect(terminal.screen.text.contains("No catalogue yet"), "\(terminal.screen.text)")
    #expect(terminal.screen.text.contains("demo"))
    try await terminal.press("<Esc>")
    try await program.importDumps(Dump.releases([Dump.release(1, title: "Imported record")]))
    try await terminal.press(":source catalogue<Enter>")
    #expect(terminal.screen.text.contains("Imported record"), "\(terminal.screen.text)")
    #expect(terminal.screen.line(0).contains("catalogue"))
  }
}

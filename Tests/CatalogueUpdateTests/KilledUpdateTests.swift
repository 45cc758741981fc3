import Foundation
import Synchronization
import TestSupport
import Testing

// breaks: Crash or kill
/// The real program, ended by SIGKILL at one of its steps after the other.
@Suite(.limitedConcurrency)
struct KilledUpdateTests {
  /// Too long for every change.
  private static let killsAtEachStep = ProcessInfo.processInfo.environment["RUNOUT_KILL_AT_EACH_STEP"] != nil

  // fails: update of the catalogue | the program is killed after any step
  @Test(arguments: [nil, "genre:jazz format:vinyl"])
  func `killed at any moment, an update continues and ends like one that was not`(_ only: String?) async throws {
    let fixture = try MirrorFixture(records: 25)
    try await fixture.update(only: only)
    let whole = try await fixture.contents()
    var (step, steps) = (1, 0)
    while true {
      let program = try RunoutProgram(hasDemo: false)
      func update(killedAt step: Int?) async throws -> Finished {
        try await run(
          program.executable,
          ["catalogue", "update", "--yes", "--save-every", "0", "--url", fixture.mirror.url]
            + (only.map { ["--only", $0] } ?? []) + program.folders,
          environment: program.environment.merging(step.map { ["RUNOUT_FAULT_POINT": "\($0)"] } ?? [:]) { $1 })
      }
      let killed = try await update(killedAt: step)
      if killed.status == 0 { break }  // there are no more steps
      try #require(killed.ending == .killed(signal: SIGKILL), "step \(step): \(killed.errors)")
      // Once more, soon after it has been taken up.
      _ = try await update(killedAt: 2)
      let finished = try await update(killedAt: nil)
      try #require(finished.status == 0, "step \(step): \(finished.errors)")
      let contents = try await MirrorFixture.contents(of: program.home.path("data/catalogue.sqlite"))
      let odd = contents.difference(from: whole).prefix(4)
      #expect(odd.isEmpty, "step \(step): \(Array(odd))")
      let left = try FileManager.default.contentsOfDirectory(atPath: program.home.path("data"))
      #expect(left.filter { $0.hasPrefix(".catalogue") }.isEmpty, "step \(step)")
      step = Self.killsAtEachStep ? step + 1 : max(step + 1, Int(Double(step) * 1.3))
      steps += 1
    }
    #expect(steps > 5)
  }

  @Test func `a kill costs only what came since the last save`() async throws {
    let fixture = try MirrorFixture(records: 300)
    let steps = Mutex(0)
    try await fixture.update(interval: .zero, faultPoint: { steps.withLock { $0 += 1 } })
    let program = try RunoutProgram(hasDemo: false)
    let arguments =
      ["catalogue", "update", "--yes", "--save-every", "0", "--url", fixture.mirror.url] + program.folders
    let killed = try await run(
      program.executable, arguments,
      environment: program.environment.merging(["RUNOUT_FAULT_POINT": "\(steps.withLock { $0 } / 2)"]) { $1 })
    try #require(killed.ending == .killed(signal: SIGKILL), "\(killed.errors)")
    let asked = fixture.mirror.requests.count
    let finished = try await run(program.executable, arguments, environment: program.environment)
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(finished.output.contains("Continues what was stopped"))
    let releases = fixture.mirror.requests.dropFirst(asked)
      .filter { $0.hasPrefix("releases.xml.gz") && !$0.hasSuffix("=0-1") }
    let start = releases.first.flatMap { Int($0.dropFirst("releases.xml.gz bytes=".count).dropLast()) } ?? 0
    #expect(start > 1000, "\(releases)")
  }

  // fails: update of the catalogue | the disk is full
  @Test(
    .enabled(if: SmallDisk.isPossible, Comment(rawValue: SmallDisk.hindrance ?? "a small disk can be mounted")),
    arguments: [0, 48, 96, 192, 384])
  func `an update on a full disk says so in a line, and continues where there is room`(_ room: Int) async throws {
    let fixture = try MirrorFixture(records: 300)
    try await fixture.update(only: "genre:jazz")
    let program = try RunoutProgram(hasDemo: false)
    let data = program.home.path("data")
    let old = try MirrorFixture(records: 20)
    try await old.update()
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: old.path, toPath: data + "/catalogue.sqlite")
    let arguments =
      ["catalogue", "update", "--yes", "--save-every", "0", "--only", "genre:jazz", "--url", fixture.mirror.url]
      + program.folders
    let command = SmallDisk.command(
      data, after: program.home.path("after"), room: room << 10, [program.executable] + arguments)
    let failed = try await run(command[0], Array(command.dropFirst()), environment: program.environment)
    #expect(failed.status == 1, "\(failed.output)\(failed.errors)")
    #expect(failed.errors.contains("is full"), "\(failed.errors)")
    #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
    try FileManager.default.removeItem(atPath: data)
    try FileManager.default.moveItem(atPath: program.home.path("after"), toPath: data)
    #expect(try await MirrorFixture.contents(of: data + "/catalogue.sqlite") == old.contents())
    let finished = try await run(program.executable, arguments, environment: program.environment)
    #expect(finished.status == 0, "\(finished.errors)")
    #expect(try await MirrorFixture.contents(of: data + "/catalogue.sqlite") == fixture.contents())
    let left = try FileManager.default.contentsOfDirectory(atPath: data)
    #expect(left.filter { $0.hasPrefix(".catalogue") }.isEmpty)
  }
}

struct CatalogueVerbTests {
  @Test func `info says what a catalogue holds, as text and as JSON`() async throws {
    let fixture = try MirrorFixture()
    let program = try RunoutProgram(hasDemo: false)
    let none = try await program.run("catalogue", "info", source: nil)
    #expect(none.status == 3)
    #expect(none.errors.contains("`runout catalogue update` fetches one"))
    let updated = try await program.run(
      "catalogue", "update", "--only", "genre:jazz", "--url", fixture.mirror.url, source: nil)
    #expect(updated.status == 0, "\(updated.errors)")
    #expect(updated.lines.first == "Discogs, 2026-08: artists, labels, masters, releases")
    #expect(updated.output.contains("holds 30 releases"))
    let info = try await program.run("catalogue", "info", source: nil)
    #expect(info.output.contains("Selection  genre:jazz\nMonth      2026-08\n"))
    let json = try await program.run("catalogue", "info", "--json", source: nil)
    #expect(json.output.contains("\"month\":\"2026-08\"") && json.output.contains("\"releases\":30"))
    let outside = try await program.run("search", "genre:rock", source: "catalogue")
    #expect(outside.status == 3 && outside.errors.contains("your catalogue holds only genre:jazz"))
    let partly = try await program.run("search", "title genre:jazz -genre:rock", source: "catalogue")
    #expect(partly.status == 0 && partly.errors.isEmpty, "\(partly.errors)")
    let verified = try await program.run("catalogue", "verify", source: nil)
    #expect(verified.output.contains("is intact"))
    let told = try await program.run("catalogue", "verify", "--json", source: nil)
    #expect(told.output.hasPrefix("{\"intact\":true,\"bytes\":"))
    let again = try await program.run(
      "catalogue", "update", "--only", "genre:jazz", "--url", fixture.mirror.url, source: nil)
    #expect(again.lines == ["Your catalogue is of 2026-08, the newest month"])
    let asked = try await program.run("catalogue", "remove", source: nil)
    #expect(asked.status == 2)
    let removed = try await program.run("catalogue", "remove", "--yes", source: nil)
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(try await program.run("catalogue", "verify", source: nil).status == 3)
  }

  @Test func `the month of dumps that were imported by hand is that of their names`() async throws {
    let fixture = try MirrorFixture()
    let program = try RunoutProgram(hasDemo: false)
    let dump = program.home.path("discogs_20260701_releases.xml.gz")
    try Data(fixture.mirror.bytes(of: MirrorFixture.releases)).write(to: URL(fileURLWithPath: dump))
    let imported = try await program.run("import", dump, source: nil)
    #expect(imported.status == 0, "\(imported.errors)")
    let info = try await program.run("catalogue", "info", source: nil)
    #expect(info.output.contains("Month      2026-07\n"), "\(info.output)")
  }

  @Test func `verify finds a damaged catalogue`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let fixture = try MirrorFixture(records: 200)
    try await fixture.update()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for index in stride(from: 8192 * 3, to: bytes.count, by: 8192) { bytes[index] ^= 0xFF }
    try FileManager.default.createDirectory(atPath: program.home.path("data"), withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: program.home.path("data/catalogue.sqlite")))
    let verified = try await program.run("catalogue", "verify", source: nil)
    #expect(verified.status == 1)
    #expect(verified.errors.contains("is damaged"))
  }

  @Test func `a schedule is written for systemd, or printed for cron`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let config = ["XDG_CONFIG_HOME": program.home.path("config")]
    let written = try await program.run(
      "catalogue", "schedule", "--only", "genre:jazz", source: nil, changes: config)
    #expect(written.status == 0, "\(written.errors)")
    #expect(written.lines.last == "Turn it on: systemctl --user enable --now runout-catalogue.timer")
    let service = try #require(program.home.read("config/systemd/user/runout-catalogue.service"))
    #expect(service.contains("catalogue update --yes --only genre:jazz --data-dir"))
    #expect(program.home.read("config/systemd/user/runout-catalogue.timer")?.contains("OnCalendar=weekly") == true)
    let cron = try await program.run("catalogue", "schedule", "--cron", source: nil)
    #expect(cron.lines.count == 1 && cron.output.hasPrefix("30 4 * * 1 "))
  }

  @Test func `a kept dump that is not what its checksum says is fetched again`() async throws {
    let fixture = try MirrorFixture()
    let program = try RunoutProgram(hasDemo: false)
    let good = fixture.mirror.bytes(of: MirrorFixture.releases)
    var bad = good
    // A byte of the gzip head that inflating does not mind.
    bad[4] ^= 1
    fixture.mirror.put(MirrorFixture.releases, bad)
    let failed = try await program.run("catalogue", "update", "--keep", "--url", fixture.mirror.url, source: nil)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("does not match its checksum"), "\(failed.errors)")
    fixture.mirror.put(MirrorFixture.releases, good)
    let finished = try await program.run("catalogue", "update", "--keep", "--url", fixture.mirror.url, source: nil)
    #expect(finished.status == 0, "\(finished.errors)")
  }

  // fails: schedule | its folder cannot be made
  @Test func `a schedule that cannot be written is an error`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let file = try program.home.write("", to: "config")
    let failed = try await program.run("catalogue", "schedule", source: nil, changes: ["XDG_CONFIG_HOME": file])
    #expect(failed.status == 1)
    #expect(failed.errors.contains(file) && failed.output.isEmpty)
  }

  // fails: kept dumps | their folder cannot be made
  @Test func `a folder for dumps that cannot be made stops an update before it begins`() async throws {
    let fixture = try MirrorFixture()
    let program = try RunoutProgram(hasDemo: false)
    let data = program.home.path("data")
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: data + "/dumps"))
    let failed = try await program.run("catalogue", "update", "--keep", "--url", fixture.mirror.url, source: nil)
    #expect(failed.status == 1)
    #expect(failed.errors.contains("data/dumps"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: data) == ["dumps"])
  }

  @Test(arguments: [
    (["--month", "August"], "--month takes a month such as 2026-08"),
    (["--kinds", "records"], "--kinds takes artists, labels, masters, releases"),
    (["--only", "barcode:123"], "--only cannot select by barcode:"),
    (["--only", "genre:jazz", "--kinds", "artists"], "--only needs the releases: leave --kinds out"),
    (["--url", "ftp://x"], "“ftp://x” is not a web address, such as https://data.discogs.com/"),
    (["--url", "https://x:65536/"], "“https://x:65536/” is not a web address, such as https://data.discogs.com/"),
  ])
  func `what cannot be fetched is refused before anything is asked for`(
    _ arguments: [String], _ sentence: String
  ) async throws {
    let program = try RunoutProgram(hasDemo: false)
    let refused = try await run(
      program.executable, ["catalogue", "update"] + arguments + program.folders, environment: program.environment)
    #expect(refused.status == 2)
    #expect(refused.errors.contains(sentence), "\(refused.errors)")
  }
}

import Foundation
import TestSupport
import Testing

/// What verbs write goes where it is sent, or the verb fails.
@Suite(.limitedConcurrency)
struct OutputTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  /// Runs a line of bash in which `$R` is the program and `$F` its folders.
  private func shell(_ line: String, _ arguments: String..., limit: Duration = .seconds(30)) async throws -> Finished {
    var environment = program.environment
    environment["R"] = program.executable
    let text = "F=(\"$@\"); " + line.replacing("$F", with: "\"${F[@]}\"")
    return try await TestSupport.run(
      "/bin/bash", ["-c", text, "bash"] + arguments + program.folders, environment: environment,
      directory: program.home.path, for: limit)
  }

  private static let export = "\"$R\" collection export --source demo"

  @Test func `an export is the same, wherever it goes`() async throws {
    let plain = try await shell("\(Self.export) $F").output
    #expect(plain.hasPrefix("Catalog#,Artist,Title"))
    for line in [
      "-o file $F > /dev/null && cat file", "-o - $F", "-o /dev/stdout $F", "-o /dev/fd/1 $F",
      "-o /dev/fd/7 $F 7>&1 > /dev/null",
      "-o >(gzip > file.gz) $F > /dev/null; for i in {1..100}; do gzip -t file.gz 2> /dev/null && break; sleep .05; done; zcat file.gz",
      "-o pipe $F > /dev/null & cat pipe", "-o link $F > /dev/null && test -L link && cat real",
    ] {
      let found = try await shell("mkfifo pipe; ln -s real link; \(Self.export) \(line)")
      #expect(found.output == plain, "\(line): \(found.errors)")
    }
    let appended = try await shell("echo first > list; \(Self.export) -o /dev/stdout $F >> list; cat list")
    #expect(appended.output == "first\n" + plain)
  }

  private func fill() async throws {
    let file = try program.home.write(Export.collection([["release_id": "1", "Title": "One"]]), to: "fill.csv")
    #expect(try await program.run("collection", "import", file, source: nil).status == 0)
  }

  // fails: standard output | the device is full
  @Test func `a full device is an error of every verb`() async throws {
    try await fill()
    for arguments in [
      "--help", "--version", "help search", "search --help", "collection export --source demo -o /dev/full $F",
      "collection export --source demo $F", "collection list --source demo $F", "release 930000001 --source demo $F",
      "backup /dev/full $F", "browse --dump-keys",
    ] {
      let found = try await shell("\"$R\" \(arguments) > /dev/full")
      #expect(found.status == 1, "\(arguments): \(found.ending)")
      #expect(found.errors.contains("No space left on device"), "\(arguments): \(found.errors)")
    }
  }

  @Test func `a backup, a screen and a log go where they are sent, too`() async throws {
    try await fill()
    let backup = try await shell("\"$R\" backup /dev/stdout $F | head -c 15")
    #expect(backup.output == "SQLite format 3", "\(backup.errors)")
    let kept = try await shell(
      "touch old; chmod 664 old; ln -s old link; \"$R\" backup link --force $F && stat -c '%a %F' old link")
    #expect(kept.output.hasSuffix("664 regular file\n777 symbolic link\n"), "\(kept.output)\(kept.errors)")
    let screen = try await shell(
      "echo 'save-screen seen' > steps; ln -s shown seen; \"$R\" --script steps --source demo $F && test -L seen && cat shown"
    )
    #expect(screen.output.contains("Kind Of Blue"), "\(screen.output)\(screen.errors)")
    let log = try await shell(
      "ln -s real.log link.log; \"$R\" search jazz --source demo --log-file link.log $F > /dev/null; test -L link.log",
      limit: .seconds(60))
    #expect(log.status == 0, "\(log.errors)")
    // A pipe without a reader holds nothing up.
    let pipe = try await shell(
      "mkfifo log; RUNOUT_LOG=trace \"$R\" search jazz --source demo --log-file log $F | head -1")
    #expect(!pipe.output.isEmpty, "\(pipe.errors)")
  }

  @Test(arguments: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 20, 24, 32, 40, 48, 64])
  func `too few open files are an error in a sentence, and never a crash`(_ count: Int) async throws {
    for verb in ["search jazz --source demo", "collection list --source demo", "whoami --source live"] {
      // bash has files of its own open.
      let found = try await shell("exec 2>&1; F+=(\(verb)); ulimit -n \(count) 2> /dev/null; exec \"$R\" \(verb) $F")
      #expect(found.status.map { $0 < 128 } ?? false, "\(count) \(verb): \(found.ending) \(found.output)")
      if found.status == 1 { #expect(found.output.contains("ulimit -n"), "\(count) \(verb): \(found.output)") }
    }
  }

  // MARK: Standard input

  @Test func `ids that never end, or are none, end soon`() async throws {
    for line in ["yes 1 | head -c 100000000", "head -c 100000000 /dev/zero", "yes '{\"id\": 1}' | head -c 100000000"] {
      let began = ContinuousClock.now
      let found = try await shell(
        "\(line) | \"$R\" wantlist add - --source demo --dry-run $F", limit: .seconds(60))
      #expect(found.status == 2, "\(line): \(found.ending)")
      #expect(
        found.errors.split(separator: "\n").count == 1 && found.errors.contains("standard input"), "\(found.errors)")
      #expect(ContinuousClock.now - began < .seconds(20))
    }
  }

  @Test func `a market file that cannot be one is refused at once`() async throws {
    let rows = (1...200_000).map { "\($0),9.99,seller" }.joined(separator: "\n")
    try program.home.write("release_id,price,seller\n" + rows, to: "many.csv")
    try program.home.write(
      "release_id,price,comments\n1,2,\"\(String(repeating: "x", count: 2_000_000))\"\n", to: "long.csv")
    for (market, words) in [
      ("/dev/zero", "it is a device"), ("long.csv", "line 2: a row of over 1 MB"),
      ("many.csv", "line 2, column release_id: release 1 is not in the catalogue"),
    ] {
      let found = try await shell("\"$R\" serve --source demo --port 0 --market \(market) $F", limit: .seconds(60))
      #expect(found.status == 1 || found.status == 2, "\(market): \(found.ending)")
      #expect(found.errors.contains(words), "\(market): \(found.errors)")
    }
  }
}

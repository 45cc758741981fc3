import Foundation
import TestSupport
import Testing

/// Playing keys from a file, where files are kept, and the command line as a whole.
@Suite(.limitedConcurrency)
struct VerbsScriptTests {
  private func play(_ program: RunoutProgram, _ script: String, _ options: String...) async throws -> Finished {
    let path = try program.home.write(script, to: "script")
    return try await run(
      program.executable, ["--script", path, "--source", "demo"] + options + program.folders,
      environment: program.environment, directory: program.home.path)
  }

  @Test func `a script plays keys and saves screens`() async throws {
    let program = try RunoutProgram()
    let played = try await play(
      program,
      """
      # A comment, and an empty line.

      expect Kind Of Blue
      save-screen \(program.home.path("first"))
      press s
      type blue train
      press <Enter>
      expect Blue Train
      save-screen second
      resize 40x12
      save-screen third
      save-screen styles --styles
      press 3
      paste not run as keys: Q
      expect Paste into a prompt
      """)
    #expect(played.status == 0, "\(played.errors)")
    #expect(played.output == "" && played.errors == "")
    let first = try #require(program.home.read("first")).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(first.count == 25)
    #expect(first[0].hasPrefix("Runout"))
    #expect(first.allSatisfy { $0.last != " " })
    #expect(program.home.read("second")?.contains("Search  blue train") == true)
    let third = try #require(program.home.read("third")).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(third.count == 13)
    #expect(third.allSatisfy { $0.count <= 40 })
    #expect(program.home.read("styles")?.contains("blue train") == true)
    #expect(program.home.read("styles") != program.home.read("third"))
    // What a script searches for is remembered like what a person does.
    #expect(try await program.rememberedQueries() == ["blue train"])
  }

  @Test func `a script on another size shows what a terminal of that size shows`() async throws {
    let program = try RunoutProgram()
    let played = try await play(program, "press j j\nsave-screen screen\n", "--size", "132x43")
    #expect(played.status == 0)
    // A script's screen is text, without pictures.
    try program.home.write("start = \"search\"\npictures = \"off\"\n", to: "config.toml")
    let terminal = try await program.open(size: ScreenSize(columns: 132, rows: 43))
    try await terminal.press("j", "j")
    let lines = try #require(program.home.read("screen")).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.dropLast().map(String.init) == terminal.screen.lines)
  }

  @Test func `mistakes in a script name their line`() async throws {
    let program = try RunoutProgram()
    for (script, line) in [
      ("press j\n\nhop\n", 3), ("press <NoSuch>\n", 1), ("press j\nresize 80\n", 2), ("save-screen\n", 1),
      ("# one\n# two\nsave-screen a b c\n", 3),
    ] {
      let played = try await play(program, script)
      #expect(played.status == 2, "\(script)")
      #expect(played.errors.contains("line \(line): "), "\(played.errors)")
      #expect(played.errors.split(separator: "\n").count == 1)
    }
    let over = try await play(program, "press j\npress Q\n# Nothing more.\n\nexpect Kind Of Blue\npress j\n")
    #expect(over.status == 2)
    #expect(over.errors.contains("line 5: the program ended at line 2"), "\(over.errors)")
    #expect(over.errors.split(separator: "\n").count == 1)
    #expect(try await play(program, "press Q\r\n# The end.\r\n").status == 0)
    let missing = try await play(program, "press j\nexpect No such text\npress Q\n")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("line 2: “No such text” is not on the screen"))
    #expect(missing.errors.contains("Kind Of Blue"), "the screen is shown")
    #expect(try await program.run("--script", "/nowhere/script").status == 1)
    let unwritable = try await play(program, "save-screen /nowhere/screen\n")
    #expect(unwritable.status == 1)
    #expect(unwritable.errors.contains("/nowhere/screen"))
  }

  @Test func `files go where the XDG variables say`() async throws {
    let program = try RunoutProgram()
    let home = program.home
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": home.path("me"), "LANG": "C.UTF-8", "XDG_DATA_HOME": home.path("d"),
      "XDG_CACHE_HOME": home.path("c"), "XDG_STATE_HOME": home.path("s"), "XDG_CONFIG_HOME": home.path("f"),
    ]
    try home.write("escape_tme = 1\n", to: "f/runout/config.toml")
    let script = try home.write("press s\ntype blue\npress <Enter>\n", to: "script")
    let played = try await run(
      program.executable, ["--script", script, "--source", "demo"], environment: environment, directory: home.path)
    #expect(played.status == 0, "\(played.errors)")
    #expect(home.read("d/runout/library.sqlite") != nil)
    #expect(program.names(in: "c/runout").contains { $0.hasPrefix("demo-") })
    #expect(home.read("s/runout/runout.log")?.contains("escape_tme") == true)
    #expect(program.names(in: "me") == [])
  }

  @Test(arguments: ["unset", "empty", "relative"])
  func `XDG variables that say nothing leave the usual places`(_ how: String) async throws {
    let program = try RunoutProgram(hasDemo: false)
    let home = program.home
    var environment = ["PATH": "/usr/bin:/bin", "HOME": home.path("me"), "LANG": "C.UTF-8"]
    if how != "unset" {
      for name in ["DATA", "CACHE", "STATE", "CONFIG"] {
        // A relative path is to be ignored, says the specification.
        environment["XDG_\(name)_HOME"] = how == "empty" ? "" : "somewhere"
      }
    }
    try home.write("escape_tme = 1\n", to: "me/.config/runout/config.toml")
    let script = try home.write("press s\ntype blue\npress <Enter>\n", to: "script")
    let played = try await run(
      program.executable, ["--script", script, "--source", "demo"], environment: environment, directory: home.path)
    #expect(played.status == 0, "\(played.errors)")
    #expect(home.read("me/.local/share/runout/library.sqlite") != nil)
    #expect(program.names(in: "me/.cache/runout").contains { $0.hasPrefix("demo-") })
    #expect(home.read("me/.local/state/runout/runout.log")?.contains("escape_tme") == true)
    #expect(program.names(in: "").filter { $0 != "me" && $0 != "script" && $0 != "config.toml" } == [])
  }

  @Test func `RUNOUT variables move single folders, and options win`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let home = program.home
    let environment = [
      "PATH": "/usr/bin:/bin", "HOME": home.path("me"), "RUNOUT_DATA_DIR": home.path("d"),
      "RUNOUT_CACHE_DIR": home.path("c"), "RUNOUT_STATE_DIR": home.path("s"),
    ]
    let script = try home.write("press s\ntype blue\npress <Enter>\n", to: "script")
    let played = try await run(
      program.executable, ["--script", script, "--source", "demo", "--data-dir", home.path("option")],
      environment: environment)
    #expect(played.status == 0, "\(played.errors)")
    #expect(home.read("option/library.sqlite") != nil)
    #expect(home.read("d/library.sqlite") == nil)
    #expect(program.names(in: "c").contains { $0.hasPrefix("demo-") })
    #expect(home.read("s/runout.log") != nil)
    #expect(program.names(in: "me") == [])
  }

  @Test func `options stand before the verb or behind it`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let behind = try await program.run("search", "blue", "--limit", "3")
    let front = try await run(
      program.executable, program.folders + ["--source", "demo", "search", "--limit", "3", "blue"],
      environment: program.environment)
    #expect(front.status == 0, "\(front.errors)")
    #expect(front.output == behind.output)
    let both = try await run(
      program.executable, ["--source", "demo", "release", "930000005"] + program.folders,
      environment: program.environment)
    #expect(both.output.contains("Kind Of Blue"))
  }

  @Test func `help, version and completions`() async throws {
    let program = try RunoutProgram(hasDemo: false)
    let environment = program.environment
    let version = try await run(program.executable, ["--version"], environment: environment)
    #expect(version.status == 0)
    #expect(version.output.wholeMatch(of: /runout \d+\.\d+\.\d+(-dev)?\n/) != nil)
    let questions = [
      ["--help"], ["-h"], ["help"], ["help", "search"], ["search", "--help"], ["collection", "import", "-h"],
    ]
    for arguments in questions {
      let help = try await run(program.executable, arguments, environment: environment)
      #expect(help.status == 0, "\(arguments)")
      #expect(help.errors == "")
      #expect(help.output.contains("USAGE"))
    }
    let help = try await run(program.executable, ["--help"], environment: environment).output
    #expect(
      help.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "else on your imported catalogue, else on your own shelf if anything is on it, else on the small demo"))
    for shell in ["bash", "zsh", "fish"] {
      let script = try await run(program.executable, ["--generate-completion-script", shell], environment: environment)
      #expect(script.status == 0)
      for word in ["search", "wantlist", "json"] { #expect(script.output.contains(word), "\(shell)") }
    }
    // The one that can be checked everywhere tests run.
    let script = try await run(program.executable, ["--generate-completion-script", "bash"], environment: environment)
    let bash = try await run("/bin/bash", ["-n"], environment: environment, input: script.output)
    #expect(bash.status == 0, "\(bash.errors)")
    #expect(program.names(in: "") == ["config.toml"])
  }
}

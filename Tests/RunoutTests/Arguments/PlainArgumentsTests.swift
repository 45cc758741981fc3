import ArgumentParser
import Foundation
import Testing

@testable import runout

/// What is read without ArgumentParser is what ArgumentParser would have read.
@MainActor struct PlainArgumentsTests {
  /// What ArgumentParser knows of the command line (`--experimental-dump-help`).
  private struct Help: Decodable {
    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?
    }

    struct Argument: Decodable {
      struct Name: Decodable {
        var name: String
      }

      var kind: String
      var names: [Name]?
      var isRepeating: Bool

      var option: String { "--\(names?.first?.name ?? "")" }
    }

    var command: Command
  }

  private func declared(_ verb: String) throws -> [Help.Argument] {
    let text: String
    do {
      _ = try Runout.parseAsRoot(["--experimental-dump-help"])
      text = ""
    } catch {
      text = Runout.fullMessage(for: error)
    }
    let help = try JSONDecoder().decode(Help.self, from: Data(text.utf8))
    let command = try #require(help.command.subcommands?.first { $0.commandName == verb })
    return (command.arguments ?? []).filter { !($0.names ?? []).contains { $0.name == "help" || $0.name == "version" } }
  }

  /// A value the option takes.
  private func value(of option: String) -> String {
    switch option {
    case "--source": "demo"
    case "--type": "master"
    case "--limit": "7"
    default: "some where"
    }
  }

  /// What ArgumentParser makes of it, as text.
  private func parsed(_ arguments: [String]) throws -> String {
    String(describing: try Runout.parseAsRoot(Runout.verbFirst(arguments)))
  }

  private func plain(_ arguments: [String]) -> String? {
    PlainArguments.browse(arguments[...]).map { String(describing: $0) }
      ?? PlainArguments.search(arguments[...]).map { String(describing: $0) }
  }

  @Test func `each option of a search, and all of them, are read as ArgumentParser reads them`() throws {
    let declared = try declared("search")
    let given = declared.filter { $0.kind != "positional" }.map { argument in
      argument.kind == "flag" ? [argument.option] : [argument.option, value(of: argument.option)]
    }
    #expect(given.count >= 12)
    for first in given {
      // Of use with another one only.
      let needed = first == ["--spreadsheet-safe"] ? ["--csv"] : []
      let line = ["search", "kind"] + needed + first + ["of blue"]
      #expect(plain(line) == (try parsed(line)), "\(line)")
    }
    // All of them at once, but for the one that excludes another.
    let most = given.filter { $0 != ["--csv"] && $0 != ["--spreadsheet-safe"] }
    for options in [most, most.reversed()] {
      let line = ["search"] + options.flatMap { $0 } + ["kind of blue"]
      #expect(plain(line) == (try parsed(line)), "\(line)")
    }
  }

  @Test func `each common option of the screen is read as ArgumentParser reads it`() throws {
    let own = ["--script", "--size", "--idle-file", "--dump-keys", "--dump-settings"]
    let options = try declared("browse").filter { $0.kind != "positional" }.map(\.option)
    #expect(
      options.filter { !own.contains($0) && !CommonOptions.flags.contains($0) } == CommonOptions.names)
    #expect(options.filter { CommonOptions.flags.contains($0) } == CommonOptions.flags)
    for line in [[], ["kind", "of blue"]] {
      for flag in CommonOptions.flags {
        for line in [line + [flag], [flag] + line] { #expect(plain(line) == (try parsed(line)), "\(line)") }
      }
      #expect(plain(line) == (try parsed(line)), "\(line)")
      for option in CommonOptions.names {
        for line in [line + [option, value(of: option)], [option, value(of: option)] + line] {
          #expect(plain(line) == (try parsed(line)), "\(line)")
        }
      }
    }
    for option in own { #expect(plain([option, "x"]) == nil) }
  }

  @Test func `no other verb is taken for a query`() {
    for verb in Runout.verbs + ["help"] {
      #expect(PlainArguments.browse([verb]) == nil, "\(verb)")
      #expect(PlainArguments.browse([verb, "1"]) == nil, "\(verb)")
      #expect(PlainArguments.browse(["--source", "demo", verb]) == nil, "\(verb)")
    }
  }

  @Test(arguments: [
    ["--help"], ["--version"], ["-h"], ["--generate-completion-script", "bash"], ["--source"], ["--source", "cloud"],
    ["--source=demo"], ["--sourc", "demo"], ["--source", "demo", "--source", "demo"], ["--data-dir", "--config"],
    ["--data-dir", ""], [""], ["-"], ["--", "blue"], ["blue", "--nothing"], ["search"], ["search", "--json"],
    ["search", "blue", "--json", "--csv"], ["search", "blue", "--json", "--json"], ["search", "--", "-blue"],
    ["search", "blue", "--spreadsheet-safe"], ["search", "blue", "--limit", "0"],
    ["search", "blue", "--limit", "many"], ["search", "blue", "--limit", "-1"],
    ["search", "blue", "--type", "song"], ["search", "blue", "--help"], ["search", "-blue"],
  ])
  func `whatever is not plain is left to ArgumentParser`(_ arguments: [String]) {
    #expect(plain(arguments) == nil)
  }

  @Test(arguments: [
    ["collection", "add", "123", "r4", "--folder", "Jazz", "--dry-run", "--data-dir", "x"],
    ["collection", "folders", "make", "Fair", "--", "-odd"], ["wantlist", "got", "1", "--json"],
    ["collection", "edit", "5", "--field", "Shelf=3", "--field=Box=4", "--rating", "2"], ["release", "r123"],
    ["pending", "retry", "all"], ["owned", "kind of blue"], ["import", "a.xml", "b.xml"], [], ["kind", "of", "blue"],
    ["--idle-file", "idle", "--source", "demo", "r123"], ["--script", "keys", "--size", "80x24"], ["--", "-blue"],
  ])
  func `a verb that is read by itself is what the whole line says`(_ arguments: [String]) throws {
    let verb = try #require(Runout.verb(arguments))
    #expect(String(describing: verb) == (try parsed(arguments)))
  }

  @Test(arguments: [
    ["collection"], ["collection", "miles"], ["collection", "add", "1", "--help"], ["collection", "add"],
    ["collection", "add", "1", "--no-such"], ["help", "search"], ["--idle-file", "idle", "search"], ["--version"],
    ["--help"], ["--generate-completion-script", "bash"], ["--experimental-dump-help"], ["kind", "help"],
    ["release", "r1", "--source", "attic"], ["wantlist", "add", "--version"],
  ])
  func `arguments that are not a plain verb are left to the full parser`(_ arguments: [String]) {
    #expect(Runout.verb(arguments) == nil)
  }

  @Test func `a misspelt subcommand is recognised, and words of a filter are not taken for one`() {
    for (typed, meant) in [("lst", "list"), ("edti", "edit"), ("stat", "stats"), ("exprot", "export")] {
      #expect(CollectionVerb.subcommand(near: typed) == meant)
    }
    for (typed, meant) in [("lits", "list"), ("limti", "limit")] {
      #expect(WantListVerb.subcommand(near: typed) == meant)
    }
    #expect(Runout.subcommand(near: "serach") == "search")
    for word in [nil, "", "a", "miles", "blue", "jazz"] { #expect(CollectionVerb.subcommand(near: word) == nil) }
  }
}

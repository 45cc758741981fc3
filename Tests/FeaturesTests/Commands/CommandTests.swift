import Clients
import DiscogsModel
import Features
import Testing

struct CommandTests {
  /// The contexts whose keys are looked up together.
  static let meeting: [[Command.Context]] = [[.lists, .everywhere], [.text, .everywhere], [.fields], [.history]]

  @Test(arguments: meeting) func `a key means one command wherever it can be pressed`(contexts: [Command.Context]) {
    var owners: [String: Command] = [:]
    for command in Command.allCases where !command.entry.contexts.isDisjoint(with: contexts) {
      for key in command.entry.keys {
        let owner = owners[key].map(\.rawValue) ?? ""
        #expect(owners[key] == nil, "\(key) means both \(owner) and \(command.rawValue)")
        owners[key] = command
      }
    }
  }

  @Test(arguments: Command.allCases) func `every command says what it does`(command: Command) {
    let help = command.entry.help
    #expect(help.first?.isUppercase == true)
    #expect(!help.hasSuffix("."))
    #expect(help.count <= 76, "longer than a line of the help page")
    #expect(!command.entry.contexts.isEmpty)
  }

  @Test func `the help says what comes first where it is not what one would think`() {
    let first: [(Command, String)] = [
      (.sortByAdded, "latest first"), (.sortByAddedReversed, "oldest first"), (.sortByRating, "best first"),
      (.sortByRatingReversed, "lowest first"), (.sortByYearReversed, "latest first"),
    ]
    for (command, end) in first { #expect(command.entry.help.hasSuffix(", \(end)"), "\(command.rawValue)") }
  }

  @Test func `commands are named in small letters and hyphens, each by its own name`() {
    for command in Command.allCases {
      #expect(command.rawValue.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
      #expect(Command.allCases.count { $0.rawValue == command.rawValue } == 1)
      #expect(TypedCommand.arguments[command.rawValue] == nil || command == .selectSource)
    }
  }

  @Test func `every sort order has a command, and every sort command an order`() {
    for field in SortOrder.Field.allCases {
      for isReversed in [false, true] where !(field == .relevance && isReversed) {
        let order = SortOrder(field, isReversed: isReversed)
        #expect(Command.allCases.count { SortOrder($0) == order } == 1, "\(order)")
      }
    }
    for command in Command.allCases where command.rawValue.hasPrefix("sort-by-") {
      #expect(SortOrder(command) != nil)
    }
  }
}

struct TypedCommandTests {
  @Test(
    arguments: [
      ("help", .command(.openHelp)), ("  go-to-log ", .command(.openLog)), ("q", .command(.closePage)),
      ("qa", .command(.quit)), ("q!", .command(.quit)), ("120", .row(120)), ("source demo", .source("demo")),
      ("sort  year", .sort("year")), ("type all", .type("all")),
    ] as [(String, TypedCommand)])
  func `a line is a command, a row, or a word with its argument`(line: String, meaning: TypedCommand) throws {
    #expect(try TypedCommand.parse(line) == meaning)
  }

  @Test func `an empty line means nothing`() throws {
    #expect(try TypedCommand.parse("") == nil)
    #expect(try TypedCommand.parse("   ") == nil)
  }

  @Test(arguments: [
    ("0", "Rows are counted from 1"), ("-3", "Rows are counted from 1"),
    ("source", "source takes one of: demo, catalogue, live"),
    ("source mars", "source has no “mars”; it takes one of: demo, catalogue, live"),
    ("source demo demo", "source takes one of: demo, catalogue, live"), ("help me", "help takes nothing after it"),
    ("submit", "No command is called “submit”; ? lists them all"),
    ("xyzzy", "No command is called “xyzzy”; ? lists them all"),
    ("copy-title", "No command is called “copy-title”; did you mean copy-barcode, copy-catalogue-number, copy-id?"),
  ])
  func `a wrong line says what would be right`(line: String, message: String) {
    let error = #expect(throws: TypedCommandError.self) { try TypedCommand.parse(line) }
    #expect(error?.message == message)
  }

  @Test func `every word offered can be run`() throws {
    for name in TypedCommand.names {
      let line = TypedCommand.arguments[name].map { "\(name) \($0[0])" } ?? name
      #expect(try TypedCommand.parse(line) != nil)
    }
    for (name, arguments) in TypedCommand.arguments {
      for argument in arguments { #expect(try TypedCommand.parse("\(name) \(argument)") != nil) }
    }
    #expect(TypedCommand.names == TypedCommand.names.sorted())
    #expect(Set(TypedCommand.names).count == TypedCommand.names.count)
  }

  @Test func `completion offers what goes on from the word typed`() {
    #expect(TypedCommand.completions(of: "copy-c") == ["copy-catalogue-number"])
    #expect(TypedCommand.completions(of: "source ") == ["source demo", "source catalogue", "source live"])
    #expect(TypedCommand.completions(of: "source c") == ["source catalogue"])
    #expect(TypedCommand.completions(of: "help ") == [])
    #expect(TypedCommand.completions(of: "source demo ") == [])
    #expect(TypedCommand.completions(of: "zz") == [])
  }

  @Test func `no command for text fields is offered`() {
    #expect(!TypedCommand.names.contains("delete-left"))
    #expect(!TypedCommand.names.contains("command-line"))
  }
}

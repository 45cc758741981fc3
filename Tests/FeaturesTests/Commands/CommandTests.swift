import Clients
import Features
import RunoutModel
import Testing

struct CommandTests {
  /// The contexts whose keys are looked up together.
  static let meeting: [[Command.Context]] = [[.lists, .everywhere], [.text, .everywhere], [.fields], [.history]]

  @Test(arguments: meeting) func `a key means one command wherever it can be pressed`(contexts: [Command.Context]) {
    var owners: [String: Command] = [:]
    let here = Command.allCases.filter { !$0.entry.contexts.isDisjoint(with: contexts) }
    for command in here {
      let covering = here.first { $0.entry.covered == command }
      for key in command.entry.keys where covering?.entry.keys.contains(key) != true {
        let owner = owners[key].map(\.name) ?? ""
        #expect(owners[key] == nil, "\(key) means both \(owner) and \(command.name)")
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
      (.sort(by: .added), "latest first"), (.sort(by: .added, isReversed: true), "oldest first"),
      (.sort(by: .rating), "best first"), (.sort(by: .rating, isReversed: true), "lowest first"),
      (.sort(by: .year, isReversed: true), "latest first"),
    ]
    for (command, end) in first { #expect(command.entry.help.hasSuffix(", \(end)"), "\(command.name)") }
  }

  @Test func `commands are named in small letters and hyphens, each by its own name`() {
    for command in Command.allCases {
      #expect(command.name.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
      #expect(Command.allCases.count { $0.name == command.name } == 1)
    }
  }

  @Test func `every command is listed once in the help, and found by its name`() {
    #expect(Set(Command.allCases).count == Command.allCases.count)
    for command in Command.allCases { #expect(Command.named[command.name] == command) }
  }

  @Test func `every sort order has a command, and every sort command an order`() {
    for field in SortOrder.Field.allCases {
      for isReversed in [false, true] where !(field == .relevance && isReversed) {
        let order = SortOrder(field, isReversed: isReversed)
        #expect(Command.allCases.count { SortOrder($0) == order } == 1, "\(order)")
      }
    }
    for command in Command.allCases where command.name.hasPrefix("sort-by-") {
      #expect(SortOrder(command) != nil)
    }
  }
}

struct TypedLineTests {
  @Test(
    arguments: [
      ("help", TypedLine(.openHelp)), ("  go-to-log ", TypedLine(.openLog)), ("market", TypedLine(.openMarket)),
      ("stats", TypedLine(.openStats)), ("q", TypedLine(.closePage)),
      ("qa", TypedLine(.quit)), ("q!", TypedLine(.quit)), ("notifications", TypedLine(.openNotifications)),
      ("120", TypedLine(.goToRow, .number(120))), ("row 120", TypedLine(.goToRow, .number(120))),
      ("source demo", TypedLine(.selectSource, .choice("demo"))),
      ("sort  year", TypedLine(.sort(by: nil), .choice("year"))),
      ("sort-by-catalogue-number-reversed", TypedLine(.sort(by: .catalogueNumber, isReversed: true))),
      ("type all", TypedLine(.showType, .choice("all"))), ("login", TypedLine(.signIn)),
      ("crate  Late night ", TypedLine(.keepCrate, .text("Late night"))),
      ("find kind of", TypedLine(.find, .text("kind of"))),
      ("bookmark a", TypedLine(.bookmark, .text("a"))), ("limit none", TypedLine(.setLimit, .money(nil))),
      ("columns default", TypedLine(.columns, .choices([]))),
      ("columns folder catno folder", TypedLine(.columns, .choices(["folder", "catno"]))),
    ])
  func `a line is a command with what it takes, or the number of a row`(line: String, meaning: TypedLine) throws {
    #expect(try TypedLine(parsing: line) == meaning)
  }

  @Test func `an empty line means nothing`() throws {
    #expect(try TypedLine(parsing: "") == nil)
    #expect(try TypedLine(parsing: "   ") == nil)
  }

  @Test(arguments: [
    ("0", "Row numbers start at 1"), ("-3", "Row numbers start at 1"),
    ("source", "source takes demo, catalogue, live or shelf"),
    ("source mars", "source takes demo, catalogue, live or shelf, not “mars”"),
    ("source demo demo", "source takes demo, catalogue, live or shelf, not “demo demo”"),
    ("sync everything", "sync takes nothing or full"),
    ("duplicates all", "duplicates takes nothing, release or master"),
    ("row 0", "Row numbers start at 1"),
    ("user a/b", "A user name is one word without /, ?, # and @"), ("help me", "help takes no argument"),
    ("submit", "No command “submit”; ? lists them all"),
    ("xyzzy", "No command “xyzzy”; ? lists them all"),
    ("edti", "No command “edti”; did you mean edit?"), ("hlep", "No command “hlep”; did you mean help?"),
    ("Sync", "No command “Sync”; did you mean sync?"),
    ("colums", "No command “colums”; did you mean columns?"),
    ("copy-title", "No command “copy-title”; did you mean copy-barcode, copy-catalogue-number, copy-id?"),
  ])
  func `a wrong line says what would be right`(line: String, message: String) {
    let error = #expect(throws: TypedLineError.self) { try TypedLine(parsing: line) }
    #expect(error?.message == message)
  }

  @Test func `every word offered can be run`() throws {
    for name in TypedLine.names {
      let arguments = TypedLine.completions(of: "\(name) ")
      for line in arguments { #expect(try TypedLine(parsing: line) != nil) }
      if arguments.isEmpty, name != "row" { #expect(try TypedLine(parsing: name) != nil) }
    }
    #expect(TypedLine.names == TypedLine.names.sorted())
    #expect(Set(TypedLine.names).count == TypedLine.names.count)
  }

  @Test func `completion offers words that continue the typed one`() {
    #expect(TypedLine.completions(of: "copy-c") == ["copy-catalogue-number"])
    #expect(TypedLine.completions(of: "source ") == ["source demo", "source catalogue", "source live", "source shelf"])
    #expect(TypedLine.completions(of: "source c") == ["source catalogue"])
    #expect(TypedLine.completions(of: "help ") == [])
    #expect(TypedLine.completions(of: "source demo ") == [])
    #expect(TypedLine.completions(of: "zz") == [])
  }

  @Test func `no command for text fields is offered`() {
    #expect(!TypedLine.names.contains("delete-left"))
    #expect(!TypedLine.names.contains("command-line"))
  }
}

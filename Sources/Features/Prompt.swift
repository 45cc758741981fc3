public import Clients

/// The line at the bottom that asks for text.
nonisolated public struct Prompt: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case find, narrow, command, pasted
    /// A personal token.
    case token
    /// The three questions of OAuth: the user's own application, its secret, and the code that the browser shows.
    case consumerKey
    case consumerSecret(key: String)
    case code(Authorisation)
  }

  public let kind: Kind
  public var field: TextField
  /// What the line was when the prompt opened, for Esc.
  public let before: String
  /// The lines that would complete what is typed.
  public var completions: [String] = []
  /// Which of them has been put in by going through them; nil before.
  var completionIndex: Int?
  /// What there is to know before typing, such as an address to go to.
  public var message: String?
  /// The answer to what was typed is on its way: nothing can be typed, Esc gives it up.
  public var isBusy = false
  /// What is wrong with the line as it stands.
  public var error: String?
  /// Which line of the history is shown; -1 for the one being typed.
  public var historyIndex = -1
  public var draft = ""

  public init(_ kind: Kind, text: String = "") {
    self.kind = kind
    before = text
    field = TextField(text)
  }

  /// Whether what is typed is a secret, shown as dots and kept nowhere.
  public var isHidden: Bool {
    switch kind {
    case .token, .consumerSecret: true
    case .find, .narrow, .command, .pasted, .consumerKey, .code: false
    }
  }

  public var label: String {
    switch kind {
    case .find: "/"
    case .narrow: "narrow: "
    case .command: ":"
    case .pasted: "open URL or id: "
    case .token: "token: "
    case .consumerKey: "consumer key: "
    case .consumerSecret: "consumer secret: "
    case .code: "code: "
    }
  }
}

/// What a line typed at the `:` prompt means.
nonisolated public enum TypedCommand: Hashable, Sendable {
  case command(Command)
  case row(Int)
  case source(String)
  case sort(String)
  case type(String)
  /// By a token, or by OAuth.
  case signIn(byOAuth: Bool)
  /// Goes over to a profile; nil lists them.
  case profile(String?)
  /// A user's page; nil for the one who is signed in.
  case user(String?)

  /// Words that take an argument, with the arguments they take.
  public static let arguments: [String: [String]] = [
    "source": ["demo", "catalogue", "live"],
    "type": ["all", "master", "release", "artist", "label"],
    "sort": ["relevance", "artist", "title", "year", "added", "rating", "format", "label", "catno"],
  ]

  /// Words that may take an argument, with the fixed ones they take.
  static let optionalArguments: [String: [String]] = ["login": ["oauth"], "profile": [], "user": []]

  /// Other names of commands.
  static let aliases: [String: Command] = [
    "q": .closePage, "qa": .quit, "q!": .quit, "notifications": .openNotifications,
  ]

  /// - Returns: nil for an empty line.
  /// - Throws: `TypedCommandError` with a sentence for people.
  public static func parse(_ line: String) throws(TypedCommandError) -> TypedCommand? {
    let words = line.split(separator: " ").map(String.init)
    guard let name = words.first else { return nil }
    let argument = words.count > 1 ? words[1] : nil
    if let row = Int(name) {
      guard row > 0 else { throw TypedCommandError("Rows are counted from 1") }
      return .row(row)
    }
    if let allowed = arguments[name] {
      guard let argument, words.count == 2 else {
        throw TypedCommandError("\(name) takes one of: \(allowed.joined(separator: ", "))")
      }
      guard allowed.contains(argument) else {
        throw TypedCommandError("\(name) has no “\(argument)”; it takes one of: \(allowed.joined(separator: ", "))")
      }
      switch name {
      case "source": return .source(argument)
      case "sort": return .sort(argument)
      default: return .type(argument)
      }
    }
    if optionalArguments[name] != nil { return try word(name, argument, isTooLong: words.count > 2) }
    let command = Command(rawValue: name) ?? aliases[name]
    guard let command, command.isForCommandLine else {
      let near = names.filter { $0.hasPrefix(name.prefix(3)) }.prefix(3)
      throw TypedCommandError(
        "No command is called “\(name)”"
          + (near.isEmpty ? "; ? lists them all" : "; did you mean \(near.joined(separator: ", "))?"))
    }
    guard argument == nil else { throw TypedCommandError("\(name) takes nothing after it") }
    return .command(command)
  }

  private static func word(_ name: String, _ argument: String?, isTooLong: Bool) throws(CommandLineError)
    -> CommandLine
  {
    switch name {
    case "login":
      guard !isTooLong, argument == nil || argument == "oauth" else {
        throw CommandLineError("login takes nothing or oauth; the token is asked for with hidden letters")
      }
      return .signIn(byOAuth: argument == "oauth")
    case "profile":
      if isTooLong || !(argument ?? "").allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
      {
        throw CommandLineError("A profile's name has letters, digits, - and _ only")
      }
      return .profile(argument)
    default:
      if isTooLong || (argument ?? "").contains(where: { "/?#@".contains($0) }) {
        throw CommandLineError("A user's name is one word, without /, ?, # and @")
      }
      return .user(argument)
    }
  }

  /// Everything that can stand first on the line.
  public static var names: [String] {
    (Command.allCases.filter(\.isForCommandLine).map(\.rawValue) + arguments.keys + optionalArguments.keys
      + ["notifications"]).uniqued().sorted()
  }

  /// The words that go on from what is typed.
  public static func completions(of line: String) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    switch words.count {
    case 1: return names.filter { $0.hasPrefix(words[0]) && $0 != words[0] }
    case 2:
      return (arguments[words[0]] ?? optionalArguments[words[0]] ?? []).filter {
        $0.hasPrefix(words[1]) && $0 != words[1]
      }.map { "\(words[0]) \($0)" }
    default: return []
    }
  }
}

nonisolated public struct TypedCommandError: Error, Hashable, Sendable {
  public let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension Command {
  /// Editing a text field and the history's own commands make no sense as typed commands.
  nonisolated var isForCommandLine: Bool {
    entry.section != .field && entry.section != .history && self != .commandLine
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, where it came first.
  nonisolated public func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

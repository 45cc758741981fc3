import Clients
public import DiscogsModel

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
  /// Makes, opens or deletes the bookmark with this letter.
  case letter(Command, Character)
  /// Brings the shelf up to date; by all of it, or by what has changed.
  case sync(isFull: Bool)
  /// Keeps what the list of the shelf shows as a smart crate; nil asks for its name.
  case crate(String?)
  /// Divides the list of the shelf by something; nil for folders and crates.
  case group(ShelfGrouping?)
  /// The columns of the list of the shelf; empty for the usual ones, nil asks.
  case columns([ShelfColumn]?)
  /// How the shelf is filed; empty for the usual way, nil asks.
  case filing([FilingOptions.Word]?)
  /// What is owned more than once.
  case duplicates(DuplicateKind)
  /// The most that what is selected may cost; nil takes the limit away.
  case limit(PriceLimit?)
  /// Adds a seller to the market.
  case seller(String)
  case set(SettingChange)

  /// Words that take an argument, with the arguments they take.
  public static let arguments: [String: [String]] = [
    "group": ShelfGrouping.allCases.map(\.rawValue) + ["none"],
    "source": ["demo", "catalogue", "live"],
    "type": ["all", "master", "release", "artist", "label"],
    "sort": ["relevance", "artist", "title", "year", "added", "rating", "format", "label", "catno", "price"],
  ]

  /// Words that may take an argument, with the fixed ones they take.
  static let optionalArguments: [String: [String]] = [
    "columns": ["default"] + ShelfColumn.allCases.map(\.rawValue), "crate": [],
    "duplicates": DuplicateKind.allCases.map(\.rawValue),
    "filing": ["default"] + FilingOptions.Word.allCases.map(\.rawValue), "limit": ["none"], "login": ["oauth"],
    "profile": [],
    "seller": [], "sync": ["full"], "user": [],
  ]

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
      case "group":
        // The folders and crates are what stands there without any.
        let grouping = ShelfGrouping(rawValue: argument)
        return .group(grouping == .folder ? nil : grouping)
      default: return .type(argument)
      }
    }
    if name == "columns" { return .columns(try columns(Array(words.dropFirst()))) }
    if name == "filing" { return .filing(try filing(Array(words.dropFirst()))) }
    if name == Command.set.rawValue { return .set(try SettingChange(typed: words.dropFirst().joined(separator: " "))) }
    // A crate's name may have several words.
    if name == "crate" { return .crate(argument == nil ? nil : words.dropFirst().joined(separator: " ")) }
    if name == "limit", argument != nil { return .limit(try limit(words.dropFirst().joined(separator: " "))) }
    let command = Command(rawValue: name) ?? aliases[name]
    if let command, [.bookmark, .openBookmark, .deleteBookmark].contains(command), let argument {
      guard words.count == 2, argument.count == 1, let letter = argument.first, Bookmark.isLetter(letter) else {
        throw TypedCommandError("\(name) takes one letter, a to z or A to Z")
      }
      return .letter(command, letter)
    }
    if optionalArguments[name] != nil { return try word(name, argument, isTooLong: words.count > 2) }
    guard let command, command.isForCommandLine else {
      let near = names.filter { $0.hasPrefix(name.prefix(3)) }.prefix(3)
      throw TypedCommandError(
        "No command is called “\(name)”"
          + (near.isEmpty ? "; ? lists them all" : "; did you mean \(near.joined(separator: ", "))?"))
    }
    guard argument == nil else { throw TypedCommandError("\(name) takes nothing after it") }
    return .command(command)
  }

  private static func columns(_ names: [String]) throws(TypedCommandError) -> [ShelfColumn]? {
    if names.isEmpty { return nil }
    if names == ["default"] { return [] }
    var columns: [ShelfColumn] = []
    for name in names {
      guard let column = ShelfColumn(rawValue: name) else {
        let all = ShelfColumn.allCases.map(\.rawValue).joined(separator: ", ")
        throw TypedCommandError("There is no column “\(name)”; there are \(all); or default")
      }
      columns.append(column)
    }
    return columns.uniqued()
  }

  private static func filing(_ names: [String]) throws(TypedCommandError) -> [FilingOptions.Word]? {
    if names.isEmpty { return nil }
    if names == ["default"] { return [] }
    var words: [FilingOptions.Word] = []
    for name in names {
      guard let word = FilingOptions.Word(rawValue: name) else {
        let all = FilingOptions.Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw TypedCommandError("filing has no “\(name)”; it takes \(all); or default")
      }
      words.append(word)
    }
    return words
  }

  private static func limit(_ text: String) throws(TypedCommandError) -> PriceLimit? {
    if text == "none" { return nil }
    guard let limit = PriceLimit(parsing: text) else {
      throw TypedCommandError("limit takes an amount such as 25 or 25 EUR, in \(Currency.knownCodes), or none")
    }
    return limit
  }

  private static func word(_ name: String, _ argument: String?, isTooLong: Bool) throws(TypedCommandError)
    -> TypedCommand
  {
    switch name {
    case "login":
      guard !isTooLong, argument == nil || argument == "oauth" else {
        throw TypedCommandError("login takes nothing or oauth; the token is asked for with hidden letters")
      }
      return .signIn(byOAuth: argument == "oauth")
    case "sync":
      guard !isTooLong, argument == nil || argument == "full" else {
        throw TypedCommandError("sync takes nothing or full")
      }
      return .sync(isFull: argument == "full")
    case "limit": return .command(.setLimit)
    case "seller":
      guard let argument else { return .command(.addSeller) }
      guard !isTooLong, !argument.contains(where: { "/?#@".contains($0) }) else {
        throw TypedCommandError("A seller's name is one word, without /, ?, # and @")
      }
      return .seller(argument)
    case "duplicates":
      guard !isTooLong, let kind = argument.map(DuplicateKind.init(rawValue:)) ?? .release else {
        throw TypedCommandError("duplicates takes nothing, release or master")
      }
      return .duplicates(kind)
    case "profile":
      if isTooLong || !(argument ?? "").allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
      {
        throw TypedCommandError("A profile's name has letters, digits, - and _ only")
      }
      return .profile(argument)
    default:
      if isTooLong || (argument ?? "").contains(where: { "/?#@".contains($0) }) {
        throw TypedCommandError("A user's name is one word, without /, ?, # and @")
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
    if let completions = SettingChange.completions(of: line) { return completions }
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    switch words.count {
    case 1: return names.filter { $0.hasPrefix(words[0]) && $0 != words[0] }
    case 2:
      return (arguments[words[0]] ?? optionalArguments[words[0]] ?? []).filter {
        $0.hasPrefix(words[1]) && $0 != words[1]
      }.map { "\(words[0]) \($0)" }
    default:
      guard ["columns", "filing"].contains(words[0]), words[1] != "default", let last = words.last else { return [] }
      let before = words.dropLast().joined(separator: " ")
      return (optionalArguments[words[0]] ?? []).filter {
        $0.hasPrefix(last) && $0 != last && $0 != "default" && !words.contains($0)
      }.map { "\(before) \($0)" }
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
    ![.field, .history, .question].contains(entry.section) && self != .commandLine
  }
}

import Clients
import DiscogsModel
public import RunoutModel
import Wording

/// The argument of a command, typed behind its name on the `:` line or given by the program.
nonisolated public enum CommandArgument: Hashable, Sendable {
  /// One of the words that the command table lists.
  case choice(String)
  /// Several of them, in the order typed; none for `default`.
  case choices([String])
  /// The text as typed, without the spaces around it.
  case text(String)
  case number(Int)
  /// Nil for `none`.
  case money(PriceLimit?)
  case setting(SettingChange)

  var choice: String? { if case .choice(let word) = self { word } else { nil } }
  var choices: [String]? { if case .choices(let words) = self { words } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
}

/// The kind of argument that a command takes on the `:` line.
nonisolated public enum Parameter: Hashable, Sendable {
  case none
  /// One of these words.
  ///
  /// - Parameter isRequired: whether the command means nothing without one.
  case choice([String], isRequired: Bool = false)
  /// Any number of these words, or `default`.
  ///
  /// - Parameter takesOthers: whether other words are understood, and these with something after them.
  case choices([String], takesOthers: Bool = false)
  case text
  /// The name of a user, a seller, a profile or a theme.
  case name(of: Name)
  /// The number of a row, from 1.
  case number
  /// An amount with or without its currency, or `none`.
  case money
  case setting

  public enum Name: String, Sendable {
    case user, seller, profile, theme

    fileprivate func accepts(_ name: String) -> Bool {
      switch self {
      case .user, .seller, .theme: !name.contains { " /?#@".contains($0) }
      case .profile: name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
      }
    }

    fileprivate var rule: String {
      switch self {
      case .user, .seller, .theme: CommandWords.oneWord(rawValue)
      case .profile: CommandWords.profileName
      }
    }
  }

  /// Whether the command means nothing without an argument.
  var isRequired: Bool {
    switch self {
    case .choice(_, let isRequired): isRequired
    case .number: true
    default: false
    }
  }

  /// The words that it can be; empty where it can be any.
  var words: [String] {
    switch self {
    case .choice(let words, _): words
    case .choices(let words, _): ["default"] + words
    case .money: ["none"]
    case .name(of: .theme): ThemeColours.names
    default: []
    }
  }

  /// - Parameters:
  ///   - text: the text behind the command's name; empty for none.
  ///   - name: the command's name, for the sentence.
  /// - Returns: nil for no argument.
  /// - Throws: `TypedLineError` with a sentence for people.
  func parse(_ text: String, for name: String) throws(TypedLineError) -> CommandArgument? {
    if text.isEmpty {
      guard isRequired else { return nil }
      throw TypedLineError(name, takes: self)
    }
    switch self {
    case .none: throw TypedLineError(name, takes: self)
    case .choice(let words, let isRequired):
      guard words.contains(text) else {
        // The word behind `login` may be a token.
        throw isRequired ? TypedLineError(name, hasNo: text, butTakes: self) : TypedLineError(name, takes: self)
      }
      return .choice(text)
    case .choices(let words, let takesOthers):
      let typed = text.split(separator: " ").map(String.init)
      if typed == ["default"] { return .choices([]) }
      if !takesOthers, let strange = typed.first(where: { !words.contains($0) }) {
        throw TypedLineError(name, hasNo: strange, butTakes: self)
      }
      return .choices(typed.uniqued())
    case .text: return .text(text)
    case .name(let kind):
      guard kind.accepts(text) else { throw TypedLineError(kind.rule) }
      return .text(text)
    case .number:
      guard let number = Int(text), number > 0 else { throw TypedLineError(CommandWords.rowsFromOne) }
      return .number(number)
    case .money:
      if text == "none" { return .money(nil) }
      guard let limit = PriceLimit(parsing: text) else { throw TypedLineError(name, takes: self) }
      return .money(limit)
    case .setting: return .setting(try SettingChange(typed: text))
    }
  }

  /// Returns completions of the last of the words typed behind the command's name.
  func completions(of typed: [String]) -> [String] {
    if case .setting = self { return SettingChange.completions(of: typed) }
    guard let last = typed.last else { return [] }
    let before = typed.dropLast()
    if !before.isEmpty {
      guard case .choices = self, before.first != "default" else { return [] }
      return words.filter { $0.hasPrefix(last) && $0 != last && $0 != "default" && !before.contains($0) }
    }
    return words.filter { $0.hasPrefix(last) && $0 != last }
  }

  /// The argument as a sentence names it.
  fileprivate var inWords: String {
    switch self {
    case .none: CommandWords.nothing
    case .choice(let words, true): words.formatted
    case .choice(let words, false): ([CommandWords.orNothing] + words).formatted
    case .choices(let words, _): CommandWords.orDefault(words)
    case .text, .setting: CommandWords.text
    case .name(let kind): CommandWords.nameOf(kind.rawValue)
    case .number: CommandWords.rowNumber
    case .money: CommandWords.amount(Currency.knownCodes)
    }
  }
}

/// Why a line typed at the `:` prompt cannot be carried out.
nonisolated public struct TypedLineError: Error, Hashable, Sendable {
  public let message: String

  init(_ message: String) { self.message = message }

  /// `sync takes nothing or full`
  fileprivate init(_ name: String, takes parameter: Parameter) {
    self.init(CommandWords.takesWords(name, parameter.inWords))
  }

  /// `group takes artist or year, not “colour”`
  fileprivate init(_ name: String, hasNo word: String, butTakes parameter: Parameter) {
    self.init(CommandWords.hasNo(name, word, parameter.inWords))
  }
}

extension [String] {
  /// `release or master`, `a, b or c`
  nonisolated fileprivate var formatted: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

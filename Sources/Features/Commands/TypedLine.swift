import DiscogsModel
import RunoutModel
import Wording

/// A line typed at the `:` prompt: a command, with its argument where it has one.
nonisolated public struct TypedLine: Hashable, Sendable {
  public var command: Command
  public var argument: CommandArgument?

  public init(_ command: Command, _ argument: CommandArgument? = nil) {
    (self.command, self.argument) = (command, argument)
  }

  /// - Returns: nil for an empty line.
  /// - Throws: `TypedLineError` with a sentence for people.
  public init?(parsing line: String) throws(TypedLineError) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard let name = words.first else { return nil }
    let rest = words.count > 1 ? words[1].trimmed() : ""
    // A number alone is a row.
    if Int(name) != nil, rest.isEmpty {
      self.init(.goToRow, try Parameter.number.parse(name, for: name))
      return
    }
    // A page by its name alone: `:market` is `:go-to-market`.
    guard let command = Self.commands[name] ?? Self.commands["go-to-\(name)"] else { throw Self.unknown(name) }
    self.init(command, try command.entry.parameter.parse(rest, for: name))
  }

  private static func unknown(_ name: String) -> TypedLineError {
    // Names one or two typing slips away, the nearest first, then those that begin alike.
    let slips = name.count < 4 ? 1 : 2
    let misspelt = names.map { (name: $0, distance: Spelling.distance(name.lowercased(), $0)) }
      .filter { $0.distance <= slips }.sorted { $0.distance < $1.distance }.map(\.name)
    let near = (misspelt + names.filter { $0.hasPrefix(name.prefix(3)) }).uniqued().prefix(3)
    return TypedLineError(CommandWords.unknown(name, near: Array(near)))
  }

  /// Commands by name and alias. Those of text fields and pop-ups cannot be typed.
  private static let commands: [String: Command] = {
    let untyped = Set(Command.Section.allCases.filter { !$0.isTyped }.flatMap(\.commands) + [.commandLine])
    return Command.named.filter { !untyped.contains($0.value) }
  }()

  /// The names that can stand first on the line, without the short ones of vi.
  public static let names = commands.keys.filter { $0.count > 2 }.sorted()

  /// Returns the command with a name or alias.
  public static func command(named name: some StringProtocol) -> Command? { commands[String(name)] }

  /// Returns candidates for what is typed, the likeliest first: completions, then commands that have it in their name,
  /// in their help, or have its letters in order.
  ///
  /// - Parameter recent: the names of commands, latest used first; they come first where nothing is typed.
  public static func candidates(for line: String, recent: [String]) -> [String] {
    guard !line.isEmpty else { return (recent.filter { commands[$0] != nil } + names).uniqued() }
    let begun = completions(of: line)
    guard !line.contains(" ") else { return begun }
    let word = line.lowercased()
    let inName = names.filter { $0.contains(word) }
    let inHelp = word.count < 3 ? [] : names.filter { commands[$0]?.entry.help.lowercased().contains(word) ?? false }
    let inOrder = word.count < 2 ? [] : names.filter { $0.hasLetters(word) }
    return (begun + inName + inHelp + inOrder).uniqued().filter { $0 != line }
  }

  /// Returns the lines that complete what is typed.
  public static func completions(of line: String) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 1 else { return names.filter { $0.hasPrefix(line) && $0 != line } }
    let before = words.dropLast().joined(separator: " ")
    return commands[words[0]]?.entry.parameter.completions(of: Array(words.dropFirst())).map { "\(before) \($0)" } ?? []
  }
}

extension String {
  /// Returns whether it has the letters of a word in order.
  nonisolated fileprivate func hasLetters(_ word: String) -> Bool {
    var rest = self[...]
    return word.allSatisfy { letter in
      rest = rest.drop { $0 != letter }
      return rest.popFirst() != nil
    }
  }
}

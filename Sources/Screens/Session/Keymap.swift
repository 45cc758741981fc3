public import Features
import RunoutModel
public import Terminal
import Wording

/// The keys of each command by context: those of the command table, changed by the user's configuration.
nonisolated public struct Keymap: Sendable {
  public enum Match: Hashable, Sendable {
    case command(Command)
    /// The keys so far begin at least one chord.
    case prefix
    case none
  }

  /// A problem with a user's key. If it is unreadable, the command keeps its own keys; if it is taken, it is not bound.
  public struct Problem: Hashable, Sendable {
    /// The name in `[keys]`.
    public var name: String
    public var message: String
  }

  /// The keys in effect, in the notation of the help page.
  public private(set) var keys: [Command: [String]] = [:]
  public private(set) var problems: [Problem] = []
  private var commands: [Command.Context: [[Key]: Command]] = [:]
  private var prefixes: [Command.Context: Set<[Key]>] = [:]

  /// - Parameter overrides: keys by command name; they replace the command's own. An empty list takes its keys away.
  public init(overrides: [String: [String]] = [:]) {
    for command in Command.allCases { keys[command] = command.entry.keys }
    var changed: Set<Command> = []
    for (name, notations) in overrides.sorted(by: { $0.key < $1.key }) {
      guard let command = Command.named[name] else {
        problems.append(Problem(name: name, message: KeyWords.unknownCommand(name, Keymap.suggestion(for: name))))
        continue
      }
      if let wrong = notations.first(where: { Key.sequence($0) == nil }) {
        problems.append(Problem(name: name, message: KeyWords.notAKey(wrong)))
        continue
      }
      keys[command] = notations
      changed.insert(command)
    }
    // The user's keys are bound first, so that they win over a command's own.
    for command in changed.sorted(by: { $0.name < $1.name }) { bind(command, users: changed) }
    for command in Command.allCases where !changed.contains(command) { bind(command, users: changed) }
  }

  private mutating func bind(_ command: Command, users: Set<Command>) {
    var bound: [String] = []
    for notation in keys[command] ?? [] {
      guard let sequence = Key.sequence(notation) else { continue }
      var isBound = false
      for context in command.entry.contexts {
        if let (taken, rival) = rival(of: sequence, for: command, in: context, users: users) {
          complain(about: notation, of: command, taken: taken, by: rival, users: users)
          continue
        }
        isBound = true
        commands[context, default: [:]][sequence] = command
        for length in 1..<sequence.count { prefixes[context, default: []].insert(Array(sequence.prefix(length))) }
      }
      if isBound { bound.append(notation) }
    }
    keys[command] = bound
  }

  /// A bound key that clashes with this one: the same, its beginning, or a chord it begins.
  private func rival(
    of sequence: [Key], for command: Command, in context: Command.Context, users: Set<Command>
  ) -> (keys: [Key], command: Command)? {
    for context in context.meeting {
      for length in 1...sequence.count {
        let keys = Array(sequence.prefix(length))
        guard let rival = commands[context]?[keys] else { continue }
        if length == sequence.count, share(command, rival, users: users) { continue }
        return (keys, rival)
      }
      if prefixes[context]?.contains(sequence) == true {
        return commands[context]?.first { $0.key.starts(with: sequence) }.map { ($0.key, $0.value) }
      }
    }
    return nil
  }

  /// Whether two commands may share a key, because one covers the other. A key that the user gave to the covered one
  /// is that one's alone.
  private func share(_ command: Command, _ other: Command, users: Set<Command>) -> Bool {
    if command.entry.covered == other { return !users.contains(other) }
    return other.entry.covered == command && !users.contains(command)
  }

  /// Reports a clash that involves a user's key.
  private mutating func complain(
    about notation: String, of command: Command, taken keys: [Key], by rival: Command, users: Set<Command>
  ) {
    let taken = keys.map(\.notation).joined()
    let (isUsers, isSame) = (users.contains(command), keys == Key.sequence(notation))
    if isSame, !isUsers { return }
    let message =
      if isUsers {
        isSame ? KeyWords.taken(notation, by: rival.name) : KeyWords.sameKey(notation, as: taken, of: rival.name)
      } else if taken.count < notation.count {
        KeyWords.beginsChords(taken, such: notation)
      } else {
        KeyWords.hides(taken, notation, of: command.name)
      }
    let problem = Problem(name: isUsers ? command.name : rival.name, message: message)
    // One line for each key, however many chords it begins.
    let isSaid = problems.contains {
      $0.name == problem.name && (isUsers ? $0 == problem : $0.message.hasPrefix("“\(taken)”"))
    }
    if !isSaid { problems.append(problem) }
  }

  public func match(_ sequence: [Key], in contexts: [Command.Context]) -> Match {
    for context in contexts {
      if let command = commands[context]?[sequence] { return .command(command) }
    }
    return contexts.contains { prefixes[$0]?.contains(sequence) ?? false } ? .prefix : .none
  }

  /// The keys that can follow these, for the pop-up.
  ///
  /// - Parameter isElsewhere: whether a command means nothing on the current page, and is left out.
  public func chord(
    of sequence: [Key], in contexts: [Command.Context], isElsewhere: (Command) -> Bool = { _ in false }
  ) -> Chord {
    var followers: [(keys: String, command: Command)] = []
    for context in contexts {
      for (keys, command) in commands[context] ?? [:]
      where keys.count > sequence.count && keys.starts(with: sequence) && !isElsewhere(command) {
        followers.append((keys.dropFirst(sequence.count).map(\.notation).joined(), command))
      }
    }
    // `a` before `A`, both before `b`.
    followers.sort { ($0.keys.lowercased(), $1.keys) < ($1.keys.lowercased(), $0.keys) }
    let typed = sequence.map(\.notation).joined()
    let caption = followers.allSatisfy { $0.command.entry.chord != nil } ? Command.chordCaptions[typed] : nil
    return Chord(
      caption: caption ?? "\(typed) …",
      hints: followers.map { follower in
        let entry = follower.command.entry
        return ChordHint(keys: follower.keys, text: caption == nil ? entry.help : entry.chord ?? entry.help)
      })
  }

  /// `; did you mean …?` for a misspelt command name, or nothing.
  private static func suggestion(for name: String) -> String {
    let near = Command.allCases.map(\.name).min { Spelling.distance($0, name) < Spelling.distance($1, name) }
    guard let near, Spelling.distance(near, name) <= max(2, name.count / 3) else { return KeyWords.listsAll }
    return KeyWords.didYouMean(near)
  }
}

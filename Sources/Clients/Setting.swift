internal import RunoutModel
internal import Wording

/// A row of the table of settings, `Setting.all`: name, key path, range and help. The default is the field's own.
public struct Setting: Sendable {
  /// What a setting is set to.
  public enum Value: Hashable, Sendable {
    case flag(Bool)
    case number(Int)
    case text(String)
  }

  /// What a setting takes.
  public enum Range: Hashable, Sendable {
    case flag
    /// `least` says what the lowest number means, where that is something of its own.
    case number(ClosedRange<Int>, unit: String, least: String?)
    case choice([String])
    /// One of these names, or one that the user has made.
    case name([String])
    case text
  }

  /// When a new value counts.
  public enum Moment: Hashable, Sendable {
    /// While the program runs.
    case atOnce
    /// From the next start on.
    case atStart
  }

  typealias Field<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// As `config.toml` has it.
  public let name: String
  public let range: Range
  /// What it is for, and what the default means where that is not plain.
  public let help: String
  public let moment: Moment
  /// What documents show, where the default is nothing to write.
  private let example: Value?
  private let read: @Sendable (Settings) -> Value?
  private let write: @Sendable (inout Settings, Value) -> Void

  private init(
    _ name: String, _ range: Range, _ help: String, _ moment: Moment, example: Value? = nil,
    read: @escaping @Sendable (Settings) -> Value?, write: @escaping @Sendable (inout Settings, Value) -> Void
  ) {
    self.name = name
    self.range = range
    self.help = help
    self.moment = moment
    self.example = example
    self.read = read
    self.write = write
  }

  // MARK: Rows

  init(_ name: String, _ field: Field<Bool>, _ help: String, _ moment: Moment = .atOnce) {
    self.init(
      name, .flag, help, moment, read: { .flag($0[keyPath: field]) },
      write: { if case .flag(let value) = $1 { $0[keyPath: field] = value } })
  }

  /// - Parameter unit: what is counted.
  init(
    _ name: String, _ field: Field<Int>, from range: ClosedRange<Int>, of unit: String, least: String? = nil,
    _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name, .number(range, unit: unit, least: least), help, moment, read: { .number($0[keyPath: field]) },
      write: { if case .number(let value) = $1 { $0[keyPath: field] = value } })
  }

  /// - Parameter choices: all it takes, besides nothing; any text without them.
  init(
    _ name: String, _ field: Field<String>, oneOf choices: [String]? = nil, _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name, choices.map(Range.choice) ?? .text, help, moment, read: { .text($0[keyPath: field]) },
      write: { if case .text(let value) = $1 { $0[keyPath: field] = value } })
  }

  init(
    _ name: String, _ field: Field<String>, orOwn known: [String], _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name, .name(known), help, moment, read: { .text($0[keyPath: field]) },
      write: { if case .text(let value) = $1 { $0[keyPath: field] = value } })
  }

  init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ field: Field<Choice>, _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name, .choice(Choice.allCases.map(\.rawValue)), help, moment, read: { .text($0[keyPath: field].rawValue) },
      write: {
        if case .text(let value) = $1, let choice = Choice(rawValue: value) { $0[keyPath: field] = choice }
      })
  }

  /// - Parameter example: what documents show: there is no default to write.
  init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ field: Field<Choice?>, example: Choice, _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name, .choice(Choice.allCases.map(\.rawValue)), help, moment, example: .text(example.rawValue),
      read: { $0[keyPath: field].map { .text($0.rawValue) } },
      write: { if case .text(let value) = $1 { $0[keyPath: field] = Choice(rawValue: value) } })
  }

  // MARK: Finding a row

  /// - Throws: a sentence that guesses what was meant.
  public static func named(_ name: String) throws(SettingError) -> Setting {
    guard let setting = all.first(where: { $0.name == name }) else { throw unknown(name) }
    return setting
  }

  /// That there is no such setting, and what was meant perhaps.
  public static func unknown(_ name: String) -> SettingError {
    let guess = nearest(name, to: all.map(\.name) + Table.allCases.map(\.rawValue))
    return SettingError(ConfigWords.unknownSetting(quoted(name), guess: guess))
  }

  // MARK: Values

  /// Nil where it is set to nothing.
  public func value(in settings: Settings) -> Value? { read(settings) }

  /// Whether a value is of the right kind; it may still be out of range.
  public func takes(_ value: Value) -> Bool {
    switch (range, value) {
    case (.flag, .flag), (.number, .number), (.choice, .text), (.name, .text), (.text, .text): true
    // 16 and 256 are written as numbers more often than not.
    case (.choice(let choices), .number): choices.contains { Int($0) != nil }
    default: false
    }
  }

  /// Puts in a value of the right kind.
  ///
  /// - Throws: a sentence, when it is out of range.
  public func put(_ value: Value, in settings: inout Settings) throws(SettingError) {
    switch (range, value) {
    case (.number(let range, _, _), .number(let number)) where !range.contains(number):
      throw SettingError(ConfigWords.outOfRange(name, "\(number)", allowed))
    case (.choice(let choices), .number(let number)):
      guard choices.contains("\(number)") else {
        throw SettingError(ConfigWords.outOfRange(name, "\(number)", allowed))
      }
      write(&settings, .text("\(number)"))
    case (.choice(let choices), .text(let text)) where !choices.contains(text) && value != read(Settings()):
      let given = Self.quoted(text)
      let guess = Self.nearest(text, to: choices)
      throw SettingError(
        guess.map { ConfigWords.unknownValue(name, given, guess: $0) } ?? ConfigWords.outOfRange(name, given, allowed))
    default: write(&settings, value)
    }
  }

  /// Takes over what other settings say, also where that is nothing.
  public func copy(from other: Settings, to settings: inout Settings) {
    if let value = read(other) { write(&settings, value) } else { write(&settings, .text("")) }
  }

  /// What is typed behind the name: `true`, `16`, `wl-copy --primary`, `""`.
  ///
  /// - Throws: a sentence, when it is of the wrong kind.
  public func value(typed text: String) throws(SettingError) -> Value {
    let isQuoted = text.count > 1 && text.first == "\"" && text.last == "\""
    let text = isQuoted ? String(text.dropFirst().dropLast()) : text
    switch range {
    case .flag where text == "true" || text == "false": return .flag(text == "true")
    case .number: if let number = Int(text) { return .number(number) }
    case .choice, .name, .text: return .text(text)
    case .flag: break
    }
    throw SettingError(ConfigWords.wrongType(Self.quoted(name), wanted, Self.quoted(text)))
  }

  // MARK: Words

  /// What it must be, as errors say it.
  public var wanted: String {
    switch range {
    case .flag: ConfigWords.flag
    case .number(_, let unit, _): ConfigWords.number(of: unit)
    case .choice(let choices): Self.list(choices.map { "\"\($0)\"" })
    case .name, .text: ConfigWords.text
    }
  }

  /// `from 1 to 1000 (milliseconds)`, `"demo", "catalogue" or "live"`.
  public var allowed: String {
    guard case .number(let range, let unit, let least) = range else { return wanted }
    return least.map { ConfigWords.range(range.lowerBound, $0, to: range.upperBound) }
      ?? ConfigWords.range(range.lowerBound, to: range.upperBound, unit)
  }

  /// What can stand behind the name, where that can be listed.
  public var choices: [String] {
    switch range {
    case .flag: ["true", "false"]
    case .choice(let choices), .name(let choices): choices
    case .number, .text: []
    }
  }

  /// Help and range in one line, for documents.
  public var explanation: String {
    switch range {
    case .flag, .name, .text: help
    case .number(let range, _, let least):
      ConfigWords.explained(help, range.lowerBound, least, to: range.upperBound)
    // As many as can be taken in at a glance.
    case .choice(let choices): choices.count <= 5 ? "\(Self.list(choices)): \(help)" : help
    }
  }

  /// `true`, `25`, `"auto"`: what it is set to, as `config.toml` writes it.
  public func text(in settings: Settings) -> String { read(settings)?.text ?? "\"\"" }

  /// `ascii = false`, with the default, or an example where there is none to write.
  private var line: String { "\(name) = \((read(Settings()) ?? example ?? .text("")).text)" }

  /// In quotes, cut where it is long.
  public static func quoted(_ text: String) -> String {
    text.utf8.count <= 80 ? "\"\(text)\"" : "\"\(text.prefix(60))…\""
  }

  /// `a, b or c`.
  public static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + ConfigWords.or + (words.last ?? "")
  }

  /// The candidate that is at most two mistakes away, if there is one.
  private static func nearest(_ text: String, to candidates: [String]) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    return candidates.map { (distance: Spelling.distance(text.lowercased(), $0.lowercased()), candidate: $0) }
      .filter { $0.distance <= 2 && $0.distance < $0.candidate.count }
      .min { $0.distance < $1.distance }?.candidate
  }
}

extension Setting.Value {
  /// As `config.toml` writes it.
  public var text: String {
    switch self {
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .text(let text):
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
  }
}

// MARK: Documents

extension Setting {
  /// A whole `config.toml` in which everything is as it is without one.
  ///
  /// - Parameter isTemplate: whether every line is commented out, to begin a file with.
  public static func document(isTemplate: Bool) -> String {
    let sign = isTemplate ? "# " : ""
    func explained(_ line: String, _ words: String) -> String {
      sign + line + String(repeating: " ", count: max(1, 28 - line.count)) + "# \(words)\n"
    }
    let introduction =
      isTemplate
      ? ConfigWords.introduction.map { "# \($0)\n" }.joined() + "\n" : ""
    let settings = all.map { row in
      explained(row.line, row.explanation + (row.moment == .atStart ? ConfigWords.atStart : ""))
    }
    let tables = Table.allCases.map { "\n" + explained("[\($0.rawValue)]", $0.help) + "\(sign)\($0.example)\n" }
    return introduction + settings.joined() + tables.joined()
  }
}

/// Why something cannot be set: a sentence, without a full stop at its end.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

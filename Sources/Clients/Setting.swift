internal import RunoutModel
internal import Wording

/// A row of the table of settings, `Setting.all`: name, key path, range and help. The default is the field's.
public struct Setting: Sendable {
  /// The value of a setting, by its type in TOML.
  public enum Value: Hashable, Sendable {
    case flag(Bool)
    case number(Int)
    case text(String)
  }

  /// The values that a setting takes.
  public enum Range: Hashable, Sendable {
    case flag
    /// `least` is the meaning of the lowest number, where it has a special one.
    case number(ClosedRange<Int>, unit: String, least: String?)
    case choice([String])
    /// One of these names, or one of the user's own.
    case name([String])
    case text
  }

  /// The time when a new value takes effect.
  public enum Moment: Hashable, Sendable {
    /// While the program runs.
    case atOnce
    /// From the next start on.
    case atStart
  }

  typealias Field<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// The key in `config.toml`.
  public let name: String
  public let range: Range
  /// Its purpose, and the meaning of the default where that is not plain.
  public let help: String
  public let moment: Moment
  /// The value in documents, where the default cannot be written.
  private var example: Value?
  private let read: @Sendable (Settings) -> Value?
  private let write: @Sendable (inout Settings, Value) -> Void
}

// MARK: Rows

extension Setting {
  init(_ name: String, _ field: Field<Bool>, _ help: String, _ moment: Moment = .atOnce) {
    self.init(
      name: name, range: .flag, help: help, moment: moment, read: { .flag($0[keyPath: field]) },
      write: { if case .flag(let value) = $1 { $0[keyPath: field] = value } })
  }

  init(
    _ name: String, _ field: Field<Int>, from range: ClosedRange<Int>, of unit: String, least: String? = nil,
    _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name: name, range: .number(range, unit: unit, least: least), help: help, moment: moment,
      read: { .number($0[keyPath: field]) },
      write: { if case .number(let value) = $1 { $0[keyPath: field] = value } })
  }

  /// - Parameter range: the values besides the default.
  init(_ name: String, _ field: Field<String>, from range: Range = .text, _ help: String, _ moment: Moment = .atOnce) {
    self.init(
      name: name, range: range, help: help, moment: moment, read: { .text($0[keyPath: field]) },
      write: { if case .text(let value) = $1 { $0[keyPath: field] = value } })
  }

  init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ field: Field<Choice>, _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name: name, range: .choice(Choice.allCases.map(\.rawValue)), help: help, moment: moment,
      read: { .text($0[keyPath: field].rawValue) },
      write: { if case .text(let value) = $1, let choice = Choice(rawValue: value) { $0[keyPath: field] = choice } })
  }

  /// - Parameter example: the value in documents, as the default nil cannot be written.
  init<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ field: Field<Choice?>, example: Choice, _ help: String, _ moment: Moment = .atOnce
  ) {
    self.init(
      name: name, range: .choice(Choice.allCases.map(\.rawValue)), help: help, moment: moment,
      example: .text(example.rawValue),
      read: { $0[keyPath: field].map { .text($0.rawValue) } },
      write: { if case .text(let value) = $1 { $0[keyPath: field] = Choice(rawValue: value) } })
  }
}

extension Setting {
  // MARK: Finding a row

  /// - Throws: a sentence, with a guess if a name is near.
  public static func named(_ name: String) throws(SettingError) -> Setting {
    guard let setting = all.first(where: { $0.name == name }) else { throw unknown(name) }
    return setting
  }

  /// The error for an unknown name, with a guess if one is near.
  public static func unknown(_ name: String) -> SettingError {
    let guess = nearest(name, to: all.map(\.name) + Table.allCases.map(\.rawValue))
    return SettingError(ConfigWords.unknownSetting(quoted(name), guess: guess))
  }

  // MARK: Values

  /// Nil where the field is nil.
  public func value(in settings: Settings) -> Value? { read(settings) }

  /// Returns whether a value has the right type; it may still be out of range.
  public func takes(_ value: Value) -> Bool {
    switch (range, value) {
    case (.flag, .flag), (.number, .number), (.choice, .text), (.name, .text), (.text, .text): true
    // Users mostly write 16 and 256 as numbers.
    case (.choice(let choices), .number): choices.contains { Int($0) != nil }
    default: false
    }
  }

  /// Sets a value of the right type.
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

  /// Copies the value from other settings, also nil.
  public func copy(from other: Settings, to settings: inout Settings) {
    if let value = read(other) { write(&settings, value) } else { write(&settings, .text("")) }
  }

  /// The value of a typed text: `true`, `16`, `wl-copy --primary`, `""`.
  ///
  /// - Throws: a sentence, when it is of the wrong type.
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

  /// The type of value it takes, in the words of errors.
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

  /// The values for completion; empty for numbers and free text.
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
    // More choices could not be taken in at a glance.
    case .choice(let choices): choices.count <= 5 ? "\(Self.list(choices)): \(help)" : help
    }
  }

  /// The value as written in `config.toml`: `true`, `25`, `"auto"`.
  public func text(in settings: Settings) -> String { read(settings)?.text ?? "\"\"" }

  /// A line of `config.toml` with the default, `ascii = false`, or the example.
  private var line: String { "\(name) = \((read(Settings()) ?? example ?? .text("")).text)" }

  /// The text in quotes, shortened to 60 characters if it is over 80 bytes.
  public static func quoted(_ text: String) -> String {
    text.utf8.count <= 80 ? "\"\(text)\"" : "\"\(text.prefix(60))…\""
  }

  /// `a, b or c`.
  public static func list(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + ConfigWords.or + (words.last ?? "")
  }

  /// The nearest candidate at most two mistakes away; nil for none.
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
    case .text(let text): "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
  }
}

// MARK: Documents

extension Setting {
  /// A whole `config.toml` with the defaults.
  ///
  /// - Parameter isTemplate: whether every line is commented out, as the start of a new file.
  public static func document(isTemplate: Bool) -> String {
    let sign = isTemplate ? "# " : ""
    func explained(_ line: String, _ words: String) -> String {
      sign + line + String(repeating: " ", count: max(1, 28 - line.count)) + "# \(words)\n"
    }
    let introduction = isTemplate ? ConfigWords.introduction.map { "# \($0)\n" }.joined() + "\n" : ""
    let settings = all.map { row in
      explained(row.line, row.explanation + (row.moment == .atStart ? ConfigWords.atStart : ""))
    }
    let tables = Table.allCases.map { table in
      "\n" + explained("[\(table.rawValue)]", table.words.help) + "\(sign)\(table.words.example)\n"
    }
    return introduction + settings.joined() + tables.joined()
  }
}

/// The reason that a value cannot be set: a sentence without a full stop.
public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

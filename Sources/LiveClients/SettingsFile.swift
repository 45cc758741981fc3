public import Clients
internal import DiscogsModel
internal import Platform
internal import TOML

/// Something in `config.toml` that could not be used. The rest of the file was.
public struct SettingsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// Counted from 1; 0 for the file as a whole.
  public var line: Int
  /// In characters, counted from 1.
  public var column: Int
  /// One sentence: what is wrong, and what would be right.
  public var message: String

  public init(file: String, line: Int, column: Int, message: String) {
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }

  /// `/home/me/.config/runout/config.toml:3:1: There is no setting "asci": did you mean "ascii"?`
  public var description: String {
    line == 0 ? "\(file): \(message)" : "\(file):\(line):\(column): \(message)"
  }
}

/// What a `config.toml` says.
public struct SettingsFile: Hashable, Sendable {
  /// A command of the `[keys]` table, with where it stands, for whoever knows commands and keys to judge.
  public struct KeyBinding: Hashable, Sendable {
    public struct Key: Hashable, Sendable {
      /// As written: `C-x`, `<Down>`, `,y`.
      public var text: String
      public var line: Int
      public var column: Int
    }

    public var command: String
    public var line: Int
    public var column: Int
    public var keys: [Key]
  }

  /// Defaults in place of everything that is not there or could not be used. `keys` holds all bindings as written.
  public var settings: Settings
  /// In the order of the file.
  public var problems: [SettingsProblem]
  /// The `[keys]` table in the order of the file.
  public var keyBindings: [KeyBinding]

  public init(settings: Settings = Settings(), problems: [SettingsProblem] = [], keyBindings: [KeyBinding] = []) {
    self.settings = settings
    self.problems = problems
    self.keyBindings = keyBindings
  }

  /// Reads the settings. A file that is not there is as good as an empty one, unless the user named it.
  ///
  /// - Parameter mustExist: whether a missing file is a problem.
  public static func read(_ path: String, mustExist: Bool = false) -> SettingsFile {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path, limit: 1 << 20)
    } catch {
      if error.isMissing, !mustExist { return SettingsFile() }
      return SettingsFile(problems: [
        SettingsProblem(file: path, line: 0, column: 0, message: "The settings cannot be read: \(error.reason).")
      ])
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return SettingsFile(problems: [
        SettingsProblem(file: path, line: 0, column: 0, message: "The settings are not UTF-8 text.")
      ])
    }
    return parse(text, file: path)
  }

  /// - Parameter file: what problems call the file.
  public static func parse(_ text: String, file: String) -> SettingsFile {
    var reader = SettingsReader(text, file: file)
    return reader.read()
  }
}

/// Takes the settings from what the file says, and tells what cannot be one.
private struct SettingsReader {
  /// After so many problems no more are told: they are read by a person.
  static let maximumProblems = 100
  /// Far more commands than there are, and more keys than a command can want.
  static let maximumBindings = 1_000
  static let maximumKeys = 100
  /// In bytes, of a command's name and of a chord: both are compared with all others.
  static let longestKey = 100

  private let file: String
  private let document: TOMLDocument
  private var result = SettingsFile()

  init(_ text: String, file: String) {
    self.file = file
    document = TOMLDocument(text)
  }

  mutating func read() -> SettingsFile {
    for mistake in document.mistakes { report(mistake.position, mistake.message) }
    readSettings(document.root)
    result.problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return result
  }

  // MARK: Settings

  private mutating func readSettings(_ table: TOMLTable) {
    for entry in table.entries {
      let name = entry.name
      let value = entry.value
      switch name {
      case "source":
        if let source = choice(value, name, Source.allCases.map(\.rawValue)) {
          result.settings.source = Source(rawValue: source)
        }
      case "escape_time":
        guard let milliseconds = value.integer else {
          wrongType(value, name, "a number of milliseconds")
          continue
        }
        if (1...1_000).contains(milliseconds) {
          result.settings.escapeTime = milliseconds
        } else {
          report(value.position, "\"escape_time\" is \(milliseconds): it must be from 1 to 1000 (milliseconds).")
        }
      case "scroll_lines":
        guard let rows = value.integer else {
          wrongType(value, name, "a number of rows")
          continue
        }
        if (0...100).contains(rows) {
          result.settings.scrollLines = rows
        } else {
          report(value.position, "\"scroll_lines\" is \(rows): it must be from 0 (half a screen) to 100.")
        }
      case "ascii": set(\.ascii, flag(value, name))
      case "ambiguous_wide": set(\.ambiguousIsWide, flag(value, name))
      case "colours":
        // 16 and 256 are written as numbers more often than not.
        let colours = value.integer.map(String.init) ?? choice(value, name, Settings.Colours.allCases.map(\.rawValue))
        if let colours {
          if let known = Settings.Colours(rawValue: colours) {
            result.settings.colours = known
          } else {
            let choices = Self.list(Settings.Colours.allCases.map(\.rawValue))
            report(value.position, "\"colours\" is \(colours): it must be \(choices).")
          }
        }
      case "copy_command": set(\.copyCommand, text(value, name))
      case "token_command": set(\.tokenCommand, text(value, name))
      case "currency":
        if let code = choice(value, name, Currency.known.map(\.code)) { result.settings.currency = code }
      case "auto_sync": set(\.syncsByItself, flag(value, name))
      case "environments":
        if let addresses = value.table {
          readAddresses(addresses)
        } else {
          wrongType(value, name, "a table of environments and addresses")
        }
      case "keys":
        if let keys = value.table {
          readKeys(keys)
        } else {
          wrongType(value, name, "a table of commands and keys")
        }
      default:
        let guess = Self.nearest(name, to: Self.names).map { ": did you mean \"\($0)\"?" } ?? "."
        report(entry.position, "There is no setting \(Self.quoted(name))\(guess)")
      }
    }
  }

  static let names = [
    "source", "escape_time", "scroll_lines", "ascii", "ambiguous_wide", "colours", "copy_command", "token_command",
    "currency", "auto_sync", "environments", "keys",
  ]

  private mutating func readAddresses(_ table: TOMLTable) {
    let names = AppEnvironment.all.map(\.name)
    for entry in table.entries {
      guard names.contains(entry.name) else {
        let choices = Self.list(names)
        report(entry.position, "There is no environment \(Self.quoted(entry.name)): it must be \(choices).")
        continue
      }
      guard let text = text(entry.value, "environments.\(entry.name)") else { continue }
      do throws(InputError) {
        result.settings.apiURLs[entry.name] = try ApiURL(text).text
      } catch {
        report(entry.value.position, "\(error)")
      }
    }
  }

  private mutating func text(_ value: TOMLValue, _ name: String) -> String? {
    if let text = value.string { return text }
    wrongType(value, name, "a text")
    return nil
  }

  private mutating func readKeys(_ table: TOMLTable) {
    if table.entries.count > Self.maximumBindings {
      let rest = table.entries[Self.maximumBindings]
      report(rest.position, "There are more than \(Self.maximumBindings) commands: the rest has no keys.")
    }
    for entry in table.entries.prefix(Self.maximumBindings) {
      guard entry.name.utf8.count <= Self.longestKey else {
        report(entry.position, "There is no command \(Self.quoted(entry.name)).")
        continue
      }
      var keys: [SettingsFile.KeyBinding.Key] = []
      func key(_ text: String, _ position: TOMLPosition) -> SettingsFile.KeyBinding.Key {
        SettingsFile.KeyBinding.Key(text: text, line: position.line, column: position.column)
      }
      if let text = entry.value.string {
        keys = [key(text, entry.value.position)]
      } else if let array = entry.value.array {
        guard array.count <= Self.maximumKeys else {
          report(
            entry.value.position, "\(Self.quoted(entry.name)) has \(array.count) keys: \(Self.maximumKeys) at most.")
          continue
        }
        var isSound = true
        for element in array {
          if let text = element.string {
            keys.append(key(text, element.position))
          } else {
            wrongType(element, entry.name, "a key in quotes")
            isSound = false
          }
        }
        guard isSound else { continue }
      } else {
        wrongType(entry.value, entry.name, "a key in quotes, or a list of them")
        continue
      }
      if let long = keys.first(where: { $0.text.utf8.count > Self.longestKey }) {
        report(
          TOMLPosition(line: long.line, column: long.column),
          "\(Self.quoted(entry.name)) has a key of \(long.text.utf8.count) bytes: \(Self.longestKey) at most.")
        continue
      }
      result.keyBindings.append(
        SettingsFile.KeyBinding(
          command: entry.name, line: entry.position.line, column: entry.position.column, keys: keys))
      result.settings.keys[entry.name] = keys.map(\.text)
    }
    result.keyBindings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private mutating func set<Value>(_ setting: WritableKeyPath<Settings, Value>, _ value: Value?) {
    if let value { result.settings[keyPath: setting] = value }
  }

  private mutating func flag(_ value: TOMLValue, _ name: String) -> Bool? {
    if let flag = value.boolean { return flag }
    wrongType(value, name, "true or false")
    return nil
  }

  private mutating func choice(_ value: TOMLValue, _ name: String, _ choices: [String]) -> String? {
    guard let text = value.string else {
      wrongType(value, name, Self.list(choices))
      return nil
    }
    if choices.contains(text) { return text }
    let nearest = Self.nearest(text, to: choices)
    let guess = nearest.map { ": did you mean \"\($0)\"?" } ?? ": it must be \(Self.list(choices))."
    report(value.position, "\"\(name)\" is \(Self.quoted(text))\(guess)")
    return nil
  }

  // MARK: Problems

  private mutating func wrongType(_ value: TOMLValue, _ name: String, _ wanted: String) {
    report(value.position, "\(Self.quoted(name)) must be \(wanted), not \(Self.article(value.kind)).")
  }

  private static func article(_ kind: TOMLValue.Kind) -> String {
    switch kind {
    case .array: "a list"
    case .integer: "a whole number"
    case .float: "a number"
    case .boolean: "true or false"
    case .string: "a text"
    case .table: "a table"
    case .offsetDateTime, .localDateTime, .localDate, .localTime: "a date"
    }
  }

  private static func list(_ choices: [String]) -> String {
    let quoted = choices.map { "\"\($0)\"" }
    return quoted.count < 2
      ? quoted.joined() : quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
  }

  /// In quotes, cut where it is long.
  private static func quoted(_ text: String) -> String {
    text.utf8.count <= 80 ? "\"\(text)\"" : "\"\(text.prefix(60))…\""
  }

  /// The candidate that is at most two mistakes away, if there is one.
  private static func nearest(_ text: String, to candidates: [String]) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    return candidates.map { (distance: Spelling.distance(text.lowercased(), $0), candidate: $0) }
      .filter { $0.distance <= 2 && $0.distance < $0.candidate.count }
      .min { $0.distance < $1.distance }?.candidate
  }

  private mutating func report(_ position: TOMLPosition, _ message: @autoclosure () -> String) {
    guard result.problems.count < Self.maximumProblems else { return }
    result.problems.append(
      SettingsProblem(file: file, line: position.line, column: position.column, message: message()))
  }
}

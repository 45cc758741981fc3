public import Clients
internal import DiscogsModel
internal import Platform
internal import TOMLKit

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

/// Goes through the file once, and around what is broken in it.
private struct SettingsReader {
  private let file: String
  private var text: String
  private var positions: TOMLPositions
  private var result = SettingsFile()

  init(_ text: String, file: String) {
    self.file = file
    // A NUL would end the text for TOMLKit and hide what is behind it; U+0001 is as wrong, and told.
    let text = text.unicodeScalars.map { $0 == "\0" ? "\u{1}" : Character($0) }
    self.text = String(text.first == "\u{FEFF}" ? text[1...] : text[...])
    positions = TOMLPositions(self.text)
  }

  mutating func read() -> SettingsFile {
    if let table = parseAroundErrors() {
      withExtendedLifetime(table) { readSettings(table) }
    }
    result.problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return result
  }

  // MARK: Syntax

  /// Parses the text, and where that fails, parses it again without the statement it failed at, so that one mistake
  /// costs one setting.
  private mutating func parseAroundErrors() -> TOMLTable? {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    var told: ClosedRange<Int>?
    for _ in 0...lines.count {
      do {
        return try TOMLTable(string: lines.joined(separator: "\n"))
      } catch let error as TOMLParseError {
        let line = min(max(error.source.begin.line, 1), lines.count)
        let extent = extent(of: line, in: lines)
        // What is left of a statement that was cut short is not a mistake of its own.
        if told.map({ !$0.contains(extent.lowerBound) }) ?? true {
          report(line, error.source.begin.column, Self.sentence(error.description))
        }
        told = told.map { min($0.lowerBound, extent.lowerBound)...max($0.upperBound, extent.upperBound) } ?? extent
        for broken in extent { lines[broken - 1] = "" }
      } catch {
        report(1, 1, "\(error)")
        return nil
      }
    }
    return nil
  }

  /// The lines to leave out for a mistake in one of them: the statement it is in, or for a table's header the table.
  private func extent(of line: Int, in lines: [String]) -> ClosedRange<Int> {
    let started = positions.statements.lastIndex { $0.start.line <= line && !lines[$0.start.line - 1].isEmpty }
    guard let started else { return line...line }
    let statement = positions.statements[started]
    if statement.isHeader {
      let next = positions.statements[(started + 1)...].first { $0.isHeader }
      return statement.start.line...(next.map { $0.start.line - 1 } ?? lines.count)
    }
    // A value that is not closed seems to reach far beyond the line it is on: what follows may be sound.
    let isWhole = statement.lastLine >= line && statement.lastLine < lines.count
    return isWhole ? statement.start.line...statement.lastLine : statement.start.line...statement.start.line
  }

  /// `Error while parsing key-value pair: expected '=', saw 'x'` as `Expected '=', saw 'x'.`
  private static func sentence(_ description: String) -> String {
    let text = description.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? description
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  // MARK: Settings

  private mutating func readSettings(_ table: TOMLTable) {
    for name in table.keys {
      guard let value = table[name] else { continue }
      switch name {
      case "source":
        if let source = choice(value, [name], Source.allCases.map(\.rawValue)) {
          result.settings.source = Source(rawValue: source)
        }
      case "escape_time":
        guard let milliseconds = value.int else {
          wrongType(value, [name], "a number of milliseconds")
          continue
        }
        if (1...1_000).contains(milliseconds) {
          result.settings.escapeTime = milliseconds
        } else {
          report(value: [name], "\"escape_time\" is \(milliseconds): it must be from 1 to 1000 (milliseconds).")
        }
      case "scroll_lines":
        guard let rows = value.int else {
          wrongType(value, [name], "a number of rows")
          continue
        }
        if (0...100).contains(rows) {
          result.settings.scrollLines = rows
        } else {
          report(value: [name], "\"scroll_lines\" is \(rows): it must be from 0 (half a screen) to 100.")
        }
      case "ascii": set(\.ascii, flag(value, [name]))
      case "ambiguous_wide": set(\.ambiguousIsWide, flag(value, [name]))
      case "colours":
        // 16 and 256 are written as numbers more often than not.
        let colours = value.int.map(String.init) ?? choice(value, [name], Settings.Colours.allCases.map(\.rawValue))
        if let colours {
          if let known = Settings.Colours(rawValue: colours) {
            result.settings.colours = known
          } else {
            let choices = Self.list(Settings.Colours.allCases.map(\.rawValue))
            report(value: [name], "\"colours\" is \(colours): it must be \(choices).")
          }
        }
      case "copy_command": set(\.copyCommand, text(value, [name]))
      case "token_command": set(\.tokenCommand, text(value, [name]))
      case "currency":
        if let code = choice(value, [name], Currency.known.map(\.code)) { result.settings.currency = code }
      case "auto_sync": set(\.syncsByItself, flag(value, [name]))
      case "environments":
        if let addresses = value.table {
          readAddresses(addresses)
        } else {
          wrongType(value, [name], "a table of environments and addresses")
        }
      case "keys":
        if let keys = value.table {
          readKeys(keys)
        } else {
          wrongType(value, [name], "a table of commands and keys")
        }
      default:
        let guess = Self.nearest(name, to: Self.names).map { ": did you mean \"\($0)\"?" } ?? "."
        report(key: [name], "There is no setting \"\(name)\"\(guess)")
      }
    }
  }

  static let names = [
    "source", "escape_time", "scroll_lines", "ascii", "ambiguous_wide", "colours", "copy_command", "token_command",
    "currency", "auto_sync", "environments", "keys",
  ]

  private mutating func readAddresses(_ table: TOMLTable) {
    let names = AppEnvironment.all.map(\.name)
    for name in table.keys {
      let path = ["environments", name]
      guard names.contains(name) else {
        report(key: path, "There is no environment \"\(name)\": it must be \(Self.list(names)).")
        continue
      }
      guard let value = table[name], let text = text(value, path) else { continue }
      do throws(InputError) {
        result.settings.apiURLs[name] = try ApiURL(text).text
      } catch {
        report(value: path, "\(error)")
      }
    }
  }

  private mutating func text(_ value: any TOMLValueConvertible, _ path: [String]) -> String? {
    if let text = value.string { return text }
    wrongType(value, path, "a text")
    return nil
  }

  private mutating func readKeys(_ table: TOMLTable) {
    for command in table.keys {
      let path = ["keys", command]
      guard let value = table[command] else { continue }
      var keys: [SettingsFile.KeyBinding.Key] = []
      func key(_ text: String, _ path: [String]) -> SettingsFile.KeyBinding.Key {
        let place = positions.values[path] ?? positions.keys[["keys", command]] ?? unknown
        return SettingsFile.KeyBinding.Key(text: text, line: place.line, column: place.column)
      }
      if let text = value.string {
        keys = [key(text, path)]
      } else if let array = value.array {
        var isSound = true
        for (number, element) in array.enumerated() {
          if let text = element.string {
            keys.append(key(text, path + [String(number)]))
          } else {
            wrongType(element, path + [String(number)], "a key in quotes", name: command)
            isSound = false
          }
        }
        guard isSound else { continue }
      } else {
        wrongType(value, path, "a key in quotes, or a list of them", name: command)
        continue
      }
      let place = positions.keys[path] ?? unknown
      result.keyBindings.append(
        SettingsFile.KeyBinding(command: command, line: place.line, column: place.column, keys: keys))
      result.settings.keys[command] = keys.map(\.text)
    }
    result.keyBindings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  private mutating func set<Value>(_ setting: WritableKeyPath<Settings, Value>, _ value: Value?) {
    if let value { result.settings[keyPath: setting] = value }
  }

  private mutating func flag(_ value: any TOMLValueConvertible, _ path: [String]) -> Bool? {
    if let flag = value.bool { return flag }
    wrongType(value, path, "true or false")
    return nil
  }

  private mutating func choice(_ value: any TOMLValueConvertible, _ path: [String], _ choices: [String]) -> String? {
    let name = path.joined(separator: ".")
    guard let text = value.string else {
      wrongType(value, path, Self.list(choices))
      return nil
    }
    if choices.contains(text) { return text }
    let nearest = Self.nearest(text, to: choices)
    let guess = nearest.map { ": did you mean \"\($0)\"?" } ?? ": it must be \(Self.list(choices))."
    report(value: path, "\"\(name)\" is \"\(text)\"\(guess)")
    return nil
  }

  // MARK: Problems

  private mutating func wrongType(
    _ value: any TOMLValueConvertible, _ path: [String], _ wanted: String, name: String? = nil
  ) {
    let name = name ?? path.joined(separator: ".")
    report(value: path, "\"\(name)\" must be \(wanted), not \(Self.article(value.type)).")
  }

  private static func article(_ type: TOMLType) -> String {
    switch type {
    case .array: "a list"
    case .int: "a whole number"
    case .double: "a number"
    case .bool: "true or false"
    case .string: "a text"
    case .table: "a table"
    case .date, .time, .dateTime: "a date"
    }
  }

  private static func list(_ choices: [String]) -> String {
    let quoted = choices.map { "\"\($0)\"" }
    return quoted.count < 2
      ? quoted.joined() : quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
  }

  /// The candidate that is at most two mistakes away, if there is one.
  private static func nearest(_ text: String, to candidates: [String]) -> String? {
    candidates.map { (distance: Spelling.distance(text.lowercased(), $0), candidate: $0) }
      .filter { $0.distance <= 2 && $0.distance < $0.candidate.count }
      .min { $0.distance < $1.distance }?.candidate
  }

  private var unknown: TOMLPositions.Position { TOMLPositions.Position(line: 1, column: 1) }

  private mutating func report(key path: [String], _ message: String) {
    let place = positions.keys[path] ?? unknown
    report(place.line, place.column, message)
  }

  private mutating func report(value path: [String], _ message: String) {
    let place = positions.values[path] ?? positions.keys[path] ?? unknown
    report(place.line, place.column, message)
  }

  private mutating func report(_ line: Int, _ column: Int, _ message: String) {
    result.problems.append(SettingsProblem(file: file, line: line, column: column, message: message))
  }
}

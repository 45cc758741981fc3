public import Clients
public import Platform
internal import TOML
internal import Wording

/// A part of `config.toml` that could not be used. The rest of the file was.
public struct SettingsProblem: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// Counted from 1; 0 for the file as a whole.
  public var line: Int
  /// In characters, counted from 1.
  public var column: Int
  /// One sentence: what is wrong, and what would be right.
  public var message: String

  /// `/home/me/.config/runout/config.toml:3:1: No setting "asci": did you mean "ascii"?`
  public var description: String { line == 0 ? "\(file): \(message)" : "\(file):\(line):\(column): \(message)" }
}

/// The settings and key bindings of a `config.toml`, with its problems.
public struct SettingsFile: Hashable, Sendable {
  /// A command of the `[keys]` table and its place, for the keymap to judge.
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

  /// The settings, with defaults for all that are missing or unusable. `keys` holds all bindings as written.
  public var settings: Settings
  /// In the order of the file.
  public var problems: [SettingsProblem]
  /// The `[keys]` table in the order of the file.
  public var keyBindings: [KeyBinding]
  /// The file's facts right before it was read, to notice later changes; nil where there was no file.
  public var facts: FileSystem.Facts?

  public init(settings: Settings = Settings(), problems: [SettingsProblem] = [], keyBindings: [KeyBinding] = []) {
    (self.settings, self.problems, self.keyBindings) = (settings, problems, keyBindings)
  }

  /// Reads the settings and the themes beside them. A missing file counts as empty, unless the user named it.
  ///
  /// - Parameter mustExist: whether a missing file is a problem.
  public static func read(_ path: String, mustExist: Bool = false) -> SettingsFile {
    let facts = FileSystem.facts(of: path)
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let themes = ThemeFiles(folder: "\(folder)themes")
    var file = readNow(path, mustExist: mustExist, themes.themes)
    file.settings.ownThemes = themes.themes
    file.problems += themes.problems
    file.facts = facts
    return file
  }

  private static func readNow(_ path: String, mustExist: Bool, _ ownThemes: [ThemeColours]) -> SettingsFile {
    func unusable(_ message: String) -> SettingsFile {
      SettingsFile(problems: [SettingsProblem(file: path, line: 0, column: 0, message: message)])
    }
    let bytes: [UInt8]
    do {
      // The user may name a device, such as /dev/null; a pipe without a writer would block for ever.
      let isPipe = FileSystem.facts(of: path)?.kind == .pipe
      bytes = try FileSystem.read(path, limit: 1 << 20, isOurs: !mustExist || isPipe)
    } catch {
      if error.isMissing, !mustExist { return SettingsFile() }
      return unusable(ConfigWords.unreadable(error.reason))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return unusable(ConfigWords.notUTF8) }
    return parse(text, file: path, ownThemes: ownThemes)
  }

  /// - Parameters:
  ///   - file: the file's name in problems.
  ///   - ownThemes: the themes that `theme` can name besides the program's.
  public static func parse(_ text: String, file: String, ownThemes: [ThemeColours] = []) -> SettingsFile {
    var reader = SettingsReader(
      file: file, themes: ThemeColours.names + ownThemes.map(\.name), document: TOMLDocument(text))
    return reader.read()
  }
}

/// Reads settings from a parsed file, and reports what is no setting.
private struct SettingsReader {
  /// Further problems are not reported: a person reads them.
  static let maximumProblems = 100
  /// Limits far above the number of commands, and of keys that a command can use.
  static let maximumBindings = 1_000
  static let maximumKeys = 100
  /// Bytes of a command's name and of a chord, which are compared with all others.
  static let longestKey = 100

  let file: String
  let themes: [String]
  let document: TOMLDocument
  var result = SettingsFile()

  mutating func read() -> SettingsFile {
    for mistake in document.mistakes { report(mistake.position, mistake.message) }
    readSettings(document.root)
    result.problems.sort { ($0.line, $0.column) < ($1.line, $1.column) }
    return result
  }

  private mutating func readSettings(_ table: TOMLTable) {
    for entry in table.entries {
      if let setting = Setting.all.first(where: { $0.name == entry.name }) {
        read(setting, entry.value)
      } else if let table = Setting.Table(rawValue: entry.name) {
        guard let entries = entry.value.table else {
          wrongType(entry.value, table.rawValue, ConfigWords.table(of: table.words.content))
          continue
        }
        switch table {
        case .environments: readAddresses(entries)
        case .keys: readKeys(entries)
        }
      } else {
        report(entry.position, Setting.unknown(entry.name).description)
      }
    }
  }

  private mutating func read(_ setting: Setting, _ value: TOMLValue) {
    guard let given = Setting.Value(value), setting.takes(given) else {
      return wrongType(value, setting.name, setting.wanted)
    }
    if setting.name == "theme", case .text(let name) = given, !themes.contains(name) {
      return report(value.position, ConfigWords.unknownTheme(name))
    }
    do { try setting.put(given, in: &result.settings) } catch { report(value.position, error.description) }
  }

  private mutating func readAddresses(_ table: TOMLTable) {
    let names = AppEnvironment.all.map(\.name)
    for entry in table.entries {
      guard names.contains(entry.name) else {
        let choices = Setting.list(names.map(Setting.quoted))
        report(entry.position, ConfigWords.unknownEnvironment(Setting.quoted(entry.name), choices))
        continue
      }
      guard let text = entry.value.string else {
        wrongType(entry.value, "environments.\(entry.name)", ConfigWords.text)
        continue
      }
      do { result.settings.apiURLs[entry.name] = try ApiURL(text).text } catch {
        report(entry.value.position, "\(error)")
      }
    }
  }

  private mutating func readKeys(_ table: TOMLTable) {
    if let rest = table.entries.dropFirst(Self.maximumBindings).first {
      report(rest.position, ConfigWords.tooManyCommands(Self.maximumBindings))
    }
    for entry in table.entries.prefix(Self.maximumBindings) {
      guard let keys = keys(entry.name, entry.position, entry.value) else { continue }
      let (line, column) = (entry.position.line, entry.position.column)
      result.keyBindings.append(.init(command: entry.name, line: line, column: column, keys: keys))
      result.settings.keys[entry.name] = keys.map(\.text)
    }
    result.keyBindings.sort { ($0.line, $0.column) < ($1.line, $1.column) }
  }

  /// The keys of a command; nil where something is wrong with it, which is reported.
  private mutating func keys(
    _ command: String, _ position: TOMLPosition, _ value: TOMLValue
  ) -> [SettingsFile.KeyBinding.Key]? {
    guard command.utf8.count <= Self.longestKey else {
      report(position, ConfigWords.unknownCommand(Setting.quoted(command)))
      return nil
    }
    guard let values = value.string == nil ? value.array : [value] else {
      wrongType(value, command, ConfigWords.keysInQuotes)
      return nil
    }
    guard values.count <= Self.maximumKeys else {
      report(value.position, ConfigWords.tooManyKeys(Setting.quoted(command), values.count, most: Self.maximumKeys))
      return nil
    }
    for value in values where value.string == nil { wrongType(value, command, ConfigWords.keyInQuotes) }
    let keys = values.compactMap { value in
      value.string.map {
        SettingsFile.KeyBinding.Key(text: $0, line: value.position.line, column: value.position.column)
      }
    }
    guard keys.count == values.count else { return nil }
    if let long = keys.first(where: { $0.text.utf8.count > Self.longestKey }) {
      report(
        TOMLPosition(line: long.line, column: long.column),
        ConfigWords.keyTooLong(Setting.quoted(command), long.text.utf8.count, most: Self.longestKey))
      return nil
    }
    return keys
  }

  private mutating func wrongType(_ value: TOMLValue, _ name: String, _ wanted: String) {
    report(value.position, ConfigWords.wrongType(Setting.quoted(name), wanted, Self.article(value.kind)))
  }

  private static func article(_ kind: TOMLValue.Kind) -> String {
    switch kind {
    case .array: ConfigWords.aList
    case .integer: ConfigWords.aWholeNumber
    case .float: ConfigWords.aNumber
    case .boolean: ConfigWords.flag
    case .string: ConfigWords.text
    case .table: ConfigWords.aTable
    case .offsetDateTime, .localDateTime, .localDate, .localTime: ConfigWords.aDate
    }
  }

  private mutating func report(_ position: TOMLPosition, _ message: @autoclosure () -> String) {
    guard result.problems.count < Self.maximumProblems else { return }
    result.problems.append(
      SettingsProblem(file: file, line: position.line, column: position.column, message: message()))
  }
}

extension Setting.Value {
  /// Nil for a type that no setting has: a list, a table, a date, a fraction.
  fileprivate init?(_ value: TOMLValue) {
    switch value.kind {
    case .boolean(let flag): self = .flag(flag)
    case .integer(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .float, .array, .table, .offsetDateTime, .localDateTime, .localDate, .localTime: return nil
    }
  }
}

import Clients
import Wording

/// What is said of settings, in one place.
enum SettingsWording {
  static func value(of setting: Setting, in settings: Settings) -> String {
    guard setting.value(in: settings) != nil else { return ConfigWords.isUnset(setting.name, setting.help) }
    let words = setting.choices.isEmpty ? setting.explanation : Setting.list(setting.choices)
    return ConfigWords.value(setting.name, setting.text(in: settings), words)
  }

  static func isSet(_ setting: Setting, in settings: Settings) -> String {
    ConfigWords.forThisRun(setting.name, setting.text(in: settings))
  }

  static func stays(_ setting: Setting, _ value: String, because reason: String) -> String {
    ConfigWords.stays(setting.name, value, reason)
  }

  static func needsRestart(_ setting: Setting) -> String {
    ConfigWords.needsRestart(setting.name, command: Command.editSettings.rawValue)
  }

  /// Empty where nothing is worth a line.
  static func read(_ news: SettingsInForce.News) -> String {
    let changed = news.changed.isEmpty ? "" : ConfigWords.read(news.changed.joined(separator: ", "))
    guard !news.later.isEmpty else { return changed }
    let later = ConfigWords.needRestart(news.later)
    return changed.isEmpty ? later : "\(changed) · \(later)"
  }

  static let readAgain = ConfigWords.readAgain

  /// The first one, and how many more there are.
  static func problems(_ problems: [String]) -> String {
    let more = problems.count - 1
    return more > 0 ? ConfigWords.andMore(problems[0], more) : problems.first ?? ""
  }

  /// Why the editor is to blame; nil where all went well.
  static func ending(_ ending: AppStore.EditorEnding, of editor: String) -> String? {
    switch ending {
    case .exited(0): nil
    // What the shell says of a program that is not there, or cannot be run.
    case .exited(126), .exited(127): ConfigWords.noEditor(editor)
    case .exited(let status): ConfigWords.editorFailed(editor, code: status)
    case .killed(let signal): ConfigWords.editorKilled(editor, signal: signal)
    case .notStarted(let reason): ConfigWords.editorNotStarted(editor, reason)
    case .noTerminal: ConfigWords.noTerminalForEditor
    }
  }
}

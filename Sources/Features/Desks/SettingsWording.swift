import Clients
import Wording

/// Turns settings and their changes into the arguments of `ConfigWords`.
enum SettingsWording {
  static func value(of setting: Setting, in settings: Settings) -> String {
    guard setting.value(in: settings) != nil else { return ConfigWords.isUnset(setting.name, setting.help) }
    let words = setting.choices.isEmpty ? setting.explanation : Setting.list(setting.choices)
    return ConfigWords.value(setting.name, setting.text(in: settings), words)
  }

  /// Empty where there is nothing to report.
  static func read(_ news: SettingsInForce.News) -> String {
    let changed = news.changed.isEmpty ? "" : ConfigWords.read(news.changed.joined(separator: ", "))
    guard !news.later.isEmpty else { return changed }
    let later = ConfigWords.needRestart(news.later)
    return changed.isEmpty ? later : "\(changed) · \(later)"
  }

  /// The first one, and how many more there are.
  static func problems(_ problems: [String]) -> String {
    let more = problems.count - 1
    return more > 0 ? ConfigWords.andMore(problems[0], more) : problems.first ?? ""
  }

  /// Why editing failed; nil where it did not.
  static func ending(_ ending: AppStore.EditorEnding, of editor: String) -> String? {
    switch ending {
    case .exited(0): nil
    // The shell's codes for a program that is missing or cannot run.
    case .exited(126), .exited(127): ConfigWords.noEditor(editor)
    case .exited(let status): ConfigWords.editorFailed(editor, code: status)
    case .killed(let signal): ConfigWords.editorKilled(editor, signal: signal)
    case .notStarted(let reason): ConfigWords.editorNotStarted(editor, reason)
    case .noTerminal: ConfigWords.noTerminalForEditor
    }
  }
}

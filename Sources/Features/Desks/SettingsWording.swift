import Clients

/// What is said of settings, in one place.
enum SettingsWording {
  static func value(of setting: Setting, in settings: Settings) -> String {
    guard setting.value(in: settings) != nil else { return "\(setting.name) is not set: \(setting.help)" }
    let words = setting.choices.isEmpty ? setting.explanation : Setting.list(setting.choices)
    return "\(setting.name) = \(setting.text(in: settings)) · \(words)"
  }

  static func isSet(_ setting: Setting, in settings: Settings) -> String {
    "\(setting.name) = \(setting.text(in: settings)) for this run"
  }

  static func stays(_ setting: Setting, _ value: String, because reason: String) -> String {
    "\(setting.name) stays \(value): \(reason)"
  }

  static func needsRestart(_ setting: Setting) -> String {
    "\(setting.name) needs a restart: write it to config.toml with :\(Command.editSettings.rawValue)"
  }

  /// Empty where nothing is worth a line.
  static func read(_ news: SettingsInForce.News) -> String {
    let changed = news.changed.isEmpty ? "" : "config.toml read: \(news.changed.joined(separator: ", "))"
    guard !news.later.isEmpty else { return changed }
    let later = "\(news.later.joined(separator: ", ")) \(news.later.count == 1 ? "needs" : "need") a restart"
    return changed.isEmpty ? later : "\(changed) · \(later)"
  }

  static let readAgain = "config.toml read: no mistakes left"

  /// The first one, and how many more there are.
  static func problems(_ problems: [String]) -> String {
    let more = problems.count - 1
    return (problems.first ?? "") + (more > 0 ? " (\(more) more)" : "")
  }

  /// Why the editor is to blame; nil where all went well.
  static func ending(_ ending: AppStore.EditorEnding, of editor: String) -> String? {
    switch ending {
    case .exited(0): nil
    // What the shell says of a program that is not there, or cannot be run.
    case .exited(126), .exited(127): "Cannot run “\(editor)”: set VISUAL or EDITOR to your editor"
    case .exited(let status): "“\(editor)” failed with exit code \(status)"
    case .killed(let signal): "“\(editor)” was ended by signal \(signal)"
    case .notStarted(let reason): "Cannot run “\(editor)”: \(reason)"
    case .noTerminal: "There is no terminal here for an editor"
    }
  }
}

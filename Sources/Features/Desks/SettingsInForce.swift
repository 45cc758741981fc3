public import Clients
import Wording

/// The settings in force: those of `config.toml`, and what has been set since for this run.
///
/// A value set for the run holds until the file changes it: the latest change counts. Anything this run was started
/// with, such as `--source`, counts before both.
public final class SettingsInForce {
  public private(set) var inForce: Settings
  private var written: Settings
  private let atStart: Settings
  private let fixed: [String: String]

  /// The changes that a new reading of the file brings.
  struct News: Hashable {
    /// The names, in the order of the table.
    var changed: [String] = []
    /// The names of settings that count from the next start on.
    var later: [String] = []
    var hasNewKeys = false
  }

  /// - Parameter fixed: the settings that cannot change in this run, by name, with the reason: `NO_COLOR is set`.
  public init(_ settings: Settings = Settings(), fixed: [String: String] = [:]) {
    inForce = settings
    written = settings
    atStart = settings
    self.fixed = fixed
  }

  /// Sets a value for this run. Returns false where the setting has it already.
  ///
  /// - Throws: a sentence, where it cannot be set now.
  func put(_ value: Setting.Value, for setting: Setting) throws(SettingError) -> Bool {
    if let reason = fixed[setting.name] {
      throw SettingError(ConfigWords.stays(setting.name, setting.text(in: inForce), reason))
    }
    guard setting.moment == .atOnce else {
      throw SettingError(ConfigWords.needsRestart(setting.name, command: Command.editSettings.name))
    }
    let before = inForce
    try setting.put(value, in: &inForce)
    return inForce != before
  }

  /// Applies what has changed in the file since it was last read.
  func take(_ settings: Settings) -> News {
    var news = News()
    for setting in Setting.all where setting.value(in: settings) != setting.value(in: written) {
      guard fixed[setting.name] == nil else { continue }
      switch setting.moment {
      case .atOnce:
        if setting.value(in: settings) != setting.value(in: inForce) { news.changed.append(setting.name) }
        setting.copy(from: settings, to: &inForce)
      case .atStart: if setting.value(in: settings) != setting.value(in: atStart) { news.later.append(setting.name) }
      }
    }
    if settings.keys != written.keys {
      inForce.keys = settings.keys
      news.hasNewKeys = true
      news.changed.append(Setting.Table.keys.rawValue)
    }
    if settings.ownThemes != written.ownThemes {
      inForce.ownThemes = settings.ownThemes
      if settings.ownThemes.contains(where: { $0.name == inForce.theme }), !news.changed.contains("theme") {
        news.changed.append("theme")
      }
    }
    if settings.apiURLs != written.apiURLs, settings.apiURLs != atStart.apiURLs {
      news.later.append(Setting.Table.environments.rawValue)
    }
    written = settings
    return news
  }
}

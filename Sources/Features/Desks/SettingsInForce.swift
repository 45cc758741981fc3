public import Clients
import Wording

/// The settings in force: those of `config.toml`, and what has been set since for this run.
///
/// A value that was set for the run holds until the file changes it: what the user has changed
/// last counts. What this run was started with, such as `--source`, counts before both.
public final class SettingsInForce {
  public private(set) var inForce: Settings
  /// As the file has them.
  private var written: Settings
  /// With what the program was started.
  private let atStart: Settings
  /// What cannot be changed in this run, by name, and why: `NO_COLOR is set`.
  private let fixed: [String: String]

  /// What a new reading of the file has changed.
  struct News: Hashable {
    /// By name, in the order of the table.
    var changed: [String] = []
    /// What counts from the next start on.
    var later: [String] = []
    /// Whether keys mean something else.
    var hasNewKeys = false
  }

  /// - Parameter fixed: what nothing can change in this run, by name, with the reason.
  public init(_ settings: Settings = Settings(), fixed: [String: String] = [:]) {
    inForce = settings
    written = settings
    atStart = settings
    self.fixed = fixed
  }

  /// Sets one for this run. False where it has that value already.
  ///
  /// - Throws: a sentence, where it cannot be set now.
  func put(_ value: Setting.Value, for setting: Setting) throws(SettingError) -> Bool {
    if let reason = fixed[setting.name] {
      throw SettingError(ConfigWords.stays(setting.name, setting.text(in: inForce), reason))
    }
    guard setting.moment == .atOnce else {
      throw SettingError(ConfigWords.needsRestart(setting.name, command: Command.editSettings.rawValue))
    }
    let before = inForce
    try setting.put(value, in: &inForce)
    return inForce != before
  }

  /// Takes over what the file says otherwise than before.
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

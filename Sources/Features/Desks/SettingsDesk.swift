import Clients
import Wording

extension AppStore {
  /// How the user's editor ended.
  nonisolated public enum EditorEnding: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
    case notStarted(String)
    case noTerminal
  }
}

/// The commands for settings, and changes to `config.toml`.
final class SettingsDesk: Desk {
  let stage: Stage

  private let settings: SettingsInForce
  /// Whether the file had an error when it was last read.
  private var isMistaken = false
  /// The editor that has the terminal, or is about to.
  private var editing: EditorCall?

  init(_ stage: Stage, settings: SettingsInForce) {
    (self.stage, self.settings) = (stage, settings)
  }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .set:
      guard case .setting(let change)? = argument, change != .ask else { return .unfinished() }
      perform(change)
    case .theme:
      if let name = argument?.text { perform(.put("theme", .text(name))) } else { chooseTheme() }
    case .toggleMouse: perform(.put("mouse", .flag(!settings.inForce.mouse)))
    case .editSettings: edit()
    default: return .passed
    }
    return .done
  }

  // MARK: For this run

  private func perform(_ change: SettingChange) { do { try carryOut(change) } catch { notice = error.description } }

  private func carryOut(_ change: SettingChange) throws(SettingError) {
    switch change {
    // Asked for by `perform`.
    case .ask: break
    case .show(let name): notice = SettingsWording.value(of: try Setting.named(name), in: settings.inForce)
    case .put(let name, let value):
      let setting = try Setting.named(name)
      if setting.name == "theme", case .text(let theme) = value, !themes.contains(theme) {
        throw SettingError(ConfigWords.unknownTheme(theme))
      }
      if try settings.put(value, for: setting) { apply() }
      notice = ConfigWords.forThisRun(setting.name, setting.text(in: settings.inForce))
    }
  }

  private func apply() {
    context.use(settings.inForce)
    services.settings.use(settings.inForce)
    stage.onEffect(.use(settings.inForce))
  }

  private var themes: [String] { ThemeColours.names + settings.inForce.ownThemes.map(\.name) }

  /// Lists the themes, and shows each while it is selected.
  private func chooseTheme() {
    let (now, themes) = (settings.inForce, themes)
    let chooser = ChooserModel(
      ConfigWords.themes, about: ConfigWords.themesAbout, stage: stage,
      source: { .init(themes.map(ChooserModel.Choice.theme), selected: themes.firstIndex(of: now.theme) ?? 0) },
      onMove: { [weak self] choice in
        var shown = now
        if case .theme(let name)? = choice { shown.theme = name }
        self?.stage.onEffect(.use(shown))
      },
      onChoice: { [weak self] choice in
        if case .theme(let name) = choice { self?.perform(.put("theme", .text(name))) }
      })
    stage.replacePopup(with: chooser)
  }

  // MARK: The file

  /// Applies the file as it is now; with an error in it, nothing changes.
  func settingsChanged(_ reading: SettingsReading) { if let said = take(reading) { notify(.ordinary, said) } }

  /// - Returns: a sentence for the user; nil for none.
  private func take(_ reading: SettingsReading) -> String? {
    guard reading.problems.isEmpty else {
      isMistaken = true
      for problem in reading.problems { services.log.write(.warning, problem, [:]) }
      return SettingsWording.problems(reading.problems)
    }
    let news = settings.take(reading.settings)
    if !news.changed.isEmpty { apply() }
    if news.hasNewKeys { stage.onEffect(.bind(settings.inForce.keys)) }
    defer { isMistaken = false }
    let said = SettingsWording.read(news)
    return said.isEmpty ? (isMistaken ? ConfigWords.readAgain : nil) : said
  }

  // MARK: The editor

  private func edit() {
    attempt(orSay: ConfigWords.editFailed) { desk in
      let call = try await desk.services.settings.beginEditing()
      desk.editing = call
      desk.stage.onEffect(.edit(call))
    }
  }

  func editorEnded(_ ending: AppStore.EditorEnding) {
    guard let call = editing else { return }
    editing = nil
    attempt(orSay: ConfigWords.rereadFailed) { desk in
      let said = try await desk.services.settings.endEditing().flatMap(desk.take)
      if let line = SettingsWording.ending(ending, of: call.name) ?? said { desk.notify(.ordinary, line) }
    }
  }
}

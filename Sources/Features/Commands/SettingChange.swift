public import Clients

/// The argument of `set` on the `:` line.
nonisolated public enum SettingChange: Hashable, Sendable {
  /// No name: the prompt asks for one.
  case ask
  /// A name alone: its value is shown.
  case show(String)
  case put(String, Setting.Value)

  /// Parses `ascii true`, or `ascii = true` as in `config.toml`.
  ///
  /// - Throws: `TypedLineError` for an unknown setting, and for a value that it does not take.
  public init(typed text: String) throws(TypedLineError) {
    let name = text.prefix { $0 != " " && $0 != "=" }
    var value = text.dropFirst(name.count).drop { $0 == " " }
    let isAssigned = value.first == "="
    if isAssigned { value = value.dropFirst().drop { $0 == " " } }
    guard !name.isEmpty else {
      self = .ask
      return
    }
    do {
      let setting = try Setting.named(String(name))
      guard isAssigned || !value.isEmpty else {
        self = .show(setting.name)
        return
      }
      let given = try setting.value(typed: String(value))
      var trial = Settings()
      try setting.put(given, in: &trial)
      self = .put(setting.name, given)
    } catch {
      throw TypedLineError(error.description)
    }
  }

  /// Returns completions of the last of the words typed behind `set`.
  static func completions(of typed: [String]) -> [String] {
    let all: [String]
    switch typed.count {
    case 1: all = Setting.all.map(\.name)
    case 2: all = Setting.all.first { $0.name == typed[0] }?.choices ?? []
    default: return []
    }
    return all.filter { $0.hasPrefix(typed[typed.count - 1]) && $0 != typed[typed.count - 1] }
  }
}

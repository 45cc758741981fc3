public import Clients

/// What stands behind `set` on the `:` line.
nonisolated public enum SettingChange: Hashable, Sendable {
  /// Nothing: which one is meant?
  case ask
  /// A name alone.
  case show(String)
  case put(String, Setting.Value)

  /// `ascii true`, as well as `ascii = true`, which is how `config.toml` has it.
  ///
  /// - Throws: `TypedCommandError` for what is no setting, and for a value that it does not take.
  public init(typed text: String) throws(TypedCommandError) {
    let name = text.prefix { $0 != " " && $0 != "=" }
    var value = text.dropFirst(name.count).drop { $0 == " " }
    let isAssigned = value.first == "="
    if isAssigned { value = value.dropFirst().drop { $0 == " " } }
    guard !name.isEmpty else {
      self = .ask
      return
    }
    do throws(SettingError) {
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
      throw TypedCommandError(error.description)
    }
  }

  /// The lines that go on from one that begins with `set `; nil for any other.
  static func completions(of line: String) -> [String]? {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count > 1, words[0] == Command.set.rawValue else { return nil }
    let all: [String]
    switch words.count {
    case 2: all = Setting.all.map(\.name)
    case 3: all = Setting.all.first { $0.name == words[1] }?.choices ?? []
    default: return []
    }
    let before = words.dropLast().joined(separator: " ")
    return all.filter { $0.hasPrefix(words[words.count - 1]) && $0 != words[words.count - 1] }.map { "\(before) \($0)" }
  }
}

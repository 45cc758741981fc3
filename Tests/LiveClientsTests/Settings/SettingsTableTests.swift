import Clients
import LiveClients
import RunoutModel
import Testing

/// Everything that is made from the one table of settings.
struct SettingsTableTests {
  /// A value of each setting that is not its default.
  private func another(for setting: Setting) -> Setting.Value {
    switch setting.range {
    case .flag: setting.value(in: Settings()) == .flag(false) ? .flag(true) : .flag(false)
    case .number(let range, _, _): .number(range.upperBound)
    case .choice(let choices), .name(let choices): .text(choices[1])
    case .text: .text("say \"it\" \\ twice")
    }
  }

  @Test func `every field has its row, and every row a field of its own`() throws {
    var touched: Set<String> = []
    for setting in Setting.all {
      var settings = Settings()
      try setting.put(another(for: setting), in: &settings)
      let changed = zip(Mirror(reflecting: Settings()).children, Mirror(reflecting: settings).children)
        .filter { "\($0.value)" != "\($1.value)" }.compactMap(\.0.label)
      try #require(changed.count == 1, "\(setting.name) changes \(changed)")
      touched.insert(changed[0])
    }
    let fields = Mirror(reflecting: Settings()).children.compactMap(\.label)
    #expect(touched.union(["apiURLs", "keys", "ownThemes"]) == Set(fields))
    #expect(touched.count == Setting.all.count)
  }

  @Test(arguments: Setting.all) func `what a row writes is read by it`(setting: Setting) throws {
    var settings = Settings()
    try setting.put(another(for: setting), in: &settings)
    let file = SettingsFile.parse("\(setting.name) = \(setting.text(in: settings))\n", file: "c")
    #expect(file.problems == [])
    #expect(file.settings == settings)
    var copied = Settings()
    setting.copy(from: settings, to: &copied)
    #expect(copied == settings)
    setting.copy(from: Settings(), to: &copied)
    #expect(copied == Settings())
  }

  @Test(arguments: Setting.all) func `every row can be said and typed`(setting: Setting) throws {
    #expect(setting.name.allSatisfy { $0 == "_" || ("a"..."z").contains($0) })
    #expect(!setting.help.isEmpty && !setting.help.hasSuffix("."))
    for choice in setting.choices {
      var settings = Settings()
      try setting.put(setting.value(typed: choice), in: &settings)
    }
    if let value = setting.value(in: Settings()) { #expect(try setting.value(typed: value.text) == value) }
  }

  @Test func `names are different`() {
    let names = Setting.all.map(\.name) + Setting.Table.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
  }

  @Test func `the documented file has the same settings as no file`() {
    let file = SettingsFile.parse(Setting.document(isTemplate: false), file: "c")
    #expect(file.problems == [])
    var settings = file.settings
    #expect(settings.source == .catalogue)
    #expect(settings.apiURLs == ["staging": "https://discogs.example.net"])
    #expect(settings.keys == ["new-search": ["s", "<C-s>"]])
    (settings.source, settings.apiURLs, settings.keys) = (nil, [:], [:])
    #expect(settings == Settings())
  }

  @Test func `a template sets nothing until a line of it is uncommented`() {
    let template = Setting.document(isTemplate: true)
    #expect(SettingsFile.parse(template, file: "c") == SettingsFile())
    let lines = template.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 120 })
    for setting in Setting.all {
      let line = lines.first { $0.hasPrefix("# \(setting.name) = ") }
      #expect(line != nil)
      #expect(SettingsFile.parse(String((line ?? "").dropFirst(2)), file: "c").problems == [])
      #expect(line?.hasSuffix("(start)") == (setting.moment == .atStart))
    }
  }

  @Test(arguments: [
    ("ascii", "yes", "\"ascii\" must be true or false, not \"yes\""),
    ("scroll_lines", "many", "\"scroll_lines\" must be a number of rows, not \"many\""),
    ("scroll_lines", "101", "\"scroll_lines\" is 101: it must be from 0 (half a screen) to 100"),
    ("colours", "17", "\"colours\" is \"17\": did you mean \"16\"?"),
    ("currency", "florins", "\"currency\" is \"florins\": it must be \"USD\""),
  ])
  func `typed settings are checked like the file's`(name: String, text: String, message: String) throws {
    let setting = try Setting.named(name)
    var settings = Settings()
    let error = #expect(throws: SettingError.self) { try setting.put(setting.value(typed: text), in: &settings) }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    #expect(settings == Settings())
  }

  @Test func `a misspelt name is guessed`() {
    let error = #expect(throws: SettingError.self) { try Setting.named("scrol_lines") }
    #expect(error?.description == "No setting \"scrol_lines\": did you mean \"scroll_lines\"?")
    #expect(Setting.unknown("kyes").description == "No setting \"kyes\": did you mean \"keys\"?")
  }
}

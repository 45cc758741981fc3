import Clients
import Platform
import RunoutModel
import TOML
import Wording

/// The user's own themes: files `NAME.toml` in the folder `themes` beside `config.toml`.
///
/// Each sets colours by their role, `link = "#8FC7FF"`, and with `base` the theme of all others, `vinyl` by default.
struct ThemeFiles {
  var themes: [ThemeColours] = []
  var problems: [SettingsProblem] = []

  /// Limits: further files are reported, and a file of more bytes is not read.
  private static let (mostThemes, longestFile) = (100, 64 << 10)

  /// - Parameter folder: its path; a missing folder is no problem.
  init(folder: String) {
    let names: [String]
    do {
      names = try FileSystem.names(in: folder).filter { $0.hasSuffix(".toml") && $0 != ".toml" }.sorted()
    } catch {
      if !error.isMissing { report(folder, nil, ConfigWords.unreadable(error.reason)) }
      return
    }
    if names.count > Self.mostThemes { report(folder, nil, ConfigWords.tooManyThemes(Self.mostThemes)) }
    for name in names.prefix(Self.mostThemes) { read("\(folder)/\(name)", as: String(name.dropLast(5))) }
  }

  private mutating func read(_ path: String, as name: String) {
    let bytes: [UInt8]
    do { bytes = try FileSystem.read(path, limit: Self.longestFile, isOurs: true) } catch {
      return report(path, nil, ConfigWords.unreadable(error.reason))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return report(path, nil, ConfigWords.notUTF8) }
    let document = TOMLDocument(text)
    for mistake in document.mistakes { report(path, mistake.position, mistake.message) }
    var base = ThemeColours.vinyl
    var own: [ThemeRole: UInt32] = [:]
    for entry in document.root.entries {
      if entry.name == "base" {
        guard let found = ThemeColours.painted.first(where: { $0.name == entry.value.string }) else {
          let names = Setting.list(ThemeColours.painted.map(\.name))
          report(path, entry.value.position, ConfigWords.unknownBase(entry.value.string ?? "", names))
          continue
        }
        base = found
      } else if let role = ThemeRole(rawValue: entry.name) {
        guard let colour = entry.value.string.flatMap(Self.colour) else {
          report(path, entry.value.position, "\(entry.name) must be \(ConfigWords.colourInQuotes)")
          continue
        }
        own[role] = colour
      } else {
        let guess = ThemeRole.allCases.map(\.rawValue).first { Spelling.distance($0, entry.name) <= 2 }
        report(path, entry.position, ConfigWords.unknownRole(Setting.quoted(entry.name), guess: guess))
      }
    }
    themes.append(ThemeColours(name, base.colours.merging(own) { $1 }))
  }

  /// `#8FC7FF`.
  private static func colour(_ text: String) -> UInt32? {
    guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  private mutating func report(_ path: String, _ position: TOMLPosition?, _ message: String) {
    problems.append(
      SettingsProblem(file: path, line: position?.line ?? 0, column: position?.column ?? 0, message: message))
  }
}

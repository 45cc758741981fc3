import Clients
import Features

/// The tables of commands and settings, for documents.
enum Reference {
  /// A whole `config.toml`, a line a setting.
  static func writeSettings() { Output.line(String(Setting.document(isTemplate: false).dropLast())) }

  /// Section, keys, command and help, a tab between them.
  static func writeKeys() {
    for section in Command.Section.allCases {
      for command in Command.allCases where command.entry.section == section {
        let entry = command.entry
        Output.line(
          [section.rawValue, entry.keys.joined(separator: " "), command.rawValue, entry.help].joined(separator: "\t"))
      }
    }
  }
}

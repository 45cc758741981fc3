import Clients
import Features

/// Writes the tables of commands and settings, for the documentation.
enum Reference {
  /// Writes a whole `config.toml`, a line for each setting.
  static func writeSettings() { Output.line(String(Setting.document(isTemplate: false).dropLast())) }

  /// Writes section, keys, command and help, separated by tabs.
  static func writeKeys() {
    for section in Command.Section.allCases {
      for command in section.commands {
        let entry = command.entry
        Output.line(
          [section.rawValue, entry.keys.joined(separator: " "), entry.name, entry.help].joined(separator: "\t"))
      }
    }
  }
}

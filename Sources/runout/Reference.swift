import Features

/// The command table for documents: section, keys, command and help, a tab between them.
enum Reference {
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

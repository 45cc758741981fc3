import Terminal
import TestSupport
import Testing

/// The screens as people see them, text and styles, in the folder `Recorded`. `RECORD_SCREENS=1` writes them; review them
/// as a diff.
enum Recorded {
  static let folder = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex)) + "/Recorded"
  static let sizes = [
    Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
  ]
}

extension Harness {
  /// Compares the screen with the recorded one of this name and size.
  func expectRecorded(_ name: String, _ size: Size, sourceLocation: SourceLocation = #_sourceLocation) {
    expectScreen("\(name).\(size.columns)x\(size.rows)", in: Recorded.folder, sourceLocation: sourceLocation)
  }

  /// Presses keys one by one.
  func press(_ keys: [String]) async {
    for key in keys { await press(key) }
  }
}

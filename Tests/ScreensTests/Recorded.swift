import Clients
import Terminal
import TestSupport
import Testing

/// The pages as people see them, text and styles, in the folder `Recorded`: without header and footer, which have
/// recordings of their own. `RECORD_SCREENS=1` writes them; review them as a diff.
enum Recorded {
  static let folder = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex)) + "/Recorded"
  static let sizes = [
    Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 40, rows: 12),
  ]
}

/// The keys that lead from the start to the screen of this name.
struct Scene: CustomTestStringConvertible, Sendable {
  var name: String
  var keys: [String]
  var text = ""
  var then: [String] = []
  var testDescription: String { name }
}

extension NetworkStatus {
  /// A slow connection with a request under way, one that waits and one that is tried again.
  static var busy: NetworkStatus {
    NetworkStatus(
      connection: .slow, budget: .init(limit: 60, remaining: 0), heldSeconds: 12,
      activities: [
        NetworkActivity(id: 1, title: "search “miles”, page 3", isBackground: false, state: .loading),
        NetworkActivity(id: 2, title: "release 249504", isBackground: false, state: .waiting),
        NetworkActivity(
          id: 3, title: "versions of master 96559", isBackground: true, state: .retrying(attempt: 2, seconds: 4)),
      ])
  }
}

extension Harness {
  /// Compares the screen with the recorded one of this name and size.
  ///
  /// - Parameter rows: others than the page's.
  func expectRecorded(
    _ name: String, _ size: Size, rows: Range<Int>? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectScreen(
      "\(name).\(size.columns)x\(size.rows)", in: Recorded.folder, rows: rows, sourceLocation: sourceLocation)
  }

  /// Plays a scene and compares the screen with the recorded one.
  func expectRecorded(_ scene: Scene, _ size: Size, sourceLocation: SourceLocation = #_sourceLocation) async {
    await press(scene.keys)
    await type(scene.text)
    await press(scene.then)
    expectRecorded(scene.name, size, sourceLocation: sourceLocation)
  }

  /// Presses keys one by one.
  func press(_ keys: [String]) async {
    for key in keys { await press(key) }
  }
}

import Foundation
import TestSupport
import Testing

// breaks: Keys typed ahead
/// Keys that are typed before the pop-up they are meant for is there.
@Suite(.limitedConcurrency)
struct TypeAheadTests {
  /// Keys that a practised hand types in one go.
  struct Burst: CustomTestStringConvertible, Sendable {
    /// Where it begins.
    var before: String
    var keys: [String]
    var testDescription: String { before + " " + keys.joined() }
  }

  static let bursts = [
    Burst(before: "3", keys: ["e", "<Down>", "<Down>", "<Down>"]),
    Burst(before: "3", keys: ["e", "<Down>", "<Down>", "3", "<Enter>", "j"]),
    Burst(before: "3", keys: ["D", "y"]),
    Burst(before: "3", keys: ["D", "n", "j"]),
    Burst(before: "3", keys: ["M", "A", "t", "t", "i", "c", "<Enter>", "j"]),
    Burst(before: "4", keys: ["W", "A", "t", "t", "i", "c", "<Enter>"]),
    Burst(before: "4", keys: ["w", "j", "w", "j"]),
    Burst(before: "3", keys: [":", "f", "i", "l", "i", "n", "g", "<Enter>", "<Down>", "<Right>"]),
    Burst(before: "3", keys: [":", "e", "d", "i", "t", "<Enter>", "<Down>"]),
    Burst(before: "2", keys: ["F", "<Space>", "j"]),
    Burst(before: "3", keys: ["+", "A", "t", "t", "i", "c", "<Enter>", "j", "j"]),
  ]

  @Test(arguments: bursts)
  func `keys typed in one burst do what they do one by one`(burst: Burst) async throws {
    let patient = try await RunoutProgram().open()
    let hasty = try await RunoutProgram().open()
    for terminal in [patient, hasty] { try await terminal.press(burst.before) }
    for key in burst.keys { try await patient.press(key) }
    try await hasty.press(burst.keys.joined())
    // The footer says what was done last until the next key: that depends on which came first.
    #expect(hasty.screen.lines.dropLast() == patient.screen.lines.dropLast())
    #expect(hasty.current.ending == nil)
  }
}

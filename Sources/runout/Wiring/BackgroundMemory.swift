import Foundation
import Platform
import Terminal

/// The last known background colours of terminals, so that the next start draws its first frame for it.
///
/// A line for each kind of terminal and palette: `1e1e2e xterm-256color/////////256`. If two of a kind differ, this
/// one's answer arrives a few milliseconds after the first frame.
nonisolated struct BackgroundMemory: Sendable {
  let path: String
  /// The environment, which identifies the kind of terminal.
  private let variables: [String: String]
  private static let mostKinds = 32

  init(directory: String, variables: [String: String]) {
    path = "\(directory)/background"
    self.variables = variables
  }

  private func kind(colours: Int) -> String {
    let names = ["TERM", "COLORTERM", "TERM_PROGRAM", "XTERM_VERSION", "VTE_VERSION", "COLORFGBG"]
    let within = ["TMUX", "STY", "SSH_CONNECTION"].map { variables[$0] == nil ? "" : $0 }
    let text = (names.map { variables[$0] ?? "" } + within + [String(colours)]).joined(separator: "/")
    return String(text.filter { $0.isASCII && !$0.isWhitespace }.prefix(200))
  }

  private func lines() -> [Substring] {
    // If it is unreadable, the terminal is asked again, as at the first start.
    guard let bytes = try? FileSystem.read(path, limit: 16_384, isOurs: true) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Nil until this kind has answered.
  ///
  /// - Parameter colours: the number of colours known at the start.
  func read(colours: Int) -> Colour? {
    let ending = " " + kind(colours: colours)
    guard let line = lines().first(where: { $0.hasSuffix(ending) }),
      let number = UInt32(line.dropLast(ending.count), radix: 16), number < 1 << 24
    else { return nil }
    return Colour(hex: number)
  }

  /// Stores the answer off the main actor. A failure is ignored: the next start asks again.
  @concurrent func remember(_ colour: Colour, colours: Int) async {
    guard let rgb = colour.rgb, colour != read(colours: colours) else { return }
    let ending = " " + kind(colours: colours)
    let hex = String(UInt32(rgb.red) << 16 | UInt32(rgb.green) << 8 | UInt32(rgb.blue), radix: 16)
    let others = lines().filter { !$0.hasSuffix(ending) && $0.contains(" ") }.suffix(Self.mostKinds - 1)
    let text = (others.map(String.init) + [hex + ending]).map { $0 + "\n" }.joined()
    try? AtomicFile.write(text.utf8, to: path, permissions: 0o600)
  }
}

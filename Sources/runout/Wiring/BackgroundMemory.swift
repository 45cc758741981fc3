import Foundation
import Platform
import Terminal

/// What a terminal last said of its background, so that the next start draws for it from the first frame on.
///
/// One file for all terminals: where they differ, the answer of this one comes a few milliseconds after the first frame.
nonisolated struct BackgroundMemory: Sendable {
  let path: String

  init(directory: String) { path = "\(directory)/background" }

  /// Nil where none has answered yet, or the file is none of ours.
  func read() -> Colour? {
    guard let bytes = try? FileSystem.read(path, limit: 16, isOurs: true),
      let number = UInt32(String(decoding: bytes, as: UTF8.self), radix: 16), number < 1 << 24
    else { return nil }
    return Colour(hex: number)
  }

  /// Keeps it, beside the frame. Where it cannot be kept, the next start asks again all the same.
  @concurrent func remember(_ colour: Colour) async {
    guard let rgb = colour.rgb, colour != read() else { return }
    let text = String(UInt32(rgb.red) << 16 | UInt32(rgb.green) << 8 | UInt32(rgb.blue), radix: 16)
    try? AtomicFile.write(text.utf8, to: path, permissions: 0o600)
  }
}

import Screens
import SeededRandom
import Terminal
import TestSupport
import Testing

/// What a frame takes over from the ones before it must never be seen.
@MainActor struct DrawnPartsTests {
  nonisolated static let keys = [
    "j", "j", "j", "k", "G", "gg", "<C-f>", "<C-b>", "<Space>", "<Enter>", "<Enter>", "h", "h", "l", "<Tab>", "<Tab>",
    "1", "3", "4", "9", "?", "<C-r>", "<Esc>", "<Esc>", "s", "f", ":", "/", "n", "t", "i", "z", "g", ",", "y", "a",
    "<BS>", "v", "r", "u", "m", "'", "b",
  ]
  nonisolated static let sizes = [
    Size(columns: 120, rows: 40), Size(columns: 80, rows: 24), Size(columns: 79, rows: 24), Size(columns: 40, rows: 12),
    Size(columns: 20, rows: 5),
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a frame looks the same whatever was drawn before it`(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let app = await Harness(Crate.services, size: Self.sizes[0])
    for step in 0..<250 {
      if step % 40 == 39 {
        let size = Self.sizes[Int.random(in: 0..<Self.sizes.count, using: &random)]
        await app.resize(columns: size.columns, rows: size.rows)
      }
      let key = Self.keys[Int.random(in: 0..<Self.keys.count, using: &random)]
      await app.press(key)
      let fresh = Frame(app.store).compose(size: app.terminal.size, glyphs: app.terminal.glyphs)
      #expect(app.canvas == fresh, "after \(key), step \(step)")
    }
  }
}

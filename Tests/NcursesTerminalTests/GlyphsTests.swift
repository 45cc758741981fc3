import Foundation
import Terminal
import Testing

@testable import NcursesTerminal

@MainActor struct GlyphsTests {
  @Test(arguments: [
    ("xterm-kitty", PictureMode.none, "\u{1FB0B}"), ("xterm-kitty-0", .none, "\u{1FB0B}"),
    ("xterm-ghostty", .kittyOverlay, "\u{1FB0B}"), ("tmux-256color", .kitty, "\u{1FB0B}"),
    ("xterm-256color", .symbols, "■"), ("xterm-256color", .kittyOverlay, "■"), ("linux", .none, "▄"), ("", .none, "■"),
  ])
  func `a bar is of what the terminal draws without gaps, where that is known`(
    name: String, mode: PictureMode, bar: String
  ) {
    // The C library says how wide a character is, in UTF-8.
    let utf8 = newlocale(Int32(1) << LC_CTYPE, "C.UTF-8", nil)
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      freelocale(utf8)
    }
    var options = NcursesTerminal.Options()
    options.name = name
    let glyphs = NcursesTerminal.glyphs(isASCII: false, options, mode)
    #expect(String(glyphs.bar) == bar && glyphs.hasBlocks == (name != "linux"))
    #expect(NcursesTerminal.glyphs(isASCII: true, options, mode).bar.isASCII)
    options.ambiguousWidth = .wide
    #expect(NcursesTerminal.glyphs(isASCII: false, options, mode).bar != "\u{1FB0B}")
  }
}

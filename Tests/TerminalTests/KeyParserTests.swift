import Terminal
import Testing

struct KeyParserTests {
  private let start = ContinuousClock.now

  private func keys(_ notation: String) -> [InputEvent] { (Key.sequence(notation) ?? []).map { .key($0) } }

  private func parse(_ text: String, sequences: [[UInt8]: Key] = [:]) -> [InputEvent] {
    var parser = KeyParser(sequences: sequences)
    return withoutAnswers(parser.feed(Array(text.utf8), at: start) + settle(&parser))
  }

  /// All but what the terminal said of itself, which is for the driver.
  private func withoutAnswers(_ events: [InputEvent]) -> [InputEvent] {
    events.filter { if case .answer = $0 { false } else { true } }
  }

  /// Lets every deadline pass.
  private func settle(_ parser: inout KeyParser) -> [InputEvent] {
    var events: [InputEvent] = []
    while let deadline = parser.deadline { events += parser.expire(at: deadline) }
    return events
  }

  @Test(arguments: [
    ("j", "j"), ("ø坂👍", "ø坂👍"), ("\r", "<Enter>"), ("\n", "<Enter>"), ("\t", "<Tab>"), ("\u{7F}", "<Backspace>"),
    ("\u{8}", "<C-h>"), ("\u{3}", "<C-c>"), ("\u{1A}", "<C-z>"), ("\u{0}", "<C-Space>"), ("\u{1F}", "<C-_>"),
    ("\u{1C}", "<C-\\>"),
    ("\u{1B}", "<Esc>"), ("\u{1B}\u{1B}", "<Esc><Esc>"), ("\u{1B}j", "<A-j>"), ("\u{1B}ø", "<A-ø>"),
    ("\u{1B}\r", "<A-Enter>"),
    ("\u{1B}\u{7F}", "<A-Backspace>"), ("\u{1B}\u{1B}[A", "<A-Up>"), ("\u{1B}\u{1B}x", "<Esc><A-x>"),
    ("\u{1B}O", "<A-O>"),
    ("\u{1B}[A", "<Up>"), ("\u{1B}OB", "<Down>"), ("\u{1B}[1;5C", "<C-Right>"), ("\u{1B}[1;3D", "<A-Left>"),
    ("\u{1B}[1;2H", "<S-Home>"), ("\u{1B}OF", "<End>"), ("\u{1B}[3~", "<Del>"), ("\u{1B}[3;5~", "<C-Del>"),
    ("\u{1B}[2~", "<Ins>"),
    ("\u{1B}[5~\u{1B}[6~", "<PageUp><PageDown>"), ("\u{1B}[1~\u{1B}[8~", "<Home><End>"), ("\u{1B}[Z", "<S-Tab>"),
    ("\u{1B}OP\u{1B}[15~\u{1B}[24;2~", "<F1><F5><S-F12>"), ("\u{1B}[[A\u{1B}[[E", "<F1><F5>"),
    ("\u{1B}[1;2P", "<S-F1>"),
    ("\u{1B}[27;5;13~", "<C-Enter>"), ("\u{1B}[13;5u", "<C-Enter>"), ("\u{1B}[97;5u", "<C-a>"),
    ("\u{1B}[97:65;2u", "A"),
    // kitty's numbers for the keypad, with NumLock and without, and for what has no character.
    ("\u{1B}[57399u\u{1B}[57400;129u\u{1B}[57408u", "019"), ("\u{1B}[57409u\u{1B}[57410;1u\u{1B}[57411u", "./*"),
    ("\u{1B}[57412u\u{1B}[57413u\u{1B}[57415u\u{1B}[57416u", "-+=,"), ("\u{1B}[57414;129u", "<Enter>"),
    ("\u{1B}[57417;129u\u{1B}[57418u\u{1B}[57419;2u\u{1B}[57420u", "<Left><Right><S-Up><Down>"),
    ("\u{1B}[57421u\u{1B}[57422u\u{1B}[57423u\u{1B}[57424u", "<PageUp><PageDown><Home><End>"),
    ("\u{1B}[57425u\u{1B}[57426;5u\u{1B}[57376u", "<Ins><C-Del><F13>"),
    ("\u{1B}[57400;1:3u\u{1B}[57427u\u{1B}[57360u\u{1B}[57441u\u{1B}[57428u", ""),
    ("\u{1B}[97;65u\u{1B}[97;66u\u{1B}[49;65u\u{1B}[97;69u", "Aa1<C-a>"), ("\u{1B}[50;2;34u", "\""),
    ("\u{1B}[97;33u", "<A-a>"),
    ("\u{1B}[27u", "<Esc>"), ("\u{1B}[1;1:3A\u{1B}[97;1:3u", ""), ("\u{1B}[57358u", ""),
    ("\u{1B}[a\u{1B}Od", "<S-Up><C-Left>"),
    ("\u{1B}[3^", "<C-Del>"), ("\u{1B}OM\u{1B}Op\u{1B}Oy\u{1B}Ok", "<Enter>09+"), ("\u{1B}O5P", "<C-F1>"),
    ("\u{1B}[99~x", "x"),
  ])
  func `bytes are read as keys`(bytes: String, notation: String) {
    #expect(parse(bytes) == keys(notation))
  }

  @Test func `terminfo comes before the common grammar`() {
    let sequences: [[UInt8]: Key] = [
      Array("\u{1B}[A".utf8): Key(.pageUp), Array("\u{1B}[23$".utf8): Key(.function(11), .shift),
      [0x08]: Key(.backspace),
    ]
    #expect(parse("\u{1B}[A\u{8}\u{1B}[23$x", sequences: sequences) == keys("<PageUp><Backspace><S-F11>x"))
  }

  @Test func `the terminal tells that it gained or lost the keyboard`() {
    #expect(parse("\u{1B}[I\u{1B}[O") == [.focus(true), .focus(false)])
  }

  /// Replies and mouse reports, none of which may ever act as a key.
  private static let silent = [
    "\u{1B}[?62;1;2;22c", "\u{1B}[>1;4000;0c", "\u{1B}[24;80R", "\u{1B}[1;5R", "\u{1B}[0n", "\u{1B}[?2026;1$y",
    "\u{1B}[8;24;80t",
    "\u{1B}]4;1;rgb:1e1e/1e1e/2e2e\u{1B}\\", "\u{1B}]11;none\u{7}", "\u{1B}]11;rgb:1e/2e\u{7}",
    "\u{1B}]10;rgb:ffff/ffff/ffff\u{7}", "\u{1B}P>|XTerm(380)\u{1B}\\",
    "\u{1B}P1+r524742=38\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private\u{1B}\\", "\u{1B}[<0;10;20M",
    "\u{1B}[<0;10;20m", "\u{1B}[M !!",
    "\u{1B}[32;10;20M", "\u{1B}[?1u", "\u{1B}\\",
  ]

  @Test(arguments: [
    ("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", Colour.rgb(0x1E, 0x1E, 0x2E)),
    ("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", .rgb(255, 255, 255)), ("\u{1B}]11;rgb:f/8/0\u{7}", .rgb(255, 136, 0)),
    ("\u{1B}]11;rgba:0000/2b2b/3636/ffff\u{7}", .rgb(0, 0x2B, 0x36)),
  ])
  func `a terminal says its background, between keys and in however many pieces`(reply: String, colour: Colour) {
    let bytes = Array(("j" + reply + "k").utf8)
    for cut in 1...bytes.count {
      var parser = KeyParser()
      var events = parser.feed(bytes[..<cut], at: start)
      events += parser.feed(bytes[cut...], at: start)
      events += settle(&parser)
      #expect(events == keys("j") + [.background(colour)] + keys("k"))
    }
  }

  @Test(arguments: silent)
  func `a late reply is swallowed, in however many pieces it comes`(reply: String) {
    let bytes = Array(("j" + reply + "k").utf8)
    #expect(parse("j" + reply + "k") == keys("jk"))
    for cut in 1..<bytes.count {
      var parser = KeyParser()
      var now = start
      var events = parser.feed(bytes[..<cut], at: now)
      // A slow line, but not slower than a lone Escape waits at the one place where it must be decided.
      now += reply.utf8.count > 2 && cut > 2 ? .milliseconds(400) : .milliseconds(20)
      events += parser.expire(at: now)
      events += parser.feed(bytes[cut...], at: now)
      events += settle(&parser)
      #expect(withoutAnswers(events) == keys("jk"), "cut at \(cut)")
    }
  }

  // MARK: The mouse

  private func mouse(_ text: String) -> [InputEvent] {
    var parser = KeyParser()
    parser.hasMouse = true
    return parser.feed(Array(text.utf8), at: start) + settle(&parser)
  }

  @Test func `the left button and the wheel are read, at cells counted from 0`() {
    let point = Point(column: 9, row: 19)
    #expect(mouse("\u{1B}[<0;10;20M\u{1B}[<0;10;20m") == [.click(point), .release(point)])
    #expect(
      mouse("\u{1B}[<64;1;1M\u{1B}[<65;80;24M") == [
        .wheel(Point(column: 0, row: 0), notches: -1), .wheel(Point(column: 79, row: 23), notches: 1),
      ])
    // With Shift, Alt or Control it is the same button.
    #expect(
      mouse("\u{1B}[<4;3;3M\u{1B}[<28;3;3M\u{1B}[<81;3;3M") == [
        .click(Point(column: 2, row: 2)), .click(Point(column: 2, row: 2)),
        .wheel(Point(column: 2, row: 2), notches: 1),
      ])
  }

  @Test func `a mouse that is dragged is where it was last`() {
    #expect(
      mouse("\u{1B}[<0;10;5M\u{1B}[<32;11;5M\u{1B}[<32;12;5M\u{1B}[<36;13;6M\u{1B}[<0;13;6m") == [
        .click(Point(column: 9, row: 4)), .drag(Point(column: 12, row: 5)), .release(Point(column: 12, row: 5)),
      ])
    #expect(
      mouse("\u{1B}[<32;11;5Mj\u{1B}[<32;12;5M") == [
        .drag(Point(column: 10, row: 4)), .key(Key("j")), .drag(Point(column: 11, row: 4)),
      ], "keys stay between what came before and after them")
  }

  @Test(arguments: [
    // Other buttons, movement with those and with none, a wheel that tilts.
    "<1;5;5M", "<2;5;5M", "<1;5;5m", "<33;5;5M", "<34;5;5M", "<35;5;5M", "<66;5;5M", "<128;5;5M",
    // No such cell, or no cell at all.
    "<0;0;5M", "<0;5;0M", "<0;99999999999999999999999;1M", "<0;1;-1M", "<0;;M", "<0M", "<M", "<0;1M", "<;1;1M",
    // No report of this kind.
    "<0;1;1~", "<0:1;1;1u", "?0;1;1M", "<0;1;1 M", "<<0;1;1M",
  ])
  func `other reports and garbage are swallowed`(report: String) {
    #expect(mouse("j\u{1B}[\(report)k") == keys("jk"))
  }

  @Test func `a report far outside of every screen is a place like any other`() {
    #expect(mouse("\u{1B}[<0;2000000000;1M") == [.click(Point(column: 1_999_999_999, row: 0))])
    #expect(mouse("\u{1B}[<0;" + String(repeating: "0", count: 80) + "1;1Mj") == keys("j"))
  }

  @Test func `a report in pieces is one report`() {
    let bytes = Array("j\u{1B}[<65;10;20Mk".utf8)
    let whole = keys("j") + [.wheel(Point(column: 9, row: 19), notches: 1)] + keys("k")
    for cut in 1..<bytes.count {
      var parser = KeyParser()
      parser.hasMouse = true
      var events = parser.feed(bytes[..<cut], at: start)
      // Where only the Escape has come, it must be decided sooner whether it was a key.
      let now = start + (cut == 2 ? .milliseconds(20) : .milliseconds(400))
      events += parser.expire(at: now)
      events += parser.feed(bytes[cut...], at: now) + settle(&parser)
      #expect(events == whole, "cut at \(cut)")
    }
  }

  @Test func `input split anywhere means the same`() {
    let text =
      "jø坂👍\u{1B}[1;5C\u{1B}OP\u{1B}x\u{1B}[200~two\nlines\u{1B}[201~\u{1B}[<0;1;1M\u{1B}]10;rgb:0/0/0\u{7}\u{1B}[3~\u{3}q"
    let bytes = Array(text.utf8)
    let whole = parse(text)
    #expect(whole == keys("jø坂👍<C-Right><F1><A-x>") + [.paste("two\nlines")] + keys("<Del><C-c>q"))
    for first in 0...bytes.count {
      for second in stride(from: first, through: bytes.count, by: 3) {
        var parser = KeyParser()
        var events: [InputEvent] = []
        for part in [bytes[..<first], bytes[first..<second], bytes[second...]] {
          events += parser.feed(part, at: start)
        }
        events += settle(&parser)
        #expect(events == whole, "split at \(first) and \(second)")
      }
    }
    var parser = KeyParser()
    var events: [InputEvent] = []
    for byte in bytes { events += parser.feed([byte], at: start) }
    #expect(events + settle(&parser) == whole)
  }

  @Test func `invalid UTF-8 is left out`() {
    for bytes: [UInt8] in [
      [0xFF], [0xC3], [0xE5, 0x9D], [0x80, 0xBF], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80],
      [0xF5], [0xC2, 0x9B],
    ] {
      var parser = KeyParser()
      #expect(parser.feed([0x6A] + bytes + [0x6B], at: start) == keys("jk"), "\(bytes)")
    }
  }

  @Test func `a lone Escape acts when its time has passed and not before`() {
    var parser = KeyParser(escapeTime: .milliseconds(25))
    #expect(parser.feed([0x1B], at: start) == [])
    #expect(parser.deadline == start + .milliseconds(25))
    #expect(parser.expire(at: start + .milliseconds(24)) == [])
    #expect(parser.expire(at: start + .milliseconds(25)) == keys("<Esc>"))
    #expect(parser.deadline == nil)
    #expect(parser.feed([0x6A], at: start + .milliseconds(26)) == keys("j"))
  }

  @Test func `a key soon after Escape is Alt, a late one is not`() {
    var parser = KeyParser(escapeTime: .milliseconds(25))
    _ = parser.feed([0x1B], at: start)
    #expect(parser.feed([0x6A], at: start + .milliseconds(10)) == keys("<A-j>"))
    _ = parser.feed([0x1B], at: start + .seconds(1))
    #expect(parser.expire(at: start + .seconds(2)) + parser.feed([0x6A], at: start + .seconds(2)) == keys("<Esc>j"))
  }

  @Test(arguments: ["\u{1B}[?62;22c", "\u{1B}]10;rgb:0000/0000/0000\u{7}", "\u{1B}[200~so what\u{1B}[201~", "\u{1B}[A"])
  func `bytes that follow an Escape too late are not typed`(text: String) {
    var parser = KeyParser(escapeTime: .milliseconds(25))
    let bytes = Array(text.utf8)
    var events = parser.feed(bytes[..<1], at: start)
    events += parser.expire(at: start + .milliseconds(25))
    events += parser.feed(bytes[1...], at: start + .milliseconds(300))
    events += settle(&parser)
    #expect(events.first == .key(Key(.escape)))
    let meant: [InputEvent] = text.contains("so what") ? [.paste("so what")] : text.hasSuffix("A") ? keys("<Up>") : []
    #expect(withoutAnswers(Array(events.dropFirst())) == meant)
  }

  @Test func `a bracket typed a while after Escape is a bracket`() {
    var parser = KeyParser(escapeTime: .milliseconds(25))
    _ = parser.feed([0x1B], at: start)
    _ = parser.expire(at: start + .milliseconds(25))
    #expect(parser.feed([0x5B], at: start + .seconds(2)) == keys("["))
  }

  @Test func `an Escape pressed before a reply is not lost`() {
    #expect(parse("\u{1B}\u{1B}[?62;22c") == keys("<Esc>"))
  }

  @Test func `a reply that never ends does not hold the keyboard`() {
    for reply in ["\u{1B}]11;rgb", "\u{1B}[?62", "\u{1B}P1+r", "\u{1B}_G", "\u{1B}[", "\u{1B}[M "] {
      var parser = KeyParser()
      #expect(parser.feed(Array(reply.utf8), at: start) == [])
      #expect(parser.expire(at: start + .seconds(1)) == [])
      #expect(parser.deadline == nil)
      #expect(parser.feed([0x6A], at: start + .seconds(2)) == keys("j"))
    }
    #expect(parse("\u{1B}]11;rgb\u{3}j") == keys("<C-c>j"))
    #expect(parse("\u{1B}]11;rgb\u{1B}[Aj") == keys("<Up>j"))
    #expect(parse("\u{1B}[12\u{3}j") == keys("<C-c>j"))
    #expect(parse("\u{1B}[12\u{1B}[Aj") == keys("<Up>j"))
    #expect(parse("\u{1B}]j\u{1B}Pj") == keys("<A-]>j<A-P>j"))
    #expect(parse("\u{1B}[" + String(repeating: "1;", count: 5_000) + "Aj") == keys("j"))
  }

  @Test func `keys typed into a reply that was cut off come back after a while`() {
    var parser = KeyParser()
    var now = start
    var events = parser.feed(Array("\u{1B}]11;".utf8), at: now)
    for _ in 0..<60 {
      now += .milliseconds(100)
      events += parser.expire(at: now) + parser.feed([0x6A], at: now)
    }
    #expect(events.count >= 10)
  }

  @Test func `pasted text is one event`() {
    let text = "Miles Davis\tKind Of Blue\r\n坂本龍一\u{1B}[2J\u{7}"
    #expect(parse("\u{1B}[200~\(text)\u{1B}[201~j") == [.paste(text)] + keys("j"))
    #expect(parse("\u{1B}[200~\u{1B}[201~") == [.paste("")])
    #expect(parse("\u{1B}[200~a\u{1B}[201~\u{1B}[200~b\u{1B}[201~") == [.paste("a"), .paste("b")])
    #expect(parse("\u{1B}[201~j") == keys("j"))
  }

  @Test func `the end mark within pasted text does not end the paste`() {
    let text = "\u{1B}[200~harmless\u{1B}[201~qD\u{1B}[201~"
    #expect(parse(text) == [.paste("harmlessqD")])
    var parser = KeyParser()
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count {
      var events = parser.feed(bytes[..<cut], at: start)
      events += parser.feed(bytes[cut...], at: start + .milliseconds(5)) + settle(&parser)
      #expect(events == [.paste("harmlessqD")], "cut at \(cut)")
    }
  }

  @Test func `the end of a paste is in doubt for a moment only`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}[200~a\u{1B}[201~".utf8), at: start) == [])
    #expect(parser.expire(at: start + .milliseconds(10)) == [.paste("a")])
    var now = start
    var events = parser.feed(Array("\u{1B}[200~a\u{1B}[201~".utf8), at: now)
    for _ in 0..<10 {
      now += .milliseconds(9)
      events += parser.expire(at: now) + parser.feed([0x6A], at: now)
    }
    #expect(events.first == .paste("a"))
    #expect(events.count == 11)
  }

  @Test func `where Escape may wait for long, a paste may come in pieces`() {
    var parser = KeyParser(escapeTime: .milliseconds(500))
    var now = start
    var events: [InputEvent] = []
    // The machine stands still between any two pieces.
    for piece in ["\u{1B}[200~harmless\u{1B}[201~q", "D\u{1B}[201~", "\rQ\u{1B}[20", "1~", "d\u{1B}[201~"] {
      events += parser.expire(at: now) + parser.feed(Array(piece.utf8), at: now)
      now += .milliseconds(150)
    }
    #expect(events == [])
    #expect(parser.expire(at: now + .milliseconds(50)) == [.paste("harmlessqD\rQd")])
    #expect(parser.feed([0x6A], at: now + .milliseconds(60)) == keys("j"))
  }

  @Test func `a paste is capped and its rest swallowed`() {
    var parser = KeyParser(pasteLimit: 10)
    let bytes = Array("\u{1B}[200~\(String(repeating: "x", count: 10_000))\u{1B}[201~j".utf8)
    #expect(parser.feed(bytes, at: start) + settle(&parser) == [.paste("xxxxxxxxxx")] + keys("j"))
  }

  @Test func `an end mark within a paste of many pages lets no key through`() {
    var parser = KeyParser()
    let bytes = Array("\u{1B}[200~a\u{1B}[201~\(String(repeating: "q", count: 70 << 10))\u{1B}[201~".utf8)
    var events: [InputEvent] = []
    for first in stride(from: 0, to: bytes.count, by: 4_096) {
      events += parser.feed(bytes[first..<min(first + 4_096, bytes.count)], at: start)
    }
    events += settle(&parser)
    #expect(events == [.paste("a" + String(repeating: "q", count: (1 << 16) - 1))])
  }

  @Test func `a paste of books is read past`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}[200~".utf8), at: start) == [])
    // 20 MB, as a terminal hands it out.
    let piece = Array(String(repeating: "book ", count: 800).utf8)
    for _ in 0..<5_000 { #expect(parser.feed(piece, at: start) == []) }
    let events = parser.feed(Array("\u{1B}[201~".utf8), at: start) + settle(&parser)
    guard case .paste(let text)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(text.utf8.count == 1 << 16)
  }

  @Test func `a mouse report beyond all numbers of a screen is none`() {
    var parser = KeyParser()
    parser.hasMouse = true
    for numbers in ["9223372036854775807;1", "1;9223372036854775807", "4294967296;1", "0;1", "99999999999999999999;1"] {
      #expect(parser.feed(Array("\u{1B}[<0;\(numbers)M".utf8), at: start) == [], "\(numbers)")
    }
  }

  @Test func `a paste without an end is complete after a while`() {
    var parser = KeyParser()
    #expect(parser.feed(Array("\u{1B}[200~half".utf8), at: start) == [])
    #expect(parser.expire(at: start + .milliseconds(999)) == [])
    #expect(parser.expire(at: start + .seconds(1)) == [.paste("half")])
    #expect(parser.feed(Array("j\u{1B}[201~k".utf8), at: start + .seconds(2)) == keys("jk"))
  }

  @Test func `random bytes neither trap nor stick`() {
    var random = SystemRandomNumberGenerator()
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x4F, 0x5D, 0x50, 0x5C, 0x07, 0x3B, 0x32, 0x30, 0x31, 0x7E, 0x4D, 0x6A, 0xC3, 0xB8, 0xFF, 0x03,
    ]
    for _ in 0..<2_000 {
      let bytes = (0..<40).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
      var parser = KeyParser()
      _ = parser.feed(bytes, at: start)
      _ = settle(&parser)
      #expect(parser.feed([0x6A], at: start + .seconds(60)) == keys("j"), "\(bytes)")
    }
  }
}

import Foundation
import SeededRandom
import TestSupport

/// Input as people and machines send it, made up at random: keys, words, commands, pastes, mouse, sizes, broken bytes.
struct Monkey {
  enum Deed: CustomStringConvertible {
    case send([UInt8])
    case resize(columns: Int, rows: Int)

    var description: String {
      switch self {
      case .send(let bytes):
        String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription + (bytes.count > 60 ? "…" : "")
      case .resize(let columns, let rows): "\(columns)x\(rows)"
      }
    }
  }

  /// What is done before the program is left alone, and the milliseconds after each deed: none at a machine's pace.
  struct Burst {
    var deeds: [Deed]
    var pauses: [Int]
  }

  private var random: SeededGenerator
  /// Of the command table, so that a new key or command is tried at once.
  private let keys: [String]
  private let commands: [String]

  /// - Parameter table: what `runout --dump-keys` prints.
  init(seed: UInt64, table: String) {
    random = SeededGenerator(seed: seed)
    let rows = table.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let names = ["<PageDown>": "<PgDn>", "<PageUp>": "<PgUp>", "<Delete>": "<Del>"]
    // It is told to quit when it is known to be idle.
    keys = rows.flatMap { $0[1].split(separator: " ").map(String.init) }.map { names[$0] ?? $0 }.filter { $0 != "Q" }
    commands = rows.map { String($0[2]) }.filter { $0 != "quit" }
  }

  mutating func burst() -> Burst {
    let isHuman = Bool.random(using: &random)
    let count = isHuman ? Int.random(in: 10...60, using: &random) : Int.random(in: 50...300, using: &random)
    var deeds: [Deed] = []
    while deeds.count < count { deeds += act() }
    let pace = isHuman ? 10...(one([50, 100, 200])) : 0...0
    return Burst(deeds: deeds, pauses: deeds.map { _ in Int.random(in: pace, using: &random) })
  }

  private mutating func one<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  private mutating func act() -> [Deed] {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<45: [.send(Keystrokes.bytes(one(keys)))]
    case ..<55: [.send([UInt8.random(in: 0x20...0x7E, using: &random)])]
    case ..<67: typed(one(["s", "f", "/", "s", ""]) + one(Self.words), endings: ["<Enter>", "", "<Esc>", " "])
    case ..<75: typed(":" + one(commands) + " " + one(Self.words), endings: ["<Enter>", "<Enter>", "<Tab>", "<Esc>"])
    case ..<81: [.send(Keystrokes.paste(pasted()))]
    case ..<91: mouse()
    case ..<96: [size()]
    case ..<98: [.send(Array((Bool.random(using: &random) ? "\u{1B}[I" : "\u{1B}[O").utf8))]
    default: [.send(noise())]
    }
  }

  /// A letter at a time, as fingers do it.
  private mutating func typed(_ text: String, endings: [String]) -> [Deed] {
    text.map { .send(Array(String($0).utf8)) } + [.send(Keystrokes.bytes(one(endings)))]
  }

  private static let words = [
    "xqz", "love", "miles davis", "blue -fire", "year:1970..1979", "label:blue", "r1", "m1", "a1", "\"kind of\"",
    "25 EUR",
    "none", "Jazz", "artist title", "demo", "catalogue", "live", "full", "collector", "a > b", "ascii true", "1",
    "999999",
    "rating:3..", "own:>1", "ü", "東京", "👩‍👩‍👧", "", "format:LP country:Japan", "night", "-", "\"", "style:", "[a1]",
  ]

  private mutating func pasted() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "https://www.discogs.com/release/\(Int.random(in: 1...2_000, using: &random))-Some-Name"
    case 1: "r\(Int.random(in: 1...2_000, using: &random))"
    case 2:
      String(repeating: one(["x", "word ", "line\n", "é", "\t"]), count: Int.random(in: 1...3_000, using: &random))
    case 3: String(decoding: noise() + noise(), as: UTF8.self)
    default: one(Self.words)
    }
  }

  /// A click, a double click, a drag or the wheel, anywhere, sometimes off the screen; as SGR reports it.
  private mutating func mouse() -> [Deed] {
    func event(_ button: Int, _ column: Int, _ row: Int, _ final: String) -> Deed {
      .send(Array("\u{1B}[<\(button);\(column);\(row)\(final)".utf8))
    }
    let (column, row) = (Int.random(in: 1...140, using: &random), Int.random(in: 1...45, using: &random))
    let click = [event(0, column, row, "M"), event(0, column, row, "m")]
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return click
    case 1: return click + click
    case 2:
      let far = column + Int.random(in: -30...30, using: &random)
      return [event(0, column, row, "M"), event(32, max(1, far), row, "M"), event(0, max(1, far), row, "m")]
    case 3: return [event(one([1, 2, 66, 67, 128]), column, row, "M")]
    default:
      return Array(repeating: event(one([64, 65]), column, row, "M"), count: Int.random(in: 1...8, using: &random))
    }
  }

  private mutating func size() -> Deed {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .resize(columns: Int.random(in: 1...20, using: &random), rows: Int.random(in: 1...8, using: &random))
    case 1: .resize(columns: 80, rows: 24)
    default: .resize(columns: Int.random(in: 20...250, using: &random), rows: Int.random(in: 5...90, using: &random))
    }
  }

  /// Bytes of no meaning, and sequences that break off.
  private mutating func noise() -> [UInt8] {
    let begun = one([
      "", "\u{1B}", "\u{1B}[", "\u{1B}]11;rgb:", "\u{1B}[200~", "\u{1B}P", "\u{1B}_G", "\u{1B}O", "\u{1B}[<0;",
    ])
    let rest = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      UInt8.random(in: 0...0xFF, using: &random)
    }
    return Array(begun.utf8) + rest
  }
}

/// What the kernel says that a process has and does.
struct Footprint {
  /// Processor time, in hundredths of a second.
  var ticks = 0
  /// Bytes of memory that are its own.
  var memory = 0
  var openFiles = 0
  var threads = 0

  /// Nil once the process has ended, and where there is no /proc.
  init?(of process: Int32) {
    let folder = "/proc/\(process)"
    guard let stat = try? String(contentsOfFile: folder + "/stat", encoding: .utf8),
      let status = try? String(contentsOfFile: folder + "/status", encoding: .utf8),
      let files = try? FileManager.default.contentsOfDirectory(atPath: folder + "/fd")
    else { return nil }
    // Behind the program's name, which may have blanks in it.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ").dropFirst().map {
      Int($0) ?? 0
    }
    guard fields.count > 17 else { return nil }
    ticks = fields[11] + fields[12]
    threads = fields[17]
    openFiles = files.count
    let own = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    memory = (own?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0) << 10
  }
}

extension PseudoTerminal {
  /// What is wrong with a program that should be idle; nil as soon as it neither works nor writes for a second.
  ///
  /// Judged by its own processor time, as the machine may have other things to do.
  func unrest(within seconds: Int = 30) async throws -> String? {
    var last = ""
    for _ in 1...seconds {
      let bytes = current.bytes.count
      guard let before = Footprint(of: processID) else { return nil }
      try await Task.sleep(for: .seconds(1))
      guard let after = Footprint(of: processID) else { return nil }
      let (ticks, written) = (after.ticks - before.ticks, current.bytes.count - bytes)
      if ticks <= 2, written == 0 { return nil }
      last = "\(ticks) ticks and \(written) bytes in the last second"
    }
    return "not idle after \(seconds) s: \(last)"
  }
}

import CNcurses
import Terminal

/// The sequences of the terminal's keys by terminfo. Needs a terminal that ncurses has opened.
enum TerminfoKeys {
  static func read(erase: UInt8) -> [[UInt8]: Key] {
    var keys: [[UInt8]: Key] = [:]
    for (name, key) in names {
      guard let bytes = capability(name), bytes.count > 1, bytes.first == 0x1B else { continue }
      keys[bytes] = key
    }
    // Backspace is the one key that may send a control character that is also a letter with Control.
    for bytes in [capability("kbs") ?? [], [erase]] where bytes == [0x08] || bytes == [0x7F] {
      keys[bytes] = Key(.backspace)
    }
    return keys
  }

  /// A capability's bytes, without the padding for hardware terminals.
  static func capability(_ name: String) -> [UInt8]? {
    guard let value = ncurses_capability(name) else { return nil }
    var bytes: [UInt8] = []
    var rest = Substring(String(cString: value))
    while let start = rest.firstRange(of: "$<") {
      bytes += Array(rest[..<start.lowerBound].utf8)
      guard let end = rest[start.upperBound...].firstIndex(of: ">") else { break }
      rest = rest[rest.index(after: end)...]
    }
    return bytes + Array(rest.utf8)
  }

  private static let names: [(String, Key)] = {
    var names: [(String, Key)] = [
      ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
      ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
      ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kent", Key(.enter)), ("kcbt", Key(.tab, .shift)),
      ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)),
    ]
    // With Shift, in the standard list; up and down have other names there.
    names += extended.dropFirst(2).map { ($0.0, Key($0.1, .shift)) }
    // Beyond F12 terminfo calls F1 with Shift F13, and so on; xterm's grammar tells them apart.
    names += (1...12).map { ("kf\($0)", Key(.function($0))) }
    for (name, code) in extended {
      names += modifiers.map { (name + String($0.0), Key(code, $0.1)) }
    }
    return names
  }()

  private static let extended: [(String, Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
    ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
  ]
  private static let modifiers: [(Int, Key.Modifiers)] = [
    (3, .alt), (4, [.alt, .shift]), (5, .control), (6, [.control, .shift]), (7, [.control, .alt]),
  ]

  /// The names outside terminfo's standard list, with that of the cursor's usual shape.
  static let extendedNames = ["Se"] + extended.flatMap { name, _ in modifiers.map { name + String($0.0) } }
}

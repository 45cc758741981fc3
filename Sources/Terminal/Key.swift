/// A key press, independent of the bytes the terminal sent for it.
///
/// Each key has one spelling: Shift is part of a character (`A`, not Shift and `a`), a control letter is lower case,
/// and keys that terminals cannot tell apart are equal (`<C-i>` is `<Tab>`, `<C-m>` is `<Enter>`, `<C-[>` is `<Esc>`).
public struct Key: Hashable, Sendable {
  public enum Code: Hashable, Sendable {
    case character(Character)
    case enter, escape, tab, backspace, delete, insert
    case up, down, left, right
    case home, end, pageUp, pageDown
    /// F1 is `function(1)`.
    case function(Int)
  }

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: 1 << 0)
    public static let alt = Modifiers(rawValue: 1 << 1)
    public static let control = Modifiers(rawValue: 1 << 2)
  }

  public let code: Code
  public let modifiers: Modifiers

  public init(_ code: Code, _ modifiers: Modifiers = []) { (self.code, self.modifiers) = Key.normal(code, modifiers) }

  public init(_ character: Character, _ modifiers: Modifiers = []) { self.init(.character(character), modifiers) }

  private static func normal(_ code: Code, _ modifiers: Modifiers) -> (Code, Modifiers) {
    guard case .character(var character) = code else { return (code, modifiers) }
    var modifiers = modifiers
    if modifiers.contains(.control) {
      switch character {
      case "i", "I": return (.tab, modifiers.subtracting(.control))
      case "m", "M": return (.enter, modifiers.subtracting(.control))
      case "[": return (.escape, modifiers.subtracting(.control))
      case "@": character = " "
      case "/": character = "_"
      default: character = one(character.lowercased(), for: character)
      }
    } else if modifiers.contains(.shift) {
      character = one(character.uppercased(), for: character)
    }
    modifiers.remove(.shift)
    return (.character(character), modifiers)
  }

  /// The letter in another case; itself where that would be several.
  private static func one(_ other: String, for character: Character) -> Character {
    other.count == 1 ? Character(other) : character
  }
}

extension Key {
  /// Reads a key as configuration files spell it: a character as itself, everything else between angle brackets, with
  /// `C-`, `A-` and `S-` before it. Examples: `j`, `<C-d>`, `<S-Tab>`, `<A-Left>`, `<F5>`, `<Space>`, `<lt>`.
  ///
  /// Names are read in any case; `CR`, `Return`, `BS`, `Del`, `Ins`, `PgUp`, `PgDn` and `M-` are accepted too.
  ///
  /// - Returns: nil unless the whole text is one key.
  public init?(notation: String) {
    guard let keys = Key.sequence(notation), keys.count == 1 else { return nil }
    self = keys[0]
  }

  /// Reads keys written one after the other: `gg`, `,y`, `g<C-x>`.
  ///
  /// - Returns: nil for an empty text, or unless each key is spelt as ``init(notation:)`` explains.
  public static func sequence(_ notation: String) -> [Key]? {
    var keys: [Key] = []
    var rest = notation[...]
    while let character = rest.first {
      if character != "<" {
        guard character != " ", !character.isNewline, character != "\t" else { return nil }
        keys.append(Key(character))
        rest.removeFirst()
        continue
      }
      guard let end = rest.dropFirst(2).firstIndex(of: ">"), let key = Key(bracketed: rest[..<end].dropFirst()) else {
        return nil
      }
      keys.append(key)
      rest = rest[end...].dropFirst()
    }
    return keys.isEmpty ? nil : keys
  }

  private init?(bracketed text: Substring) {
    var name = text
    var modifiers: Modifiers = []
    while name.count > 2, name.dropFirst().first == "-" {
      switch name.first {
      case "C", "c": modifiers.insert(.control)
      case "A", "a", "M", "m": modifiers.insert(.alt)
      case "S", "s": modifiers.insert(.shift)
      default: return nil
      }
      name = name.dropFirst(2)
    }
    if name.count == 1, let character = name.first {
      guard !modifiers.isEmpty else { return nil }
      self.init(character, modifiers)
    } else if let code = Key.codesByName[name.lowercased()] {
      self.init(code, modifiers)
    } else if name.first == "F" || name.first == "f", let number = Int(name.dropFirst()), 1...63 ~= number {
      self.init(.function(number), modifiers)
    } else {
      return nil
    }
  }

  /// The names of keys, the one that is written first.
  private static let names: [(code: Code, names: [String])] = [
    (.enter, ["Enter", "Return", "CR"]), (.escape, ["Esc", "Escape"]), (.tab, ["Tab"]),
    (.backspace, ["Backspace", "BS"]), (.delete, ["Del", "Delete"]), (.insert, ["Ins", "Insert"]),
    (.up, ["Up"]), (.down, ["Down"]), (.left, ["Left"]), (.right, ["Right"]), (.home, ["Home"]), (.end, ["End"]),
    (.pageUp, ["PageUp", "PgUp"]), (.pageDown, ["PageDown", "PgDn"]),
    (.character(" "), ["Space"]), (.character("<"), ["lt"]), (.character(">"), ["gt"]),
  ]
  private static let codesByName = Dictionary(
    uniqueKeysWithValues: names.flatMap { code, names in names.map { ($0.lowercased(), code) } })
  private static let namesByCode = Dictionary(uniqueKeysWithValues: names.map { ($0.code, $0.names[0]) })

  /// The spelling that `init(notation:)` reads back.
  public var notation: String {
    var name: String
    switch code {
    case .character(let character) where modifiers.isEmpty && character != " " && character != "<":
      return String(character)
    case .character(let character): name = Self.namesByCode[code] ?? String(character)
    case .function(let number): name = "F\(number)"
    default: name = Self.namesByCode[code] ?? ""
    }
    if modifiers.contains(.shift) { name = "S-" + name }
    if modifiers.contains(.alt) { name = "A-" + name }
    if modifiers.contains(.control) { name = "C-" + name }
    return "<\(name)>"
  }
}

extension Key: CustomStringConvertible { public var description: String { notation } }

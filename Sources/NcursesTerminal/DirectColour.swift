import CNcurses
import Terminal

/// 24-bit colours through ncurses.
///
/// Most terminals that show them are described with 256 colours, and many with 8, as Debian's xterm. So ncurses gets a
/// description made from theirs, in which numbers of the palette mean what they did, larger ones red, green and
/// blue. ``StyleTable/colours`` limits those in use, and grows when the terminal answers that it has more. The palette
/// is never redefined, and ncurses keeps track of every cell.
enum DirectColour {
  /// Whether the description that terminfo looked up last has 24-bit colours.
  static var isDescribed: Bool {
    Int(tigetnum("colors")) >= Colour.trueColour || tigetflag("RGB") > 0 || tigetflag("Tc") > 0 || tigetnum("RGB") > 0
      || ncurses_capability("RGB") != nil
  }

  /// The number of a colour in the description; -1 for the default.
  static func number(_ colour: Colour) -> Int32 {
    guard let rgb = colour.rgb else { return colour.index.map(Int32.init) ?? -1 }
    let number = Int32(rgb.red) << 16 | Int32(rgb.green) << 8 | Int32(rgb.blue)
    // Numbers below 256 are the palette's; one step of green is invisible.
    return number < 256 ? number + 256 : number
  }

  /// The description for the variable `TERMINFO`. Versions of ncurses that do not read it from there use the usual one.
  ///
  /// - Parameter base: the capabilities besides colours.
  /// - Note: Source: term(5), “Extended number format” and “Extended storage format”; terminfo(5) of ncurses 6.1,
  ///   “TERMINFO”.
  static func description(of name: String, from base: Capabilities = .lookedUp) -> String {
    var flags: [UInt8] = []
    while let flag = ncurses_flag_name(Int32(flags.count)) {
      flags.append(base.flag(String(cString: flag)) && String(cString: flag) != "ccc" ? 1 : 0)
    }
    var numbers: [Int32] = []
    while let number = ncurses_number_name(Int32(numbers.count)) {
      switch String(cString: number) {
      case "colors": numbers.append(Int32(Colour.trueColour))
      case "pairs": numbers.append(1 << 16)
      // The attributes that exclude colours, on hardware terminals.
      case "ncv": numbers.append(-1)
      default: numbers.append(max(-1, base.number(String(cString: number))))
      }
    }
    var strings = Strings()
    while let string = ncurses_string_name(Int32(strings.offsets.count)) {
      strings.append(value(String(cString: string), base))
    }

    var entry = Entry()
    // First the magic number of the format with 32-bit numbers.
    entry.append(shorts: [
      0o1036, name.utf8.count + 1, flags.count, numbers.count, strings.offsets.count, strings.bytes.count,
    ])
    entry.bytes += Array(name.utf8) + [0] + flags
    entry.align()
    entry.append(shorts: numbers.flatMap { [Int($0 & 0xFFFF), Int($0 >> 16 & 0xFFFF)] })
    entry.append(shorts: strings.offsets)
    entry.bytes += strings.bytes
    entry.align()
    appendExtension(to: &entry, base)
    return "b64:" + String(decoding: Base64.letters(entry.bytes), as: UTF8.self)
  }

  /// Appends capabilities outside the standard lists: default colours (`AX`), 24-bit colours (`RGB`), the cursor's
  /// shape (`Se`), and the extended keys of ``TerminfoKeys``.
  private static func appendExtension(to entry: inout Entry, _ base: Capabilities) {
    let flags = [("AX", base.flag("AX")), ("RGB", true)]
    let strings = TerminfoKeys.extendedNames.compactMap { name in value(name, base).map { (name, $0) } }
    var values = Strings()
    for (_, bytes) in strings { values.append(bytes) }
    var names = Strings()
    for name in flags.map(\.0) + strings.map(\.0) { names.append(Array(name.utf8)) }
    entry.append(shorts: [
      flags.count, 0, strings.count, strings.count + names.offsets.count, values.bytes.count + names.bytes.count,
    ])
    entry.bytes += flags.map { $0.1 ? 1 : 0 }
    entry.align()
    entry.append(shorts: values.offsets + names.offsets)
    entry.bytes += values.bytes + names.bytes
  }

  private static func value(_ name: String, _ base: Capabilities) -> [UInt8]? {
    switch name {
    case "setaf": colour(3, hasPalette: base.number("colors") >= 256)
    case "setab": colour(4, hasPalette: base.number("colors") >= 256)
    // The palette stays as it is.
    case "initc", "initp", "oc": nil
    // ncurses tries all ways to a place for each, to save a byte or two. Those within a line tell it how many cells to
    // write again rather than to pass over, and one of them stays.
    case "cub1", "cuf1", "cuu1", "cud1", "cub", "cuf", "cuu", "cud", "vpa", "ht", "cbt": nil
    // Without a way for all attributes at once it adds bold to a colour instead of setting both again.
    case "sgr": endsSingly(base) ? nil : base.string(name)
    case "op": base.string(name) ?? Array("\u{1B}[39;49m".utf8)
    default: base.string(name)
    }
  }

  /// Whether an attribute with an end of its own ends without the others, and colours without attributes.
  private static func endsSingly(_ base: Capabilities) -> Bool {
    func isNone(_ name: String, or bytes: String) -> Bool { base.string(name).map { $0 == Array(bytes.utf8) } ?? true }
    return isNone("rmul", or: "\u{1B}[24m") && isNone("ritm", or: "\u{1B}[23m")
      && isNone("op", or: "\u{1B}[39;49m")
  }

  /// The expression for a colour: 8 plain ones, 8 bright ones, the rest of the palette, else red, green and blue. ncurses
  /// reads all of it for each colour.
  ///
  /// - Parameters:
  ///   - ground: the digit that its numbers begin with: 3 for letters, 4 for what is behind them.
  ///   - hasPalette: whether bright ones can be written as the rest of the palette.
  private static func colour(_ ground: Int, hasPalette: Bool) -> [UInt8] {
    let plain = "%p1%{8}%<%t\(ground)%p1%d"
    // From 90 or 100 on, of which the first is number 8.
    let bright = hasPalette ? "" : "%e%p1%{16}%<%t%p1%{\(10 * ground + 52)}%+%d"
    let palette = "%e%p1%{256}%<%t\(ground)8;5;%p1%d"
    let rgb = "%e\(ground)8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    return Array("\u{1B}[%?\(plain)\(bright)\(palette)\(rgb)%;m".utf8)
  }

  /// Zero-terminated strings one after the other, with their offsets; -1 for a missing one.
  private struct Strings {
    var bytes: [UInt8] = []
    var offsets: [Int] = []

    mutating func append(_ string: [UInt8]?) {
      offsets.append(string == nil ? -1 : bytes.count)
      if let string { bytes += string + [0] }
    }
  }

  private struct Entry {
    var bytes: [UInt8] = []

    mutating func append(shorts: [Int]) {
      for short in shorts { bytes += [UInt8(truncatingIfNeeded: short), UInt8(truncatingIfNeeded: short >> 8)] }
    }

    mutating func align() { if bytes.count % 2 == 1 { bytes.append(0) } }
  }
}

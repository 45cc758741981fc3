import CNcurses
import Terminal

/// Turns cell styles into ncurses' attributes and colour pairs.
///
/// Pairs are allotted on demand. When they run out, call ``reset()`` and draw the whole screen again, because a pair
/// that is allotted twice recolours cells drawn with it.
struct StyleTable {
  struct Look {
    var attributes: attr_t
    var pair: Int16
  }

  let colours: Int
  private let pairLimit: Int
  private var pairs: [UInt64: Int16] = [:]
  private var looks: [CellStyle: Look] = [:]
  private var last: (style: CellStyle, look: Look)?
  /// The colours of styles without their own.
  var base = CellStyle.plain
  /// Whether a style got weight and reversal only, because no pair was left.
  var hasRunOut = false

  init(colours: Int, pairs: Int) {
    self.colours = colours
    // Pair 0 is the terminal's default. A screen of pictures needs thousands, and a cell has room for an `Int16`.
    pairLimit = min(pairs, Int(Int16.max)) - 1
  }

  mutating func reset() {
    pairs.removeAll(keepingCapacity: true)
    looks.removeAll(keepingCapacity: true)
    last = nil
    hasRunOut = false
  }

  mutating func look(_ style: CellStyle) -> Look {
    if let last, last.style == style { return last.look }
    if let known = looks[style] {
      last = (style, known)
      return known
    }
    let look = makeLook(style)
    looks[style] = look
    last = (style, look)
    return look
  }

  private mutating func makeLook(_ style: CellStyle) -> Look {
    var attributes = style.attributes
    var foreground = (style.foreground == .default ? base : style).foreground.reduced(to: colours)
    let background = (style.background == .default ? base : style).background.reduced(to: colours)
    if colours == 0 {
      if style.background != .default { attributes.insert(.reverse) }
    } else {
      if colours < 16, let index = style.foreground.index, 8..<16 ~= index { attributes.insert(.bold) }
      // Different colours that became equal would be unreadable, so the foreground is the default.
      if foreground == background, style.foreground != style.background, !style.attributes.contains(.solid) {
        foreground = .default
      }
    }
    let pair = pair(foreground, background)
    if pair == nil {
      hasRunOut = true
      if background != .default { attributes.insert(.reverse) }
    }
    return Look(attributes: StyleTable.attributes(attributes), pair: pair ?? 0)
  }

  /// The number of a pair of colours; nil when none is left.
  private mutating func pair(_ foreground: Colour, _ background: Colour) -> Int16? {
    let front = DirectColour.number(foreground)
    let back = DirectColour.number(background)
    if front < 0, back < 0 { return 0 }
    let colours = UInt64(UInt32(bitPattern: front)) << 32 | UInt64(UInt32(bitPattern: back))
    if let pair = pairs[colours] { return pair }
    let pair = Int16(pairs.count + 1)
    guard pairs.count < pairLimit, init_extended_pair(Int32(pair), front, back) == OK else { return nil }
    pairs[colours] = pair
    return pair
  }

  private static func attributes(_ attributes: CellStyle.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= ncurses_bold() }
    if attributes.contains(.dim) { result |= ncurses_dim() }
    if attributes.contains(.italic) { result |= ncurses_italic() }
    if attributes.contains(.underline) { result |= ncurses_underline() }
    if attributes.contains(.reverse) { result |= ncurses_reverse() }
    return result
  }
}

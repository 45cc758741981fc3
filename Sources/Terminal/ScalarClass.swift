/// The effect of a Unicode scalar on a row of cells. `Scripts/generate-width-table` writes the raw values.
enum ScalarClass: UInt8 {
  /// Controls, and scalars that are invisible or that terminals draw differently: left out.
  case dropped = 0
  /// Tab and line breaks: shown as a space.
  case space = 1
  /// Drawn over the character before it.
  case combining = 2
  case narrow = 3
  case wide = 4
  /// One column, or two where the terminal is set up so.
  case ambiguous = 5
  /// Unassigned when the table was made: shown as U+FFFD.
  case unknown = 6

  @inline(__always)
  init(of scalar: UInt32) {
    if scalar &- 0x20 < 0x5F {
      self = .narrow
    } else if scalar < 0x3000 {
      self = ScalarClass.low[Int(scalar)]
    } else if scalar &- 0x4E00 < 0x5200 {
      self = .wide
    } else {
      self = ScalarClass.lookUp(scalar)
    }
  }

  /// The columns of a character of this class; 0 for classes that are not drawn as themselves.
  func columns(_ ambiguous: AmbiguousWidth) -> Int {
    switch self {
    case .narrow: 1
    case .wide: 2
    case .ambiguous: ambiguous == .wide ? 2 : 1
    case .dropped, .space, .combining, .unknown: 0
    }
  }

  /// The classes below U+3000 by scalar: accented letters, dashes and quotation marks are in every title.
  private static let low: [ScalarClass] = {
    var classes: [ScalarClass] = []
    classes.reserveCapacity(0x3000)
    for (change, next) in zip(changes, changes.dropFirst()) where classes.count < 0x3000 {
      let end = min(Int(next >> 4), 0x3000)
      classes.append(contentsOf: repeatElement(ScalarClass(change: change), count: end - classes.count))
    }
    return classes
  }()

  private init(change: UInt32) {
    self.init(rawValue: UInt8(change & 0xF))!  // the generator writes no other digit
  }

  private static func lookUp(_ scalar: UInt32) -> ScalarClass {
    // Reserved for pictures.
    if scalar == Placeholder.scalar { return .dropped }
    return changes.withUnsafeBufferPointer { changes in
      var low = 0
      var high = changes.count
      while high - low > 1 {
        let middle = (low + high) / 2
        if changes[middle] >> 4 <= scalar { low = middle } else { high = middle }
      }
      return ScalarClass(change: changes[low])
    }
  }
}

/// Reads UTF-8 as a row of cells shows it: characters and combining marks, everything else left out.
///
/// Measuring, cutting, cleaning and drawing all use it, so that they cannot disagree.
struct TextScanner {
  struct Piece {
    /// The scalar to draw: for a line break a space, for an unassigned one U+FFFD.
    var scalar: UInt32
    /// 1 or 2; 0 for a mark over the character before.
    var columns: Int

    // The scanner reads scalars, and makes up none but U+FFFD.
    var unicode: Unicode.Scalar { Unicode.Scalar(scalar)! }
  }

  /// The number of marks that ncurses keeps over a character; no name has more.
  static let marksKept = 4

  private let utf8: UnsafeBufferPointer<UInt8>
  private let ambiguousColumns: Int
  /// The index of the byte after the last piece.
  private(set) var index = 0
  private var marks = marksKept
  private var isAfterSpace = false

  init(_ utf8: UnsafeBufferPointer<UInt8>, ambiguous: AmbiguousWidth) {
    self.utf8 = utf8
    ambiguousColumns = ambiguous == .wide ? 2 : 1
  }

  @inline(__always)
  mutating func next() -> Piece? {
    if index < utf8.count {
      let byte = utf8[index]
      if byte &- 0x20 < 0x5F {
        index &+= 1
        marks = 0
        isAfterSpace = false
        return Piece(scalar: UInt32(byte), columns: 1)
      }
    }
    return nextBeyondASCII()
  }

  /// Takes the printable ASCII that comes next, at most `limit` columns: the fast path for most text.
  @inline(__always)
  mutating func takeASCII(limit: Int) -> UnsafeBufferPointer<UInt8> {
    let rest = UnsafeBufferPointer(rebasing: utf8[index...])
    let end = min(limit, rest.count)
    var count = 0
    while count < end, rest[count] &- 0x20 < 0x5F { count &+= 1 }
    if count > 0 {
      index += count
      marks = 0
      isAfterSpace = false
    }
    return UnsafeBufferPointer(rebasing: rest[..<count])
  }

  private mutating func nextBeyondASCII() -> Piece? {
    while index < utf8.count {
      let scalar = decode()
      switch ScalarClass(of: scalar) {
      case .dropped: continue
      case .space:
        // A run of tabs and line breaks, such as CR LF, is one space.
        if isAfterSpace { continue }
        marks = TextScanner.marksKept
        isAfterSpace = true
        return Piece(scalar: 0x20, columns: 1)
      case .combining:
        guard marks < TextScanner.marksKept else { continue }
        marks += 1
        return Piece(scalar: scalar, columns: 0)
      case .narrow: return piece(scalar, 1)
      case .wide: return piece(scalar, 2)
      case .ambiguous: return piece(scalar, ambiguousColumns)
      case .unknown: return piece(0xFFFD, ambiguousColumns)
      }
    }
    return nil
  }

  private mutating func piece(_ scalar: UInt32, _ columns: Int) -> Piece {
    marks = 0
    isAfterSpace = false
    return Piece(scalar: scalar, columns: columns)
  }

  /// Decodes the scalar at `index`. A Swift string's UTF-8 is always valid.
  private mutating func decode() -> UInt32 {
    let first = UInt32(utf8[index])
    if first < 0x80 {
      index += 1
      return first
    }
    if first < 0xE0 {
      index += 2
      return (first & 0x1F) << 6 | continuation(1)
    }
    if first < 0xF0 {
      index += 3
      return (first & 0x0F) << 12 | continuation(2) << 6 | continuation(1)
    }
    index += 4
    return (first & 0x07) << 18 | continuation(3) << 12 | continuation(2) << 6 | continuation(1)
  }

  private func continuation(_ back: Int) -> UInt32 { UInt32(utf8[index - back] & 0x3F) }
}

extension String {
  func scan<Result>(ambiguous: AmbiguousWidth, _ body: (inout TextScanner) -> Result) -> Result {
    var text = self
    return text.withUTF8 { utf8 in
      var scanner = TextScanner(utf8, ambiguous: ambiguous)
      return body(&scanner)
    }
  }
}

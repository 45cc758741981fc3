import DiscogsModel

/// What records and their list look like in the bytes of a dump, for finding the next one after damage.
struct DumpMarks {
  private let kind: DumpKind
  private let recordStart: [UInt8]
  private let rootEndStart: [UInt8]
  let rootStart: [UInt8]
  let rootEnd: [UInt8]

  enum Finding {
    case found(Int)
    /// Not in these bytes; from here on they may be the beginning of it.
    case nothing(Int)
  }

  init(_ kind: DumpKind) {
    self.kind = kind
    recordStart = Array("<\(kind.rawValue)".utf8)
    rootEndStart = Array("</\(kind.rawValue)s".utf8)
    rootEnd = Array("</\(kind.rawValue)s>".utf8)
    rootStart = Array("<\(kind.rawValue)s>".utf8)
  }

  /// Finds where a record begins or the list ends. `<` stands for nothing but markup in XML, and the names of records do
  /// not occur inside records, except that labels have sublabels.
  ///
  /// - Parameter isAtEnd: no more bytes follow these, so that a tag that begins in the last of them is all there is.
  func find(in bytes: [UInt8], from start: Int, isAtEnd: Bool) -> Finding {
    var index = start
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let rest = bytes[index...]
      if rest.count < Self.longest, !isAtEnd { return .nothing(index) }
      if isRecordStart(rest) { return .found(index) }
      if isRootEnd(rest) { return .found(index) }
      index += 1
    }
    return .nothing(index)
  }

  /// The longest mark, with some blanks.
  private static let longest = 64

  /// A label has no attributes and its first element is its id or its images; a sublabel holds text.
  func isRecordStart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.starts(with: recordStart) else { return false }
    let rest = bytes.dropFirst(recordStart.count)
    guard endsName(rest.first) else { return false }
    guard kind == .label else { return true }
    guard rest.first == UInt8(ascii: ">") else { return false }
    let inside = rest.dropFirst().drop { $0 <= 32 }
    return inside.starts(with: "<i".utf8)
  }

  private func isRootEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: rootEndStart)
      && bytes.dropFirst(rootEndStart.count).first { $0 > 32 } == UInt8(ascii: ">")
  }

  private func endsName(_ byte: UInt8?) -> Bool {
    byte.map { $0 == UInt8(ascii: ">") || $0 <= 32 } ?? false
  }

  /// Where a root element of the kind begins, after nothing but blanks, a byte order mark and an XML declaration.
  func secondRoot(in bytes: [UInt8]) -> Int? {
    var rest = bytes[...].drop { $0 <= 32 }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3).drop { $0 <= 32 } }
    let start = rest.startIndex
    if rest.starts(with: "<?xml".utf8) {
      rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst().drop { $0 <= 32 }
    }
    return rest.starts(with: rootStart) ? start : nil
  }
}

import DiscogsModel

/// The byte patterns of records and their list, for finding the next record after damage.
struct DumpMarks {
  private let kind: EntityKind
  private let recordStart: [UInt8]
  private let rootEndStart: [UInt8]
  let rootStart: [UInt8]
  let rootEnd: [UInt8]

  enum Finding {
    case found(Int)
    /// Nothing found; a mark may begin at this index, given more bytes.
    case nothing(Int)
  }

  init(_ kind: EntityKind) {
    self.kind = kind
    recordStart = Array("<\(kind.rawValue)".utf8)
    rootEndStart = Array("</\(kind.rawValue)s".utf8)
    rootEnd = Array("</\(kind.rawValue)s>".utf8)
    rootStart = Array("<\(kind.rawValue)s>".utf8)
  }

  /// Finds the next start of a record or end of the list. In XML `<` is always markup, and the names of records do not
  /// occur inside records, except for sublabels.
  ///
  /// - Parameter isAtEnd: whether these are the last bytes, so that a tag cut off at their end will not be completed.
  func find(in bytes: [UInt8], from start: Int, isAtEnd: Bool) -> Finding {
    var index = start
    while let found = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[found...]
      if rest.count < Self.longest, !isAtEnd { return .nothing(found) }
      if isRecordStart(rest) || isRootEnd(rest) { return .found(found) }
      index = found + 1
    }
    return .nothing(bytes.count)
  }

  /// The longest mark, with some blanks in it.
  private static let longest = 64

  /// Labels have no attributes and begin with their id or images; a sublabel contains text.
  func isRecordStart(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.starts(with: recordStart) else { return false }
    let rest = bytes.dropFirst(recordStart.count)
    guard let next = rest.first, next == UInt8(ascii: ">") || next <= 32 else { return false }
    guard kind == .label else { return true }
    guard next == UInt8(ascii: ">") else { return false }
    return rest.dropFirst().drop { $0 <= 32 }.starts(with: "<i".utf8)
  }

  private func isRootEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: rootEndStart) && bytes.dropFirst(rootEndStart.count).first { $0 > 32 } == UInt8(ascii: ">")
  }

  /// The start of another root element of the kind, after blanks, a byte order mark and an XML declaration only.
  func secondRoot(in bytes: [UInt8]) -> Int? {
    var rest = bytes[...].drop { $0 <= 32 }
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3).drop { $0 <= 32 } }
    let start = rest.startIndex
    if rest.starts(with: "<?xml".utf8) { rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst().drop { $0 <= 32 } }
    return rest.starts(with: rootStart) ? start : nil
  }
}

/// The rows of a batch that have a word, as bytes: FTS5's mark for the list and the word, a zero, the first and the
/// last row, then the rows with their positions as FTS5 stores them, but without the number of the first row.
///
/// The bytes sort by list, word and first row.
struct Postings {
  /// The list of whole words; prefix lists have the next numbers.
  static let words = UInt8(ascii: "0")

  /// The word after its list's mark.
  let word: UnsafeRawBufferPointer
  let first: Int
  let last: Int
  /// The length of the first row's positions, the positions, the distance to the next row, and so on.
  let rows: UnsafeRawBufferPointer

  /// Nil for anything else.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let end = bytes.firstIndex(of: 0), end + 9 <= bytes.count else { return nil }
    word = UnsafeRawBufferPointer(rebasing: bytes[..<end])
    first = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: end + 1, as: UInt32.self)))
    last = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: end + 5, as: UInt32.self)))
    rows = UnsafeRawBufferPointer(rebasing: bytes[(end + 9)...])
  }

  static func begin(
    _ record: inout PlainList<UInt8>, _ list: UInt8, _ word: UnsafeRawBufferPointer, first: UInt32, last: UInt32
  ) {
    record.append(list)
    record.append(word)
    record.append(0)
    record.append(bigEndian: first)
    record.append(bigEndian: last)
  }

  /// Eight bytes of postings as a number that compares as they do. Some always follow the word.
  static func key(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    if start + 8 <= bytes.count { return bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian }
    var key: UInt64 = 0
    for index in start..<(start + 8) { key = key << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return key
  }
}

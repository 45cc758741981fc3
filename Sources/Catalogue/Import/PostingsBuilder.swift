/// Turns the words of rows into the rows of words, a batch of rows at a time.
///
/// FTS5 keeps a list for every word and indexed prefix, and looks up four of them for each word it meets. Here a word
/// is looked up once. At the end of a batch its words are sorted, so that those with a common prefix are neighbours,
/// and one pass over the batch for each prefix length makes all lists.
///
/// The resulting `Postings` are sorted across batches and written by `FullTextSegment`.
final class PostingsBuilder {
  private struct Word {
    /// The first eight bytes, the first one lowest.
    var head: UInt64
    /// The offset in `text`.
    var start: UInt32
    var length: UInt32
    /// The number of occurrences in the batch.
    var count: UInt32
  }

  private struct Occurrence {
    var word: UInt32
    var place: Place
  }

  /// The place of a word: the column in the high eight bits of `position`, the number of words before it in the others.
  ///
  /// `DumpReader.recordLimit` keeps a record's XML to about 2^24 bytes, and no byte makes more than one word.
  fileprivate struct Place {
    var row: UInt32
    var position: UInt32
  }

  private struct Key {
    /// The first eight bytes, the first one highest.
    var head: UInt64
    var word: UInt32
  }

  /// Words with one list: the same word, or the same prefix.
  private struct Group {
    /// One of its words, and the length of the common part in bytes.
    var word: UInt32
    var length: UInt32
    /// The end of its places among the sorted ones; they begin where those of the group before end.
    var end: UInt32
  }

  /// FTS5's own limit in bytes: longer words do not fit its pages.
  private static let longestWord = 32768
  private static let columnShift: UInt32 = 24
  private static let none = UInt32.max

  /// The indexed prefix lengths, in letters.
  private let beginnings: [Int]
  /// The number of occurrences in a batch.
  private let size: Int
  // As in `SpillSorter`: no access calls anything that comes back to these.
  @exclusivity(unchecked) private var words = PlainList<Word>(capacity: 1 << 14)
  @exclusivity(unchecked) private var text = PlainList<UInt8>(capacity: 1 << 16)
  /// Open addressing: the word's number + 1, 0 for a free slot; at most half full.
  @exclusivity(unchecked) private var slots = PlainList<UInt32>(capacity: 1 << 15)
  @exclusivity(unchecked) private var slotShift: UInt64 = 0
  @exclusivity(unchecked) private var occurrences: PlainList<Occurrence>

  // Only needed at the end of a batch.
  @exclusivity(unchecked) private var keys = PlainList<Key>()
  @exclusivity(unchecked) private var groups = PlainList<Group>()
  @exclusivity(unchecked) private var groupOf = PlainList<UInt32>()
  @exclusivity(unchecked) private var places = PlainList<Place>()
  @exclusivity(unchecked) private var record = PlainList<UInt8>(capacity: 4096)

  @exclusivity(unchecked) private(set) var rows = 0
  @exclusivity(unchecked) private var lastRow: UInt32 = 0
  /// The number of words in each column of all rows, breaks included.
  @exclusivity(unchecked) private(set) var counts: [Int]

  init(columns: Int, beginnings: [Int], size: Int) {
    (self.beginnings, self.size) = (beginnings, size)
    occurrences = PlainList(capacity: size + size / 8)
    counts = Array(repeating: 0, count: columns)
    clearSlots(1 << 15)
  }

  /// Whether to call `flush` before the next row.
  var isFull: Bool { occurrences.count >= size }

  // MARK: Adding

  /// Adds a row's words in a column, folded and separated by spaces. Columns come in their order.
  func add(_ words: UnsafeRawBufferPointer, of row: UInt32, in column: Int) {
    guard var start = words.baseAddress, !words.isEmpty else { return }
    if row != lastRow {
      rows += 1
      lastRow = row
    }
    let end = start + words.count
    let first = UInt32(column) << Self.columnShift
    var place = Place(row: row, position: first)
    while start < end {
      let rest = end - start
      var length = 0
      var head: UInt64
      repeat {
        head = Self.bytes(start + length, upTo: rest - length)
        let gap = Self.firstSpace(head)
        length += gap
        if gap < 8 { break }
      } while length < rest
      length = min(length, rest)
      if length > 0 {
        if length >= 8 {
          head = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        } else {
          head &= 1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1
        }
        if length != 3 || head != SearchText.phraseBreakHead {
          occurrences.append(Occurrence(word: number(of: start, min(length, Self.longestWord), head), place: place))
        }
        place.position &+= 1
      }
      start += length + 1
    }
    counts[column] += Int(place.position - first)
  }

  /// The next bytes, the first one lowest, with spaces after the last.
  @inline(__always) private static func bytes(_ start: UnsafeRawPointer, upTo count: Int) -> UInt64 {
    if count >= 8 { return UInt64(littleEndian: start.loadUnaligned(as: UInt64.self)) }
    var bytes: UInt64 = 0x2020_2020_2020_2020
    var index = count
    while index > 0 {
      index &-= 1
      bytes = bytes &<< 8 | UInt64(start.load(fromByteOffset: index, as: UInt8.self))
    }
    return bytes
  }

  /// The number of bytes before the first space; 8 for none.
  @inline(__always) private static func firstSpace(_ bytes: UInt64) -> Int {
    let zeros = bytes ^ 0x2020_2020_2020_2020
    let found = (zeros &- 0x0101_0101_0101_0101) & ~zeros & 0x8080_8080_8080_8080
    return found.trailingZeroBitCount &>> 3
  }

  @inline(__always) private func number(of start: UnsafeRawPointer, _ length: Int, _ head: UInt64) -> UInt32 {
    let mask = slots.count &- 1
    var slot = slot(start, length, head)
    while slots[slot] != 0 {
      let word = words.base + Int(slots[slot] &- 1)
      if word.pointee.head == head, word.pointee.length == UInt32(length),
        length <= 8 || isSame(start, length, at: word.pointee.start)
      {
        word.pointee.count &+= 1
        return slots[slot] &- 1
      }
      slot = (slot &+ 1) & mask
    }
    return addWord(start, length, head, slot)
  }

  @inline(__always) private func slot(_ start: UnsafeRawPointer, _ length: Int, _ head: UInt64) -> Int {
    var hash = head
    if length > 8 {
      hash ^= (start + length - 8).loadUnaligned(as: UInt64.self) &* 0xC2B2_AE3D_27D4_EB4F &+ UInt64(length)
    }
    return Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) &>> slotShift)
  }

  private func isSame(_ start: UnsafeRawPointer, _ length: Int, at other: UInt32) -> Bool {
    UnsafeRawBufferPointer(start: start, count: length)
      .elementsEqual(UnsafeRawBufferPointer(start: text.base + Int(other), count: length))
  }

  @inline(never) private func addWord(_ start: UnsafeRawPointer, _ length: Int, _ head: UInt64, _ slot: Int) -> UInt32 {
    words.append(Word(head: head, start: UInt32(text.count), length: UInt32(length), count: 1))
    text.append(UnsafeRawBufferPointer(start: start, count: length))
    slots[slot] = UInt32(words.count)
    if words.count * 2 > slots.count { growSlots() }
    return UInt32(words.count - 1)
  }

  private func clearSlots(_ count: Int) {
    slots.removeAll()
    slots.append(repeating: 0, count: count)
    slotShift = UInt64(64 - count.trailingZeroBitCount)
  }

  private func growSlots() {
    clearSlots(slots.count * 2)
    let mask = slots.count - 1
    for index in 0..<words.count {
      let word = words[index]
      var slot = slot(text.base + Int(word.start), Int(word.length), word.head)
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(index + 1)
    }
  }
}

// MARK: - The end of a batch

extension PostingsBuilder {
  /// Passes the `Postings` of the batch to `body`, in order, and starts the next one.
  func flush(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    sortWords()
    try write(nil, list: Postings.words, body)
    for (index, letters) in beginnings.enumerated() {
      try write(letters, list: Postings.words + 1 + UInt8(index), body)
    }
    words.removeAll()
    text.removeAll()
    occurrences.removeAll()
    clearSlots(slots.count)
  }

  private func sortWords() {
    keys.removeAll()
    for index in 0..<words.count { keys.append(Key(head: words[index].head.byteSwapped, word: UInt32(index))) }
    let (words, text) = (words.base, text.base)
    func tail(_ key: Key) -> UnsafeRawBufferPointer {
      let word = words[Int(key.word)]
      return UnsafeRawBufferPointer(start: text + Int(word.start), count: Int(word.length))
    }
    var keys = UnsafeMutableBufferPointer(start: keys.base, count: keys.count)
    keys.sort { left, right in
      left.head != right.head ? left.head < right.head : compareBytes(tail(left), tail(right)) < 0
    }
  }

  /// - Parameter letters: the prefix length; nil for whole words.
  private func write(_ letters: Int?, list: UInt8, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    group(letters)
    sortPlaces()
    var start = 0
    for index in 0..<groups.count {
      let end = Int(groups[index].end)
      pack(groups[index], list, UnsafeBufferPointer(start: places.base + start, count: end - start))
      try body(record.bytes)
      start = end
    }
  }

  private func group(_ letters: Int?) {
    groups.removeAll()
    groupOf.resize(to: words.count)
    var sum: UInt32 = 0
    for index in 0..<keys.count {
      let number = keys[index].word
      let word = words[Int(number)]
      let length = if let letters { beginning(of: word, letters) } else { word.length }
      guard length > 0 else {
        groupOf[Int(number)] = Self.none
        continue
      }
      if letters == nil || !isInLastGroup(word, length) { groups.append(Group(word: number, length: length, end: sum)) }
      groupOf[Int(number)] = UInt32(groups.count - 1)
      sum += word.count
    }
  }

  /// The length in bytes of a word's first letters; 0 where it has fewer.
  private func beginning(of word: Word, _ letters: Int) -> UInt32 {
    let bytes = text.base + Int(word.start)
    var length: UInt32 = 0
    var rest = letters
    while length < word.length {
      if bytes[Int(length)] & 0xC0 != 0x80 {
        if rest == 0 { return length }
        rest -= 1
      }
      length += 1
    }
    return rest == 0 ? length : 0
  }

  private func isInLastGroup(_ word: Word, _ length: UInt32) -> Bool {
    guard groups.count > 0 else { return false }
    let last = groups[groups.count - 1]
    guard last.length == length else { return false }
    return isSame(text.base + Int(word.start), Int(length), at: words[Int(last.word)].start)
  }

  /// Sorts the places by group; within a group they stay in their order.
  private func sortPlaces() {
    places.resize(to: occurrences.count)
    for index in 0..<occurrences.count {
      let occurrence = occurrences[index]
      let group = groupOf[Int(occurrence.word)]
      guard group != Self.none else { continue }
      let end = groups.base + Int(group)
      places[Int(end.pointee.end)] = occurrence.place
      end.pointee.end &+= 1
    }
  }

  /// Writes a group's postings into `record`.
  private func pack(_ group: Group, _ list: UInt8, _ places: UnsafeBufferPointer<Place>) {
    let word = UnsafeRawBufferPointer(start: text.base + Int(words[Int(group.word)].start), count: Int(group.length))
    record.removeAll()
    Postings.begin(&record, list, word, first: places[0].row, last: places[places.count - 1].row)
    let start = places[0].row
    var last = start
    var index = 0
    while index < places.count {
      let row = places[index].row
      if row != start { record.append(varint: Int(row &- last)) }
      last = row
      appendPositions(places, &index, of: row)
    }
  }

  /// Appends a row's positions after their length.
  @inline(__always)
  private func appendPositions(_ places: UnsafeBufferPointer<Place>, _ index: inout Int, of row: UInt32) {
    let start = record.count
    record.append(0)
    var column: UInt32 = 0
    var last: UInt32 = 0
    while index < places.count, places[index].row == row {
      let position = places[index].position
      if position &>> Self.columnShift != column {
        column = position &>> Self.columnShift
        last = column &<< Self.columnShift
        record.append(1)
        record.append(varint: Int(column))
      }
      record.append(varint: Int(position &- last &+ 2))
      last = position
      index &+= 1
    }
    let length = record.count &- start &- 1
    if length < 64 { record[start] = UInt8(truncatingIfNeeded: length &* 2) } else { widen(start, length) }
  }

  /// Makes room for a length that takes more than a byte.
  private func widen(_ start: Int, _ length: Int) {
    let positions = [UInt8](UnsafeRawBufferPointer(start: record.base + start + 1, count: length))
    record.resize(to: start)
    record.append(varint: length * 2)
    positions.withUnsafeBytes { record.append($0) }
  }
}

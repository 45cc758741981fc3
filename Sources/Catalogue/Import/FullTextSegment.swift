internal import SQLiteSupport

/// Writes the only segment of an FTS5 index from sorted words and rows, in FTS5's own format (`fts5_index.c`).
///
/// FTS5 itself writes a segment whenever its memory is full, then reads all of them again and writes them once more.
///
/// A page begins with the offset of its first row, if that comes before its first word, and the offset of its directory
/// of words. A word is stored as its difference from the one before. Its rows continue over as many pages as they need;
/// if those are many, a `FullTextRowIndex` has the first row of each.
struct FullTextSegment: ~Copyable {
  /// FTS5's own size. Two such pages and their rows' heads fill a page of the database.
  static let pageSize = 4050
  private static let number = 1
  /// The rows of the data table that hold these records.
  private static let averages = 1
  private static let structure = 10
  private static let headSize = 4

  private let pageSize: Int
  private let insertPage: PreparedStatement
  private let insertBranch: PreparedStatement

  private var page = PlainList<UInt8>(capacity: 8192)
  private var directory = PlainList<UInt8>(capacity: 1024)
  /// The offset of the latest word in the page.
  private var lastPlace = 0
  private var pageNumber = 1
  /// Whether this page has any word or row yet.
  private var hasWord = false
  private var hasRow = false

  private var word: [UInt8] = []
  private var isFirstRow = false
  private var lastRow = 0

  /// The last page that begins a word and that the branch does not point to yet, and the shortest beginning that
  /// separates its first word from the one before. 0 for none.
  private var branchPage = 1
  private var branchKey: [UInt8] = []
  /// The number of pages without a word since then.
  private var wordlessPages = 0
  private var rowIndex: FullTextRowIndex

  /// - Parameter table: an FTS5 table without rows.
  init(_ database: OpaquePointer, table: String, pageSize: Int = FullTextSegment.pageSize) throws {
    let insertPage = try PreparedStatement(database, "INSERT OR REPLACE INTO \(table)_data VALUES(?, ?)")
    let insertBranch = try PreparedStatement(database, "INSERT INTO \(table)_idx VALUES(\(Self.number), ?, ?)")
    self.init(insertPage, insertBranch, pageSize: pageSize)
  }

  // By itself, since a value that cannot be copied must not be half made when an error is thrown.
  private init(_ insertPage: PreparedStatement, _ insertBranch: PreparedStatement, pageSize: Int) {
    (self.insertPage, self.insertBranch, self.pageSize) = (insertPage, insertBranch, pageSize)
    rowIndex = FullTextRowIndex(pageSize: pageSize)
    page.append(repeating: 0, count: Self.headSize)
  }

  /// Adds rows of a word: the same one as last time, or one after it in order.
  mutating func add(_ rows: Postings) throws {
    if !rows.word.elementsEqual(word) { try begin(rows.word) }
    try append(rows)
  }

  /// - Parameters:
  ///   - rows: the number of rows with any words.
  ///   - counts: the number of words in each column.
  mutating func finish(rows: Int, counts: [Int]) throws {
    guard hasWord || pageNumber > 1 else { return }
    if page.count > Self.headSize { try flushPage() }
    try endBranch()
    var record = PlainList<UInt8>()
    record.append(varint: rows)
    for count in counts { record.append(varint: count) }
    try insertPage.insert(Self.averages, record.bytes)
    record.removeAll()
    // No settings; one level, one segment, nothing written by FTS5; for the level, no merge under way and one segment.
    for value in [0, 0, 0, 0, 1, 1, 0, 0, 1, Self.number, 1, pageNumber - 1] { record.append(varint: value) }
    try insertPage.insert(Self.structure, record.bytes)
  }

  // MARK: Words

  private mutating func begin(_ next: UnsafeRawBufferPointer) throws {
    if page.count + directory.count + next.count + 2 >= pageSize, page.count > Self.headSize { try flushPage() }
    directory.append(varint: page.count - lastPlace)
    lastPlace = page.count
    var shared = 0
    while shared < min(word.count, next.count), word[shared] == next[shared] { shared += 1 }
    if hasWord {
      page.append(varint: shared)
    } else {
      if pageNumber > 1 {
        try endBranch()
        branchPage = pageNumber
        branchKey = Array(next[..<(shared + 1)])
      }
      shared = 0
    }
    page.append(varint: next.count - shared)
    page.append(UnsafeRawBufferPointer(rebasing: next[shared...]))
    word.removeAll(keepingCapacity: true)
    word.append(contentsOf: next)
    (hasWord, hasRow, isFirstRow) = (true, true, true)
    rowIndex.page = pageNumber
  }

  /// Points to the waiting page, once the number of pages its last word takes is known.
  private mutating func endBranch() throws {
    guard branchPage > 0 else { return }
    let isIndexed = wordlessPages >= FullTextRowIndex.leastPages && !rowIndex.isEmpty
    if isIndexed {
      for (level, page) in rowIndex.pages.enumerated() where !page.bytes.isEmpty {
        try page.bytes.withUnsafeBytes { try insertPage.insert(Self.row(ofIndexPage: page.number, level), $0) }
      }
    }
    rowIndex.removeAll()
    wordlessPages = 0
    try branchKey.withUnsafeBytes {
      insertBranch.bindBlob(1, borrowing: $0)
      insertBranch.bind(2, branchPage << 1 | (isIndexed ? 1 : 0))
      try insertBranch.run()
    }
    branchPage = 0
  }

  // MARK: Rows

  private mutating func append(_ rows: Postings) throws {
    let bytes = rows.rows
    var index = 0
    var row = rows.first
    while true {
      if page.count + directory.count >= pageSize { try flushPage() }
      if !hasRow { try noteFirstRow(row) }
      page.append(varint: isFirstRow || !hasRow ? row : row - lastRow)
      lastRow = row
      (hasRow, isFirstRow) = (true, false)
      // If all of it fits, it is copied unparsed.
      if page.count + directory.count + bytes.count - index < pageSize {
        page.append(UnsafeRawBufferPointer(rebasing: bytes[index...]))
        lastRow = rows.last
        return
      }
      let length = Self.varint(bytes, &index) >> 1
      page.append(varint: length << 1)
      try appendPositions(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + length)]))
      index += length
      if index == bytes.count { return }
      row += Self.varint(bytes, &index)
    }
  }

  /// Notes the first row of a page, if no word comes before it.
  private mutating func noteFirstRow(_ row: Int) throws {
    page[0] = UInt8(truncatingIfNeeded: page.count >> 8)
    page[1] = UInt8(truncatingIfNeeded: page.count)
    for full in rowIndex.append(row, page: pageNumber) {
      try full.bytes.withUnsafeBytes { try insertPage.insert(Self.row(ofIndexPage: full.number, full.level), $0) }
    }
  }

  /// Appends positions, starting a new page between two of them where necessary.
  private mutating func appendPositions(_ positions: UnsafeRawBufferPointer) throws {
    var rest = positions
    while page.count + directory.count + rest.count >= pageSize {
      let room = pageSize - page.count - directory.count
      var count = 0
      while count < room { _ = Self.varint(rest, &count) }
      page.append(UnsafeRawBufferPointer(rebasing: rest[..<count]))
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      try flushPage()
    }
    page.append(rest)
  }

  // MARK: Pages

  private mutating func flushPage() throws {
    page[2] = UInt8(truncatingIfNeeded: page.count >> 8)
    page[3] = UInt8(truncatingIfNeeded: page.count)
    if hasWord {
      page.append(directory.bytes)
    } else {
      if !hasRow { rowIndex.appendPageWithoutRow() }
      wordlessPages += 1
    }
    try insertPage.insert(Self.number << 37 | pageNumber, page.bytes)
    page.removeAll()
    page.append(repeating: 0, count: Self.headSize)
    directory.removeAll()
    lastPlace = 0
    pageNumber += 1
    (hasWord, hasRow) = (false, false)
  }

  private static func row(ofIndexPage page: Int, _ level: Int) -> Int { number << 37 | 1 << 36 | level << 31 | page }

  @inline(__always) private static func varint(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Int {
    var value = 0
    while index < bytes.count {
      let byte = bytes[index]
      index &+= 1
      value = value &<< 7 | Int(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return value
  }
}

/// The first row of each page that continues a word's rows, as a tree of pages: readers skip those before a row.
struct FullTextRowIndex {
  struct Page {
    /// 0 for pages that point to pages of the segment.
    let level: Int
    fileprivate(set) var number: Int
    fileprivate(set) var bytes: [UInt8] = []
    fileprivate var first = 0
    fileprivate var last = 0
  }

  /// A word gets an index from this many pages without another word on.
  static let leastPages = 4

  private let pageSize: Int
  /// The unfinished page of each level.
  private(set) var pages = [Page(level: 0, number: 0)]

  init(pageSize: Int) { self.pageSize = pageSize }

  var isEmpty: Bool { pages[0].bytes.isEmpty }

  /// The segment's page with the word.
  var page: Int {
    get { pages[0].number }
    set { pages[0].number = newValue }
  }

  mutating func removeAll() { pages = [Page(level: 0, number: pages[0].number)] }

  /// Adds the first row of a segment page.
  ///
  /// - Returns: the index pages that are full.
  mutating func append(_ row: Int, page: Int) -> [Page] {
    var full: [Page] = []
    var level = 0
    var child = page
    while true {
      let isFull = pages[level].bytes.count >= pageSize
      if isFull { full.append(turn(level)) }
      if pages[level].bytes.isEmpty {
        // The first byte is 1 where there is a page above.
        pages[level].bytes = [isFull ? 1 : 0]
        Self.append(child, to: &pages[level].bytes)
        Self.append(row, to: &pages[level].bytes)
        pages[level].first = row
      } else {
        Self.append(row - pages[level].last, to: &pages[level].bytes)
      }
      pages[level].last = row
      if !isFull { return full }
      child = pages[level].number
      level += 1
    }
  }

  mutating func appendPageWithoutRow() { if !isEmpty { pages[0].bytes.append(0) } }

  /// Starts the next page of a level, and a level above it if there is none.
  private mutating func turn(_ level: Int) -> Page {
    pages[level].bytes[0] = 1
    let full = pages[level]
    if level + 1 == pages.count {
      var root = Page(level: level + 1, number: full.number)
      root.bytes = [0]
      Self.append(full.number, to: &root.bytes)
      Self.append(full.first, to: &root.bytes)
      (root.first, root.last) = (full.first, full.first)
      pages.append(root)
    }
    pages[level].bytes = []
    pages[level].number += 1
    return full
  }

  private static func append(_ value: Int, to bytes: inout [UInt8]) {
    var list = PlainList<UInt8>(capacity: 10)
    list.append(varint: value)
    bytes.append(contentsOf: list.bytes)
  }
}

internal import SQLiteSupport

/// The postings of all batches, kept in a database until they are merged. Each batch is a sorted run, cut into rows
/// that fill a page.
enum PostingsRuns {
  static let declaration = "CREATE TABLE postings(key INTEGER PRIMARY KEY, bytes BLOB)"

  fileprivate static let runShift = 32

  static func key(_ run: Int, _ row: Int) -> Int { run << runShift | row }
}

/// Writes runs after those already there.
final class PostingsRunWriter {
  private let insert: PreparedStatement
  private var run: Int
  private var row = 0
  @exclusivity(unchecked) private var bytes = PlainList<UInt8>(capacity: 2 * CatalogueSchema.stretchSize)

  init(_ database: OpaquePointer) throws {
    insert = try PreparedStatement(database, "INSERT INTO postings VALUES(?, ?)")
    run = try database.integer("SELECT max(key) >> \(PostingsRuns.runShift) FROM postings") ?? 0
  }

  /// Ends a builder's batch and writes it.
  func add(_ builder: PostingsBuilder) throws {
    run += 1
    row = 0
    try builder.flush { postings in
      withUnsafeBytes(of: UInt32(postings.count)) { bytes.append($0) }
      bytes.append(postings)
      if bytes.count >= CatalogueSchema.stretchSize { try writeFullRows() }
    }
    if bytes.count > 0 { try write(0..<bytes.count) }
    bytes.removeAll()
  }

  private func writeFullRows() throws {
    var start = 0
    while bytes.count - start >= CatalogueSchema.stretchSize {
      try write(start..<(start + CatalogueSchema.stretchSize))
      start += CatalogueSchema.stretchSize
    }
    bytes.removeFirst(start)
  }

  private func write(_ range: Range<Int>) throws {
    insert.bind(1, PostingsRuns.key(run, row))
    insert.bindBlob(2, borrowing: UnsafeRawBufferPointer(rebasing: bytes.bytes[range]))
    try insert.run()
    row += 1
  }
}

/// Reads all runs merged into one.
final class PostingsMerge {
  private let select: PreparedStatement
  private var runs: [Run] = []

  init(_ database: OpaquePointer) throws {
    select = try PreparedStatement(database, "SELECT bytes FROM postings WHERE key = ?")
    let last = try database.integer("SELECT max(key) >> \(PostingsRuns.runShift) FROM postings") ?? 0
    for number in 0..<last { runs.append(Run(number: number + 1)) }
  }

  func forEach(_ body: (Postings) throws -> Void) throws {
    var heads: [MergeHeap.Head] = []
    for index in runs.indices { if let head = try nextHead(index) { heads.append(head) } }
    var heap = MergeHeap(heads, precedes)
    while let top = heap.first {
      guard let postings = Postings(runs[top.run].postings) else { throw SpoolError.truncated }
      try body(postings)
      heap.replaceFirst(with: try nextHead(top.run), precedes)
    }
  }

  private func nextHead(_ index: Int) throws -> MergeHeap.Head? {
    let run = runs[index]
    guard try run.advance(select) else { return nil }
    return MergeHeap.Head(
      first: Postings.key(run.postings, from: 0), second: Postings.key(run.postings, from: 8), run: index)
  }

  /// For equal words, the order of runs is that of their rows.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    compareBytes(runs[left].postings, runs[right].postings) < 0
  }

  /// One run, read row by row.
  private final class Run {
    private let number: Int
    private var row = 0
    @exclusivity(unchecked) private var bytes = PlainList<UInt8>(capacity: 2 * CatalogueSchema.stretchSize)
    @exclusivity(unchecked) private var start = 0
    /// The current postings, valid until `advance`.
    @exclusivity(unchecked) private(set) var postings = UnsafeRawBufferPointer(start: nil, count: 0)

    init(number: Int) {
      self.number = number
    }

    func advance(_ select: PreparedStatement) throws -> Bool {
      guard try fill(4, select) else { return false }
      let length = Int((UnsafeRawPointer(bytes.base) + start).loadUnaligned(as: UInt32.self))
      start += 4
      guard try fill(length, select) else { throw SpoolError.truncated }
      postings = UnsafeRawBufferPointer(start: bytes.base + start, count: length)
      start += length
      return true
    }

    private func fill(_ count: Int, _ select: PreparedStatement) throws -> Bool {
      guard bytes.count - start < count else { return true }
      bytes.removeFirst(start)
      start = 0
      while bytes.count < count {
        select.bind(1, PostingsRuns.key(number, row))
        defer { select.reset() }
        guard try select.next() else { return false }
        bytes.append(select.bytes(0))
        row += 1
      }
      return true
    }
  }
}

internal import SQLiteSupport

/// The postings of all batches, in a database until they are merged: each a sorted run, cut into rows that fill a page.
enum PostingsRuns {
  static let declaration = "CREATE TABLE postings(key INTEGER PRIMARY KEY, bytes BLOB)"

  fileprivate static func key(_ run: Int, _ row: Int) -> Int { run << 32 | row }

  fileprivate static func count(in database: OpaquePointer) throws -> Int {
    try database.integer("SELECT max(key) >> 32 FROM postings") ?? 0
  }
}

/// Writes runs after those already there.
final class PostingsRunWriter {
  private let insert: PreparedStatement
  private var run: Int
  private var row = 0
  @exclusivity(unchecked) private var bytes = PlainList<UInt8>(capacity: 2 * CatalogueSchema.stretchSize)

  init(_ database: OpaquePointer) throws {
    insert = try PreparedStatement(database, "INSERT INTO postings VALUES(?, ?)")
    run = try PostingsRuns.count(in: database)
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
    try insert.insert(PostingsRuns.key(run, row), UnsafeRawBufferPointer(rebasing: bytes.bytes[range]))
    row += 1
  }
}

final class PostingsMerge {
  private let select: PreparedStatement
  private let runs: [Run]

  init(_ database: OpaquePointer) throws {
    select = try PreparedStatement(database, "SELECT bytes FROM postings WHERE key = ?")
    runs = try (0..<PostingsRuns.count(in: database)).map { Run(number: $0 + 1) }
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

  private final class Run {
    private let number: Int
    private var row = 0
    @exclusivity(unchecked) private var bytes = PlainList<UInt8>(capacity: 2 * CatalogueSchema.stretchSize)
    @exclusivity(unchecked) private var start = 0
    /// The current postings, valid until `advance`.
    @exclusivity(unchecked) private(set) var postings = UnsafeRawBufferPointer(start: nil, count: 0)

    init(number: Int) { self.number = number }

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

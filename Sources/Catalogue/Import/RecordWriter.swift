internal import DiscogsModel
internal import SQLiteSupport

/// Stores packed records in blocks, which a thread of its own compresses and writes.
///
/// The thread has the database to itself until `storing` ends. Records that come again, or not in ascending order of
/// ids, are stored singly; readers look there first.
final class RecordWriter {
  private enum Part: Sendable {
    case block(kind: UInt8, firstID: Int, bytes: [UInt8], lengths: [Int])
    /// A packed record, or the name of an artist or label without one.
    case single(key: Int, bytes: [UInt8], isName: Bool)
  }

  private let worker: Worker<[Part]>
  /// The records to pass on next: waking the other thread costs as much as packing some records.
  private var parts: [Part] = []
  private var partBytes = 0
  private static let parcel = 128 << 10
  private var block = RecordBlock.Builder()
  private var lengths: [Int] = []
  private var kind: UInt8 = 0
  private var lastID = 0

  init(_ database: BuildDatabase) {
    // Only the worker's thread uses it until it has ended.
    nonisolated(unsafe) let connection = database.connection
    worker = Worker(name: "records", ahead: 4) { next in
      let storage = try RecordStorage(connection)
      while let parts = next() {
        for part in parts {
          switch part {
          case .block(let kind, let firstID, let bytes, let lengths): try storage.add(kind, firstID, bytes, lengths)
          case .single(let key, let bytes, let isName): try storage.add(key, bytes, isName: isName)
          }
        }
      }
      try storage.finish()
    }
  }

  /// - Parameter last: the kind's highest id already in the database.
  func begin(_ kind: EntityKind, after last: Int = 0) throws {
    try flush()
    self.kind = Fact.number(of: kind)
    lastID = last
  }

  func add(_ id: Int, _ bytes: UnsafeRawBufferPointer) throws {
    guard id > lastID else {
      return try give(.single(key: CatalogueSchema.key(kind, id), bytes: Array(bytes), isName: false), bytes.count)
    }
    if block.isFull(for: bytes.count) { try endBlock() }
    block.add(id, bytes)
    lengths.append(bytes.count)
    lastID = id
  }

  /// Stores the name of an artist or label without a record.
  func add(name: UnsafeRawBufferPointer, of kind: EntityKind, _ id: Int) throws {
    let key = CatalogueSchema.key(Fact.number(of: kind), id)
    try give(.single(key: key, bytes: Array(name), isName: true), name.count)
  }

  /// Runs `body`, then waits until all records are in the database. To be called once.
  func storing(_ body: (RecordWriter) throws -> Void) throws {
    try Worker.end([worker]) {
      try body(self)
      try flush()
    }
  }

  /// Ends the current block and passes everything to the thread.
  private func flush() throws {
    try endBlock()
    try send()
  }

  private func endBlock() throws {
    guard block.count > 0 else { return }
    let firstID = block.firstID
    let bytes = block.take()
    try give(.block(kind: kind, firstID: firstID, bytes: bytes, lengths: lengths), bytes.count)
    lengths.removeAll(keepingCapacity: true)
  }

  private func give(_ part: Part, _ bytes: Int) throws {
    parts.append(part)
    partBytes += bytes
    if partBytes >= Self.parcel { try send() }
  }

  private func send() throws {
    guard !parts.isEmpty else { return }
    let full = parts
    parts = []
    partBytes = 0
    try worker.give(full)
  }
}

/// Writes blocks as one sequence of bytes, cut into rows that fill a page. Continues after existing rows.
private final class RecordStorage {
  private let insertStretch: PreparedStatement
  private let insertBlock: PreparedStatement
  private let insertSingle: PreparedStatement
  private let insertDictionary: PreparedStatement
  private let findDictionary: PreparedStatement
  /// The bytes that do not fill a row yet, and that row's number.
  private var bytes: [UInt8] = []
  private var number = 0
  /// Blocks that wait until there are enough for a dictionary.
  private var waiting: [(firstID: Int, bytes: [UInt8], lengths: [Int])] = []
  private var waitingBytes = 0
  private var kind: UInt8?
  private var compressor: BlockCompressor?

  init(_ connection: OpaquePointer) throws {
    insertStretch = try PreparedStatement(connection, "INSERT INTO packed VALUES(?, ?)")
    insertBlock = try PreparedStatement(connection, "INSERT INTO block VALUES(?, ?)")
    insertSingle = try PreparedStatement(connection, "INSERT OR REPLACE INTO single VALUES(?, ?)")
    insertDictionary = try PreparedStatement(connection, "INSERT INTO dictionary VALUES(?, ?)")
    findDictionary = try PreparedStatement(connection, "SELECT bytes FROM dictionary WHERE kind = ?")
    number = try connection.integer("SELECT max(number) + 1 FROM packed") ?? 0
  }

  func add(_ key: Int, _ single: [UInt8], isName: Bool) throws {
    insertSingle.bind(1, key)
    try single.withUnsafeBytes {
      if isName { insertSingle.bindText(2, borrowing: $0) } else { insertSingle.bindBlob(2, borrowing: $0) }
      try insertSingle.run()
    }
  }

  func add(_ kind: UInt8, _ firstID: Int, _ block: [UInt8], _ lengths: [Int]) throws {
    if kind != self.kind {
      try writeWaiting()
      self.kind = kind
      compressor = try compressor(of: kind)
    }
    guard compressor == nil else { return try write(firstID, block) }
    waiting.append((firstID, block, lengths))
    waitingBytes += block.count
    if waitingBytes >= BlockDictionary.sample { try writeWaiting() }
  }

  func finish() throws {
    try writeWaiting()
    if !bytes.isEmpty { try writeStretch(bytes.count) }
  }

  private func compressor(of kind: UInt8) throws -> BlockCompressor? {
    findDictionary.bind(1, Int(kind))
    defer { findDictionary.reset() }
    return try findDictionary.next() ? BlockCompressor(dictionary: Array(findDictionary.bytes(0))) : nil
  }

  private func writeWaiting() throws {
    guard let kind, !waiting.isEmpty else { return }
    let dictionary = dictionary()
    try dictionary.withUnsafeBytes { try insertDictionary.insert(Int(kind), $0) }
    compressor = try BlockCompressor(dictionary: dictionary)
    for block in waiting { try write(block.firstID, block.bytes) }
    waiting = []
    waitingBytes = 0
  }

  private func dictionary() -> [UInt8] {
    var records: [UInt8] = []
    var lengths: [Int] = []
    for block in waiting {
      records += block.bytes.suffix(block.lengths.reduce(0, +))
      lengths += block.lengths
    }
    return BlockDictionary.make(of: records, lengths: lengths)
  }

  private func write(_ firstID: Int, _ block: [UInt8]) throws {
    guard let kind, let compressor else { return }
    try insertBlock.insert(CatalogueSchema.key(kind, firstID), number * CatalogueSchema.stretchSize + bytes.count)
    try compressor.append(block, to: &bytes)
    while bytes.count >= CatalogueSchema.stretchSize { try writeStretch(CatalogueSchema.stretchSize) }
  }

  private func writeStretch(_ count: Int) throws {
    try bytes.withUnsafeBytes { try insertStretch.insert(number, UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    bytes.removeFirst(count)
    number += 1
  }
}

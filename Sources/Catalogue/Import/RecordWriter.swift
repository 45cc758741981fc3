internal import DiscogsModel
internal import SQLiteSupport

/// Stores packed records in blocks, which a thread of its own compresses and writes.
///
/// The thread has the database to itself until `finish`. Records that do not come in ascending order of ids, or come
/// again, are stored singly; readers look there first.
final class RecordWriter {
  private enum Part: Sendable {
    case block(kind: UInt8, firstID: Int, bytes: [UInt8], lengths: [Int])
    case record(key: Int, bytes: [UInt8])
    case name(key: Int, bytes: [UInt8])
  }

  private let worker: Worker<[Part], Void>
  /// The records to pass on next: waking the other thread costs as much as packing some records.
  private var parts: [Part] = []
  private var partBytes = 0
  private static let parcel = 128 << 10
  private var block = RecordBlock.Builder()
  private var lengths: [Int] = []
  private var kind: UInt8 = 0
  /// The highest id in the kind's blocks.
  private var lastID = 0

  init(_ database: BuildDatabase) {
    // Only the worker's thread uses it until it has ended.
    nonisolated(unsafe) let connection = database.connection
    worker = Worker(name: "records", ahead: 4) { next in
      let storage = try RecordStorage(connection)
      while let parts = next() {
        for part in parts {
          switch part {
          case .block(let kind, let firstID, let bytes, let lengths):
            try storage.add(kind, firstID, bytes, lengths)
          case .record(let key, let bytes): try storage.add(record: bytes, key)
          case .name(let key, let bytes): try storage.add(name: bytes, key)
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
      return try give(.record(key: CatalogueSchema.key(kind, id), bytes: Array(bytes)), bytes.count)
    }
    if block.isFull(for: bytes.count) { try endBlock() }
    block.add(id, bytes)
    lengths.append(bytes.count)
    lastID = id
  }

  /// Stores the name of an artist or label without a record.
  func add(name: UnsafeRawBufferPointer, of kind: EntityKind, _ id: Int) throws {
    try give(.name(key: CatalogueSchema.key(Fact.number(of: kind), id), bytes: Array(name)), name.count)
  }

  /// Ends the current block and passes everything to the thread.
  func flush() throws {
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

  /// Waits until everything is in the database. Call it exactly once, even after a failure: it ends the thread.
  func finish() throws {
    try worker.finish()
  }
}

/// Writes blocks as one sequence of bytes, cut into rows that fill a page each. Continues after existing rows, with the
/// existing dictionaries.
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

  func add(record: [UInt8], _ key: Int) throws {
    insertSingle.bind(1, key)
    try record.withUnsafeBytes {
      insertSingle.bindBlob(2, borrowing: $0)
      try insertSingle.run()
    }
  }

  func add(name: [UInt8], _ key: Int) throws {
    insertSingle.bind(1, key)
    try name.withUnsafeBytes {
      insertSingle.bindText(2, borrowing: $0)
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

  /// Nil for a kind without a dictionary.
  private func compressor(of kind: UInt8) throws -> BlockCompressor? {
    findDictionary.bind(1, Int(kind))
    defer { findDictionary.reset() }
    return try findDictionary.next() ? BlockCompressor(dictionary: Array(findDictionary.bytes(0))) : nil
  }

  private func writeWaiting() throws {
    guard let kind, !waiting.isEmpty else { return }
    let dictionary = dictionary()
    insertDictionary.bind(1, Int(kind))
    try dictionary.withUnsafeBytes {
      insertDictionary.bindBlob(2, borrowing: $0)
      try insertDictionary.run()
    }
    compressor = try BlockCompressor(dictionary: dictionary)
    for block in waiting { try write(block.firstID, block.bytes) }
    waiting = []
    waitingBytes = 0
  }

  /// A dictionary of the waiting blocks' records.
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
    insertBlock.bind(1, CatalogueSchema.key(kind, firstID))
    insertBlock.bind(2, number * CatalogueSchema.stretchSize + bytes.count)
    try insertBlock.run()
    try compressor.append(block, to: &bytes)
    while bytes.count >= CatalogueSchema.stretchSize { try writeStretch(CatalogueSchema.stretchSize) }
  }

  private func writeStretch(_ count: Int) throws {
    insertStretch.bind(1, number)
    try bytes.withUnsafeBytes {
      insertStretch.bindBlob(2, borrowing: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      try insertStretch.run()
    }
    bytes.removeFirst(count)
    number += 1
  }
}

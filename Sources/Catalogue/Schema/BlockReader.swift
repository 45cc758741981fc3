internal import DiscogsModel
internal import SQLiteSupport

/// Finds packed records in a catalogue. For its connection's thread.
final class BlockReader {
  private let connection: OpaquePointer
  private let single: PreparedStatement
  private let block: PreparedStatement
  private let stretch: PreparedStatement
  private var expanders: [UInt8: BlockExpander] = [:]

  init(_ connection: OpaquePointer) throws(SQLiteFailure) {
    self.connection = connection
    single = try PreparedStatement(connection, "SELECT detail FROM single WHERE key = ?")
    block = try PreparedStatement(
      connection, "SELECT key, position FROM block WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1")
    stretch = try PreparedStatement(connection, "SELECT bytes FROM packed WHERE number = ?")
  }

  enum Found {
    case packed([UInt8])
    /// The name of an artist or label without a record.
    case name(String)
  }

  /// - Throws: `PackedRecordError` for damaged bytes, `SQLiteFailure`.
  func find(_ kind: EntityKind, _ id: Int) throws -> Found? {
    guard id > 0, id < Int(UInt32.max) else { return nil }
    let number = Fact.number(of: kind)
    single.bind(1, CatalogueSchema.key(number, id))
    defer { single.reset() }
    if try single.next() { return single.isText(0) ? .name(single.text(0)) : .packed(Array(single.bytes(0))) }
    block.bind(1, CatalogueSchema.key(number, 0))
    block.bind(2, CatalogueSchema.key(number, id))
    guard try block.next() else { return nil }
    let (key, position) = (block.integer(0), block.integer(1))
    block.reset()
    let bytes = try self.bytes(of: number, at: position)
    return try bytes.withUnsafeBytes { bytes in
      let entries = try RecordBlock.entries(of: bytes, firstID: CatalogueSchema.id(ofKey: key))
      guard let entry = entries.first(where: { $0.id == id }) else { return nil }
      return .packed(Array(bytes[entry.range]))
    }
  }

  /// The highest number of a release; 0 without any.
  func highestRelease() throws -> Int {
    let kind = Fact.number(of: .release)
    let range = (CatalogueSchema.key(kind, 0), CatalogueSchema.key(kind, Int(UInt32.max)))
    let alone = try PreparedStatement(connection, "SELECT max(key) FROM single WHERE key BETWEEN ? AND ?")
    alone.bind(1, range.0)
    alone.bind(2, range.1)
    var highest = try alone.next() && !alone.isNull(0) ? CatalogueSchema.id(ofKey: alone.integer(0)) : 0
    block.bind(1, range.0)
    block.bind(2, range.1)
    guard try block.next() else { return highest }
    let (first, position) = (CatalogueSchema.id(ofKey: block.integer(0)), block.integer(1))
    block.reset()
    let last = try bytes(of: kind, at: position).withUnsafeBytes {
      try RecordBlock.entries(of: $0, firstID: first).last
    }
    if let last { highest = max(highest, last.id) }
    return highest
  }

  /// The expanded block that begins at a position.
  func bytes(of kind: UInt8, at position: Int) throws -> [UInt8] {
    guard position >= 0 else { throw PackedRecordError(reason: .malformed, offset: 0) }
    var number = position / CatalogueSchema.stretchSize
    var stored = try bytes(ofStretch: number)
    stored.removeFirst(min(position % CatalogueSchema.stretchSize, stored.count))
    while true {
      let block = try stored.withUnsafeBytes { stored -> [UInt8]? in
        var start = 0
        guard let size = RecordBlock.number(in: stored, at: &start),
          let length = RecordBlock.number(in: stored, at: &start)
        else { return nil }
        guard size <= RecordBlock.longest, length <= RecordBlock.longest else {
          throw PackedRecordError(reason: .malformed, offset: start)
        }
        guard stored.count - start >= length else { return nil }
        let compressed = UnsafeRawBufferPointer(rebasing: stored[start..<(start + length)])
        return try expander(kind).expand(compressed, size: size)
      }
      if let block { return block }
      number += 1
      stored += try bytes(ofStretch: number)
    }
  }

  private func bytes(ofStretch number: Int) throws -> [UInt8] {
    stretch.bind(1, number)
    defer { stretch.reset() }
    guard try stretch.next(), !stretch.bytes(0).isEmpty else { throw PackedRecordError(reason: .truncated, offset: 0) }
    return Array(stretch.bytes(0))
  }

  private func expander(_ kind: UInt8) throws -> BlockExpander {
    if let expander = expanders[kind] { return expander }
    let statement = try PreparedStatement(connection, "SELECT bytes FROM dictionary WHERE kind = ?")
    statement.bind(1, Int(kind))
    let dictionary = try statement.next() ? Array(statement.bytes(0)) : []
    let made = try BlockExpander(dictionary: dictionary)
    expanders[kind] = made
    return made
  }
}

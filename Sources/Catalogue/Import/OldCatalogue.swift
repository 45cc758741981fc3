internal import DiscogsModel
internal import GRDBSQLite
internal import SQLiteSupport
import Wording

/// The catalogue that an import adds to.
final class OldCatalogue {
  private let connection: OpaquePointer
  private let path: String

  /// Nil where there is no file; an empty file counts as none.
  ///
  /// - Throws: for a file that is no catalogue of this schema, which is never overwritten.
  static func open(_ path: String) throws -> OldCatalogue? {
    guard let size = ImportPlace.size(of: path), size > 0 else { return nil }
    return try OldCatalogue(path)
  }

  private init(_ path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let failure = SQLiteFailure(opened)
      sqlite3_close_v2(opened)
      throw CatalogueError(failure, path: path)
    }
    connection = opened
    self.path = path
    try CatalogueSchema.check(connection, path: path)
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  func files() throws -> [CatalogueInfo.File] {
    try CatalogueInfo.files(connection)
  }

  /// Identifies this catalogue among those that had or will have its name.
  func stamp() throws -> Int? { try connection.integer("SELECT value FROM meta WHERE key = 'stamp'") }

  func records(of kind: EntityKind) throws -> Records {
    try Records(connection, kind, path: path)
  }

  /// Iterates over the records of a kind by id.
  final class Records {
    let kind: EntityKind
    private let number: UInt8
    private let path: String
    private let blocks: PreparedStatement
    private let reader: BlockReader
    /// Records outside blocks. Bare names are left out, as the credits that mention them give them again.
    private let singles: PreparedStatement
    private var single: Int?
    private var block: [UInt8] = []
    private var entries: ArraySlice<RecordBlock.Entry> = []
    /// The current record's id; nil after the last.
    private(set) var id: Int?

    init(_ connection: OpaquePointer, _ kind: EntityKind, path: String) throws {
      self.kind = kind
      self.path = path
      number = Fact.number(of: kind)
      reader = try BlockReader(connection)
      blocks = try PreparedStatement(
        connection, "SELECT key, position FROM block WHERE key BETWEEN ? AND ? ORDER BY key")
      singles = try PreparedStatement(
        connection,
        "SELECT key, detail FROM single WHERE key BETWEEN ? AND ? AND typeof(detail) = 'blob' ORDER BY key")
      for statement in [blocks, singles] {
        statement.bind(1, CatalogueSchema.key(number, 0))
        statement.bind(2, CatalogueSchema.key(number, Int(UInt32.max)))
      }
      try mending {
        try nextSingle()
        try nextBlock()
      }
      id = least
    }

    /// A single record takes precedence over one in a block with the same id.
    private var least: Int? {
      guard let single else { return entries.first?.id }
      return min(single, entries.first?.id ?? single)
    }

    func advance() throws {
      try mending {
        let last = id
        if entries.first?.id == last {
          entries.removeFirst()
          if entries.isEmpty { try nextBlock() }
        }
        if single == last { try nextSingle() }
      }
      id = least
    }

    private func nextSingle() throws {
      single = try singles.next() ? CatalogueSchema.id(ofKey: singles.integer(0)) : nil
    }

    private func nextBlock() throws {
      guard try blocks.next() else { return }
      block = try reader.bytes(of: number, at: blocks.integer(1))
      entries = try block.withUnsafeBytes {
        try RecordBlock.entries(of: $0, firstID: CatalogueSchema.id(ofKey: blocks.integer(0)))[...]
      }
    }

    /// Translates errors, naming the catalogue.
    private func mending(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch let error as SQLiteFailure {
        throw CatalogueError(error, path: path)
      } catch is PackedRecordError {
        throw CatalogueError.damaged(path: path, reason: CatalogueWords.entryDamaged(kind.rawValue, id ?? 0))
      }
    }

    /// Calls `body` with the current packed record.
    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
      if single == id { return try body(singles.bytes(1)) }
      let range = entries.first?.range ?? 0..<0
      return try block.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    func record() throws -> DumpRecord {
      do {
        switch kind {
        case .artist: return .artist(try withBytes { try PackedRecord.decodeArtist($0) })
        case .label: return .label(try withBytes { try PackedRecord.decodeLabel($0) })
        case .master: return .master(try withBytes { try PackedRecord.decodeMaster($0) })
        case .release: return .release(try withBytes { try PackedRecord.decodeRelease($0) })
        }
      } catch {
        throw CatalogueError.damaged(path: path, reason: CatalogueWords.entryDamaged(kind.rawValue, id ?? 0))
      }
    }
  }
}

extension CatalogueInfo {
  /// The files that a catalogue was made from.
  static func files(_ connection: OpaquePointer) throws(SQLiteFailure) -> [File] {
    let statement = try PreparedStatement(
      connection, "SELECT name, kind, records, skipped, imported FROM file ORDER BY id")
    var files: [File] = []
    while try statement.next() {
      files.append(
        File(
          name: statement.text(0), kind: Fact.kinds[statement.integer(1) & 3], records: statement.integer(2),
          skipped: statement.integer(3), imported: statement.real(4)))
    }
    return files
  }
}

internal import DiscogsModel
internal import GRDBSQLite
internal import SQLiteSupport
import Wording

/// The catalogue that an import adds to.
final class OldCatalogue {
  let connection: OpaquePointer
  fileprivate let path: String

  /// Nil where there is no file; an empty file counts as none.
  ///
  /// - Throws: for a file that is no catalogue of this schema, which is never overwritten.
  init?(_ path: String) throws {
    guard let size = ImportPlace.size(of: path), size > 0 else { return nil }
    self.path = path
    do { connection = try .open(path, SQLITE_OPEN_READONLY) } catch { throw CatalogueError(error, path: path) }
    try CatalogueSchema.check(connection, path: path)
  }

  deinit { sqlite3_close_v2(connection) }

  /// Identifies this catalogue among those that had or will have its name.
  func stamp() throws -> Int? { try connection.integer("SELECT value FROM meta WHERE key = 'stamp'") }

  /// The highest number of a release by month, of this catalogue and of those before it.
  func highest() throws -> [String: Int] {
    let meta = try PreparedStatement(
      connection, "SELECT key, value FROM meta WHERE key = 'month' OR key LIKE 'highest.%'")
    var highest: [String: Int] = [:]
    var month = ""
    while try meta.next() {
      let key = meta.text(0)
      if key == "month" {
        month = meta.text(1)
      } else {
        highest[String(key.dropFirst(CatalogueInfo.highestKey.count))] = meta.integer(1)
      }
    }
    // One made by an earlier version.
    if month.isEmpty { month = try CatalogueInfo.month(of: CatalogueInfo.files(connection)) }
    if highest[month] == nil, !month.isEmpty { highest[month] = try BlockReader(connection).highestRelease() }
    return highest
  }

  func records(of kind: EntityKind) throws -> Records { try Records(self, kind) }

  final class Records {
    let kind: EntityKind
    private let number: UInt8
    private let catalogue: OldCatalogue
    private let blocks: PreparedStatement
    private let reader: BlockReader
    /// Records outside blocks. Bare names are left out, as the credits that mention them give them again.
    private let singles: PreparedStatement
    private var single: Int?
    private var block: [UInt8] = []
    private var entries: ArraySlice<RecordBlock.Entry> = []
    /// The current record's id; nil after the last.
    private(set) var id: Int?

    init(_ catalogue: OldCatalogue, _ kind: EntityKind) throws {
      (self.kind, self.catalogue) = (kind, catalogue)
      number = Fact.number(of: kind)
      let connection = catalogue.connection
      reader = try BlockReader(connection)
      blocks = try PreparedStatement(
        connection, "SELECT key, position FROM block WHERE key BETWEEN ? AND ? ORDER BY key")
      singles = try PreparedStatement(
        connection, "SELECT key, detail FROM single WHERE key BETWEEN ? AND ? AND typeof(detail) = 'blob' ORDER BY key")
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

    /// Runs `body`, and translates its errors so that they name the catalogue.
    private func mending<Value>(_ body: () throws -> Value) throws -> Value {
      do { return try body() } catch let error as SQLiteFailure {
        throw CatalogueError(error, path: catalogue.path)
      } catch is PackedRecordError {
        throw CatalogueError.damaged(path: catalogue.path, reason: CatalogueWords.entryDamaged(kind.rawValue, id ?? 0))
      }
    }

    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows -> Value {
      if single == id { return try body(singles.bytes(1)) }
      let range = entries.first?.range ?? 0..<0
      return try block.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    func record() throws -> DumpRecord {
      try mending {
        try withBytes { bytes in
          switch kind {
          case .artist: .artist(try PackedRecord.decodeArtist(bytes))
          case .label: .label(try PackedRecord.decodeLabel(bytes))
          case .master: .master(try PackedRecord.decodeMaster(bytes))
          case .release: .release(try PackedRecord.decodeRelease(bytes))
          }
        }
      }
    }
  }
}

extension CatalogueInfo {
  /// The start of the names in `meta` of the highest numbers; the month follows.
  static let highestKey = "highest."

  /// The latest month in the names of files; empty for none.
  static func month(of files: [File]) -> String { files.compactMap { DumpFileName($0.name)?.month }.max() ?? "" }

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

internal import DiscogsModel
internal import GRDBSQLite
internal import SQLiteSupport
import Wording

/// The catalogue that an import adds to.
final class OldCatalogue {
  private let connection: OpaquePointer
  private let path: String

  /// Nil where there is none; an empty file counts as none.
  ///
  /// - Throws: for a file that is no catalogue of this schema. It is never overwritten.
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

  func records(of kind: EntityKind) throws -> Records {
    try Records(connection, kind, path: path)
  }

  /// The records of a kind by id, one at a time.
  final class Records {
    let kind: EntityKind
    private let statement: PreparedStatement
    private let path: String
    /// Of the record at hand; nil behind the last.
    private(set) var id: Int?

    init(_ connection: OpaquePointer, _ kind: EntityKind, path: String) throws {
      self.kind = kind
      self.path = path
      // Bare names are text; they come again from the credits that mention them.
      statement = try PreparedStatement(
        connection, "SELECT id, detail FROM \(kind.rawValue) WHERE typeof(detail) = 'blob' ORDER BY id")
      try advance()
    }

    func advance() throws {
      do {
        id = try statement.next() ? statement.integer(0) : nil
      } catch {
        throw CatalogueError(error, path: path)
      }
    }

    /// Packed; good until the next `advance`.
    var bytes: UnsafeRawBufferPointer { statement.bytes(1) }

    func record() throws -> DumpRecord {
      do {
        switch kind {
        case .artist: return .artist(try PackedRecord.decodeArtist(bytes))
        case .label: return .label(try PackedRecord.decodeLabel(bytes))
        case .master: return .master(try PackedRecord.decodeMaster(bytes))
        case .release: return .release(try PackedRecord.decodeRelease(bytes))
        }
      } catch {
        throw CatalogueError.damaged(path: path, reason: CatalogueWords.entryDamaged(kind.rawValue, id ?? 0))
      }
    }
  }
}

extension CatalogueInfo {
  /// What a catalogue was made from.
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

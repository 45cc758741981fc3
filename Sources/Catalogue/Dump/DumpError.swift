import Wording

/// Why a dump cannot be read, or not to its end.
public struct DumpError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The system's words: `No such file or directory`.
    case unreadable(String)
    case directory
    case empty
    /// A web page saved under the dump's name, which is what a refused download leaves behind.
    case webPage
    /// Not XML of Discogs' four kinds; what it looks like instead.
    case notADump(String)
    /// A document type declaration: dumps have none, and expanding its entities could exhaust the memory.
    case documentType
    /// The data stop before their end.
    case truncated
    /// The compressed data are damaged; zlib's words.
    case damaged(String)
    /// It arrived whole and is not what its checksum says.
    case checksum
    /// It stopped arriving: a sentence that says why and what helps.
    case interrupted(String)
    /// It became another file on the server while it was arriving.
    case replaced
    /// `DumpBatches.cancel()` was called.
    case cancelled
  }

  /// The path as given.
  public var file: String
  public var reason: Reason
  /// Where in the file, in bytes from 0: of the file itself for `truncated` and `damaged`, of the uncompressed XML
  /// otherwise. Nil where no place can be named.
  public var offset: Int?

  public init(file: String, reason: Reason, offset: Int? = nil) {
    self.file = file
    self.reason = reason
    self.offset = offset
  }
}

extension DumpError: CustomStringConvertible {
  /// One sentence naming the file, and the place where there is one.
  public var description: String {
    let place = offset.map { CatalogueWords.place($0) } ?? ""
    return switch reason {
    case .unreadable(let why): CatalogueWords.dumpUnreadable(file, place, why)
    case .directory: CatalogueWords.dumpIsFolder(file)
    case .empty: CatalogueWords.dumpEmpty(file)
    case .webPage: CatalogueWords.dumpIsWebPage(file)
    case .notADump(let looks): CatalogueWords.notADump(file, looks, place)
    case .documentType: CatalogueWords.dumpHasDocumentType(file, place)
    case .truncated: CatalogueWords.dumpCutShort(file, place)
    case .damaged(let why): CatalogueWords.dumpDamaged(file, place, why)
    case .checksum: CatalogueWords.dumpHasWrongChecksum(file)
    case .interrupted(let sentence): sentence
    case .replaced: CatalogueWords.dumpReplaced(file)
    case .cancelled: CatalogueWords.dumpCancelled(file)
    }
  }
}

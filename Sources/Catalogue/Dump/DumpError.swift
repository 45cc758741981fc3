import Wording

/// A failure to read a dump to its end.
public struct DumpError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The system's words: `No such file or directory`.
    case unreadable(String)
    case directory
    case empty
    /// A web page under the dump's name, as a refused download leaves it.
    case webPage
    /// Not XML of Discogs' four kinds; says what it looks like.
    case notADump(String)
    /// It has a document type declaration. Dumps have none, and expanding its entities could exhaust the memory.
    case documentType
    case truncated
    /// The compressed data are damaged; in zlib's words.
    case damaged(String)
    /// It is complete, but its checksum is wrong.
    case checksum
    /// The download stopped; a sentence says why and what helps.
    case interrupted(String)
    /// The file on the server changed during the download.
    case replaced
    case cancelled
  }

  /// The path as given.
  public var file: String
  public var reason: Reason
  /// In bytes from 0: of the file itself for `unreadable`, `truncated` and `damaged`, of the uncompressed XML
  /// otherwise. Nil where there is no place to name.
  public var offset: Int?

  public init(file: String, reason: Reason, offset: Int? = nil) {
    (self.file, self.reason, self.offset) = (file, reason, offset)
  }
}

extension DumpError: CustomStringConvertible {
  /// One sentence with the file, and the place if known.
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

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
    let place = offset.map { " at byte \($0)" } ?? ""
    return switch reason {
    case .unreadable(let why): "\(file) cannot be read\(place): \(why)."
    case .directory: "\(file) is a directory; name the dump files inside it."
    case .empty: "\(file) is empty; download it again."
    case .webPage: "\(file) is a web page and not a dump; the download was refused, try it again."
    case .notADump(let looks): "\(file) is not a Discogs dump: \(looks)\(place)."
    case .documentType: "\(file) has a document type declaration\(place), which no Discogs dump has; it was not read."
    case .truncated: "\(file) ends early\(place); the download was cut short, fetch it again."
    case .damaged(let why): "\(file) is damaged\(place) (\(why)); fetch it again and compare its checksum."
    case .cancelled: "Reading \(file) was cancelled."
    }
  }
}

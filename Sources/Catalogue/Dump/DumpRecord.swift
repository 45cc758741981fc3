public import DiscogsModel

/// One record of a monthly data dump.
public enum DumpRecord: Hashable, Sendable {
  case artist(Artist)
  case label(Discogs.Label)
  case master(Master)
  case release(Release)
}

extension DumpRecord {
  var kind: EntityKind {
    switch self {
    case .artist: .artist
    case .label: .label
    case .master: .master
    case .release: .release
    }
  }

  var number: Int {
    switch self {
    case .artist(let artist): artist.id.number
    case .label(let label): label.id.number
    case .master(let master): master.id.number
    case .release(let release): release.id.number
    }
  }
}

/// What one dump holds. A file is of one kind, told from its root element.
public typealias DumpKind = EntityKind

/// A run of records, decoded and ready to be stored.
public struct DumpBatch: Sendable {
  /// In the order of the file, all of the file's kind; never empty.
  public var records: [DumpRecord]
  /// Where reading stood when the last of these records had been decoded.
  public var progress: DumpProgress
}

/// How far into a dump reading has come.
public struct DumpProgress: Hashable, Sendable {
  /// Bytes of the file used up, compressed where the file is.
  public var bytesRead: Int
  /// Size of the file; nil where it cannot be known, as with a pipe.
  public var bytesTotal: Int?
  /// Records decoded so far, all batches together.
  public var records: Int
  /// Records left out so far; `DumpSummary` has the reasons.
  public var skipped: Int
}

/// What became of a dump as a whole.
public struct DumpSummary: Hashable, Sendable, Codable {
  public var kind: DumpKind
  public var records = 0
  /// Records left out because they were broken.
  public var skipped = 0
  /// Why, for the first `DumpReader.skipsRemembered` of them.
  public var skips: [DumpSkip] = []
  /// Elements the reader has no place for, by name, with how often they occurred: `release/foo`. Attributes are
  /// `format@foo`. What is inside an unknown element is not counted again.
  public var unknown: [String: Int] = [:]
  /// Control characters XML does not allow, each read as a space (dumps of 2013 and 2014 hold some).
  public var illegalCharacters = 0
  /// Bytes after the end of the XML or of the gzip data that were ignored.
  public var trailingBytes = 0
  /// Bytes of XML, uncompressed.
  public var xmlBytes = 0

  public init(kind: DumpKind) {
    self.kind = kind
  }
}

/// A record that was left out.
public struct DumpSkip: Hashable, Sendable, Codable {
  /// Where the record begins in the uncompressed XML, counted from 0.
  public var offset: Int
  /// How much was left out, in bytes.
  public var length: Int
  /// Half a sentence for people: `mismatched tag, 1204 bytes into the record`.
  public var reason: String
}

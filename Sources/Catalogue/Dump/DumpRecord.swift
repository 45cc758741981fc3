public import DiscogsModel

/// One record of a monthly data dump.
public enum DumpRecord: Hashable, Sendable {
  case artist(Artist)
  case label(Discogs.Label)
  case master(Master)
  case release(Release)

  private var reference: EntityReference {
    switch self {
    case .artist(let artist): .artist(artist.id)
    case .label(let label): .label(label.id)
    case .master(let master): .master(master.id)
    case .release(let release): .release(release.id)
    }
  }

  var kind: EntityKind { reference.kind }
  var number: Int { reference.number }
}

/// Some consecutive records of a dump.
public struct DumpBatch: Sendable {
  /// In the order of the file; never empty.
  public var records: [DumpRecord]
  /// The reader's progress after the last of these records.
  public var progress: DumpProgress
}

public struct DumpProgress: Hashable, Sendable {
  /// Bytes of the file read, compressed where the file is.
  public var bytesRead: Int
  /// The size of the file; nil where it cannot be known, as for a pipe.
  public var bytesTotal: Int?
  /// In all batches so far.
  public var records: Int
  /// Records skipped so far; `DumpSummary` has the reasons.
  public var skipped: Int
}

public struct DumpSummary: Hashable, Sendable, Codable {
  public var kind: EntityKind
  public var records = 0
  public var skipped = 0
  /// The first `DumpReader.skipsRemembered` of them.
  public var skips: [DumpSkip] = []
  /// How often each unknown element, `release/foo`, or attribute, `format@foo`, occurred. Those inside an unknown
  /// element are not counted.
  public var unknown: [String: Int] = [:]
  /// Control characters that XML forbids, each read as a space (dumps of 2013 and 2014 have some).
  public var illegalCharacters = 0
  /// Ignored bytes after the end of the XML or of the gzip data.
  public var trailingBytes = 0
  /// Uncompressed.
  public var xmlBytes = 0

  init(kind: EntityKind) { self.kind = kind }
}

public struct DumpSkip: Hashable, Sendable, Codable {
  /// The start of the record in the uncompressed XML, from 0.
  public var offset: Int
  public var length: Int
  /// Half a sentence for people: `mismatched tag, 1204 bytes into the record`.
  public var reason: String
}

public import DiscogsModel

/// The dumps of a month on a mirror.
public struct UpdatePlan: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// `discogs_20260801_releases.xml.gz`.
    public var name: String
    public var kind: EntityKind
    public var url: String
    public var size: Int
    /// SHA-256 in lower-case hexadecimal digits.
    public var checksum: String
    /// Identifies the version of the file; empty if the server does not say.
    public var version: String
  }

  /// `2026-08`.
  public var month: String
  public var files: [File]

  /// The download size in bytes.
  public var bytes: Int { files.reduce(0) { $0 + $1.size } }
}

/// A failure to find or download dumps, as a sentence for people.
public struct UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// The mirror cannot be reached, or its response breaks off.
    case network
    /// The mirror has no such dumps.
    case missing
    /// The mirror sends something else.
    case refused
    /// The calling task was cancelled. Never shown.
    case cancelled
  }

  public var kind: Kind
  public var description: String
  /// Whether retrying may succeed a moment later.
  var isPassing: Bool

  init(_ kind: Kind, _ description: String, isPassing: Bool = false) {
    (self.kind, self.description, self.isPassing) = (kind, description, isPassing)
  }
}

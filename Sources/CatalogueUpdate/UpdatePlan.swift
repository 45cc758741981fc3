public import DiscogsModel

/// The dumps of a month, as a mirror has them.
public struct UpdatePlan: Hashable, Sendable {
  public struct File: Hashable, Sendable {
    /// `discogs_20260801_releases.xml.gz`.
    public var name: String
    public var kind: EntityKind
    public var url: String
    /// In bytes.
    public var size: Int
    /// SHA-256 in small hexadecimal digits.
    public var checksum: String
    /// What tells this version of the file from others; empty where the server does not say.
    public var version: String
  }

  /// `2026-08`.
  public var month: String
  public var files: [File]

  /// To download, in bytes.
  public var bytes: Int { files.reduce(0) { $0 + $1.size } }
}

/// Why there is nothing to download, or no more: a sentence for people.
public struct UpdateError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// The mirror cannot be reached, or its answer breaks off.
    case network
    /// It has no such dumps.
    case missing
    /// It answers with something else.
    case refused
    /// The caller no longer wants it. Never shown.
    case cancelled
  }

  public var kind: Kind
  public var description: String
  /// Whether the same request may succeed a moment later.
  var isPassing: Bool

  init(_ kind: Kind, _ description: String, isPassing: Bool = false) {
    self.kind = kind
    self.description = description
    self.isPassing = isPassing
  }
}

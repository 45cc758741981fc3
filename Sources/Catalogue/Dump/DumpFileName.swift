public import DiscogsModel

/// The name of a file of Discogs' dumps: `discogs_20260801_releases.xml.gz`, `discogs_20260801_CHECKSUM.txt`.
public struct DumpFileName: Hashable, Sendable {
  /// `20260801`.
  public var date: String
  /// Nil for the list of checksums.
  public var kind: EntityKind?

  /// Nil for any other name.
  public init?(_ name: some StringProtocol) {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "discogs", parts[1].utf8.count == 8,
      parts[1].allSatisfy({ $0.isASCII && $0.isNumber }),
      let found = ([nil] + EntityKind.allCases).first(where: { parts[2] == Self.ending($0) })
    else { return nil }
    date = String(parts[1])
    kind = found
  }

  public var text: String { "discogs_\(date)_\(Self.ending(kind))" }

  private static func ending(_ kind: EntityKind?) -> String { kind.map { "\($0.rawValue)s.xml.gz" } ?? "CHECKSUM.txt" }

  /// `2026-08`.
  public var month: String { Self.month(of: date) }

  /// `2026-08` for `20260801`.
  public static func month(of date: String) -> String { "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))" }
}

import DiscogsModel

/// A file of Discogs' dumps by its name: `discogs_20260801_releases.xml.gz`, `discogs_20260801_CHECKSUM.txt`.
struct DumpName: Hashable, Sendable {
  /// `20260801`.
  var date: String
  /// Nil for the list of checksums.
  var kind: EntityKind?

  init?(_ name: some StringProtocol) {
    let parts = name.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "discogs", parts[1].utf8.count == 8, parts[1].allSatisfy(\.isASCIIDigit) else {
      return nil
    }
    date = String(parts[1])
    if parts[2] == "CHECKSUM.txt" {
      kind = nil
    } else if let found = EntityKind.allCases.first(where: { parts[2] == "\($0.rawValue)s.xml.gz" }) {
      kind = found
    } else {
      return nil
    }
  }

}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}

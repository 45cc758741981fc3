import DiscogsModel

/// A filter of the search history: words to match loosely, and `source:live`, `type:artist`, `found:yes`, whose values
/// may be unfinished.
public struct HistoryFilter: Hashable, Sendable {
  /// Nil for all.
  public private(set) var source: Source?
  /// A type, or `all` for searches of no type; nil for both.
  public private(set) var type: String?
  /// Whether the search found something; nil for both.
  public private(set) var hasFound: Bool?
  /// The rest.
  public private(set) var words = ""

  public init(parsing text: String) {
    var rest: [Substring] = []
    for word in text.split(separator: " ") {
      let parts = word.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[1].isEmpty, take(String(parts[0]), String(parts[1])) else {
        rest.append(word)
        continue
      }
    }
    words = rest.joined(separator: " ")
  }

  /// Returns whether the field has a value that begins so.
  private mutating func take(_ field: String, _ value: String) -> Bool {
    func first(_ values: [String]) -> String? { values.first { $0.hasPrefix(value) } }
    switch field {
    case "source":
      guard let found = first(Source.allCases.map(\.rawValue)) else { return false }
      source = Source(rawValue: found)
    case "type":
      guard let found = first(["all"] + EntityKind.allCases.map(\.rawValue)) else { return false }
      type = found
    case "found":
      guard let found = first(["yes", "no"]) else { return false }
      hasFound = found == "yes"
    default: return false
    }
    return true
  }
}

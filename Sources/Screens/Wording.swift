public import Clients
public import DiscogsModel
public import Features

/// The sentences shown to people, in one place.
public enum Wording {
  /// `1,284`.
  nonisolated public static func number(_ number: Int) -> String {
    let digits = String(abs(number))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  public static func total(_ count: RowCount?) -> String {
    switch count {
    case .exactly(let number): Self.number(number)
    case .atLeast(let number): "\(Self.number(number))+"
    case nil: "…"
    }
  }

  /// `3 copies`, `1 copy`; empty while there is no telling.
  static func count(_ count: RowCount?, _ one: String, _ many: String) -> String {
    guard let count else { return "" }
    return "\(total(count)) \(count == .exactly(1) ? one : many)"
  }

  /// What an error is, and the key that may help.
  static func sentence(_ error: ClientError, in source: Source, retryKey: String) -> String {
    if case .notFound(let reference) = error {
      return "There is no \(reference.kind.rawValue) \(reference.number) in \(catalogue(source))."
    }
    return error.mayPass && !retryKey.isEmpty ? "\(sentence(error)). \(retryKey) tries again." : "\(sentence(error))."
  }

  private static func catalogue(_ source: Source) -> String {
    switch source {
    case .demo: "the demo catalogue"
    case .catalogue: "the imported catalogue"
    case .live: "Discogs"
    }
  }

  public static func position<Row>(_ list: PagedList<Row>) -> String {
    if list.isEmpty { return "" }
    let total = list.total ?? (list.status == .complete ? .exactly(list.rows.count) : nil)
    return "row \(number(list.cursor + 1)) of \(Self.total(total))"
  }

  /// What a person can do about an error, and what it is.
  public static func sentence(_ error: ClientError) -> String {
    switch error {
    case .notFound(let reference): "There is no \(reference.kind.rawValue) \(reference.number) in this source"
    case .query(let error): error.message
    case .refused(let sentence): sentence
    case .storage(let sentence): sentence
    case .offline: "Offline: Discogs cannot be reached"
    case .timedOut: "Discogs did not answer in time"
    case .rateLimited(let seconds): "Discogs asks for a pause: \(seconds) s until the next request"
    case .signInRequired(.nobody): "Discogs wants to know who asks: nobody is signed in"
    case .signInRequired(.refused): "Discogs does not accept the token; it may have been revoked"
    case .forbidden(let words): "Discogs refuses this: \(words)"
    case .server(let status): "Discogs is in trouble (HTTP \(status))"
    case .unreadable(let endpoint, let field):
      "The answer to \(endpoint) makes no sense\(field.isEmpty ? "" : " at \(field)"); the log has it"
    case .cancelled: "Cancelled"
    }
  }

  /// An error and then what to do, as two sentences.
  public static func sentence(_ error: ClientError, then advice: String) -> String {
    let said = sentence(error)
    return said.hasSuffix(".") ? "\(said) \(advice)" : "\(said). \(advice)"
  }

  public static func kind(_ kind: EntityKind?) -> String {
    switch kind {
    case nil: "all types"
    case .release: "releases"
    case .master: "masters"
    case .artist: "artists"
    case .label: "labels"
    }
  }

  public static func sort(_ sort: SortOrder, relevance: String = "relevance") -> String {
    let name =
      switch sort.field {
      case .relevance: relevance
      case .catalogueNumber: "cat#"
      default: sort.field.rawValue
      }
    return sort.isReversed ? "\(name), reversed" : name
  }

  public static func role(_ role: ArtistRole?) -> String {
    switch role {
    case nil: "in all roles"
    case .main: "as main artist"
    case .track: "on tracks"
    case .credit: "in credits"
    }
  }

  /// The longest first, for the room there is: `demo · offline · 334 releases`, `demo · offline`, `demo`.
  static func source(_ status: SourceStatus) -> [String] {
    let short = "\(status.source.rawValue) · offline"
    let long = status.releases.map { ["\(short) · \(number($0)) releases"] } ?? []
    return long + [short, status.source.rawValue]
  }

  /// A format as an export of Discogs writes it, `2xLP, Album`, as catalogues have it: `2×LP, Album`.
  static func format(_ exported: String) -> String {
    exported.replacing(/\b(\d{1,3})x(?=\p{Lu}|\d)/) { "\($0.output.1)×" }
  }

  /// How long ago, for the search history: `now`, `3 min`, `5 h`, `2 d`, `4 mon`.
  public static func age(_ seconds: Double) -> String {
    let seconds = max(0, seconds)
    return switch seconds {
    case ..<60: "now"
    case ..<3_600: "\(Int(seconds / 60)) min"
    case ..<86_400: "\(Int(seconds / 3_600)) h"
    case ..<(86_400 * 60): "\(Int(seconds / 86_400)) d"
    default: "\(Int(seconds / 86_400 / 30)) mon"
    }
  }
}

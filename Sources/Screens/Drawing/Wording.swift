public import Clients
public import DiscogsModel
public import Features

/// The sentences shown to people, in one place.
public enum Wording {
  /// `1,284`.
  nonisolated public static func number(_ number: Int) -> String {
    number.grouped
  }

  /// What a list is sorted or narrowed to is late.
  static let rowsFromBefore = "Loading… these rows are from before"

  /// A search whose first rows are late.
  static func searching(_ query: String) -> String {
    query.isEmpty ? "Loading…" : "Searching for “\(query)”…"
  }

  /// What the next keys are meant for takes its time.
  static func preparing(cancelKey: String) -> String { "Loading… \(cancelKey) cancels" }

  public static func total(_ count: RowCount?) -> String {
    switch count {
    case .exactly(let number): Self.number(number)
    case .atLeast(let number): "\(Self.number(number))+"
    case nil: "…"
    }
  }

  /// What a list is filtered to, for the title; empty where it is not.
  static func filters(_ filters: ListFilters) -> String { filters.isEmpty ? "" : "only \(values(filters))" }

  /// `LP or CD, US`.
  static func values(_ filters: ListFilters) -> String {
    let order = RowFacet.allCases.map(\.rawValue)
    let facets =
      order.filter { filters.values[$0] != nil } + filters.values.keys.filter { !order.contains($0) }.sorted()
    return facets.map { filters[$0].joined(separator: " or ") }.joined(separator: ", ")
  }

  /// `3 copies`, `1 copy`; empty while there is no telling.
  static func count(_ count: RowCount?, _ one: String, _ many: String) -> String {
    guard let count else { return "" }
    return "\(total(count)) \(count == .exactly(1) ? one : many)"
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
    if list.isRetrySelected { return "\(number(list.rows.count)) of \(Self.total(list.total)) loaded" }
    let total = list.total ?? (list.status == .complete ? .exactly(list.rows.count) : nil)
    return "row \(number(list.cursor + 1)) of \(Self.total(total))"
  }

  /// What an error is.
  ///
  /// - Parameter held: how many seconds everything is held back by now, where that is known.
  nonisolated public static func sentence(_ error: ClientError, held: Int? = nil) -> String {
    guard case .rateLimited = error, let held else { return error.sentence }
    return ClientError.rateLimited(retryAfterSeconds: held).sentence
  }

  /// An error and then what to do, as two sentences.
  static func sentence(_ error: ClientError, in source: Source? = nil, then advice: String, held: Int? = nil) -> String
  {
    var said = sentence(error, held: held)
    if case .notFound(let reference) = error, let source {
      said = "There is no \(reference.kind.rawValue) \(reference.number) in \(catalogue(source))"
    }
    let end = said.hasSuffix(".") ? said : "\(said)."
    return advice.isEmpty ? end : "\(end) \(advice)"
  }

  /// The key that helps, as a sentence; empty where none does.
  static func help(for error: ClientError, retryKey: String, signInKey: String) -> String {
    switch error {
    case .signInRequired, .forbidden: signInKey.isEmpty ? "" : "\(signInKey) signs in."
    default: error.mayPass && !retryKey.isEmpty ? "\(retryKey) tries again." : ""
    }
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

  /// `1 task`, `12 tasks`.
  nonisolated static func counted(_ number: Int, _ one: String) -> String {
    "\(Self.number(number)) \(one)\(number == 1 ? "" : "s")"
  }

  /// `3 h old · refreshing`; empty for what has just come.
  static func age(_ freshness: Freshness?, now: Double) -> String {
    guard let freshness else { return "" }
    let seconds = now - freshness.answeredAt
    let age = seconds < 60 ? "" : "\(Self.age(seconds)) old"
    return [age, freshness.isRefreshing ? "refreshing" : ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Why what is shown is no newer, and what stands in for the answer: `offline`, `from the catalogue`.
  static func hindrance(_ freshness: Freshness?) -> [String] {
    guard let freshness else { return [] }
    let why =
      switch freshness.hindrance {
      case nil, .cancelled: ""
      case .offline: "offline"
      case .notDiscogs: "not Discogs"
      case .proxy: "proxy fails"
      case .timedOut: "no answer"
      case .rateLimited: "out of budget"
      case .signInRequired: "signed out"
      case .server: "Discogs in trouble"
      case .notFound, .noSuchUser, .query, .refused, .storage, .forbidden, .unreadable: "not renewed"
      }
    let instead =
      switch freshness.substitute {
      case nil: ""
      case .seenBefore: "seen before"
      case .catalogue: "from the catalogue"
      }
    return [why, instead]
  }

  static func connection(_ connection: NetworkStatus.Connection) -> String {
    switch connection {
    case .local: "no network needed"
    case .online: "online"
    case .slow: "slow: answers take long"
    case .offline: "offline: Discogs cannot be reached"
    }
  }

  /// - Parameter isShort: for 13 columns instead of 20.
  static func state(_ state: NetworkActivity.State, isShort: Bool) -> String {
    switch state {
    case .waiting: isShort ? "waiting" : "waits for its turn"
    case .loading: "loading"
    case .retrying(let attempt, let seconds):
      isShort ? "try \(attempt) in \(seconds) s" : "attempt \(attempt) in \(seconds) s"
    }
  }

  /// `the same as on Discogs 3 min ago`; empty where nothing is mirrored.
  static func agreement(_ status: SyncStatus, now: Double) -> String {
    guard status.phase != .off, let agreed = status.agreedAt else { return "" }
    let age = age(now - agreed)
    return "as on Discogs \(age == "now" ? "now" : "\(age) ago")"
  }

  /// `syncing 1,200 of 4,000`.
  static func sync(_ progress: SyncStatus.Progress) -> String {
    let total = progress.total.map { " of \(number($0))" } ?? ""
    return progress.done == 0 && total.isEmpty ? "syncing" : "syncing \(number(progress.done))\(total)"
  }

  /// - Parameter isShort: for 13 columns instead of 20.
  static func state(_ state: PendingEdit.State, isShort: Bool) -> String {
    switch state {
    case .waiting: isShort ? "waiting" : "waits to be sent"
    case .sending: isShort ? "sending" : "is being sent"
    case .retrying(let attempts, let reason): isShort ? "tried \(attempts)×" : "tried \(attempts)×: \(reason)"
    case .refused(let sentence): isShort ? "refused" : "refused: \(sentence)"
    case .conflict: isShort ? "in conflict" : "changed there too"
    }
  }

  /// A format as an export of Discogs writes it, `2xLP, Album`, as catalogues have it: `2×LP, Album`.
  static func format(_ exported: String) -> String {
    exported.replacing(/\b(\d{1,3})x(?=\p{Lu}|\d)/) { "\($0.output.1)×" }
  }

  /// How long ago, for the search history: `now`, `3 min`, `5 h`, `2 d`, `4 mon`.
  public static func age(_ seconds: Double) -> String { seconds.secondsInWords }
}

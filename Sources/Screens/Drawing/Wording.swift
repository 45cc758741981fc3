public import Clients
public import DiscogsModel
public import Features
public import RunoutModel
import Wording

/// The sentences shown to people, in one place.
public enum Wording {
  /// `1,284`.
  nonisolated public static func number(_ number: Int) -> String {
    number.grouped
  }

  /// What a list is sorted or narrowed to is late.
  static let rowsFromBefore = ScreenWords.rowsFromBefore

  /// A search whose first rows are late.
  static func searching(_ query: String) -> String {
    query.isEmpty ? ScreenWords.loading : ScreenWords.searching(query)
  }

  /// What the next keys are meant for takes its time.
  static func preparing(cancelKey: String) -> String { ScreenWords.loading(cancel: cancelKey) }

  public static func total(_ count: RowCount?) -> String {
    switch count {
    case .exactly(let number): Self.number(number)
    case .atLeast(let number): "\(Self.number(number))+"
    case nil: "…"
    }
  }

  /// What a list is filtered to, for the title; empty where it is not.
  static func filters(_ filters: ListFilters) -> String { filters.isEmpty ? "" : ScreenWords.only(values(filters)) }

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
    case .demo: ScreenWords.demoCatalogue
    case .catalogue: ScreenWords.importedCatalogue
    case .live: "Discogs"
    }
  }

  public static func position<Row>(_ list: PagedList<Row>) -> String {
    if list.isEmpty { return "" }
    if list.isRetrySelected { return ScreenWords.loaded(list.rows.count, of: Self.total(list.total)) }
    let total = list.total ?? (list.status == .complete ? .exactly(list.rows.count) : nil)
    return ScreenWords.row(list.cursor + 1, of: Self.total(total))
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
      said = ScreenWords.notFound(reference.kind.rawValue, reference.number, in: catalogue(source))
    }
    let end = said.hasSuffix(".") ? said : "\(said)."
    return advice.isEmpty ? end : "\(end) \(advice)"
  }

  /// The key that helps, as a sentence; empty where none does.
  static func help(for error: ClientError, retryKey: String, signInKey: String) -> String {
    switch error {
    case .signInRequired, .forbidden: signInKey.isEmpty ? "" : ScreenWords.signIn(key: signInKey)
    default: error.mayPass && !retryKey.isEmpty ? ScreenWords.retry(key: retryKey) : ""
    }
  }

  public static func kind(_ kind: EntityKind?) -> String {
    switch kind {
    case nil: ScreenWords.allTypes
    case .release: ScreenWords.releases
    case .master: ScreenWords.masters
    case .artist: ScreenWords.artists
    case .label: ScreenWords.labels
    }
  }

  public static func sort(_ sort: SortOrder, relevance: String = "relevance") -> String {
    let name =
      switch sort.field {
      case .relevance: relevance
      case .catalogueNumber: "cat#"
      default: sort.field.rawValue
      }
    return sort.isReversed ? ScreenWords.reversed(name) : name
  }

  public static func role(_ role: ArtistRole?) -> String {
    switch role {
    case nil: ScreenWords.allRoles
    case .main: ScreenWords.mainArtist
    case .track: ScreenWords.onTracks
    case .credit: ScreenWords.inCredits
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
    let age = seconds < 60 ? "" : ScreenWords.old(Self.age(seconds))
    return [age, freshness.isRefreshing ? "refreshing" : ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Why what is shown is no newer, and what stands in for the answer: `offline`, `from the catalogue`.
  static func hindrance(_ freshness: Freshness?) -> [String] {
    guard let freshness else { return [] }
    let why =
      switch freshness.hindrance {
      case nil, .cancelled: ""
      case .offline: "offline"
      case .notDiscogs: ScreenWords.notDiscogs
      case .proxy: ScreenWords.proxyFails
      case .timedOut: ScreenWords.noAnswer
      case .rateLimited: ScreenWords.outOfBudget
      case .signInRequired: ScreenWords.signedOut
      case .server: ScreenWords.discogsTrouble
      case .notFound, .noSuchUser, .query, .refused, .storage, .forbidden, .unreadable: ScreenWords.notRenewed
      }
    let instead =
      switch freshness.substitute {
      case nil: ""
      case .seenBefore: ScreenWords.seenBefore
      case .catalogue: ScreenWords.fromCatalogue
      }
    return [why, instead]
  }

  static func connection(_ connection: NetworkStatus.Connection) -> String {
    switch connection {
    case .local: ScreenWords.local
    case .online: "online"
    case .slow: ScreenWords.slow
    case .offline: ScreenWords.offline
    }
  }

  /// - Parameter isShort: for 13 columns instead of 20.
  static func state(_ state: NetworkActivity.State, isShort: Bool) -> String {
    switch state {
    case .waiting: isShort ? "waiting" : ScreenWords.waitsForTurn
    case .loading: "loading"
    case .retrying(let attempt, let seconds):
      isShort ? ScreenWords.attemptShort(attempt, seconds: seconds) : ScreenWords.attempt(attempt, seconds: seconds)
    }
  }

  /// `the same as on Discogs 3 min ago`; empty where nothing is mirrored.
  static func agreement(_ status: SyncStatus, now: Double) -> String {
    guard status.phase != .off, let agreed = status.agreedAt else { return "" }
    let age = age(now - agreed)
    return ScreenWords.upToDate(age)
  }

  /// `syncing 1,200 of 4,000`.
  static func sync(_ progress: SyncStatus.Progress) -> String {
    ScreenWords.syncing(progress.done, of: progress.total)
  }

  /// - Parameter isShort: for 13 columns instead of 20.
  static func state(_ state: PendingEdit.State, isShort: Bool) -> String {
    switch state {
    case .waiting: isShort ? "waiting" : ScreenWords.waitsToBeSent
    case .sending: isShort ? "sending" : ScreenWords.isBeingSent
    case .retrying(let attempts, let reason):
      isShort ? ScreenWords.tried(attempts) : ScreenWords.tried(attempts, reason)
    case .refused(let sentence): isShort ? "refused" : ScreenWords.refused(sentence)
    case .conflict: isShort ? ScreenWords.conflictShort : ScreenWords.conflict
    }
  }

  /// A format as an export of Discogs writes it, `2xLP, Album`, as catalogues have it: `2×LP, Album`.
  static func format(_ exported: String) -> String {
    exported.replacing(/\b(\d{1,3})x(?=\p{Lu}|\d)/) { "\($0.output.1)×" }
  }

  /// How long ago, for the search history: `now`, `3 min`, `5 h`, `2 d`, `4 mon`.
  public static func age(_ seconds: Double) -> String { seconds.secondsInWords }
}

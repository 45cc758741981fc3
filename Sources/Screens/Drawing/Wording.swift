public import Clients
public import DiscogsModel
public import Features
public import RunoutModel
import Wording

/// Turns values of the program into the arguments of the sentences in the target `Wording`.
public enum Wording {
  /// `1,284`.
  nonisolated public static func number(_ number: Int) -> String { number.grouped }

  public static func total(_ count: RowCount?) -> String {
    switch count {
    case .exactly(let number): Self.number(number)
    case .atLeast(let number): "\(Self.number(number))+"
    case nil: "…"
    }
  }

  /// A list's facets, for the title; empty without any.
  static func filters(_ filters: ListFilters) -> String { filters.isEmpty ? "" : ScreenWords.only(values(filters)) }

  /// `LP or CD, US`.
  static func values(_ filters: ListFilters) -> String {
    let order = RowFacet.allCases.map(\.rawValue)
    let facets =
      order.filter { filters.values[$0] != nil } + filters.values.keys.filter { !order.contains($0) }.sorted()
    return facets.map { filters[$0].joined(separator: ScreenWords.or) }.joined(separator: ", ")
  }

  /// `3 copies`, `1 copy`; empty while unknown.
  static func count(_ count: RowCount?, _ one: String, _ many: String) -> String {
    guard let count else { return "" }
    return "\(total(count)) \(count == .exactly(1) ? one : many)"
  }

  /// The sentence on a record that a source lacks; on a shelf, with what finds more.
  private static func missing(_ reference: EntityReference, in source: Source) -> String {
    let (kind, number) = (reference.kind.rawValue, reference.number)
    return switch source {
    case .demo: ScreenWords.notFound(kind, number, in: ScreenWords.demoCatalogue)
    case .catalogue: ScreenWords.notFound(kind, number, in: ScreenWords.importedCatalogue)
    case .live: ScreenWords.notFound(kind, number, in: "Discogs")
    case .shelf: SourceWords.notOnShelf(kind, number)
    }
  }

  /// - Parameter number: the number to show for the selected row; nil for its index in the list.
  public static func position<Row>(_ list: PagedList<Row>, number: Int? = nil) -> String {
    if list.isEmpty { return "" }
    if list.isRetrySelected { return ScreenWords.loaded(list.rows.count, of: Self.total(list.total)) }
    let row = number ?? list.cursor + 1
    var total = list.total ?? (list.status == .complete && number == nil ? .exactly(list.rows.count) : nil)
    // A refused copy is a row and is not counted.
    if case .exactly(let rows)? = total, rows < row { total = .exactly(row) }
    return ScreenWords.row(row, of: Self.total(total))
  }

  /// - Parameter held: the seconds that requests are held back, where known; they replace the error's own.
  nonisolated public static func sentence(_ error: ClientError, held: Int? = nil) -> String {
    guard case .rateLimited = error, let held else { return error.sentence }
    return ClientError.rateLimited(retryAfterSeconds: held).sentence
  }

  /// An error followed by advice, as two sentences.
  static func sentence(_ error: ClientError, in source: Source? = nil, then advice: String, held: Int? = nil) -> String
  {
    var said = sentence(error, held: held)
    if case .notFound(let reference) = error, let source { said = missing(reference, in: source) }
    let end = ErrorWords.ended(said)
    return advice.isEmpty ? end : "\(end) \(advice)"
  }

  /// A sentence with the key that helps; empty where none does.
  static func help(for error: ClientError, retryKey: String, signInKey: String) -> String {
    switch error {
    case .signInRequired, .forbidden: ScreenWords.signIn(key: signInKey)
    default: error.mayPass ? ScreenWords.retry(key: retryKey) : ""
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

  public static func sort(_ sort: SortOrder, relevance: String? = nil) -> String {
    let name =
      switch sort.field {
      case .relevance: relevance ?? ScreenWords.relevance
      case .catalogueNumber: ScreenWords.catalogueNumber
      default: sort.field.rawValue
      }
    return sort.isReversed ? ScreenWords.reversed(name) : name
  }

  /// The order of a list; empty for its usual one.
  static func sorted(_ sort: SortOrder) -> String { sort == .relevance ? "" : ScreenWords.sorted(by: Self.sort(sort)) }

  /// `3 h old · refreshing`; without the age where it is unknown or below a minute.
  static func age(_ freshness: Freshness?, now: Double) -> String {
    guard let freshness else { return "" }
    let seconds = freshness.answeredAt.map { now - $0 } ?? 0
    let age = seconds < 60 ? "" : ScreenWords.old(Self.age(seconds))
    return [age, freshness.isRefreshing ? ScreenWords.refreshing : ""].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The filter and order of a remembered search: `LP, US · by year`; empty where it has neither.
  static func arrangement(of entry: HistoryEntry) -> String {
    [entry.filterText, sorted(entry.sort)].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The reason the rows are not newer, and their origin: `offline`, `from the catalogue`.
  static func hindrance(_ freshness: Freshness?) -> [String] {
    guard let freshness else { return [] }
    let why =
      switch freshness.hindrance {
      case nil, .cancelled: ""
      case .offline: ScreenWords.offline
      case .notDiscogs: ScreenWords.notDiscogs
      case .proxy: ScreenWords.proxyFails
      case .timedOut: ScreenWords.noAnswer
      case .rateLimited: ScreenWords.outOfBudget
      case .signInRequired: ScreenWords.signedOut
      case .server: ScreenWords.discogsTrouble
      // The substitute is all there is, so the refusal says why.
      case .refused(let sentence) where freshness.substitute != nil: sentence
      case .notFound, .noSuchUser, .query, .refused, .storage, .forbidden, .unreadable: ScreenWords.notRenewed
      }
    let instead =
      switch freshness.substitute {
      case nil: ""
      case .seenBefore: ScreenWords.seenBefore
      case .catalogue: ScreenWords.fromCatalogue
      case .shelf: ScreenWords.fromShelf
      }
    return [why, instead]
  }

  static func connection(_ connection: NetworkStatus.Connection) -> String {
    switch connection {
    case .local: ScreenWords.local
    case .online: ScreenWords.online
    case .slow: ScreenWords.slow
    case .offline: ScreenWords.offline
    }
  }

  /// - Parameter isShort: for 13 columns instead of 20.
  static func state(_ state: NetworkActivity.State, isShort: Bool) -> String {
    switch state {
    case .waiting: isShort ? ScreenWords.waiting : ScreenWords.waitsForTurn
    case .loading: ScreenWords.isLoading
    case .retrying(let attempt, let seconds):
      isShort ? ScreenWords.attemptShort(attempt, seconds: seconds) : ScreenWords.attempt(attempt, seconds: seconds)
    }
  }

  /// `synced 3 min ago`; `2 to send` while changes wait. Empty without an account or before the first sync.
  static func agreement(_ status: SyncStatus, pending: Int, now: Double) -> String {
    guard status.phase != .off, let agreed = status.agreedAt else { return "" }
    return pending > 0 ? ScreenWords.toSend(pending) : ScreenWords.upToDate(age(now - agreed))
  }

  /// - Parameter isShort: for 13 columns instead of 20.
  static func state(_ state: PendingEdit.State, isShort: Bool) -> String {
    switch state {
    case .waiting: isShort ? ScreenWords.waiting : ScreenWords.waitsToBeSent
    case .sending: ScreenWords.sending
    case .retrying(let attempts, let reason):
      isShort ? ScreenWords.tried(attempts) : ScreenWords.tried(attempts, reason)
    case .refused(let sentence): isShort ? ScreenWords.refused : ScreenWords.refused(sentence)
    case .conflict: isShort ? ScreenWords.conflictShort : ScreenWords.conflict
    }
  }

  /// Turns `LP, Album, Mono` into `LP, Mono`.
  nonisolated static func withoutAlbum(_ format: String) -> String {
    // Byte by byte, as below: searching for a text costs a microsecond for each row.
    let album = ", Album".utf8
    var text = format
    return text.withUTF8 { bytes in
      var start = 0
      while start + album.count <= bytes.count {
        let end = start + album.count
        if bytes[start..<end].elementsEqual(album), end == bytes.count || bytes[end] == UInt8(ascii: ",") {
          return String(decoding: bytes[..<start], as: UTF8.self) + String(decoding: bytes[end...], as: UTF8.self)
        }
        start += 1
      }
      return format
    }
  }

  /// Turns a format as Discogs exports it, `2xLP, Album`, into `2×LP, Album`.
  nonisolated static func format(_ exported: String) -> String {
    // Runs for each row of each frame: with a regular expression it was nine tenths of a key press on a shelf.
    var text = exported
    return text.withUTF8 { bytes in
      guard let first = bytes.indices.first(where: { isCount(bytes, $0) }) else { return exported }
      var written = [UInt8](bytes[..<first])
      for index in bytes.indices[first...] {
        if isCount(bytes, index) { written += "×".utf8 } else { written.append(bytes[index]) }
      }
      return String(decoding: written, as: UTF8.self)
    }
  }

  /// Whether the byte is an `x` between a number of one to three digits and a format's name or another number.
  nonisolated private static func isCount(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "x"), index + 1 < bytes.count else { return false }
    let next = bytes[index + 1]
    // Names of formats begin with an ASCII capital or, as in `7"`, with a digit.
    guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next) || isDigit(next) else { return false }
    let digits = bytes[..<index].reversed().prefix(while: isDigit).count
    guard 1...3 ~= digits else { return false }
    guard let before = bytes[..<(index - digits)].last else { return true }
    // Behind a letter of any script the digits are part of a word.
    return before < 0x80 && !isLetter(before) && before != UInt8(ascii: "_")
  }

  nonisolated private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  nonisolated private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7a ~= byte | 0x20 }

  /// `now`, `3 min`, `5 h`, `2 d`, `4 mon`.
  public static func age(_ seconds: Double) -> String { seconds.secondsInWords }
}

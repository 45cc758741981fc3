internal import AnswerCache
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel

/// Splits a query into the criteria that Discogs can search and the terms to check in its rows.
///
/// Discogs' search has most of the fields, each once, but neither exclusion nor open spans of years. It compares
/// barcodes as they are spelled.
struct RemoteQuery: Sendable {
  var criteria: SearchCriteria
  /// The criteria to try in turn until one has results.
  private(set) var attempts: [SearchCriteria] = []
  /// The terms that Discogs does not get, or may not understand.
  private var checks: [SearchQuery.Term] = []

  init(_ query: SearchQuery, kind: EntityKind?) {
    criteria = SearchCriteria("", kind: kind)
    for term in query.terms { if term.isExcluded { checks.append(term) } else { add(term) } }
    if let barcode = query.barcodeCandidate.flatMap(Barcode.init) {
      attempts = attempts(\.text, barcode)
    } else if let barcode = Barcode(criteria.barcode) {
      attempts = attempts(\.barcode, barcode)
    } else {
      attempts = [criteria]
    }
    criteria = attempts.first ?? criteria
  }

  /// The spellings of a barcode, then the text as typed: digits may be a catalogue number, or a part of one.
  private func attempts(_ path: WritableKeyPath<SearchCriteria, String>, _ barcode: Barcode) -> [SearchCriteria] {
    let spelled = barcode.spellings.map { spelling in
      var criteria = criteria
      criteria[keyPath: path] = spelling
      return criteria
    }
    return spelled.contains(criteria) ? spelled : spelled + [criteria]
  }

  /// Whether rows are filtered here, so that pages may be short and Discogs' total too high.
  var checksRows: Bool { !checks.isEmpty }

  private mutating func add(_ term: SearchQuery.Term) {
    switch term.value {
    case .kind(let kind): criteria.kind = kind
    // Refused before Discogs is asked.
    case .standing: break
    case .years(let from, let to):
      // The API takes one year; whether it takes a span, as the site does, is not known. So a span is sent, and
      // checked again here.
      if let from, let to, from <= to { criteria.years = from...to }
      if from == nil || from != to { checks.append(term) }
    case .text(let text, let isPhrase):
      guard let field = term.field else { return join(\.text, isPhrase ? "\"\(text)\"" : text) }
      if let path = Self.paths[field] { join(path, text) }
    }
  }

  /// The criteria of fields that have one; matrices are searched here, and the values of the rest are never text.
  private static let paths: [SearchQuery.Field: any WritableKeyPath<SearchCriteria, String> & Sendable] = [
    .artist: \.artist, .title: \.releaseTitle, .label: \.label, .catalogueNumber: \.catalogueNumber,
    .barcode: \.barcode, .format: \.format, .country: \.country, .genre: \.genre, .style: \.style, .track: \.track,
    .credit: \.credit,
  ]

  private mutating func join(_ path: WritableKeyPath<SearchCriteria, String>, _ text: String) {
    criteria[keyPath: path] += (criteria[keyPath: path].isEmpty ? "" : " ") + text
  }

  /// Returns whether a row passes the checks that Discogs cannot make.
  func allows(_ result: SearchResult) -> Bool {
    checks.allSatisfy { term in Self.matches(term, result) != term.isExcluded }
  }

  private static func matches(_ term: SearchQuery.Term, _ result: SearchResult) -> Bool {
    let row = result.row
    switch term.value {
    case .kind(let kind): return row.reference.kind == kind
    case .standing: return false
    case .years(let from, let to): return row.year.map { $0 >= from ?? .min && $0 <= to ?? .max } ?? false
    case .text(let text, _) where term.field == .barcode || term.field == .runout:
      return result.barcodes.contains(where: SoughtIdentifier(text, isBarcode: term.field == .barcode).matches)
    case .text(let text, _):
      let texts: [String] =
        switch term.field {
        case nil: [row.artist, row.title]
        case .artist: [row.artist]
        case .title: [row.title]
        case .label: result.labels + [row.label]
        case .catalogueNumber: [row.catalogueNumber]
        case .format: result.formatWords + [row.format]
        case .country: [row.country]
        case .genre: result.genres
        case .style: result.styles
        // A row does not contain its tracks and credits.
        case .track, .credit, .role, .barcode, .runout, .year, .type, .owned, .wanted: []
        }
      let sought = TextFolding.fold(text)
      return texts.contains { TextFolding.fold($0).contains(sought) }
    }
  }
}

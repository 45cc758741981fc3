internal import AnswerCache
internal import DiscogsAPI
internal import DiscogsModel
internal import RunoutModel

/// What of a query Discogs can be asked, and what is left to check of the rows that come.
///
/// Discogs' search knows most of the fields, each once, and neither exclusion nor open spans of years. A barcode is looked
/// up there as it is spelled.
struct RemoteQuery: Sendable {
  var criteria: SearchCriteria
  /// The criteria to ask for, one after the other, until something is found.
  private(set) var attempts: [SearchCriteria] = []
  /// The terms that Discogs was not asked, or cannot be relied on to have understood.
  private var checks: [SearchQuery.Term] = []

  init(_ query: SearchQuery, kind: EntityKind?) {
    criteria = SearchCriteria("", kind: kind)
    for term in query.terms {
      if term.isExcluded { checks.append(term) } else { add(term) }
    }
    if let barcode = query.barcodeCandidate.flatMap(Barcode.init) {
      attempts = attempts(\.text, barcode)
    } else if let barcode = Barcode(criteria.barcode) {
      attempts = attempts(\.barcode, barcode)
    } else {
      attempts = [criteria]
    }
    criteria = attempts.first ?? criteria
  }

  /// The spellings of a barcode, and at last what was typed: digits can be a catalogue number, or a part of one.
  private func attempts(_ path: WritableKeyPath<SearchCriteria, String>, _ barcode: Barcode) -> [SearchCriteria] {
    let spelled = barcode.spellings.map { spelling in
      var criteria = criteria
      criteria[keyPath: path] = spelling
      return criteria
    }
    return spelled.contains(criteria) ? spelled : spelled + [criteria]
  }

  /// Whether rows may be left out here, so that a page can be short and the count is not ours.
  var checksRows: Bool { !checks.isEmpty }

  private mutating func add(_ term: SearchQuery.Term) {
    switch term.value {
    case .kind(let kind): criteria.kind = kind
    // Refused before Discogs is asked.
    case .standing: break
    case .years(let from, let to):
      // Discogs takes one year. Its site takes a span, too, and whether the API does is not known: a span is asked
      // for, and checked again here.
      if let from, let to, from <= to { criteria.years = from...to }
      if from == nil || from != to { checks.append(term) }
    case .text(let text, let isPhrase):
      add(isPhrase ? "\"\(text)\"" : text, plain: text, to: term.field)
    }
  }

  private mutating func add(_ text: String, plain: String, to field: SearchQuery.Field?) {
    func join(_ path: WritableKeyPath<SearchCriteria, String>, _ text: String) {
      criteria[keyPath: path] += (criteria[keyPath: path].isEmpty ? "" : " ") + text
    }
    switch field {
    case nil: join(\.text, text)
    case .artist: join(\.artist, plain)
    case .title: join(\.releaseTitle, plain)
    case .label: join(\.label, plain)
    case .catalogueNumber: join(\.catalogueNumber, plain)
    case .barcode: join(\.barcode, plain)
    // Looked for in what is here.
    case .runout: break
    case .format: join(\.format, plain)
    case .country: join(\.country, plain)
    case .genre: join(\.genre, plain)
    case .style: join(\.style, plain)
    case .track: join(\.track, plain)
    // Their values are never text.
    case .year, .type, .owned, .wanted: break
    }
  }

  /// Whether a row is one that was asked for.
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
        // A row does not carry its tracks: that it has this one cannot be said.
        case .track, .barcode, .runout, .year, .type, .owned, .wanted: []
        }
      let sought = TextFolding.fold(text)
      return texts.contains { TextFolding.fold($0).contains(sought) }
    }
  }
}

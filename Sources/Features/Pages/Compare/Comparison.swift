public import Clients
public import DiscogsModel
import RunoutModel
import Wording

/// Pressings side by side, fact by fact.
nonisolated public struct Comparison: Hashable, Sendable {
  /// How many pressings can be compared.
  public static var room: ClosedRange<Int> { 2...6 }

  /// A pressing, with the user's copies and wants of it.
  public struct Pressing: Hashable, Sendable {
    public var release: Release
    var holding = Holding()
    /// The figures of the market; nil where the source has none.
    var market: MarketFigures?
    /// The error where market or shelf could not be read; the rest can be compared all the same.
    public private(set) var failure: ClientError?

    public init(_ release: Release) { self.release = release }

    fileprivate init(_ id: Release.ID, from services: Services) async throws(ClientError) {
      let record = try await LoadedRecord(.release(id), from: services)
      guard let release = record.release else { throw .notFound(.release(id)) }
      (self.release, holding, failure) = (release, record.holding, record.shelfFailure)
      do {
        market = try await services.community.market(id, false)
      } catch {
        if error == .cancelled { throw error }
        failure = error
      }
    }
  }

  /// A fact with its value for each pressing; empty where one has none.
  public struct Row: Hashable, Sendable {
    public var name: String
    public var values: [String]
    public var differs: Bool { Set(values).count > 1 }
  }

  /// Facts of one kind, under a caption; the first kind has none.
  public struct Section: Hashable, Sendable {
    public var caption: String
    public var rows: [Row]
  }

  public let pressings: [Pressing]
  public let sections: [Section]

  public init(_ ids: [Release.ID], from services: Services) async throws(ClientError) {
    var pressings: [Pressing] = []
    for id in ids { pressings.append(try await Pressing(id, from: services)) }
    self.init(pressings)
  }

  public init(_ pressings: [Pressing]) {
    self.pressings = pressings
    let releases = pressings.map(\.release)
    func row(_ name: String, _ value: (Release) -> String) -> Row { Row(name: name, values: releases.map(value)) }
    let facts = [
      row(FieldWords.country, \.country),
      row(FieldWords.label) { $0.labels.map(\.displayName).uniqued().joined(separator: ", ") },
      row(FieldWords.number) { $0.labels.compactMap(\.displayCatalogueNumber).uniqued().joined(separator: ", ") },
      row(FieldWords.released) { ReleaseDate.display($0.released) },
      row(FieldWords.format) { $0.formats.map(\.displayName).joined(separator: "\n") },
    ]
    let wants = pressings.map { $0.holding.want != nil }
    let owned = [
      Row(name: RecordWords.youOwn, values: pressings.map { Self.copies($0.holding) }),
      Row(name: RecordWords.youWant, values: wants.map { $0 ? RecordWords.onYourWantList : "" }),
      row(FieldWords.community, Self.community),
      Row(name: FieldWords.market, values: pressings.map { Self.price($0.market) }),
    ]
    sections = [
      Section(caption: "", rows: facts),
      Section(caption: RecordWords.barcodeAndOtherIdentifiers, rows: Self.identifiers(releases)),
      Section(caption: RecordWords.tracklist, rows: Self.tracks(releases)),
      Section(caption: FieldWords.credits, rows: Self.credits(releases)),
      Section(caption: FieldWords.companies, rows: Self.companies(releases)),
      Section(caption: RecordWords.yourShelf, rows: owned),
    ].map { Section(caption: $0.caption, rows: $0.rows.filter { !$0.values.allSatisfy(\.isEmpty) }) }
      .filter { !$0.rows.isEmpty }
  }

  private static func identifiers(_ releases: [Release]) -> [Row] {
    rows(releases, names: { $0.identifiers.map(\.kind) }) { release, kind in
      release.identifiers.filter { $0.kind == kind }.map { identifier in
        identifier.description.isEmpty ? identifier.value : "\(identifier.value) (\(identifier.description))"
      }
    }
  }

  /// By place in the list: positions are spelt differently on the same record, and are compared, too.
  private static func tracks(_ releases: [Release]) -> [Row] {
    let tracks = releases.map { $0.tracklist.flatMap { [$0] + $0.parts }.filter { $0.kind != .heading } }
    return (0..<(tracks.map(\.count).max() ?? 0)).map { place in
      let values = tracks.map { tracks in
        guard place < tracks.count else { return "" }
        let track = tracks[place]
        return [track.position, track.title, track.duration].filter { !$0.isEmpty }.joined(separator: "  ")
      }
      return Row(name: "\(place + 1)", values: values)
    }
  }

  private static func credits(_ releases: [Release]) -> [Row] {
    rows(releases, names: { $0.credits.groupedByRole.map(\.role) }) { release, role in
      release.credits.groupedByRole.filter { $0.role == role }.flatMap(\.entries).map { entry in
        let aside = [entry.detail, entry.tracks].filter { !$0.isEmpty }.joined(separator: "; ")
        return aside.isEmpty ? entry.credit.displayName : "\(entry.credit.displayName) (\(aside))"
      }
    }
  }

  private static func companies(_ releases: [Release]) -> [Row] {
    rows(releases, names: { $0.companies.map(\.role) }) { release, role in
      release.companies.filter { $0.role == role }.map { company in
        [company.displayName, company.displayCatalogueNumber ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
      }
    }
  }

  /// Makes a row for each name that any release has, in order of appearance.
  private static func rows(
    _ releases: [Release], names: (Release) -> [String], values: (Release, String) -> [String]
  ) -> [Row] {
    releases.flatMap(names).uniqued().map { name in
      Row(name: name, values: releases.map { values($0, name).joined(separator: "\n") })
    }
  }

  private static func copies(_ holding: Holding) -> String {
    holding.owned.map { copy in
      [copy.summary, copy.rating.map { RecordWords.rated($0) } ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    }.joined(separator: "\n")
  }

  private static func community(_ release: Release) -> String {
    guard let community = release.live?.community else { return "" }
    return RecordWords.figures(have: "\(community.have)", want: "\(community.want)", demand: "")
  }

  private static func price(_ market: MarketFigures?) -> String {
    guard let market else { return "" }
    return RecordWords.forSale(market.forSale, from: market.lowest?.displayName)
  }

  // MARK: As text

  /// The columns for names in front of the values.
  static func nameColumns(_ columns: Int) -> Int { min(18, max(8, columns / 6)) }

  /// Lays the pressings out side by side; facts that differ are bright, the others dim.
  public func lines(columns: Int, measure: TextMeasure) -> [DocumentLine] {
    let lead = Self.nameColumns(columns)
    let width = max(8, (columns - lead) / pressings.count - 2)
    var lines: [DocumentLine] = []
    func add(_ name: String, _ cells: [(text: String, emphasis: Span.Emphasis, link: LinkTarget?)]) {
      let wrapped = cells.map { cell in cell.text.isEmpty ? [] : measure.wrap(cell.text, columns: width) }
      for row in 0..<(wrapped.map(\.count).max() ?? 0) {
        var spans: [Span] = []
        for (number, cell) in cells.enumerated() {
          let text = row < wrapped[number].count ? wrapped[number][row] : ""
          if !text.isEmpty { spans.append(Span(text, cell.emphasis, link: cell.link)) }
          guard number + 1 < cells.count else { continue }
          spans.append(Span(String(repeating: " ", count: max(1, width + 2 - measure.columns(text)))))
        }
        lines.append(DocumentLine(lead: row == 0 ? name : "", leadColumns: lead, spans: spans))
      }
    }
    add("", pressings.map { ($0.release.artists.displayName, .plain, nil) })
    add("", pressings.map { ($0.release.title, .strong, .entity(.release($0.release.id))) })
    // A number that is broken cannot be read, and every title leads to its page.
    let numbers = pressings.map { "r\($0.release.id)" }
    if numbers.allSatisfy({ measure.columns($0) <= width }) { add("", numbers.map { ($0, .quiet, nil) }) }
    for section in sections {
      lines.append(DocumentLine())
      if !section.caption.isEmpty { lines.append(DocumentLine(spans: [Span(section.caption, .caption)])) }
      for row in section.rows {
        add(row.name, row.values.map { ($0.isEmpty ? "–" : $0, row.differs ? .plain : .quiet, nil) })
      }
    }
    return lines
  }
}

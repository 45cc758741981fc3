public import Clients
public import DiscogsModel
public import RunoutModel

/// A catalogue of made-up records that answers at once, for tests about other things.
public struct FixtureCatalogue: Sendable {
  public var rows: [CatalogueRow]

  /// - Parameter count: the number of rows, `Title 1` by `Artist 1` and so on: releases, but every tenth is a master.
  public init(count: Int) {
    rows = (1...max(1, count)).prefix(count).map { number in
      number % 10 == 0
        ? CatalogueRow(
          reference: .master(Master.ID(number)), title: "Title \(number)", artist: "Artist \(number)",
          year: 1950 + number % 70, count: 3, master: Master.ID(number))
        : CatalogueRow(
          reference: .release(Release.ID(number)), title: "Title \(number)", artist: "Artist \(number)",
          year: 1950 + number % 70, country: "US", format: "LP, Album", label: "Label",
          catalogueNumber: "CAT \(number)",
          master: Master.ID(number / 10 * 10 + 10))
    }
  }

  public init(rows: [CatalogueRow]) {
    self.rows = rows
  }

  /// A page of a list, in which the cursor is the number of rows before it.
  public static func page<Row>(_ rows: [Row], after cursor: PageCursor?, limit: Int) -> Page<Row> {
    if cursor == .end { return Page(rows: rows.suffix(limit), next: nil, first: max(0, rows.count - limit)) }
    let start = cursor.flatMap { Int($0.token) } ?? 0
    let end = min(rows.count, start + limit)
    return Page(rows: Array(rows[min(start, end)..<end]), next: end < rows.count ? PageCursor(token: String(end)) : nil)
  }

  /// The rows whose artist and title contain all words of the query.
  public func matches(_ query: SearchQuery, kind: EntityKind?) -> [CatalogueRow] {
    let words = query.terms.compactMap { term -> String? in
      if case .text(let text, _) = term.value { TextFolding.fold(text) } else { nil }
    }
    return rows.filter { row in
      let text = TextFolding.fold("\(row.artist) \(row.title)")
      return (kind == nil || row.reference.kind == kind) && words.allSatisfy(text.contains)
    }
  }
}

extension Services {
  /// Services with a fixture catalogue, an empty shelf and history, and a desktop that does nothing.
  public static func fixture(_ catalogue: FixtureCatalogue = FixtureCatalogue(count: 200)) -> Services {
    Services.test {
      $0 = .preview
      $0.catalogue.search = { request, cursor, limit in
        FixtureCatalogue.page(catalogue.matches(request.wholeQuery, kind: request.kind), after: cursor, limit: limit)
      }
      $0.catalogue.count = { request in .exactly(catalogue.matches(request.wholeQuery, kind: request.kind).count) }
      $0.catalogue.release = { id throws(ClientError) in
        guard let row = catalogue.rows.first(where: { $0.reference == .release(id) }) else {
          throw .notFound(.release(id))
        }
        return .fixture(row)
      }
      $0.catalogue.master = { id in
        Master(
          id: id, title: "Title \(id)", keyRelease: Release.ID(id.number - 9), artists: [.fixture(1)], year: 1960)
      }
      $0.catalogue.artist = { id in
        Artist(
          id: id, name: "Artist \(id)", profile: "Plays with [a=Artist 2] on [l7].",
          members: [NamedArtist(id: 2, name: "Artist 2")])
      }
      $0.catalogue.label = { id in
        Discogs.Label(id: id, name: "Label \(id)", sublabels: [NamedLabel(id: 8, name: "Sublabel")])
      }
      $0.catalogue.browse = { request, cursor, limit in
        FixtureCatalogue.page(catalogue.rows.filter { $0.matches(request) }, after: cursor, limit: limit)
      }
      $0.catalogue.browseCount = { request in .exactly(catalogue.rows.count { $0.matches(request) }) }
      $0.catalogue.facets = { request in
        RowFacet.facets(of: catalogue.rows.filter { $0.matches(request) }, allowsSeveral: true)
      }
      $0.catalogue.sections = { _ in [.albums: catalogue.rows.count] }
      $0.catalogue.named = { name, kind in
        name.hasPrefix("Artist ") ? EntityReference(kind, Int(name.dropFirst(7)) ?? 1) : nil
      }
      $0.catalogue.names = { references in
        Dictionary(uniqueKeysWithValues: references.map { ($0, "Named \($0.number)") })
      }

      $0.shelf.folders = { [] }
      $0.shelf.copies = { _, _, _ in Page(rows: [], next: nil) }
      $0.shelf.copyCount = { _ in 0 }
      $0.shelf.marks = { _ in [:] }
      $0.shelf.copiesOf = { _ in [] }
      $0.shelf.placeOf = { _ in nil }

      $0.history.entries = { _, _ in [] }
      $0.history.commandLines = { [] }

      $0.source.current = { SourceStatus(source: .demo) }
      $0.source.select = { SourceStatus(source: $0, generation: 1) }

      $0.desktop.copy = { _ in "nothing" }
      $0.desktop.open = { _ in }
      $0.desktop.play = { _ in }
      $0.desktop.now = { 0 }
      $0.desktop.localTime = { LocalTime(day: 0, hour: 20) }

      $0.log.entries = { _ in [] }
    }
  }
}

extension CatalogueRow {
  fileprivate func matches(_ request: BrowseRequest) -> Bool {
    TextFolding.fold("\(artist) \(title)").contains(TextFolding.fold(request.narrowing)) && has(request.filters)
  }
}

extension ArtistCredit {
  public static func fixture(_ number: Int) -> ArtistCredit {
    ArtistCredit(id: Artist.ID(number), name: "Artist \(number)")
  }
}

extension Release {
  /// A release with the data of its row, and two sides of tracks.
  public static func fixture(_ row: CatalogueRow) -> Release {
    Release(
      id: Release.ID(row.reference.number), title: row.title, artists: [.fixture(row.reference.number)],
      labels: [LabelCredit(id: 7, name: row.label, catalogueNumber: row.catalogueNumber)],
      credits: [ArtistCredit(id: 3, name: "Artist 3", role: "Producer, Mixed By")],
      formats: [Format(name: "Vinyl", descriptions: ["LP", "Album"])], genres: ["Jazz"], styles: ["Modal"],
      country: row.country, released: row.year.map(String.init) ?? "", notes: "See [m10].", master: row.master,
      tracklist: [
        Track(kind: .heading, title: "Side one"), Track(position: "A1", title: "First", duration: "3:00"),
        Track(position: "A2", title: "Second", duration: "4:30"),
      ],
      identifiers: [Identifier(kind: Identifier.barcode, value: "9991234567890")])
  }
}

import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport

/// A crate of records for looking at screens: names short and long, wide and combining letters, every kind of row.
enum Crate {
  static let now = 1_700_000_000.0

  static let rows: [CatalogueRow] = [
    CatalogueRow(
      reference: .master(900_000_010), title: "Kind Of Blue", artist: "Miles Davis", year: 1959, count: 3,
      master: 900_000_010),
    CatalogueRow(
      reference: .release(900_000_001), title: "Kind Of Blue", artist: "Miles Davis", year: 1959, country: "US",
      format: "LP, Album, Mono", label: "Columbia", catalogueNumber: "CL 1355", role: "Main", master: 900_000_010),
    CatalogueRow(
      reference: .release(900_000_002), title: "Kind Of Blue = カインド・オブ・ブルー", artist: "Miles Davis", year: 1977,
      country: "Japan", format: "LP, Album, RE", label: "CBS/Sony", catalogueNumber: "25AP 755", role: "Main",
      master: 900_000_010),
    CatalogueRow(reference: .artist(900_000_001), title: "Miles Davis", count: 12_345),
    CatalogueRow(
      reference: .release(900_000_003), title: "千のナイフ", artist: "坂本龍一", year: 1978, country: "Japan",
      format: "LP, Album", label: "Better Days", catalogueNumber: "YX-7212-N", role: "Main"),
    CatalogueRow(
      reference: .release(900_000_004), title: "A\u{301}gætis Byrjun", artist: "Sigur Ro\u{301}s", year: 1999,
      country: "Iceland", format: "CD, Album", label: "Smekkleysa", catalogueNumber: "SM79CD", role: "Main"),
    CatalogueRow(
      reference: .release(900_000_005), title: "Appetite For Destruction", artist: "Guns N' Roses", year: 1987,
      country: "US", format: "LP, Album", label: "Geffen Records", catalogueNumber: "GHS 24148", role: "Main"),
    CatalogueRow(
      reference: .release(900_000_006),
      title:
        "When The Pawn Hits The Conflicts He Thinks Like A King What He Knows Throws The Blows When He Goes To The Fight",
      artist: "Fiona Apple", year: 1999, country: "US", format: "CD, Album", label: "Clean Slate",
      catalogueNumber: "EK 69195", role: "Main"),
    CatalogueRow(reference: .label(900_000_001), title: "Columbia", count: 4),
    CatalogueRow(reference: .release(900_000_007), title: "Untitled", artist: "Unknown Artist"),
    CatalogueRow(
      reference: .release(900_000_008), title: "Discovery", artist: "Daft Punk", year: 2001, country: "Europe",
      format: "2xLP, Album", label: "Virgin", catalogueNumber: "7243 8496061 0", role: "Main"),
  ]

  /// What an artist's page lists: of every section something, by the artist and by others.
  static let works: [CatalogueRow] = [
    work(rows[0], .albums), work(rows[6], .albums, artist: "Miles Davis & Friends"), work(rows[5], .singles),
    work(rows[10], .compilations), work(rows[4], .appearances, role: "Trumpet, Flugelhorn"),
    work(rows[7], .appearances, role: "Track"), work(rows[9], .unofficial),
  ]

  private static func work(
    _ row: CatalogueRow, _ section: DiscographySection, artist: String? = nil, role: String = "Main"
  ) -> CatalogueRow {
    var work = row
    (work.section, work.role) = (section, role)
    if section != .appearances { work.artist = artist ?? "Miles Davis" }
    if case .master = work.reference { (work.format, work.label) = ("LP, Album, Mono", "Columbia") }
    return work
  }

  static let kindOfBlue = Release(
    id: 900_000_001, title: "Kind Of Blue", artists: [ArtistCredit(id: 900_000_001, name: "Miles Davis")],
    labels: [LabelCredit(id: 900_000_001, name: "Columbia", catalogueNumber: "CL 1355")],
    credits: [
      ArtistCredit(
        id: 900_000_002, name: "Julian Adderley", variation: "Julian “Cannonball” Adderley", role: "Alto Saxophone"),
      ArtistCredit(id: 900_000_003, name: "Paul Chambers (3)", role: "Bass"),
      ArtistCredit(id: 900_000_004, name: "Jimmy Cobb", role: "Drums"),
      ArtistCredit(id: 900_000_005, name: "Bill Evans", role: "Piano", tracks: "A1, B1, B2"),
      ArtistCredit(id: 900_000_006, name: "Wynton Kelly", role: "Piano", tracks: "A2"),
      ArtistCredit(id: 900_000_007, name: "John Coltrane", role: "Tenor Saxophone"),
      ArtistCredit(id: 900_000_001, name: "Miles Davis", role: "Trumpet, Leader"),
      ArtistCredit(id: nil, name: "Teo Macero", role: "Producer"),
    ],
    formats: [Format(name: "Vinyl", descriptions: ["LP", "Album", "Mono"])], genres: ["Jazz"],
    styles: ["Modal", "Cool Jazz"], country: "US", released: "1959-08-17",
    notes: "Recorded at [l900000002], New York.\n\nSee [m=900000010] for other pressings.", dataQuality: "Correct",
    master: 900_000_010, isKeyRelease: true,
    tracklist: [
      Track(position: "A1", title: "So What", duration: "9:22"),
      Track(position: "A2", title: "Freddie Freeloader", duration: "9:46"),
      Track(position: "A3", title: "Blue In Green", duration: "5:37"),
      Track(position: "B1", title: "All Blues", duration: "11:33"),
      Track(position: "B2", title: "Flamenco Sketches", duration: "9:26"),
    ],
    identifiers: [
      Identifier(kind: Identifier.barcode, value: "9 991234 567890", description: "demo"),
      Identifier(kind: Identifier.matrixRunout, value: "XLP 47324-1A", description: "Side A, stamped, demo"),
    ],
    videos: [
      Video(
        url: "https://example.org/sowhat", title: "So What", description: "", duration: .seconds(562),
        mayBeEmbedded: true)
    ],
    companies: [LabelCredit(id: 900_000_002, name: "CBS 30th Street Studio", catalogueNumber: "", role: "Recorded At")])

  static let copies: [CollectionCopy] = [
    CollectionCopy(
      id: 1, release: 900_000_008, artist: "Daft Punk", title: "Discovery", label: "Virgin",
      catalogueNumber: "7243 8496061 0", format: "2xLP, Album", year: 2001, folder: "Uncategorized", rating: 4,
      added: "2020-11-12 12:24:52", mediaCondition: "Near Mint (NM or M-)", sleeveCondition: "Very Good Plus (VG+)"),
    CollectionCopy(
      id: 2, release: 900_000_001, master: 900_000_010, artist: "Miles Davis", title: "Kind Of Blue", label: "Columbia",
      catalogueNumber: "CL 1355", format: "LP, Album, Mono", year: 1959, folder: "Jazz", rating: 5,
      added: "2019-03-01 08:00:00", mediaCondition: "Very Good Plus (VG+)", sleeveCondition: "Very Good (VG)",
      fields: [.init(name: "Notes", value: "from the fair in Utrecht")]),
    CollectionCopy(
      id: 3, release: 900_000_003, artist: "坂本龍一", title: "千のナイフ", label: "Better Days",
      catalogueNumber: "YX-7212-N", format: "LP, Album", year: 1978, folder: "日本", added: "2023-01-02 10:00:00"),
  ]

  static let wants: [WantListEntry] = [
    WantListEntry(
      id: 1, release: 900_000_004, artist: "Sigur Ro\u{301}s", title: "A\u{301}gætis Byrjun", label: "Smekkleysa",
      catalogueNumber: "SM79CD", format: "CD, Album", year: 1999, notes: "first pressing only"),
    WantListEntry(
      id: 2, release: 900_000_005, artist: "Guns N' Roses", title: "Appetite For Destruction", label: "Geffen Records",
      catalogueNumber: "GHS 24148", format: "LP, Album", year: 1987, rating: 3),
  ]

  static let searches: [HistoryEntry] = [
    HistoryEntry(
      id: 1, query: "miles davis", kind: nil, sort: .relevance, source: .demo, results: .exactly(24),
      lastRun: now - 120, runs: 7),
    HistoryEntry(
      id: 2, query: "label:\"Blue Note\" year:1957..1965 format:lp", kind: .release, sort: SortOrder(.year),
      source: .catalogue, results: .atLeast(10_000), lastRun: now - 86_400 * 3, runs: 1),
    HistoryEntry(
      id: 3, query: "坂本龍一", kind: .artist, sort: .relevance, source: .demo, results: nil, lastRun: now - 40_000, runs: 2
    ),
  ]

  static let log: [LogEntry] = [
    LogEntry(
      time: "2026-03-01T12:00:02Z", level: .error, message: "Nothing copied", metadata: ["error": "refused"]),
    LogEntry(
      time: "2026-03-01T12:00:01Z", level: .warning, message: "A x",
      metadata: ["offset": "81722", "kind": "release"]),
    LogEntry(time: "2026-03-01T11:59:58Z", level: .notice, message: "Started", metadata: ["source": "demo"]),
  ]

  /// Services that answer from the crate.
  static var services: Services {
    var services = Services.fixture(FixtureCatalogue(rows: rows))
    services.catalogue.release = { id throws(ClientError) in
      if id == kindOfBlue.id { return kindOfBlue }
      guard let row = rows.first(where: { $0.reference == .release(id) }) else { throw .notFound(.release(id)) }
      return Release(
        id: id, title: row.title, artists: [ArtistCredit(id: nil, name: row.artist)],
        labels: [LabelCredit(id: nil, name: row.label, catalogueNumber: row.catalogueNumber)], country: row.country,
        released: row.year.map(String.init) ?? "")
    }
    services.catalogue.master = { id in
      Master(
        id: id, title: "Kind Of Blue", keyRelease: 900_000_001,
        artists: [ArtistCredit(id: 900_000_001, name: "Miles Davis")], genres: ["Jazz"], styles: ["Modal"], year: 1959,
        dataQuality: "Correct")
    }
    services.catalogue.artist = { id in
      Artist(
        id: id, name: "Miles Davis", realName: "Miles Dewey Davis III",
        profile:
          "Trumpeter and bandleader, born in Alton, Illinois. Played with [a=Charlie Parker], then led quintets with [a900000007] on [l900000001].",
        urls: ["https://www.milesdavis.com"], nameVariations: ["M. Davis", "Davis", "マイルス・デイヴィス"],
        groups: [NamedArtist(id: 900_000_020, name: "The Miles Davis Quintet")])
    }
    services.catalogue.label = { id in
      Discogs.Label(
        id: id, name: "Columbia", profile: "One of the oldest labels.",
        parent: NamedLabel(id: 900_000_009, name: "CBS Records"),
        sublabels: [
          NamedLabel(id: 900_000_010, name: "Columbia Masterworks"), NamedLabel(id: 900_000_011, name: "Columbia (2)"),
        ])
    }
    services.catalogue.sections = { _ in
      Dictionary(grouping: works) { $0.section ?? .releases }.mapValues(\.count)
    }
    services.catalogue.browse = { request, after, limit in
      let words = TextFolding.tokens(request.narrowing)
      var listed = rows.filter { $0.reference.kind == .release }
      if case .discography(_, let section) = request.list {
        listed = works.filter { $0.section == section ?? $0.section }
      }
      let found = listed.filter { row in
        row.has(request.filters)
          && words.allSatisfy { TextFolding.fold("\(row.artist) \(row.title)").contains($0) }
      }
      return FixtureCatalogue.page(found, after: after, limit: limit)
    }
    services.catalogue.browseCount = { request in
      if case .discography(_, let section) = request.list {
        return .exactly(works.count { $0.section == section ?? $0.section })
      }
      return .exactly(rows.count { $0.reference.kind == .release && $0.has(request.filters) })
    }
    services.catalogue.facets = { request in
      RowFacet.facets(
        of: rows.filter { $0.reference.kind == .release && $0.has(request.filters) }, allowsSeveral: true)
    }
    services.catalogue.names = { _ in
      [
        .artist(900_000_007): "John Coltrane", .label(900_000_001): "Columbia",
        .label(900_000_002): "CBS 30th Street Studio", .master(900_000_010): "Kind Of Blue",
      ]
    }
    services.shelf.folders = {
      [
        CollectionFolder(name: "Jazz", copies: 1), CollectionFolder(name: "Uncategorized", copies: 1),
        CollectionFolder(name: "日本", copies: 1),
      ]
    }
    services.shelf.copies = { request, after, limit in
      FixtureCatalogue.page(
        copies.filter { request.folder == nil || $0.folder == request.folder }, after: after, limit: limit)
    }
    services.shelf.copyCount = { request in copies.count { request.folder == nil || $0.folder == request.folder } }
    services.shelf.wants = { _, after, limit in FixtureCatalogue.page(wants, after: after, limit: limit) }
    services.shelf.wantCount = { _ in wants.count }
    services.shelf.marks = { _ in
      [
        .release(900_000_001): ShelfMarks(owned: .this),
        .release(900_000_002): ShelfMarks(owned: .another, wanted: .this),
        .release(900_000_004): ShelfMarks(wanted: .this),
      ]
    }
    services.shelf.copiesOf = { id in copies.filter { $0.release == id } }
    services.shelf.wantOf = { wanted in wants.first { $0.wanted == wanted } }
    services.history.entries = { filter, _ in searches.filter { filter.isEmpty || $0.query.contains(filter) } }
    services.log.entries = { _ in log }
    services.source.current = { SourceStatus(source: .demo, releases: 334) }
    services.desktop = .test {
      $0.copy = { _ in "wl-copy" }
      $0.open = { _ in }
      $0.now = { now }
      $0.secondsFromUTC = { _ in 0 }
      $0.localTime = { LocalTime(now, secondsFromUTC: 0) }
    }
    return services
  }

  /// A catalogue and a shelf with nothing in them.
  static var empty: Services {
    var services = Services.fixture(FixtureCatalogue(rows: []))
    services.desktop = .test {
      $0.copy = { _ in "wl-copy" }
      $0.open = { _ in }
      $0.now = { now }
      $0.secondsFromUTC = { _ in 0 }
      $0.localTime = { LocalTime(now, secondsFromUTC: 0) }
    }
    return services
  }

  /// Every call for records fails.
  static var failing: Services {
    let error = ClientError.storage("Cannot read catalogue.sqlite: disk I/O error")
    var services = services
    services.catalogue.search = { _, _, _ throws(ClientError) in throw error }
    services.catalogue.count = { _ throws(ClientError) in throw error }
    services.catalogue.release = { _ throws(ClientError) in throw error }
    services.catalogue.master = { _ throws(ClientError) in throw error }
    services.catalogue.artist = { _ throws(ClientError) in throw error }
    services.catalogue.label = { _ throws(ClientError) in throw error }
    services.catalogue.browse = { _, _, _ throws(ClientError) in throw error }
    services.catalogue.browseCount = { _ throws(ClientError) in throw error }
    services.catalogue.sections = { _ throws(ClientError) in throw error }
    services.shelf.copies = { _, _, _ throws(ClientError) in throw error }
    services.shelf.wants = { _, _, _ throws(ClientError) in throw error }
    services.shelf.folders = { () throws(ClientError) in throw error }
    services.history.entries = { _, _ throws(ClientError) in throw error }
    services.log.entries = { _ throws(ClientError) in throw error }
    return services
  }

  /// Every call for records waits at the gate.
  static func waiting(at gate: Gate) -> Services {
    var services = services
    let all = services
    services.catalogue.search = { request, after, limit throws(ClientError) in
      await gate.pass()
      return try await all.catalogue.search(request, after, limit)
    }
    services.catalogue.release = { id throws(ClientError) in
      await gate.pass()
      return try await all.catalogue.release(id)
    }
    services.catalogue.artist = { id throws(ClientError) in
      await gate.pass()
      return try await all.catalogue.artist(id)
    }
    services.catalogue.browse = { request, after, limit throws(ClientError) in
      await gate.pass()
      return try await all.catalogue.browse(request, after, limit)
    }
    services.shelf.copies = { request, after, limit throws(ClientError) in
      await gate.pass()
      return try await all.shelf.copies(request, after, limit)
    }
    return services
  }
}

import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// How many works an artist's page has, and how many of them are on the shelf.
@Observable
public final class ArtistFigures: PageContent, Loader {
  /// The number of works by section; empty while unknown.
  public private(set) var sections: [DiscographySection: Int] = [:]
  /// The number of works owned in some pressing; nil while unknown, and for more than 1,000 works.
  public private(set) var owned: Int?

  @ObservationIgnored private let artist: Artist.ID
  @ObservationIgnored let context: PageContext
  /// Returns the rows of all works; nil where the list lacks some.
  @ObservationIgnored var works: () -> [CatalogueRow]? = { nil }

  static let mostWorks = 1_000

  public var total: Int { sections.values.reduce(0, +) }

  init(of artist: Artist.ID, context: PageContext) {
    (self.artist, self.context) = (artist, context)
    reload()
  }

  public func reload() {
    // The list shows every section all the same, and says what it could not read.
    load(orLog: ArtistWords.sectionsFailed) { [artist] in
      try await $0.catalogue.sections(artist)
    } then: { figures, sections in
      if !sections.isEmpty { figures.sections = sections }
      figures.countOwned()
    }
  }

  public func hear(_ event: Event) { if event.isOfTheShelf { countOwned() } }

  /// Counts the sections of a live source, which does not count them, from the rows once they are whole.
  func rowsCame() {
    guard context.can(.refresh), let rows = works() else { return }
    sections = Dictionary(grouping: rows) { $0.section ?? .releases }.mapValues(\.count)
    countOwned()
  }

  private func countOwned() {
    guard total > 0, total <= Self.mostWorks else { return owned = nil }
    let here = works()
    // Rows that are not here yet would cost requests.
    guard here != nil || !context.can(.refresh) else { return }
    let all = BrowseRequest(.discography(artist, section: nil))
    load(orReport: ShelfWords.readFailed) {
      let rows = if let here { here } else { try await $0.catalogue.browse(all, nil, Self.mostWorks).rows }
      let marks = try await $0.shelf.marks(rows)
      return rows.count { marks[$0.reference]?.owned != nil }
    } then: {
      $0.owned = $1
    }
  }
}

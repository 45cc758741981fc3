import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// How many works an artist's page has, and how many of them are on the shelf.
@Observable
public final class ArtistFigures: PageContent {
  /// The number of works by section; empty while unknown.
  public private(set) var sections: [DiscographySection: Int] = [:]
  /// The number of works owned in some pressing; nil while unknown, and for more than 1,000 works.
  public private(set) var owned: Int?

  @ObservationIgnored private let artist: Artist.ID
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  /// Returns the rows of all works; nil where the list lacks some.
  @ObservationIgnored var works: () -> [CatalogueRow]? = { nil }

  /// The most works that the shelf is asked about.
  static let mostWorks = 1_000

  public var total: Int { sections.values.reduce(0, +) }

  init(of artist: Artist.ID, context: PageContext, scope: TaskScope) {
    (self.artist, self.context, self.scope) = (artist, context, scope)
    reload()
  }

  public func reload() {
    let (catalogue, artist) = (context.services.catalogue, artist)
    scope.run { [weak self] in
      do throws(ClientError) {
        let sections = try await catalogue.sections(artist)
        guard let self else { return }
        if !sections.isEmpty { self.sections = sections }
        countOwned()
      } catch {
        // The list shows every section all the same, and says what it could not read.
        self?.context.services.log.write(.warning, ArtistWords.sectionsFailed, ["error": "\(error)"])
      }
    }
  }

  public func hear(_ event: Event) {
    if [.shelfChanged, .shelfTakenBack].contains(event) { countOwned() }
  }

  /// Counts the sections of a live source, which does not count them, from the rows once they are whole.
  func rowsCame() {
    guard context.can(.refresh), let rows = works() else { return }
    sections = Dictionary(grouping: rows) { $0.section ?? .releases }.mapValues(\.count)
    countOwned()
  }

  private func countOwned() {
    guard total > 0, total <= Self.mostWorks else {
      owned = nil
      return
    }
    let (services, artist, isFree, here) = (context.services, artist, !context.can(.refresh), works())
    // Rows that are not here yet would cost requests.
    guard here != nil || isFree else { return }
    scope.run { [weak self] in
      do throws(ClientError) {
        var rows = here ?? []
        if here == nil {
          rows = try await services.catalogue.browse(
            BrowseRequest(.discography(artist, section: nil)), nil, Self.mostWorks
          ).rows
        }
        let marks = try await services.shelf.marks(rows)
        self?.owned = rows.count { marks[$0.reference]?.owned != nil }
      } catch {
        if error != .cancelled { self?.context.report(PageWords.shelfFailed, error) }
      }
    }
  }
}

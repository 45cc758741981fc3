import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// How many works an artist's page has, and how many of them are on the shelf.
@Observable
public final class ArtistFigures: PageContent {
  /// How many works each section has; empty while that is not known.
  public private(set) var sections: [DiscographySection: Int] = [:]
  /// How many of them are owned in some pressing; nil where that is not known.
  public private(set) var owned: Int?

  @ObservationIgnored private let artist: Artist.ID
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  /// The rows of all works, where the list has them all; nil where it does not, or is cut down.
  @ObservationIgnored var works: () -> [CatalogueRow]? = { nil }

  /// Of longer lists, the shelf is not asked about each work.
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
        // The list shows every section all the same, and says itself what it could not read.
        self?.context.services.log.write(.warning, ArtistWords.sectionsFailed, ["error": "\(error)"])
      }
    }
  }

  public func hear(_ event: Event) {
    if [.shelfChanged, .shelfTakenBack].contains(event) { countOwned() }
  }

  /// Takes in that more rows have come: a source that does not count has them counted here, once they are whole.
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

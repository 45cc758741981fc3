import Clients
import DiscogsModel
import RunoutModel

/// The content of Home; parts that are nil are loading.
nonisolated struct HomeContent {
  struct Figures: Sendable {
    var copies: Int
    var wants: Int
    var values: [ValueOnDay]

    var isEmpty: Bool { copies == 0 && wants == 0 }
  }

  /// Tonight's pick; `pick` is nil where there is no copy to play.
  struct Pick: Sendable {
    var pick: ShelfPick?
  }

  var figures: Figures?
  var additions: [CollectionCopy]?
  var pick: Pick?
  /// Wants with prices, and the latest of all.
  var wants: (priced: [PricedWant], latest: [WantListEntry])?
  /// The latest records of what is followed; empty where nothing is.
  var news: [CatalogueRow]?
  var searches: [HistoryEntry]?
  /// The visits of earlier runs.
  var visits: [Visit]?
  var bookmarks: [Bookmark]?
  /// The searches saved under a name.
  var saved: [SmartCrate]?
  /// Empty where the source knows no dates.
  var today: [CatalogueRow]?
  var pending: [PendingEdit]?
  var failures: [HomeQuestion: ClientError] = [:]
  var answered: Set<HomeQuestion> = []

  /// Whether every part has loaded or failed.
  var isWhole: Bool { HomeQuestion.allCases.allSatisfy { failures[$0] != nil || answered.contains($0) } }
}

/// A question that Home asks, each on its own, so that one failure leaves the rest.
nonisolated enum HomeQuestion: String, CaseIterable, Hashable, Sendable {
  case figures, additions, pick, wants, news, searches, visits, bookmarks, saved, today, pending

  /// The questions asked one after the other: the shelf, the slowest last, and the history.
  static let lanes: [[HomeQuestion]] = [
    [.figures, .additions, .wants, .bookmarks, .saved, .pending, .pick, .news, .today], [.visits, .searches],
  ]

  var part: HomePart {
    switch self {
    case .figures, .pending: .notes
    case .additions: .additions
    case .pick: .pick
    case .wants: .wants
    case .news: .news
    case .searches, .visits: .again
    case .bookmarks: .bookmarks
    case .saved: .saved
    case .today: .today
    }
  }
}

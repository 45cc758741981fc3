import Clients
import DiscogsModel
import Features
import TestSupport
import Testing

@testable import Screens

@MainActor struct DrawnRoutesTests {
  /// A route after another, so that a new kind does not compile until it stands here; nil after the last.
  private func next(after route: Route?) -> Route? {
    switch route {
    case nil: .home
    case .home: .search
    case .search: .collection
    case .collection: .wantList
    case .wantList: .stats
    case .stats: .tasks
    case .tasks: .log
    case .log: .release(1)
    case .release: .compare([1, 2])
    case .compare: .master(1)
    case .master: .artist(1)
    case .artist: .label(1)
    case .label: .user("siv-8")
    case .user: .lists(of: nil)
    case .lists: .market
    case .market: .seller("siv-8")
    case .seller: .records(.entries(1))
    case .records: .dig(.alike(1))
    case .dig: .timeline(.artist(1))
    case .timeline: .notifications
    case .notifications: nil
    }
  }

  @Test func `each page has a drawing`() {
    let tasks = TaskTracker()
    var route = next(after: nil)
    while let shown = route {
      let page = shown.page(PageContext(.fixture(), tasks: tasks), keys: [:])
      #expect(page is any DrawablePage, "\(shown)")
      page.close()
      route = next(after: shown)
    }
  }
}

import Clients
import DiscogsModel
import Features
import RunoutModel
import Synchronization
import TestSupport
import Testing

@MainActor struct FollowTests {
  private final class Kept: Sendable {
    let followed = Mutex<[Followed]>([])
  }

  private let kept = Kept()

  private func fixture() async -> StoreFixture {
    var services = Services.fixture()
    services.news.followed = { [kept] in kept.followed.withLock { $0 } }
    services.news.follow = { [kept] new in
      kept.followed.withLock { followed in
        guard !followed.contains(where: { $0.subject == new.subject }) else { return false }
        followed.append(new)
        return true
      }
    }
    services.news.unfollow = { [kept] subject in
      kept.followed.withLock { followed in
        let before = followed.count
        followed.removeAll { $0.subject == subject }
        return followed.count < before
      }
    }
    return await StoreFixture(services)
  }

  private var followed: [Followed] { kept.followed.withLock { $0 } }

  @Test func `a key follows the record of a page, and no longer`() async {
    let fixture = await fixture()
    fixture.store.paste("[a4]")
    await fixture.tasks.settle()
    await fixture.perform(.follow)
    await fixture.tasks.settle()
    #expect(followed == [Followed(.record(.artist(4)), name: "Artist 4")])
    #expect(fixture.store.notice == "Followed: gf shows what is new of Artist 4")
    await fixture.perform(.follow)
    await fixture.tasks.settle()
    #expect(followed.isEmpty)
    #expect(fixture.store.notice == "Not following Artist 4 any more; S does again")
  }

  @Test func `on Search a key follows the search, and a release is not followed`() async throws {
    let fixture = await fixture()
    await fixture.perform(.openSearch, .follow)
    #expect(fixture.search.panes.subjects.first?.reference.kind == .release)
    #expect(fixture.store.notice == "Follow an artist, label, master or search: select or open one")
    await fixture.perform(.newSearch)
    await fixture.type("blue")
    await fixture.perform(.submit)
    await fixture.perform(.follow)
    await fixture.tasks.settle()
    #expect(followed == [Followed(.search(try SearchQuery(parsing: "blue")), name: "blue")])
  }

  @Test func `a key opens what is new`() async {
    let fixture = await fixture()
    await fixture.perform(.openNews)
    #expect(fixture.store.page.route == .dig(.news(since: nil)))
  }
}

import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// Pages that a text mentions by number only.
@MainActor struct MentionTests {
  private let live = ScriptedLive()
  private let asked = Recorder<Int>()

  /// An artist's page whose profile mentions artists 101 to 107, of whom 101 was seen before.
  private func services() -> Services {
    var services = live.services()
    services.catalogue.artist = { [asked] id throws(ClientError) in
      guard id.number > 100 else {
        return Artist(id: id, name: "Leader", profile: (101...107).map { "[a\($0)]" }.joined(separator: ", "))
      }
      asked.append(id.number)
      if !Urgency.isBackground { throw .refused("a person waits for this") }
      if id.number == 103 { throw .notFound(.artist(id)) }
      return Artist(id: id, name: "Player \(id) (2)")
    }
    services.catalogue.names = { references in
      Dictionary(uniqueKeysWithValues: references.filter { $0 == .artist(101) }.map { ($0, "Seen before") })
    }
    return services
  }

  private func text(_ app: StoreFixture) -> String {
    app.artist.profile.view.lines.map { $0.spans.map(\.text).joined() }.joined(separator: " ")
  }

  @Test func `a few names load in the background, the others show their number`() async {
    let app = await StoreFixture(services())
    app.store.paste("[a1]")
    await app.tasks.settle()
    #expect(asked.values == [102, 103, 104, 105, 106])
    let text = text(app)
    for words in ["Seen before", "Player 102", "artist 103", "Player 104", "Player 106", "artist 107"] {
      #expect(text.contains(words), "\(words) in \(text)")
    }
    #expect(app.store.banner == nil)
  }

  @Test func `names are not asked for behind a page that is no longer looked at`() async {
    let gate = Gate()
    var services = services()
    let artist = services.catalogue.artist
    services.catalogue.artist = { id throws(ClientError) in
      if id.number == 102 { await gate.pass() }
      return try await artist(id)
    }
    let app = await StoreFixture(services)
    app.store.paste("[a1]")
    await gate.arrival()
    app.store.perform(.openWantList)
    await gate.open()
    await app.tasks.settle()
    #expect(asked.values == [102])
  }

  @Test func `a preview asks for no names, and nothing waits for it`() async {
    let isBackground = Recorder<Bool>()
    var services = services()
    let release = services.catalogue.release
    services.catalogue.release = { id throws(ClientError) in
      isBackground.append(Urgency.isBackground)
      return try await release(id)
    }
    let tasks = TaskTracker()
    let context = PageContext(services, tasks: tasks)
    context.source = .live
    let pane = InfoPane(context, isPreview: true)
    pane.show(.artist(1), after: .milliseconds(1))
    await tasks.settle()
    #expect(asked.values == [])
    pane.show(.release(1), after: .milliseconds(1))
    await tasks.settle()
    pane.show(.release(2))
    await tasks.settle()
    #expect(isBackground.values == [true, false])
  }
}

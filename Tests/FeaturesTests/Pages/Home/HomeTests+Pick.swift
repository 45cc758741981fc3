import Clients
import DiscogsModel
import Features
import RunoutModel
import SeededRandom
import TestSupport
import Testing
import Wording

/// Tonight's pick.
extension HomeTests {
  @Test func `x picks another record, P plays it, and it stays while the shelf changes`() async {
    let played = Recorder<[ShelfEdit]>()
    var services = services
    services.edits.perform = { edits in
      played.append(edits)
      return edits.map { _ in .done }
    }
    services.reports.lastPlay = { _ in played.values.isEmpty ? -86_400 * 70 : 0 }
    let (fixture, model) = await fixture(services)
    await fixture.perform(.randomPick)
    #expect(lines(.pick, of: model).first == "Artist 21" && model.view.selected?.text == "Artist 21")
    #expect(lines(.pick, of: model).contains("not played for 2 months"))
    model.hear(.shelfChanged)
    await fixture.tasks.settle()
    #expect(lines(.pick, of: model).first == "Artist 21")
    await fixture.perform(.markPlayed)
    #expect(played.values == [[.play(copy: 21)]])
    #expect(fixture.store.notice == "Played: Artist 21 – Title 21 · u to undo")
    #expect(lines(.pick, of: model).contains("played today"))
  }

  @Test func `P plays the selected copy, and the pick names it only while it means the pick`() async {
    let shelf = FixtureShelf(copies: (1...40).map { Self.copy($0) })
    let (fixture, model) = await fixture(shelf.services(services))
    #expect(model.view.selected?.part == .additions && lines(.pick, of: model).last == "x another")
    await fixture.perform(.moveDown, .markPlayed)
    #expect(shelf.performed.values.count == 1 && shelf.content.plays != [20])
    await fixture.perform(.nextPane)
    #expect(lines(.pick, of: model).last == "x another · P played")
    await fixture.perform(.markPlayed, .undo)
    #expect(shelf.performed.values.last == [.play(copy: 20)] && shelf.content.plays.count == 1)
    await fixture.perform(.moveToBottom)
    #expect(lines(.pick, of: model).last == "x another")
    await fixture.perform(.markPlayed)
    #expect(shelf.content.plays.count == 1, "a bookmark is nothing to play")
  }

  @Test func `a pick that leaves the shelf makes room for another`() async {
    let gone = Recorder<Bool>()
    var services = services
    services.shelf.copiesOf = { _ in [] }
    services.reports.pickOfDay = { _, _ in
      ShelfPick(copy: Self.copy(gone.values.isEmpty ? 20 : 30), among: 2, playedAt: nil)
    }
    let (fixture, model) = await fixture(services)
    gone.append(true)
    model.hear(.shelfChanged)
    await fixture.tasks.settle()
    #expect(lines(.pick, of: model).first == "Artist 30")
  }

  @Test func `every day has a pick of its own`() async {
    let (days, today) = (Recorder<Int>(), Recorder<Int>())
    var services = services
    services.desktop.localTime = { LocalTime(day: 7 + today.values.count, hour: 9) }
    services.reports.pickOfDay = { day, _ in
      days.append(day)
      return ShelfPick(copy: Self.copy(day), among: 2, playedAt: nil)
    }
    let (fixture, model) = await fixture(services)
    today.append(1)
    await fixture.perform(.openSearch, .openHome)
    #expect(days.values == [7, 8])
    #expect(lines(.pick, of: model).first == "Artist 8")
    #expect(model.view.columns.joined().contains { $0?.text == "Today's pick" })
  }
}

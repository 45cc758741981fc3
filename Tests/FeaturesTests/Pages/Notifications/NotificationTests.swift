import Clients
import Features
import TestSupport
import Testing

@MainActor struct NotificationTests {
  private func model(_ app: StoreFixture) -> NotificationsModel {
    guard let model = app.store.page as? NotificationsModel else { fatalError("the page is not Notifications") }
    return model
  }

  @Test func `a confirmation is in the footer and on the page, and never unread`() async {
    let app = await StoreFixture(.fixture())
    await app.perform(.copyID)
    #expect(app.store.notice == "Copied “1”")
    #expect(app.store.notifications.unread == 0)
    await app.perform(.openNotifications)
    #expect(model(app).list.rows.map(\.text) == ["Copied “1”"])
  }

  @Test func `ordinary notices are unread until the page opens`() async {
    let app = await StoreFixture(.fixture())
    app.store.stage.notify(.ordinary, "New catalogue imported")
    app.store.stage.notify(.ordinary, "Something else")
    #expect(app.store.notifications.unread == 2)
    #expect(app.store.notifications.alert == nil)
    await app.commandLine("notifications")
    #expect(app.store.notifications.unread == 0)
    app.store.stage.notify(.ordinary, "While looking at it")
    #expect(app.store.notifications.unread == 0)
    #expect(model(app).list.rows.map(\.text).first == "While looking at it")
  }

  @Test func `an urgent notice stays until you read or dismiss it`() async {
    let app = await StoreFixture(.fixture())
    let rows = app.store.layout.bodyRows
    app.store.stage.notify(.high, "The token was refused")
    app.store.stage.notify(.high, "The token was refused")
    #expect(app.store.notifications.all.count == 1, "said again, it is one")
    #expect(app.store.notice == nil)
    await app.perform(.moveDown, .moveDown)
    #expect(app.store.notifications.alert?.text == "The token was refused")
    #expect(app.store.layout.bodyRows == rows - 1)
    #expect(app.search.results.rows.list.height == rows - 2)
    await app.perform(.cancel)
    #expect(app.store.notifications.alert == nil)
    #expect(app.store.notifications.unread == 0)
    #expect(app.search.results.rows.list.height == rows - 1)
    app.store.stage.notify(.high, "The token was refused")
    await app.perform(.openNotifications)
    #expect(app.store.notifications.alert == nil)
  }

  @Test func `one is removed, then all`() async {
    let app = await StoreFixture(.fixture())
    for text in ["a", "b", "c"] { app.store.stage.notify(.ordinary, text) }
    await app.perform(.openNotifications, .moveDown, .remove)
    #expect(model(app).list.rows.map(\.text) == ["c", "a"])
    #expect(model(app).list.selected?.text == "a")
    await app.perform(.removeAll)
    #expect(model(app).list.isEmpty && app.store.notifications.all.isEmpty)
    await app.perform(.remove)
    #expect(app.store.notice == "No notifications")
  }

  @Test func `the last two hundred are kept, and listeners hear each`() async {
    let app = await StoreFixture(.fixture())
    let stream = app.store.notifications.stream()
    for number in 1...250 { app.store.stage.notify(.ordinary, "\(number)") }
    #expect(app.store.notifications.all.count == 200)
    #expect(app.store.notifications.all.first?.text == "250")
    var heard: [String] = []
    for await notification in stream {
      heard.append(notification.text)
      if heard.count == 250 { break }
    }
    #expect(heard.first == "1" && heard.last == "250")
  }
}

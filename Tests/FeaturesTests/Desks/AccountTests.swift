import Clients
import DiscogsModel
import Features
import TestSupport
import Testing
import Wording

@MainActor struct AccountTests {
  private let live = ScriptedLive()
  private let lines = Recorder<String>()
  private let logged = Recorder<String>()

  private var services: Services {
    var services = live.services()
    services.history.recordCommandLine = { [lines] in lines.append($0) }
    services.log.write = { [logged] _, message, metadata in logged.append("\(message) \(metadata)") }
    return services
  }

  private func store(_ services: Services? = nil) async -> StoreFixture {
    let app = await StoreFixture(services ?? self.services)
    app.store.start()
    return app
  }

  /// Everything the program says and keeps.
  private func said(_ app: StoreFixture) -> String {
    let store = app.store
    return
      ([
        store.notice ?? "", store.prompt?.error ?? "", store.prompt?.message ?? "",
        "\(String(describing: store.banner))",
      ]
      + store.notifications.all.map(\.text) + lines.values + logged.values).joined(separator: "\n")
  }

  @Test func `a token is typed unseen, and the notice says where it is stored`() async {
    let app = await store()
    await app.commandLine("login")
    #expect(app.store.prompt?.isHidden == true)
    await app.type("goodTokenOfMine")
    await app.perform(.submit)
    #expect(live.tokens.values == ["goodTokenOfMine"])
    #expect(app.store.prompt == nil)
    #expect(app.store.notice == "Signed in as digger; token stored in /home/digger/token, for you alone")
    await until { app.store.account == .signedIn(user: "digger") }
    #expect(lines.values == ["login"])
    #expect(!said(app).contains("goodTokenOfMine"))
    await app.perform(.commandLine, .olderEntry)
    #expect(app.store.prompt?.field.text == "login")
    app.store.stop()
  }

  @Test func `the prompt says that a token was refused and asks again; the token is nowhere`() async {
    var services = services
    services.account.signIn = { token throws(ClientError) in throw .refused("Discogs does not know \(token)") }
    let app = await store(services)
    await app.perform(.signIn)
    await app.type("badToken")
    await app.perform(.submit)
    #expect(app.store.prompt?.error == "Discogs does not know …")
    #expect(app.store.prompt?.field.text == "" && app.store.prompt?.isBusy == false)
    #expect(!said(app).contains("badToken"))
    await app.perform(.submit)
    #expect(app.store.prompt?.error == "Nothing typed")
    await app.type("a b")
    await app.perform(.submit)
    #expect(app.store.prompt?.error == AccountWords.noSpaces)
    app.store.stop()
  }

  @Test func `while Discogs checks, typing waits and Esc cancels`() async {
    let gate = Gate()
    var services = services
    services.account.signIn = { _ throws(ClientError) in
      await gate.pass()
      if Task.isCancelled { throw .cancelled }
      return ("digger", .secretService)
    }
    let app = await store(services)
    await app.perform(.signIn)
    await app.type("good")
    app.store.perform(.submit)
    await gate.arrival()
    app.store.insert("x")
    app.store.perform(.submit)
    #expect(app.store.prompt?.field.text == "good" && app.store.prompt?.isBusy == true)
    app.store.perform(.cancel)
    await gate.open()
    await app.tasks.settle()
    #expect(app.store.prompt == nil && app.store.notifications.all.isEmpty)
    app.store.stop()
  }

  @Test func `a token typed after login leaves the line and the history`() async {
    let app = await store()
    await app.commandLine("login AbcDefGhiJklMnoPqrStuVwxYz")
    #expect(app.store.prompt?.field.text == "login ")
    #expect(app.store.prompt?.error == "login takes nothing or oauth; you type the token hidden, at the next prompt")
    #expect(lines.values.isEmpty && !said(app).contains("AbcDef"))
    app.store.stop()
  }

  @Test func `OAuth asks key, secret and code, and shows the address in between`() async {
    let opened = Recorder<String>()
    let copied = Recorder<String>()
    var services = services
    services.desktop.open = { opened.append($0) }
    services.desktop.copy = { text in
      copied.append(text)
      return "OSC 52"
    }
    let app = await store(services)
    await app.commandLine("login oauth")
    #expect(app.store.prompt?.kind == .consumerKey && app.store.prompt?.isHidden == false)
    await app.type("mykey")
    await app.perform(.submit)
    #expect(app.store.prompt?.isHidden == true)
    await app.type("mysecret")
    await app.perform(.submit)
    let url = "https://discogs.com/oauth/authorize?oauth_token=mykey"
    #expect(
      app.store.prompt?.message
        == "Allow Runout here (opened in your browser, copied by OSC 52), then type the code:\n\(url)")
    #expect(opened.values == [url] && copied.values == [url])
    await app.type("999")
    await app.perform(.submit)
    #expect(app.store.prompt?.error == "Discogs does not know this code")
    #expect(app.store.prompt?.message?.hasSuffix(url) == true, "the address is still there")
    await app.type("12345")
    await app.perform(.submit)
    #expect(app.store.notice == "Signed in as digger; token stored in the desktop's Secret Service")
    #expect(!said(app).contains("mysecret") && lines.values == ["login oauth"])
    app.store.stop()
  }

  @Test func `a part that needed an account reloads after signing in`() async {
    let live = live
    var services = services
    let search = services.catalogue.search
    services.catalogue.search = { request, after, limit throws(ClientError) in
      guard case .signedIn = live.account else { throw .signInRequired(.signedOut) }
      return try await search(request, after, limit)
    }
    services.desktop.copy = { _ throws(ClientError) in throw .signInRequired(.signedOut) }
    let app = await store(services)
    #expect(app.search.results.rows.list.status == .failed(.signInRequired(.signedOut)))
    app.store.stage.notify(.high, "Something")
    await app.perform(.signIn)
    await app.type("good")
    await app.perform(.submit)
    #expect(app.search.results.rows.list.rows.count == 50)
    app.store.stop()
  }

  @Test func `a refused token closes nothing and stays in sight until it is seen`() async {
    live.account = .signedIn(user: "digger")
    let app = await store()
    await app.perform(.open)
    live.account = .refused(user: "digger")
    await until { app.store.account == .refused(user: "digger") }
    #expect(app.store.page.route == .release(1))
    #expect(
      app.store.notifications.alert?.text == "Discogs rejected digger's token · gs to sign in")
    await app.perform(.signIn)
    await app.type("good")
    await app.perform(.submit)
    #expect(app.store.notifications.alert == nil)
    #expect(app.store.page.route == .release(1))
    app.store.stop()
  }

  @Test func `whoami, logout and profiles`() async {
    let app = await store()
    await app.commandLine("whoami")
    #expect(app.store.notice == "Not signed in · gs to sign in")
    live.account = .signedIn(user: "digger")
    await app.commandLine("whoami")
    #expect(app.store.notice == "Signed in as digger")
    await app.commandLine("profile")
    #expect(app.store.notice == "Profile: default · others: shop")
    await app.commandLine("profile shop")
    #expect(app.store.notice == "Switched to profile shop" && live.account == .signedIn(user: "shopkeeper"))
    await app.commandLine("logout")
    #expect(live.account == .signedOut)
    app.store.stop()
  }

  @Test func `signing out takes from the pages what was the account's`() async {
    var figures = CommunityFigures(have: 10, want: 2, average: 4, ratings: 3, own: 5)
    live.set(figures, nil, of: 1)
    live.account = .signedIn(user: "digger")
    let app = await store()
    await app.perform(.open)
    guard let model = app.store.page as? ReleaseModel else {
      Issue.record("the page is not a release")
      return
    }
    func text() -> String { model.info.view.lines.map(\.text).joined(separator: "\n") }
    #expect(text().contains("yours ★★★★★"))
    figures.own = nil
    live.set(figures, nil, of: 1)
    await app.commandLine("logout")
    #expect(text().contains("10 have it") && !text().contains("yours"), "\(text())")

    // The next user to sign in sees their own.
    figures.own = 2
    live.set(figures, nil, of: 1)
    await app.commandLine("login")
    await app.type("goodTokenOfMine")
    await app.perform(.submit)
    #expect(text().contains("yours ★★") && !text().contains("★★★"), "\(text())")
    app.store.stop()
  }

  @Test func `figures that cannot be asked for after signing out are not those of before`() async {
    live.set(CommunityFigures(have: 10, want: 2, average: 4, ratings: 3, own: 5), nil, of: 1)
    live.account = .signedIn(user: "digger")
    var services = services
    let figures = services.community.figures
    services.community.figures = { [live] id throws(ClientError) in
      if live.account == .signedOut { throw .offline }
      return try await figures(id)
    }
    let app = await store(services)
    await app.perform(.open)
    await app.commandLine("logout")
    guard let model = app.store.page as? ReleaseModel else {
      Issue.record("the page is not a release")
      return
    }
    #expect(!model.info.view.lines.contains { $0.text.contains("yours") })
    app.store.stop()
  }

  @Test func `a user's page is opened by name, one's own without`() async {
    live.account = .signedIn(user: "digger")
    let app = await store()
    await app.commandLine("user nobody")
    #expect(app.store.page.route == .user("nobody"))
    await app.commandLine("user")
    #expect(app.store.page.route == .user("digger"))
    app.store.stop()
  }

  @Test(arguments: ["user a/b", "user a b", "profile ü", "profile a b", "login a b"])
  func `names that cannot be are said at once`(line: String) {
    #expect(throws: TypedLineError.self) { try TypedLine(parsing: line) }
  }
}

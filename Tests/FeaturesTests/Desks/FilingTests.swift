import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct FilingTests {
  private let shelf = fixtureShelf()
  private let kept = Recorder<FilingOptions>()

  private func services(
    knowsPersons: Bool = true, turn: @escaping @Sendable (FiledRow) -> FilingAnswer = { _ in .isGone }
  ) -> Services {
    var services = shelf.services()
    services.filing = .test {
      $0.options = { [kept] () throws(ClientError) in kept.values.last ?? FilingOptions() }
      $0.setOptions = { [kept] options throws(ClientError) in
        kept.append(options)
        return FilingChange(rows: options.personsByLastName ? 12 : 0, knowsPersons: knowsPersons)
      }
      $0.turn = { row throws(ClientError) in turn(row) }
    }
    return services
  }

  private func collection(_ services: Services) async -> StoreFixture {
    let app = await StoreFixture(services)
    await app.perform(.openCollection)
    return app
  }

  @Test func `the filing form shows an example for each choice`() async {
    let app = await collection(services())
    await app.commandLine("filing")
    #expect(app.form?.list.rows.map(\.name) == ["Articles", "People"])
    #expect(app.form?.list.rows.map(\.content.value) == ["The Beatles under B", "Miles Davis under M"])
    await app.perform(.submit)
    #expect(app.said == "Nothing changed" && kept.values.isEmpty)
    await app.commandLine("filing")
    await app.perform(.newerEntry, .editRight)
    #expect(app.row("People")?.content.value == "Miles Davis under D")
    await app.perform(.editDeleteLeft)
    #expect(app.row("People")?.content.value == "Miles Davis under D", "there is no third way")
    await app.perform(.submit)
    #expect(kept.values == [FilingOptions(personsByLastName: true)])
    #expect(app.said == "People by last name, articles ignored: moved 12 rows")
  }

  @Test func `words change what they name and leave the rest`() async {
    let app = await collection(services())
    await app.commandLine("filing articles")
    #expect(app.said == "People by first name, articles count: nothing moved")
    await app.commandLine("filing last-names")
    await app.commandLine("filing default")
    #expect(
      kept.values == [
        FilingOptions(dropsArticles: false), FilingOptions(dropsArticles: false, personsByLastName: true),
        FilingOptions(),
      ])
    #expect(TypedLine.completions(of: "filing articles l") == ["filing articles last-names"])
    #expect(throws: TypedLineError.self) { try TypedLine(parsing: "filing backwards") }
  }

  @Test func `where no artist is known as a person, the page says how to mark one`() async {
    let app = await collection(services(knowsPersons: false))
    await app.commandLine("filing last-names")
    #expect(
      app.said
        == "People by last name, articles ignored. No people known yet: use :person on a row")
  }

  @Test func `a row's artist is filed the other way, and the cursor goes with the row`() async {
    // Enough for two pages: the row goes from the first to far behind what is loaded.
    shelf.content.copies = (1...400).map { number in
      CollectionCopy(
        id: Int64(number), release: Release.ID(number), artist: "Artist \(number)", title: "Title", folder: "Jazz",
        added: "2020-01-01 10:00:00")
    }
    let app = await collection(
      services { [shelf] row in
        guard row == .copy(2) else { return .isGone }
        shelf.content.copies.append(shelf.content.copies.remove(at: 1))
        return .filed("Artist 2", under: "2, Artist")
      })
    await app.perform(.moveDown)
    await app.commandLine("person")
    #expect(app.said == "Artist 2 now sorts under 2, Artist")
    let list = app.collection.copies.rows.list
    #expect(list.selected?.id == 2 && list.cursor == 399)
    await app.perform(.moveToTop, .markAll)
    await app.commandLine("person")
    #expect(app.said == "One artist at a time · <Esc> to deselect")
  }

  @Test func `an artist that cannot be filed says why`() async {
    let answers: [(FilingAnswer, String)] = [
      (.hasNoLastName("Björk"), "Björk has no last name to sort under"),
      (.byFirstName, "People sort by first name: :filing last-names changes that"),
      (.isGone, "This row is no longer on your shelf"),
    ]
    for (answer, sentence) in answers {
      let app = await StoreFixture(services { $0 == .want(1) ? answer : .filed("", under: "") })
      await app.perform(.openWantList)
      await app.commandLine("person")
      #expect(app.said == sentence)
    }
    let app = await StoreFixture(services())
    await app.commandLine("person")
    #expect(app.said == ":person does nothing on this page · ? for help")
  }
}

import Clients
import DiscogsModel
import RunoutModel
import TestSupport
import Testing

@testable import Features

@MainActor struct IntakeTests {
  private let shelf = fixtureShelf()
  private let asked = Recorder<String>()
  private let kept = Recorder<String>()
  private let dropped = Recorder<IntakeLine.ID>()

  private func app(lines: [IntakeLine] = []) async -> StoreFixture {
    var services = shelf.services()
    services.intake.pressings = { [asked] text, last in
      asked.append(last.map { "\(text) near \($0.title)" } ?? text)
      guard let number = Int(text) else { return [] }
      return (0..<2).map {
        CatalogueRow(reference: .release(Release.ID(number + $0)), title: "Title \(number + $0)", artist: "Artist")
      }
    }
    services.intake.lines = { lines }
    services.intake.keep = { [kept] in
      kept.append("\($0) for \($1)")
      return IntakeLine(id: 100, text: $0, folder: $1)
    }
    services.intake.drop = { [dropped] in dropped.append($0) }
    return await StoreFixture(services)
  }

  private func popup(_ app: StoreFixture) -> IntakeModel? { app.store.popup as? IntakeModel }

  @Test func `a barcode, a key for each grade, and a digit take a record; the next has the same grades`() async throws {
    let app = await app()
    await app.commandLine("intake jazz")
    let intake = try #require(popup(app))
    #expect(intake.folder == "Jazz")
    await app.type("700")
    await app.perform(.submit)
    await app.type("eV2")
    #expect(intake.taken == 1 && !intake.isChoosing && intake.field.isEmpty)
    let copy = try #require(shelf.content.copies.last)
    #expect(copy.release == 701 && copy.folder == "Jazz")
    #expect(copy.mediaCondition == "Very Good Plus (VG+)" && copy.sleeveCondition == "Very Good (VG)")
    await app.type("800")
    await app.perform(.submit, .submit)
    #expect(shelf.content.copies.last?.release == 800)
    #expect(shelf.content.copies.last?.mediaCondition == "Very Good Plus (VG+)")
    #expect(asked.values == ["700", "800 near Title 701"])
    #expect(kept.values.isEmpty)
  }

  @Test func `digits that follow at once are the next barcode, and the record not chosen is kept`() async throws {
    let app = await app()
    await app.commandLine("intake Jazz")
    await app.type("700")
    await app.perform(.submit)
    for digit in "12" { app.store.insert(String(digit)) }
    await app.tasks.settle()
    let intake = try #require(popup(app))
    #expect(intake.field.text == "12" && !intake.isChoosing)
    #expect(kept.values == ["700 for Jazz"])
    #expect(shelf.performed.values.isEmpty)
  }

  @Test(arguments: ["CPL1-2030", "unknown pleasures", "ECM 1064", "EMEN2", "v12", "7\u{00A0}47"])
  func `what comes at once and is no grades and a digit is the next record`(text: String) async throws {
    let app = await app()
    await app.commandLine("intake Jazz")
    await app.type("700")
    await app.perform(.submit)
    for key in text { app.store.insert(String(key)) }
    let intake = try #require(popup(app))
    // Its last letters may be grades, which wait for what follows.
    app.store.insert(" x")
    await app.tasks.settle()
    #expect(intake.field.text == "\(text) x" && intake.media.isEmpty && intake.sleeve.isEmpty)
    #expect(kept.values == ["700 for Jazz"] && shelf.performed.values.isEmpty)
  }

  @Test func `a scanner's Enter at once makes a text of grades and a digit the next record`() async throws {
    let app = await app()
    await app.commandLine("intake Jazz")
    await app.type("700")
    await app.perform(.submit)
    for key in "HEM2" { app.store.insert(String(key)) }
    await app.perform(.submit)
    #expect(asked.values == ["700", "HEM2"] && shelf.performed.values.isEmpty)
    #expect(kept.values == ["700 for Jazz", "HEM2 for Jazz"])
  }

  @Test func `grades and a digit may come at once as well`() async throws {
    let app = await app()
    await app.commandLine("intake Jazz")
    await app.type("700")
    await app.perform(.submit)
    for key in "eV2" { app.store.insert(String(key)) }
    await app.tasks.settle()
    let copy = try #require(shelf.content.copies.last)
    #expect(copy.release == 701 && copy.mediaCondition == "Very Good Plus (VG+)")
    #expect(copy.sleeveCondition == "Very Good (VG)")
  }

  @Test func `u takes back one record after the other, and begins a text that follows at once`() async throws {
    let app = await app()
    await app.commandLine("intake Jazz")
    let intake = try #require(popup(app))
    for barcode in ["700", "800"] {
      await app.type(barcode)
      await app.perform(.submit, .submit)
    }
    app.store.perform(.undoDelete)
    app.store.insert("nknown")
    await app.tasks.settle()
    #expect(intake.taken == 2 && intake.field.text == "unknown")
    await app.perform(.cancel)
    await app.type("900")
    await app.perform(.submit, .submit)
    await app.perform(.undoDelete)
    #expect(intake.taken == 2 && app.store.undoesDeletion)
    await app.perform(.undoDelete, .undoDelete)
    #expect(intake.taken == 0 && !app.store.undoesDeletion)
  }

  @Test func `what is not found is kept, looked up again and dropped once it is taken`() async throws {
    let app = await app(lines: [IntakeLine(id: 7, text: "900", folder: "Jazz")])
    await app.commandLine("intake Jazz")
    await app.type("strange")
    await app.perform(.submit)
    let intake = try #require(popup(app))
    #expect(kept.values == ["strange for Jazz"])
    #expect(intake.said == "Not found, kept to settle later: strange")
    #expect(intake.lines.map(\.text) == ["900", "strange"])
    await app.perform(.submit)
    #expect(intake.isChoosing, "the selected line was looked up")
    await app.perform(.submit)
    #expect(shelf.content.copies.last?.release == 900)
    #expect(dropped.values == [7] && intake.lines.map(\.text) == ["strange"])
    await app.perform(.deleteEntry)
    #expect(dropped.values == [7, 100] && intake.lines.isEmpty)
  }

  @Test func `the record taken last is taken back, with a folder made for it`() async throws {
    let app = await app()
    await app.commandLine("intake Crate 3")
    await app.type("700")
    await app.perform(.submit, .submit)
    #expect(shelf.content.folders.contains("Crate 3"))
    let intake = try #require(popup(app))
    #expect(app.store.undoesDeletion)
    await app.perform(.undoDelete)
    #expect(intake.taken == 0 && !shelf.content.folders.contains("Crate 3"))
    await app.type("800")
    await app.perform(.submit, .submit)
    #expect(shelf.content.folders.contains("Crate 3") && shelf.content.copies.last?.release == 800)
  }

  @Test func `a folder that has come to be meanwhile is no reason to fail`() async throws {
    let app = await app()
    await app.commandLine("intake Crate 3")
    shelf.content.folders.append("Crate 3")
    await app.type("700")
    await app.perform(.submit, .submit)
    let intake = try #require(popup(app))
    #expect(intake.taken == 1 && kept.values.isEmpty && shelf.content.copies.last?.folder == "Crate 3")
  }

  @Test func `taking back at once takes back what was just taken, with the line it came from`() async throws {
    let app = await app(lines: [
      IntakeLine(id: 7, text: "900", folder: "Crate 3"), IntakeLine(id: 8, text: "1", folder: "Jazz"),
    ])
    await app.commandLine("intake Crate 3")
    let intake = try #require(popup(app))
    #expect(intake.lines.map(\.id) == [7], "another folder's lines are not shown")
    await app.perform(.submit)
    app.store.perform(.submit)
    app.store.perform(.undoDelete)
    await app.tasks.settle()
    #expect(intake.taken == 0 && shelf.content.copies.count == 3 && !shelf.content.folders.contains("Crate 3"))
    #expect(dropped.values == [7] && kept.values == ["900 for Crate 3"])
    await app.type("800")
    await app.perform(.submit, .submit)
    #expect(shelf.content.copies.last?.release == 800)
  }

  @Test func `a new record typed over a line leaves the line alone`() async throws {
    let app = await app(lines: [IntakeLine(id: 7, text: "900", folder: "Jazz")])
    await app.commandLine("intake Jazz")
    await app.perform(.submit, .editKillToStart)
    await app.type("800")
    await app.perform(.submit, .submit)
    #expect(shelf.content.copies.last?.release == 800 && dropped.values.isEmpty)
  }

  @Test func `a record that the shelf refuses is kept as a line`() async throws {
    var services = shelf.services()
    services.intake.pressings = { _, _ in [CatalogueRow(reference: .release(5), title: "Title", artist: "Artist")] }
    services.intake.lines = { [] }
    services.intake.keep = { [kept] in
      kept.append($0)
      return IntakeLine(id: 1, text: $0, folder: $1)
    }
    services.edits.perform = { _ throws(ClientError) in throw .storage("disk full") }
    let app = await StoreFixture(services)
    await app.commandLine("intake Jazz")
    await app.type("700")
    await app.perform(.submit, .submit)
    let intake = try #require(popup(app))
    #expect(kept.values == ["700"] && intake.taken == 0)
    #expect(intake.said == "Kept to settle later, 700: disk full")
  }

  @Test func `Esc gives up the pressings, then closes; what was not chosen is kept`() async throws {
    let app = await app()
    await app.commandLine("intake Jazz")
    await app.type("700")
    await app.perform(.submit, .cancel)
    #expect(popup(app)?.isChoosing == false && kept.values.isEmpty)
    await app.type("800")
    await app.perform(.submit)
    app.store.stop()
    await app.tasks.settle()
    #expect(kept.values == ["800 for Jazz"])
  }
}

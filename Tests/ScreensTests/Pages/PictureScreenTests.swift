import Clients
import DiscogsModel
import Features
import Screens
import Terminal
import TestSupport
import Testing

/// Covers on pages, on walls and alone, as letters.
@MainActor struct PictureScreenTests {
  private func app(_ size: Size = Size(columns: 120, rows: 40), pictures: Bool = true) async -> Harness {
    let app = await Harness(Crate.services, size: size)
    if pictures {
      await app.type(":set pictures symbols")
      await app.press("<Enter>")
    }
    return app
  }

  /// How many cells hold a part of a picture.
  private func blocks(_ app: Harness, _ area: Rect? = nil) -> Int {
    let area = area ?? app.canvas.bounds
    return (area.row..<area.endRow).reduce(0) { sum, row in
      sum
        + (area.column..<area.endColumn).count { column in
          app.canvas[Point(column: column, row: row)].style.attributes.contains(.solid)
        }
    }
  }

  /// The list at the left of a preview, on 30 lines or more.
  private let list = Rect(column: 0, row: 4, columns: 70, rows: 24)

  @Test func `a release has its cover beside what it is`() async {
    let app = await app()
    await app.press("3", "<Enter>")
    let blocks = blocks(app, Rect(column: 0, row: 4, columns: 22, rows: 12))
    #expect(blocks > 100, "\(app.screen)")
    let beside = app.lines[4].dropFirst(16)
    #expect(beside.contains { $0.isLetter }, "the text flows round it")
    let cursor = app.canvas.cursor
    #expect(
      cursor.map { $0.column > 10 && $0.row == 4 } == true, "the cursor stands beside it: \(String(describing: cursor))"
    )
  }

  @Test func `a sleeve in blocks has its names on it, one that they stand right below has not`() async {
    let app = await app()
    await app.press("3", "<Enter>")
    func words(_ style: (CellStyle) -> Bool) -> [String] {
      (4..<38).compactMap { row in
        let columns = (1..<119).filter { style(app.canvas[Point(column: $0, row: row)].style) }
        guard let first = columns.first, let last = columns.last else { return nil }
        let text = app.canvas.text(row: row, columns: first..<last + 1).trimmingPrefix(" ")
        return text.contains { $0.isLetter } ? text.split(separator: "  ").first.map(String.init) : nil
      }
    }
    let subject = app.store.page.panes.subjects.first
    for key in ["", "c"] {
      if !key.isEmpty { await app.press(key) }
      #expect(words { $0.attributes.contains(.solid) && $0.attributes.contains(.bold) } == [subject?.title])
      #expect(words { $0.attributes.contains(.solid) && !$0.attributes.contains(.bold) } == [subject?.artist])
    }
    await app.press("<Esc>", "1")
    #expect(app.screen.contains("pick") && words { $0.attributes.contains(.solid) }.isEmpty, "\(app.screen)")
  }

  @Test func `the cover comes with the preview, and goes with it`() async {
    let app = await app()
    await app.press("3")
    let preview = Rect(column: 70, row: 4, columns: 50, rows: 34)
    #expect(blocks(app, preview) > 40)
    await app.press("i")
    #expect(blocks(app, preview) == 0)
  }

  @Test func `the collection starts with covers beside the preview, and for one who chooses columns as a table`()
    async throws
  {
    let app = await app()
    await app.press("3")
    #expect(blocks(app, list) > 300, "\(app.screen)")
    let copy = try #require(app.store.page.panes.subjects.first)
    #expect(app.screen.contains(copy.artist) && app.lines[39].contains("V list"), "\(app.screen)")
    await app.type(":columns title year")
    await app.press("<Enter>")
    #expect(blocks(app, list) == 0 && app.lines[5].contains(copy.artist), "\(app.screen)")
    await app.type(":columns default")
    await app.press("<Enter>")
    #expect(blocks(app, list) > 300, "\(app.screen)")
    await app.resize(columns: 120, rows: 24)
    let low = Rect(column: 0, row: 4, columns: 70, rows: 18)
    #expect(blocks(app, low) == 0, "where there are few lines each is a copy")
    await app.press("V")
    #expect(blocks(app, low) > 100, "unless one wants covers")
  }

  @Test func `a search starts with covers, the words for each on it`() async {
    let app = await app()
    await app.press("s")
    await app.type("kind of blue")
    await app.press("<Enter>")
    #expect(blocks(app, list) > 50, "\(app.screen)")
    let title = Point(column: 2, row: 14)
    #expect(app.lines[13].contains("  Miles Davis ") && app.lines[14].contains("  Kind Of Blue "), "\(app.screen)")
    #expect(app.canvas[title].style.attributes.isSuperset(of: [.solid, .bold]), "on the sleeve")
    await app.press("V")
    #expect(blocks(app, list) == 0 && app.lines[4].contains("Year"), "\(app.screen)")
  }

  @Test func `on a high page a preview's cover stands above its text, as large as the preview`() async throws {
    let app = await app()
    await app.press("3")
    let rule = try #require(Array(app.lines[5]).firstIndex(of: "│"), "\(app.screen)")
    let preview = rule + 2..<118
    let cover = (4..<app.lines.count).prefix { row in
      preview.contains { app.canvas[Point(column: $0, row: row)].style.attributes.contains(.solid) }
    }
    #expect(cover.count >= 13, "\(app.screen)")
    let widest = cover.map { row in
      preview.count { app.canvas[Point(column: $0, row: row)].style.attributes.contains(.solid) }
    }
    #expect(4 * (widest.max() ?? 0) > 3 * preview.count, "\(app.screen)")
    let first = cover.endIndex + 1
    let below = app.canvas.text(row: first, columns: preview)
    #expect(below.contains { $0.isLetter }, "\(app.screen)")
    #expect(below.first != " ", "the text begins where the cover does")
    await app.press("<Tab>", "<Tab>")
    #expect(app.store.page.panes.isInfoFocused)
    #expect(app.canvas.cursor?.row == first, "the cursor begins at the text")
    await app.resize(columns: 120, rows: 24)
    #expect(app.canvas.text(row: 4, columns: preview).contains { $0.isLetter }, "\(app.screen)")
  }

  @Test func `without pictures there is no room kept for any`() async {
    let app = await app()
    await app.press("3", "<Enter>")
    #expect(blocks(app) > 0)
    await app.type(":set pictures off")
    await app.press("<Enter>")
    #expect(blocks(app) == 0)
    #expect(app.lines[4].dropFirst().first != " ", "\(app.screen)")
  }

  @Test func `V stands a list on a wall, hjkl walk it, Esc takes it down`() async {
    let app = await app(Size(columns: 120, rows: 30))
    await app.press("3", "V")
    let covers = blocks(app)
    #expect(covers > 300, "\(app.screen)")
    let first = app.store.page.panes.subjects
    await app.press("l")
    #expect(app.store.page.panes.main.cursor == 1)
    await app.press("h", "h")
    #expect(app.store.page.panes.main.cursor == 0)
    #expect(app.store.page.panes.subjects == first)
    await app.press("j")
    #expect(app.store.page.panes.main.cursor > 1, "a line down is a line of covers")
    await app.press("k", "k", "gg")
    #expect(app.store.page.panes.main.cursor == 0)
    await app.press("<Esc>")
    #expect(blocks(app, list) == 0, "only the preview has a cover")
    #expect(app.store.page.panes.subjects == first)
  }

  @Test func `a wall comes down where pictures are turned off`() async {
    let app = await app()
    await app.press("3")
    await app.type(":set pictures off")
    await app.press("<Enter>")
    #expect(blocks(app) == 0)
    #expect(app.screen.contains("row 1 of"), "\(app.screen)")
    await app.press("j")
    #expect(app.store.page.panes.main.cursor == 1)
  }

  @Test func `Enter on a wall opens the record, and back the wall stands as it stood`() async {
    let app = await app()
    await app.press("4", "V", "l", "l")
    let wall = app.screen
    await app.press("<Enter>")
    #expect(app.screen != wall)
    await app.press("h")
    #expect(app.screen == wall)
    #expect(blocks(app, list) > 0)
    await app.press("<Backspace>")
    #expect(blocks(app, list) == 0)
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 160, rows: 50)])
  func `a wall stands at any size`(size: Size) async {
    let app = await app(size)
    await app.press("4", "V")
    #expect(blocks(app) > 20, "\(app.screen)")
    let foot = app.canvas.cursor.map { app.canvas[$0].style.attributes.contains(.reverse) }
    #expect(foot == true, "the frame of the selected one")
    let outside = app.lines.prefix(size.rows > 16 ? 4 : 2) + app.lines.suffix(size.rows > 16 ? 2 : 1)
    #expect(!outside.contains { $0.contains("▀") }, "it stays within the list: \(app.screen)")
    await app.resize(columns: 120, rows: 30)
    #expect(blocks(app) > 200)
  }

  @Test func `a click on a cover selects it, another opens it`() async {
    let app = await app()
    await app.press("3")
    await app.take([.click(Point(column: 45, row: 6))])
    let cursor = app.store.page.panes.main.cursor
    #expect(cursor > 0)
    await app.take([.click(Point(column: 45, row: 6))])
    #expect(app.store.page.route != .collection)
  }

  @Test func `c shows the cover large, and any key for the page puts it away`() async {
    let app = await app()
    await app.press("3", "<Enter>")
    let page = blocks(app)
    await app.press("c")
    #expect(blocks(app) > 4 * page, "\(app.screen)")
    #expect(app.screen.contains(PictureCaption.drawn))
    await app.press("c")
    #expect(blocks(app) == page)
    await app.press("c", "<Esc>")
    #expect(blocks(app) == page)
  }

  private enum PictureCaption {
    static let drawn = "Drawn by Runout"
  }

  @Test func `a long title stands in two lines on its sleeve, in the colours of that`() async throws {
    let app = await app()
    await app.press("s")
    await app.type("appetite")
    await app.press("<Enter>")
    let row = try #require(app.lines.firstIndex { $0.hasPrefix("  Appetite For  ") }, "\(app.screen)")
    #expect(app.lines[row - 1].hasPrefix("  Guns N' Roses "), "\(app.screen)")
    #expect(app.lines[row + 1].hasPrefix("  Destruction "), "\(app.screen)")
    let paper = app.canvas[Point(column: 2, row: row)].style.background
    for column in 1..<18 {
      let style = app.canvas[Point(column: column, row: row + 1)].style
      #expect(style.background == paper && style.attributes.contains(.solid), "\(column)")
    }
  }

  @Test func `a frame stands around the selected card, and goes with it`() async throws {
    let app = await app()
    await app.press("3", "l")
    let foot = try #require(app.canvas.cursor)
    let rows = foot.row - 10...foot.row + 1
    let right = try #require(
      (foot.column + 1..<80).first { app.canvas[Point(column: $0, row: foot.row)].style.attributes.contains(.reverse) })
    let sides = [foot.column, right].flatMap { column in
      rows.dropFirst().dropLast().map { Point(column: column, row: $0) }
    }
    let ends = (foot.column...right).flatMap { column in
      [rows.lowerBound, rows.upperBound].map { Point(column: column, row: $0) }
    }
    func isFrame(_ place: Point) -> Bool {
      app.canvas.text(row: place.row, columns: place.column..<place.column + 1) == "▀"
    }
    #expect(sides.allSatisfy { app.canvas[$0].style.attributes.contains(.reverse) }, "\(app.screen)")
    #expect(ends.allSatisfy(isFrame), "\(app.screen)")
    await app.press("h", "h", "j")
    #expect(!sides.contains { app.canvas[$0].style.attributes.contains(.reverse) }, "\(app.screen)")
    #expect(!ends.contains(where: isFrame), "\(app.screen)")
  }

  @Test func `a wall stands beside the preview, which i puts away`() async {
    let app = await app()
    await app.press("3", "l")
    let preview = Rect(column: 82, row: 4, columns: 38, rows: 34)
    #expect(blocks(app, preview) > 40, "\(app.screen)")
    let title = app.store.page.panes.list?.selectedRow?.record?.title ?? "?"
    #expect(app.lines.contains { $0.dropFirst(82).contains(title.prefix(12)) }, "\(app.screen)")
    await app.press("<Tab>", "<Tab>")
    #expect(app.store.page.panes.isInfoFocused)
    await app.press("h", "i")
    #expect(!app.store.page.panes.isInfoVisible && app.store.page.panes.main.cursor == 1, "\(app.screen)")
    await app.press("l")
    #expect(app.store.page.panes.main.cursor == 2)
  }

  @Test(arguments: [34, 40, 52]) func `below a cover no fact is cut`(columns: Int) async {
    let app = await app(Size(columns: columns, rows: 12))
    await app.paste("[a900000001]")
    await app.press("j", "j", "V")
    #expect(app.store.page.panes.list?.isWall == true)
    #expect(!app.screen.contains(/\d{4} · [^ ]+ [^ ]*…/), "\(app.screen)")
  }

  @Test func `where there is nothing to show, it is said`() async {
    let app = await app()
    await app.press("9", "V")
    #expect(app.store.notice?.contains("covers") == true, "\(app.store.notice ?? "")")
    await app.press("c")
    #expect(app.store.notice?.contains("No picture") == true, "\(app.store.notice ?? "")")
    let without = await self.app(pictures: false)
    await without.press("3", "V")
    #expect(without.store.notice?.contains("no pictures") == true, "\(without.store.notice ?? "")")
  }
}

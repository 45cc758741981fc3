import Terminal
import Testing

@testable import Screens

@MainActor struct ColumnLayoutTests {
  private enum Fact { case artist, title, year, price }

  private static let columns: [ListColumn<Fact>] = [
    .init(.artist, "Artist", share: 2), .init(.title, "Title", share: 1, from: 30), .init(.year, "Year", 4),
    .init(.price, "Price", 6, from: 20, below: 40, alignment: .trailing),
    .init(.price, "Price", 9, from: 40, alignment: .trailing),
  ]

  private static let texts: [Fact: String] = [
    .artist: "坂本龍一", .title: "千のナイフ", .year: "1978", .price: "€9.00",
  ]

  /// Heading and row as they are drawn in so much room, between bars.
  private func drawn(_ columns: [ListColumn<Fact>] = Self.columns, room: Int, least: Int = 8) -> [String] {
    let layout = ColumnLayout(columns, room: room, least: least)
    // There is more room on the screen than the row has: nothing may be written there.
    var canvas = Canvas(size: Size(columns: room + 2, rows: 2))
    canvas.fill(canvas.bounds, with: ".")
    let rows = Rect(column: 1, row: 0, columns: room, rows: 2)
    canvas.fill(rows)
    layout.drawHeading(in: rows.line(0), sort: nil, theme: Theme(), on: &canvas)
    layout.draw(in: rows.line(1), on: &canvas) { cell, canvas in
      canvas.write(Self.texts[cell.fact] ?? "", in: cell)
    }
    return canvas.lines
  }

  @Test func `a column is shown from its room on and widens with it`() {
    #expect(drawn(room: 19) == [".Artist         Year.", ".坂本龍一       1978."])
    #expect(drawn(room: 20) == [".Artist   Year  Price.", ".坂本龍一 1978  €9.00."])
    #expect(
      drawn(room: 40) == [
        ".Artist           Title    Year     Price.", ".坂本龍一         千のナ…  1978     €9.00.",
      ])
  }

  @Test func `what the others leave is shared and what cannot be divided goes to the largest share`() {
    let shares: [ListColumn<Fact>] = [
      .init(.artist, "aaaaaaaaaa", share: 1), .init(.year, "b", 1), .init(.title, "cccccccccc", share: 2),
    ]
    #expect(drawn(shares, room: 12)[0] == ".aa… b ccccc….")
    #expect(drawn(shares, room: 13)[0] == ".aa… b cccccc….")
    #expect(drawn(shares, room: 14)[0] == ".aa… b ccccccc….")
    #expect(drawn(shares, room: 15)[0] == ".aaa… b ccccccc….")
  }

  @Test func `a wide sign at the end of a column is not halved`() {
    let columns: [ListColumn<Fact>] = [.init(.artist, "", 6), .init(.title, "", share: 1)]
    #expect(drawn(columns, room: 17)[1] == ".坂本…  千のナイフ.")
  }

  @Test func `the last columns are left out where the rest would be too narrow`() {
    #expect(drawn(room: 12, least: 8) == [".Artist      .", ".坂本龍一    ."])
    #expect(drawn(room: 24, least: 16) == [".Artist              Year.", ".坂本龍一            1978."])
    #expect(drawn(room: 4) == [".Art….", ".坂… ."])
    #expect(drawn(room: 0) == ["..", ".."])
  }

  @Test func `layouts are the same where they draw the same`() {
    let layout = ColumnLayout(Self.columns, room: 40)
    #expect(layout == ColumnLayout(Self.columns, in: Rect(column: 3, row: 1, columns: 42, rows: 9)))
    #expect(layout != ColumnLayout(Self.columns, room: 41))
    let year = ColumnLayout([ListColumn(Fact.year, "Year", 4)], room: 40)
    #expect(year != ColumnLayout([ListColumn(Fact.year, "Released", 4)], room: 40))
    #expect(year != ColumnLayout([ListColumn(Fact.year, "Year", 4, alignment: .trailing)], room: 40))
  }
}

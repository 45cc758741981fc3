import DiscogsModel
import Terminal
import Testing

@testable import Screens

@MainActor struct CatalogueColumnsTests {
  /// What is drawn of a row of an artist with a long name, in 80 columns.
  private func drawn(_ kind: CatalogueColumns.Kind, name: String) -> (canvas: Canvas, columns: CatalogueColumns) {
    var row = CatalogueRow(reference: .artist(1), title: name)
    (row.role, row.count) = ("plays the bass", 20)
    var canvas = Canvas(size: Size(columns: 80, rows: 1))
    let columns = CatalogueColumns(kind, in: canvas.bounds)
    columns.draw(row, after: nil, before: nil, marks: nil, in: canvas.bounds, theme: Theme(), on: &canvas)
    return (canvas, columns)
  }

  @Test(arguments: [20, 30, 40, 70])
  func `an artist's name ends before a reason or a comment, and takes all of the row of a search`(length: Int) throws {
    let name = String(repeating: "x", count: length)
    for kind in [CatalogueColumns.Kind.dug, .entries] {
      let (canvas, columns) = drawn(kind, name: name)
      let reason = try #require(columns.layout.area(of: .role, in: canvas.bounds))
      #expect(canvas.text(row: 0, columns: reason.column..<reason.column + 14) == "plays the bass")
      #expect(canvas.text(row: 0, columns: reason.column - 1..<reason.column) == " ")
    }
    let (canvas, _) = drawn(.search, name: name)
    #expect(canvas.text(row: 0).contains(name))
  }
}

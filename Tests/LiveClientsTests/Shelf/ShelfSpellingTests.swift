import Testing

@testable import LiveClients

struct ShelfSpellingTests {
  private let spelling = ShelfSpelling(["miles": 9, "davis": 9, "coltrane": 4, "column": 1, "soul": 3, "björk": 1])

  @Test(arguments: [
    ("mils", "miles"), ("mils davs", "miles davis"), ("Coltrane mils", "Coltrane miles"),
    ("artist:mils", "artist:miles"), ("artist:\"mils davis\" rating:4..", "artist:\"miles davis\" rating:4.."),
    ("bjrök folder:jaz", "björk folder:jaz"), ("milez", "miles"), ("ımiles", "miles"),
  ])
  func `a word that no row has becomes the nearest that one has`(_ filter: String, _ repaired: String) {
    #expect(spelling.repaired(filter: filter).first == repaired)
  }

  @Test(arguments: [
    "miles", "mil", "col", "xyzzy", "-mils", "folder:mils", "folder:\"mils davs\"", "note:\"mils\" miles", "1959", "",
    "\"", ":", "artist:",
  ])
  func `what is known, part of a word, or no name stays`(_ filter: String) {
    #expect(spelling.repaired(filter: filter).isEmpty)
  }

  @Test func `of several words that are near each is tried, the commonest first, and only so many`() {
    let spelling = ShelfSpelling([
      "mila": 5, "mile": 3, "milo": 2, "milk": 1, "dave": 4, "davo": 1, "davi": 1, "davy": 1,
    ])
    let filters = spelling.repaired(filter: "mils davs")
    #expect(filters.first == "mila dave" && filters.contains("mile dave") && filters.count <= 9)
    #expect(Set(filters).count == filters.count)
  }
}

import DiscogsModel
import RunoutModel
import Testing

struct ShelfFactsTests {
  @Test(arguments: [
    ("Kino*", "Kino"), ("Kino (2)", "Kino"), ("Bach* - Glenn Gould", "Bach - Glenn Gould"),
    ("Nirvana (2) & Kino*, Can (3)", "Nirvana & Kino, Can"), ("Sunn O)))", "Sunn O)))"), ("*NSYNC", "*NSYNC"),
    ("M*A*S*H", "M*A*S*H"), ("!!! (2)", "!!!"), ("Cre(8)or", "Cre(8)or"), ("(2)", "(2)"), ("*", "*"),
    ("Blur (live)", "Blur (live)"), ("", ""), ("Nico (3)*", "Nico"), ("Kino* (2)", "Kino"),
    ("Nico (3)*, Kino* (2) & Can*", "Nico, Kino & Can"), ("Bach* (2)x", "Bach (2)x"), ("***x", "***x"),
  ])
  func `names are shown without Discogs' stars and numbers`(exported: String, shown: String) {
    let facts = ShelfFacts(release: 1, artist: exported, title: "Title", label: exported)
    #expect(facts.displayArtist == shown)
    #expect(facts.displayLabel == shown)
    #expect(facts.name == (exported.isEmpty ? "Title" : "\(shown) – Title"))
  }

  @Test(arguments: [
    ("Artist 5", "Title 5", "Artist 5 – Title 5"), ("Artist 5", "", "Artist 5"), ("", "Title 5", "Title 5"),
    ("", "", ""), ("Artist 7", "   ", "Artist 7"), (" ", "", ""),
  ])
  func `a name of which one half is unknown has no dash, and a number where both are`(
    artist: String, title: String, name: String
  ) {
    #expect(ShelfFacts(release: 5, artist: artist, title: title).name == (name.isEmpty ? "release 5" : name))
    #expect(ShelfFacts(master: 7, artist: artist, title: title).name == (name.isEmpty ? "master 7" : name))
  }
}

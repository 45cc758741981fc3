import DiscogsModel
import RunoutModel
import Testing

struct ShelfFactsTests {
  @Test(arguments: [
    ("Kino*", "Kino"), ("Kino (2)", "Kino"), ("Bach* - Glenn Gould", "Bach - Glenn Gould"),
    ("Nirvana (2) & Kino*, Can (3)", "Nirvana & Kino, Can"), ("Sunn O)))", "Sunn O)))"), ("*NSYNC", "*NSYNC"),
    ("M*A*S*H", "M*A*S*H"), ("!!! (2)", "!!!"), ("Cre(8)or", "Cre(8)or"), ("(2)", "(2)"), ("*", "*"),
    ("Blur (live)", "Blur (live)"), ("", ""),
  ])
  func `names are shown without Discogs' stars and numbers`(exported: String, shown: String) {
    let facts = ShelfFacts(release: 1, artist: exported, title: "Title", label: exported)
    #expect(facts.displayArtist == shown)
    #expect(facts.displayLabel == shown)
    #expect(facts.name == (exported.isEmpty ? "Title" : "\(shown) – Title"))
  }
}

import DiscogsModel
import RunoutModel
import Testing

struct PastedReferenceTests {
  @Test(
    arguments: [
      ("https://www.discogs.com/release/249504-Rick-Astley-Never-Gonna-Give-You-Up", .release(249504)),
      ("https://www.discogs.com/release/249504", .release(249504)),
      ("https://www.discogs.com/release/249504/", .release(249504)),
      ("http://www.discogs.com/release/249504?ev=rr#images", .release(249504)),
      ("www.discogs.com/de/master/96559-Rick-Astley", .master(96559)),
      ("https://www.discogs.com/pt_BR/label/895-RCA", .label(895)),
      ("discogs.com/artist/72872-Rick-Astley", .artist(72872)),
      ("HTTPS://WWW.DISCOGS.COM/Artist/72872", .artist(72872)),
      ("//www.discogs.com/artist/72872", .artist(72872)),
      ("https://www.discogs.com/Rick-Astley-Never-Gonna-Give-You-Up/release/249504", .release(249504)),
      ("https://www.discogs.com/sell/release/249504?ev=rb", .release(249504)),
      ("https://www.discogs.com/release/249504-50-Foot-Wave", .release(249504)),
      ("https://www.discogs.com/release/stats/249504", .release(249504)),
      ("https://www.discogs.com/release/edit/249504", .release(249504)),
      ("https://www.discogs.com/de/release/edit/249504?step=2", .release(249504)),
      ("https://www.discogs.com/release/249504-Rick-Astley/history", .release(249504)),
      ("https://www.discogs.com/Artist/release/249504", .release(249504)),
      ("https://www.discogs.com/Master/release/249504", .release(249504)),
      ("https://www.discogs.com/Release/master/96559", .master(96559)),
      ("https://www.discogs.com/master/view/96559", .master(96559)),
      ("https://www.discogs.com/artist/edit/72872", .artist(72872)),
      ("https://www.discogs.com/sell/post/249504", .release(249504)),
      ("https://www.discogs.com/sell/list?release_id=249504&ev=rb", .release(249504)),
      ("https://www.discogs.com/sell/list?sort=price&master_id=96559", .master(96559)),
      ("https://www.discogs.com/history?release=249504#latest", .release(249504)),
      ("https://api.discogs.com/releases/249504", .release(249504)),
      ("https://api.discogs.com/masters/96559/versions?page=2", .master(96559)),
      ("api.discogs.com/artists/72872/releases", .artist(72872)),
      ("https://api.discogs.com/labels/895", .label(895)),
      ("  <https://www.discogs.com/release/249504>\n", .release(249504)),
      ("r249504", .release(249504)),
      ("r123", .release(123)),
      ("m96559", .master(96559)),
      ("[r123]", .release(123)),
      ("[R1]", .release(1)),
      ("[m=123]", .master(123)),
      ("[a123]", .artist(123)),
      ("[l123]", .label(123)),
    ] as [(String, EntityReference)])
  func `addresses and shorthands lead to their page`(text: String, reference: EntityReference) {
    #expect(EntityReference(pasted: text) == reference)
  }

  @Test(arguments: [
    "", " ", "249504", "M83", "m83", "L7", "l7", "R1234", "r", "r12x", "r-123", "r１２３", "[r]", "[r=]", "[]", "[A]",
    "[1992]", "[a=Nirvana]", "[a=311]", "[url=x]", "[WEA logo]", "[r0]", "r000", "r99999999999999999999", "[r123",
    "r123]",
    "https://www.discogs.com/", "https://www.discogs.com", "https://www.discogs.com/release/", "discogs",
    "https://www.discogs.com/release/Never-Gonna", "https://www.discogs.com/artist/Miles+Davis",
    "https://www.discogs.com/release/0", "https://www.discogs.com/release/99999999999999999999",
    "https://www.discogs.com/user/release/collection", "https://www.discogs.com/release/stats/",
    "https://www.discogs.com/release/of/the/year/1959", "https://www.discogs.com/sell/list?release_id=",
    "https://www.discogs.com/search/?q=release/1", "https://www.discogs.com/search/?artist=311&type=release",
    "https://www.discogs.com/search?label=4&type=all",
    "https://discogs.com.example.org/release/1", "https://example.org/discogs.com/release/1",
    "https://notdiscogs.com/release/1", "ftp://discogs.com/release/1", "release/249504", "A-ha", "://", "<>", "//",
  ])
  func `anything else leads nowhere`(text: String) {
    #expect(EntityReference(pasted: text) == nil)
  }

  @Test func `a page's address and shorthand open it again`() {
    for kind in EntityKind.allCases {
      let reference = EntityReference(kind, 249504)
      #expect(EntityReference(pasted: reference.webURL) == reference)
      #expect(EntityReference(pasted: reference.shorthand) == reference)
      #expect(EntityReference(pasted: "[\(reference.shorthand)]") == reference)
    }
    #expect(EntityReference.master(96559).webURL == "https://www.discogs.com/master/96559")
  }
}

import Catalogue
import DiscogsModel
import RunoutModel
import Testing

/// What people type, and what they mean by it, over the demo catalogue.
struct CatalogueRankingTests {
  @Test(arguments: [
    ("miles davis", "artist Miles Davis"), ("miles", "artist Miles Davis"), ("mil", "artist Miles Davis"),
    ("beatles", "artist The Beatles"), ("the beatles", "artist The Beatles"), ("BEATLES", "artist The Beatles"),
    ("nirvana", "artist Nirvana"), ("nirv", "artist Nirvana"), ("pink floyd", "artist Pink Floyd"),
    ("bjork", "artist Björk"), ("björk", "artist Björk"), ("sigur ros", "artist Sigur Rós"),
    ("motorhead", "artist Motörhead"), ("mötley crüe", "artist Mötley Crüe"), ("motley crue", "artist Mötley Crüe"),
    ("blue oyster cult", "artist Blue Öyster Cult"), ("guns n roses", "artist Guns N' Roses"),
    ("guns n' roses", "artist Guns N' Roses"), ("abba", "artist ABBA"),
    ("!!!", "artist !!!"), ("кино", "artist Кино"), ("arvo part", "artist Arvo Pärt"), ("can", "artist Can"),
    ("television", "artist Television"), ("prince", "artist Prince"),
    ("prince and the", "artist Prince And The Revolution"),
    ("bob marley and the wailers", "artist Bob Marley & The Wailers"), ("led zep", "artist Led Zeppelin"),
    ("joao gilberto", "artist João Gilberto"), ("b.b. king", "artist B.B. King"), ("bb king", "artist B.B. King"),
    ("dave brubeck", "artist Dave Brubeck"), ("dave brubeck q", "artist The Dave Brubeck Quartet"),
    ("teo macero", "artist Teo Macero"),
    ("kind of blue", "master Kind Of Blue"), ("kind of b", "master Kind Of Blue"),
    ("Kind of Blue ", "master Kind Of Blue"),
    ("miles davis kind of blue", "master Kind Of Blue"), ("kind blue miles", "master Kind Of Blue"),
    ("dark side of the moon", "master The Dark Side Of The Moon"), ("dark side", "master The Dark Side Of The Moon"),
    ("the dark side of the moon", "master The Dark Side Of The Moon"), ("abbey road", "master Abbey Road"),
    ("ok computer", "master OK Computer"), ("sgt peppers", "master Sgt. Pepper's Lonely Hearts Club Band"),
    ("nevermind", "master Nevermind"), ("blue train", "master Blue Train"), ("blue", "master Blue"),
    ("low", "master Low"), ("kid a", "master Kid A"), ("thriller", "master Thriller"), ("homework", "master Homework"),
    ("a love supreme", "master A Love Supreme"), ("love supreme", "master A Love Supreme"),
    ("agaetis byrjun", "master Ágætis byrjun"), ("whats going on", "master What's Going On"),
    ("london calling", "master London Calling"), ("группа крови", "master Группа крови"),
    ("koln concert", "master The Köln Concert"), ("getz gilberto", "master Getz / Gilberto"),
    ("tabula rasa", "master Tabula Rasa"), ("( )", "master ( )"), ("zombie fela", "master Zombie"),
    ("となりのトトロ", "master となりのトトロ サウンドトラック集"), ("風街", "master 風街ろまん"), ("아니", "master 아니 벌써"),
    ("columbia", "label Columbia"), ("blue note", "label Blue Note"), ("sub pop", "label Sub Pop"),
    ("parlophone", "label Parlophone"), ("factory", "label Factory"), ("verve", "label Verve Records"),
    ("nirvana (2)", "artist Nirvana (2)"), ("tribute to kind of blue", "master A Tribute To Kind Of Blue"),
    ("إنت عمري", "release إنت عمري"), ("billie jean", "release Billie Jean"), ("dubrovnik polka", nil),
  ]) func `the first row is what was meant`(query: String, first: String?) async throws {
    let row = try await Self.store.search(SearchRequest(query: try SearchQuery(parsing: query))).rows.first
    #expect(row.map { "\($0.reference.kind.rawValue) \($0.title)" } == first)
  }

  @Test func `a master comes before its key release, and both before a tribute`() async throws {
    let rows = try await Self.store.search(SearchRequest(query: try SearchQuery(parsing: "kind of blue"))).rows
    #expect(rows.first?.reference.kind == .master)
    let key = try #require(rows.first)
    guard case .master(let id) = key.reference else { return }
    let keyRelease = try await Self.store.master(id).keyRelease
    #expect(rows.dropFirst().first?.reference == keyRelease.map(EntityReference.release))
    let tribute = try #require(rows.firstIndex { $0.title.contains("Tribute") })
    #expect(tribute >= 2)
  }

  @Test func `the first screen shows records, each once`() async throws {
    let rows = try await Self.store.search(SearchRequest()).rows
    #expect(rows.count == 50)
    #expect(rows.prefix(10).allSatisfy { $0.reference.kind == .master })
    #expect(Set(rows.map { "\($0.artist) \($0.title)" }).count >= 49)
  }

  @Test func `Various is found, and last where it was not asked for`() async throws {
    #expect(try await Self.store.find("various", kind: .artist).count == 1)
    let artists = try await Self.store.findAll(SearchRequest(kind: .artist), pagesOf: 200)
    #expect(artists.prefix(100).allSatisfy { $0.title != "Various" })
  }

  private static var store: CatalogueStore {
    get throws { try CatalogueFixture.demo.store() }
  }
}

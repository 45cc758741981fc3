import Catalogue
import DiscogsModel
import RunoutModel
import Testing

/// Records whose names have neither letters nor digits, in every field.
struct NamesOfSignsTests {
  private static let names = [
    "!!!", "†††", "∆", "÷", "( )", "+/-", "***", "???", "----", "+++", "♥", "‡", "\"", "∞", "$",
  ]

  /// A record for each name: by an artist, with a title, on a label, with a number, a track and a matrix of that name; and
  /// one with nothing of the kind.
  private static let catalogue = CatalogueFixture.shared(
    DumpText.releases(
      names.enumerated().flatMap { index, name in
        [
          ReleaseText(id: 100 + index, title: "By", artist: (100 + index, name)),
          ReleaseText(id: 200 + index, title: name, artist: (1, "Alpha")),
          ReleaseText(id: 300 + index, title: "On", artist: (1, "Alpha"), label: (300 + index, name, "none")),
          ReleaseText(
            id: 400 + index, title: "Number", artist: (1, "Alpha"), label: (1, "Some Records", DumpText.escape(name))),
          ReleaseText(id: 500 + index, title: "Tracks", artist: (1, "Alpha"), tracks: ["So What", name]),
          ReleaseText(id: 600 + index, title: "Etched", artist: (1, "Alpha"), runout: DumpText.escape(name)),
        ]
      } + [ReleaseText(id: 999, title: "Plain", artist: (1, "Alpha"), tracks: ["So What"])]))

  private func find(_ query: String, kind: EntityKind? = nil) async throws -> [String] {
    try await Self.catalogue.store().find(query, kind: kind, limit: 200).sorted()
  }

  @Test(arguments: names.indices)
  func `fields find a name of signs as any other`(index: Int) async throws {
    let name = Self.names[index].replacing("\"", with: "\"\"")
    for (field, hundred) in [("artist", 1), ("title", 2), ("label", 3), ("catno", 4), ("track", 5), ("runout", 6)] {
      #expect(try await find("\(field):\"\(name)\"") == ["r\(hundred * 100 + index)"], "\(field):\(name)")
      #expect(try await find("alpha -\(field):\"\(name)\"", kind: .release).contains("r999"))
    }
  }

  @Test(arguments: names.indices)
  func `a name of signs by itself finds who has it and what bears it`(index: Int) async throws {
    // A quote by itself opens a phrase.
    let name = Self.names[index] == "\"" ? "\"\"\"\"" : Self.names[index]
    let found = try await find(name)
    #expect(found.contains("a\(100 + index)") && found.contains("l\(300 + index)"))
    #expect(found.contains("r\(100 + index)") && found.contains("r\(200 + index)"))
    #expect(!found.contains("r999") && !found.contains("r\(500 + index)"))
    #expect(try await find(name, kind: .artist) == ["a\(100 + index)"])
    #expect(try await find("type:artist artist:\"\(Self.names[index].replacing("\"", with: "\"\""))\"").count == 1)
  }

  @Test(arguments: ["()", "*", "...", "!!!"])
  func `an artist of signs without a record is found, no title of that name`(name: String) async throws {
    let store = try CatalogueStoreFixture(
      DumpText.artists((1, name)), DumpText.releases(ReleaseText(id: 1, title: name, artist: (2, "Alpha")))
    ).store
    #expect(try await store.find("artist:\"\(name)\"") == ["a1"])
    #expect(try await store.find("artist:\(name)") == ["a1"])
    #expect(try await store.find("artist:\"\(name)\" title:alpha") == [])
  }

  @Test(arguments: ["÷", "∆", "♥", "†††", "!!!", "???", "‡", "∞", "$"])
  func `a sign beside words finds no more than the words do`(name: String) async throws {
    let index = try #require(Self.names.firstIndex(of: name))
    #expect(try await find("alpha \(name)", kind: .release).contains("r\(200 + index)"))
    #expect(try await find("alpha \(name)", kind: .release).contains("r999") == false)
    #expect(try await find("artist:alpha \(name)").contains("r999") == false)
  }

  @Test(arguments: ["alpha - plain", "alpha & plain", "alpha / plain", "alpha – plain", "(alpha) plain", "alpha -"])
  func `signs that stand between names change nothing`(query: String) async throws {
    #expect(try await find(query).contains("r999"))
  }

  @Test func `signs within a name are found beside its words, or left out`() async throws {
    let store = try CatalogueStoreFixture(
      DumpText.releases(
        ReleaseText(id: 1, title: "I ♥ NY", artist: (1, "Wham!")),
        ReleaseText(id: 2, title: "I NY", artist: (2, "Wham")))
    ).store
    #expect(try await store.find("i ♥ ny") == ["r1"])
    #expect(try await store.find("i ny").sorted() == ["r1", "r2"])
    #expect(try await store.find("\"i ny\"").sorted() == ["r1", "r2"])
    #expect(try await store.find("wham !").sorted() == ["a1", "r1"])
    #expect(try await store.find("wham", kind: .artist).sorted() == ["a1", "a2"])
  }

  @Test func `narrowing looks for signs, too`() async throws {
    let store = try Self.catalogue.store()
    let search = SearchRequest(
      query: try SearchQuery(parsing: "alpha type:release"), narrowing: TextFolding.typedWords("÷"))
    let index = try #require(Self.names.firstIndex(of: "÷"))
    let found = try await store.search(search, limit: 200).rows.map(\.reference.shorthand).sorted()
    #expect(found == ["r\(200 + index)", "r\(300 + index)", "r\(400 + index)"])
  }

  @Test(arguments: ["title:\"\u{200B}\"", "track:\"\u{200B}\"", "genre:\"--\"", "format:\"( )\""])
  func `a field with nothing to look for finds nothing`(query: String) async throws {
    #expect(try await find(query) == [])
  }
}

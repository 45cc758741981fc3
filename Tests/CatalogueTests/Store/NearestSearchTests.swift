import Catalogue
import DiscogsModel
import RunoutModel
import SeededRandom
import Testing

/// What a search with typing errors was meant to be.
struct NearestSearchTests {
  private static let catalogue = CatalogueFixture.shared(
    DumpText.releases([
      ReleaseText(id: 1, title: "Autobahn", artist: (1, "Kraftwerk"), label: (1, "Philips", "6305 231")),
      ReleaseText(id: 2, title: "Help!", artist: (2, "The Beatles"), label: (2, "Parlophone", "PMC 1255")),
      ReleaseText(id: 3, title: "Kind Of Blue", artist: (3, "Miles Davis"), label: (3, "Columbia", "CL 1355")),
      ReleaseText(id: 4, title: "Milestones", artist: (3, "Miles Davis"), label: (3, "Columbia", "CL 1193")),
      ReleaseText(id: 5, title: "Blue Train", artist: (4, "John Coltrane"), label: (4, "Blue Note", "BLP 1577")),
      ReleaseText(id: 6, title: "Ágætis Byrjun", artist: (5, "Sigur Rós"), label: (5, "Smekkleysa", "SM 79")),
      ReleaseText(id: 7, title: "Группа Крови", artist: (6, "Кино"), label: (6, "Мороз", "1")),
      ReleaseText(id: 8, title: "Halber Mensch", artist: (7, "Einstürzende Neubauten"), label: (7, "What's So", "1")),
    ]))

  private func nearest(_ query: String, kind: EntityKind? = nil) async throws -> String? {
    let request = SearchRequest(query: try SearchQuery(parsing: query), kind: kind)
    return try await Self.catalogue.store().nearest(request).first?.description
  }

  @Test(arguments: [
    ("krafwerk", "Kraftwerk"), ("beatels", "The Beatles"), ("the beatels", "The Beatles"), ("kraftwrek", "Kraftwerk"),
    ("rkaftwerk", "Kraftwerk"), ("craftwerk", "Kraftwerk"), ("raftwerk", "Kraftwerk"),
    ("jonh coltrane", "John Coltrane"),
    ("mile davis", "Miles Davis"), ("kind of bleu", "Kind Of Blue"), ("krafwerk autobahn", "Kraftwerk Autobahn"),
    ("krafwrek", "Kraftwerk"), ("einsturzende neubaten", "Einstürzende Neubauten"), ("sigur ross", "Sigur Rós"),
    ("группа крави", "Группа Крови"), ("coltrain blue", "coltrane blue"),
    ("miels davies columbia", "miles davis columbia"),
    ("artist:krafwerk", "artist:kraftwerk"), ("title:autoban year:1970", "title:autobahn year:1970"),
    ("label:colunbia", "label:columbia"), ("-miles coltrain", "-miles coltrane"),
  ])
  func `typing errors lead to the name that was meant`(typed: String, meant: String) async throws {
    #expect(try await nearest(typed) == meant)
  }

  @Test(arguments: [
    (#"artist:"miels davis""#, #"artist:"Miles Davis""#), (#"title:"knid of blue""#, #"title:"Kind Of Blue""#),
    (#"artist:"jonh coltrain""#, #"artist:"john coltrane""#), (#"label:"blue nte""#, #"label:"Blue Note""#),
    (#"artist:"miels davis" title:milestones"#, #"artist:"Miles Davis" title:milestones"#),
    (#""knid of bleu""#, "Kind Of Blue"),
  ])
  func `errors in quoted values lead to what was meant`(typed: String, meant: String) async throws {
    #expect(try await nearest(typed)?.lowercased() == meant.lowercased())
  }

  @Test func `a year among the words is no error`() async throws {
    for typed in ["miles davis kidn of blue 1970", "miles davis kind of blue 1970"] {
      #expect(try await nearest(typed)?.contains("davis kind of blue") == true, "\(typed)")
      #expect(try await nearest(typed)?.hasSuffix("1970") == true, "\(typed)")
    }
    #expect(try await nearest("miles davis kind of blue 1805") == nil)
  }

  @Test(arguments: ["xqzzy", "xy", "zz", "artist:xqzzy", "year:1805", "!!!", "", "1355135513", "kraftwerk beatles"])
  func `what is near nothing, or has no errors, is left alone`(typed: String) async throws {
    #expect(try await nearest(typed) == nil)
  }

  @Test func `only searches are offered that find something of the type`() async throws {
    #expect(try await nearest("beatels", kind: .artist) == "The Beatles")
    #expect(try await nearest("beatels", kind: .master) == nil)
    #expect(try await nearest("coltrain help") == nil)
  }

  /// Every error that one makes in a name, made in each of some names.
  @Test(arguments: ["Kraftwerk", "The Beatles", "John Coltrane", "Kind Of Blue", "Einstürzende Neubauten"])
  func `one wrong letter anywhere in a name is forgiven`(name: String) async throws {
    let letters = Array(TextFolding.exactKey(name))
    var random = SeededGenerator(seed: 7)
    for place in letters.indices where letters[place] != " " {
      var (missing, doubled, other, swapped) = (letters, letters, letters, letters)
      missing.remove(at: place)
      doubled.insert(letters[place], at: place)
      other[place] = "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random) ?? "x"
      if place + 1 < letters.count { swapped.swapAt(place, place + 1) }
      for typed in Set([missing, doubled, other, swapped].map { String($0) }) where typed != String(letters) {
        // Where a space has moved, it may be another name.
        guard TextFolding.exactKey(typed) != TextFolding.exactKey(name) else { continue }
        #expect(try await nearest(typed) == name, "\(typed)")
      }
    }
  }

  /// The words of many pages come out as they went in.
  @Test func `every word of a catalogue of many pages is near itself with an error`() async throws {
    var random = SeededGenerator(seed: 11)
    let words = Set(
      (0..<6_000).map { _ in
        String((0..<Int.random(in: 6...9, using: &random)).map { _ in "abcdefgh".randomElement(using: &random) ?? "a" })
      })
    let store = try CatalogueStoreFixture(
      DumpText.releases(
        words.sorted().enumerated().map { number, word in
          ReleaseText(id: number + 1, title: "Ohne Titel \(word)", artist: (1, "Somebody"))
        })
    ).store
    for word in words.sorted().prefix(400) {
      let query = SearchQuery(terms: [.init(field: .title, value: .text(word + "zz", isPhrase: false))])
      let found = try await store.nearest(SearchRequest(query: query), limit: 3).map(\.description)
      #expect(found.contains("title:\(word)"), "\(word): \(found)")
    }
  }
}

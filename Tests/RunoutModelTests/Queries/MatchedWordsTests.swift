import RunoutModel
import Testing

/// What of a row is marked as found.
struct MatchedWordsTests {
  /// The marked parts of a text.
  private func marked(
    _ query: String, _ text: String, _ part: MatchedWords.Part = .title, narrowing: String = ""
  ) throws -> [String] {
    let words = MatchedWords(try SearchQuery(parsing: query), narrowing: narrowing)
    let bytes = Array(text.utf8)
    return words.ranges(in: text, part).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("blue", "Kind Of Blue", ["Blue"]), ("kind blue", "Kind Of Blue", ["Kind", "Blue"]),
    ("SIGUR ros", "Sigur Rós", ["Sigur", "Rós"]), ("strasse", "Die Straße", ["Straße"]),
    ("guns n roses", "Guns N’ Roses", ["Guns", "N", "Roses"]), ("dont", "Don’t Explain", ["Don’t"]),
    ("坂本", "坂本龍一", ["坂", "本"]), ("rem", "Remain", ["Rem"]), ("a", "Ágætis A\u{301}", ["Á", "A\u{301}"]),
  ]) func `it folds as the search does`(query: String, text: String, expected: [String]) throws {
    #expect(try marked(query, text) == expected)
  }

  @Test func `the last word may be unfinished, those before are whole`() throws {
    #expect(try marked("colt", "Coltrane") == ["Colt"])
    #expect(try marked("colt blue", "Coltrane Blue") == ["Blue"])
    #expect(try marked(#""blue trai""#, "Blue Train") == ["Blue"])
  }

  @Test func `a field marks its own part of a row`() throws {
    #expect(try marked("artist:miles", "Miles", .title).isEmpty)
    #expect(try marked("artist:miles", "Miles Davis", .artist) == ["Miles"])
    #expect(try marked("label:blue catno:1577", "BLP 1577", .catalogueNumber) == ["1577"])
    #expect(try marked("blue", "Blue Note", .label) == ["Blue"])
  }

  @Test func `what is excluded, and what is no word of a row, marks nothing`() throws {
    #expect(try marked("train -blue", "Blue Train") == ["Train"])
    #expect(try marked("genre:jazz year:1958 track:locomotion", "Jazz 1958 Locomotion").isEmpty)
    #expect(MatchedWords().isEmpty)
    #expect(try marked("blue", "").isEmpty && marked("!!!", "!!!").isEmpty)
  }

  @Test func `what rows are filtered by is marked, too`() throws {
    #expect(try marked("blue", "Blue Train", narrowing: "tr") == ["Blue", "Tr"])
  }

  @Test func `a word of 64,000 letters takes no longer for each of them`() throws {
    func took(_ letters: Int) throws -> Duration {
      let text = String(repeating: "T", count: letters)
      let words = MatchedWords(try SearchQuery(parsing: "t"))
      return ContinuousClock().measure { #expect(words.ranges(in: text, .title) == [0..<1]) }
    }
    _ = try took(64)
    // Copying the word for each letter took seconds.
    #expect(try took(64_000) < .seconds(1))
  }

  @Test func `no text makes a place beyond its end`() throws {
    for text in ["½", "a½b", "ﬁne", "a\u{300}\u{301}", "が", "か\u{3099}", "\u{FFFD}x", "İi", "ŉ"] {
      for query in ["a", "1", "2", "fi", "fine", "i", "x", "n", "b"] {
        let words = MatchedWords(try SearchQuery(parsing: query))
        for range in words.ranges(in: text, .title) {
          #expect(range.upperBound <= text.utf8.count && !range.isEmpty)
          #expect(String(text.utf8.prefix(range.upperBound)) != nil, "\(query) in \(text) ends within a letter")
        }
      }
    }
  }
}

import DiscogsModel
import RunoutModel
import SeededRandom
import Testing

struct SearchQueryTests {
  typealias Term = SearchQuery.Term

  private func parse(_ text: String) throws -> [Term] { try SearchQuery(parsing: text).terms }

  private static func words(_ text: String) -> [Term] {
    text.split(separator: " ").map { Term(field: nil, value: .text(String($0), isPhrase: false)) }
  }

  @Test func `words, phrases, fields and exclusions differ`() throws {
    #expect(
      try parse(#"miles "so what" label:columbia Artist:"miles davis" -live -"round midnight" -type:Master"#) == [
        Term(field: nil, value: .text("miles", isPhrase: false)),
        Term(field: nil, value: .text("so what", isPhrase: true)),
        Term(field: .label, value: .text("columbia", isPhrase: false)),
        Term(field: .artist, value: .text("miles davis", isPhrase: true)),
        Term(field: nil, value: .text("live", isPhrase: false), isExcluded: true),
        Term(field: nil, value: .text("round midnight", isPhrase: true), isExcluded: true),
        Term(field: .type, value: .kind(.master), isExcluded: true),
      ])
  }

  @Test func `nothing typed is an empty query`() throws {
    for text in ["", " ", "\t\n", "\u{3000}"] { #expect(try SearchQuery(parsing: text).isEmpty) }
  }

  @Test func `every field is understood in any case`() throws {
    let ofText = SearchQuery.Field.allCases.filter { ![.year, .type, .owned, .wanted, .role].contains($0) }
    for field in ofText {
      for name in [
        field.rawValue, field.rawValue.uppercased(), field.rawValue.prefix(1).uppercased() + field.rawValue.dropFirst(),
      ] {
        #expect(try parse("\(name):x") == [Term(field: field, value: .text("x", isPhrase: false))])
      }
    }
    for kind in EntityKind.allCases {
      #expect(try parse("type:\(kind.rawValue)") == [Term(field: .type, value: .kind(kind))])
    }
  }

  @Test func `owned: and wanted: have a description in words`() throws {
    #expect(
      try parse("owned:no -owned:OTHER wanted:y") == [
        Term(field: .owned, value: .standing(.no)), Term(field: .owned, value: .standing(.other), isExcluded: true),
        Term(field: .wanted, value: .standing(.yes)),
      ])
    #expect(try SearchQuery(parsing: "owned:y -wanted:n").description == "owned:yes -wanted:no")
    #expect(try SearchQuery(parsing: "blue owned:other").asksShelf)
    #expect(try !SearchQuery(parsing: "blue -format:cd").asksShelf)
    #expect(throws: QueryError(column: 8, reason: .notAFlag(field: "wanted"))) { try parse("wanted:other") }
    #expect(throws: QueryError(column: 12, reason: .notAFlag(field: "owned"))) { try parse("blue owned:mine") }
  }

  @Test(
    arguments: [
      ("1969", 1969, 1969), ("1969..1975", 1969, 1975), ("1969..", 1969, nil), ("..1975", nil, 1975),
      ("1969-1975", 1969, 1975), ("1969–1975", 1969, 1975), ("\"1969\"", 1969, 1969), ("1969..1969", 1969, 1969),
    ] as [(String, Int?, Int?)])
  func `years come alone or as a range that may be open`(text: String, from: Int?, to: Int?) throws {
    #expect(try parse("year:" + text) == [Term(field: .year, value: .years(from: from, to: to))])
  }

  @Test(arguments: [
    "Miles Davis - Kind Of Blue", "Miles Davis – Kind Of Blue", "Mission: Impossible", "mission: impossible", "12:00",
    "Re:Stacks", "2:13 PM", "7\" single", "12\"", "A-ha", "--", "-", "- -", "Ex:Re", "::", ":wumpscut:", ":Of The Wand",
    "AC/DC", "!!!", "†", "http://example.com/a", "Music From C:\\DOS", "Heavy Metal: Music From The Motion Picture",
    "E=MC²", "(What's The Story) Morning Glory?", "“Heroes”", "坂本龍一：千のナイフ", "½ Gentlemen / Not Beasts", "S/T", "N°5",
    "mission:", "re:", "o'clock:5", "été:bleu", "x2:y",
  ])
  func `real titles can be pasted`(title: String) throws {
    #expect(try parse(title) == Self.words(title))
  }

  @Test func `a doubled quote in a phrase is one quote`() throws {
    #expect(try parse(#""12"" Mixes""#) == [Term(field: nil, value: .text(#"12" Mixes"#, isPhrase: true))])
    #expect(try parse(#"format:12""#) == [Term(field: .format, value: .text(#"12""#, isPhrase: false))])
  }

  @Test(
    arguments: [
      ("folder:jazz", 1, .ofShelf(field: "folder")), ("miles paid:10", 7, .ofShelf(field: "paid")),
      ("miles role:piano", 12, .roleWithoutCredit), ("-credit:evans role:piano", 20, .roleWithoutCredit),
      ("lable:blue", 1, .unknownField("lable", guess: "label")),
      ("miles lable:blue", 7, .unknownField("lable", guess: "label")),
      ("坂本 -lable:blue", 5, .unknownField("lable", guess: "label")),
      ("e\u{301}te\u{301} lable:blue", 5, .unknownField("lable", guess: "label")),
      ("cat:x", 1, .unknownField("cat", guess: "catno")),
      ("artists:x", 1, .unknownField("artists", guess: "artist")),
      ("tilte:x", 1, .unknownField("tilte", guess: "title")),
      ("gerne:x", 1, .unknownField("gerne", guess: "genre")),
      ("re:stacks", 1, .unknownField("re", guess: nil)),
      ("label:", 7, .valueMissing(field: "label", example: "label:columbia")),
      ("label: blue", 7, .valueMissing(field: "label", example: "label:columbia")),
      ("miles -track:", 14, .valueMissing(field: "track", example: "track:\"so what\"")),
      ("runout:", 8, .valueMissing(field: "runout", example: "runout:XSM47326")),
      ("year:", 6, .notAYear),
      ("year:19xx", 6, .notAYear),
      ("year:196", 6, .notAYear),
      ("year:..", 6, .notAYear),
      ("year:1969-", 6, .notAYear),
      ("year:1969..75", 6, .notAYear),
      ("year:１９６９", 6, .notAYear),
      ("year:1975..1969", 6, .backwards(from: 1975, to: 1969)),
      ("type:rel", 6, .notAType),
      ("type:", 6, .notAType),
      ("\"so what", 1, .openPhrase),
      ("miles \"", 7, .openPhrase),
      ("track:\"so", 7, .openPhrase),
      ("-\"so", 2, .openPhrase),
      ("miles \"\"", 7, .emptyPhrase),
      ("\" \"", 1, .emptyPhrase),
    ] as [(String, Int, QueryError.Reason)])
  func `a half-typed or mistyped field is an error where it stands`(
    text: String, column: Int, reason: QueryError.Reason
  ) {
    #expect(throws: QueryError(column: column, reason: reason)) { try SearchQuery(parsing: text) }
  }

  @Test(arguments: Set(SearchQuery.Field.allCases).subtracting([.year, .type, .owned, .wanted, .role]))
  func `a field of text without a value shows one that it takes`(_ field: SearchQuery.Field) throws {
    let error = #expect(throws: QueryError.self) { try SearchQuery(parsing: "\(field.rawValue):") }
    guard case .valueMissing(_, let example)? = error?.reason else {
      Issue.record("no example for \(field.rawValue)")
      return
    }
    #expect(try SearchQuery(parsing: example).terms.map(\.field) == [field] && !example.contains("…"))
  }

  @Test(
    arguments: [
      ("074646493526", "074646493526"),
      ("0 74646-49352 6", "074646493526"),
      ("5 012394 144777", "5012394144777"),
      ("\"5 012394 144777\"", "5012394144777"),
      ("5012-3941 - 44777", "5012394144777"),
      ("12345678", "12345678"),
      ("1234567890", "1234567890"),
      ("12345678901234", "12345678901234"),
      ("123456789", nil),
      ("1234567", nil),
      ("123456789012345", nil),
      ("1959", nil),
      ("CS 9875", nil),
      ("074646493526 miles", nil),
      ("-074646493526", nil),
      ("barcode:074646493526", nil),
      ("٠٧٤٦٤٦٤٩٣٥٢٦", nil),
      ("", nil),
    ] as [(String, String?)])
  func `digits of barcode length may be a barcode`(text: String, digits: String?) throws {
    #expect(try SearchQuery(parsing: text).barcodeCandidate == digits)
  }

  @Test(arguments: [
    (#"  miles   LABEL:x  "#, "miles label:x"),
    (#"year:1969-1975"#, "year:1969..1975"),
    (#"year:1969..1969 year:"1970""#, "year:1969 year:1970"),
    (#"type:MASTER"#, "type:master"),
    (#""12"" mixes""#, #""12"" mixes""#),
    (#""a"b"#, #""a" b"#),
    (#"year:0042.."#, "year:0042.."),
  ])
  func `a query is written in one fixed spelling`(text: String, expected: String) throws {
    #expect(try SearchQuery(parsing: text).description == expected)
  }

  @Test func `a text that would be read as something else is quoted`() throws {
    let texts = ["two words", "-x", "label:x", "lable:x", "\"", "", "year:"]
    for text in texts where !text.isEmpty {
      let query = SearchQuery(terms: [Term(field: nil, value: .text(text, isPhrase: false))])
      #expect(try parse(query.description) == [Term(field: nil, value: .text(text, isPhrase: true))])
    }
  }

  @Test func `whatever can be parsed is parsed the same again from its description`() {
    var generator = SeededGenerator(seed: 1969)
    let pieces = [
      "miles", "davis", " ", " ", " ", "\"", "\"", "-", "-", ":", "label:", "year:", "YEAR:1969..", "1975", "..",
      "type:",
      "artist", "é", "坂", "'", "x", "\u{301}", "\t", "track:\"so what\"", "re:", "12\"", "//", "\r\n",
    ]
    var parsed = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      guard let query = try? SearchQuery(parsing: text) else { continue }
      parsed += 1
      if (try? SearchQuery(parsing: query.description)) != query {
        Issue.record("\(text.debugDescription) became \(query.description.debugDescription)")
      }
    }
    #expect(parsed > 5_000)
  }

  @Test func `an error names a column of the text or the one behind it`() {
    var generator = SeededGenerator(seed: 45)
    let pieces = ["\"", "-", "year:", "lable:", " ", "x", "坂", "type:", "..", "19"]
    for _ in 0..<5_000 {
      let text = (0..<8).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      do throws(QueryError) {
        _ = try SearchQuery(parsing: text)
      } catch {
        #expect(1...(text.count + 1) ~= error.column)
      }
    }
  }
}

import RunoutModel
import Testing

struct ShelfQueryTests {
  private static let readings: [(String, [ShelfQuery.Term])] = [
    ("miles", [ShelfQuery.Term(.text(nil, "miles"))]),
    ("-folder:jazz", [.init(.text(.folder, "jazz"), isExcluded: true)]),
    ("note:\"first press\"", [.init(.text(.note, "first press"))]),
    ("rating:4", [.init(.stars(from: 4, to: 4))]), ("rating:4..", [.init(.stars(from: 4, to: 5))]),
    ("rating:..2", [.init(.stars(from: 1, to: 2))]), ("rating:none", [.init(.stars(from: 0, to: 0))]),
    ("added:2020", [.init(.dates(from: 20_200_000_000_000, to: 20_209_999_999_999))]),
    ("added:2020-11..2021-02-03", [.init(.dates(from: 20_201_100_000_000, to: 20_210_203_999_999))]),
    ("added:2020..", [.init(.dates(from: 20_200_000_000_000, to: nil))]),
    ("media:vg+", [.init(.grades(.media, ["Very Good Plus (VG+)"]))]),
    ("media:nm..", [.init(.grades(.media, ["Mint (M)", "Near Mint (NM or M-)"]))]),
    ("sleeve:generic", [.init(.grades(.sleeve, ["Generic"]))]), ("sleeve:none", [.init(.grades(.sleeve, []))]),
    ("owned:other", [.init(.otherPressing)]),
    ("owned:no wanted:yes", [.init(.flag(.owned, false)), .init(.flag(.wanted, true))]),
    (
      "copies:2.. pressings:3", [.init(.number(.copies, from: 2, to: nil)), .init(.number(.pressings, from: 3, to: 3))]
    ),
    (
      "played:none played:..2025",
      [.init(.played(from: nil, to: nil)), .init(.played(from: nil, to: 20_259_999_999_999))]
    ),
    ("year:1969..1975", [.init(.years(from: 1969, to: 1975))]),
    ("barcode:\"6 97929 11003 5\"", [.init(.lookedUp(.barcode("697929110035")))]),
    (
      "limit:..25 price:10..20,50",
      [.init(.amount(.limit, from: nil, to: 25)), .init(.amount(.price, from: 10, to: 20.5))]
    ),
    ("paid:none", [.init(.amount(.paid, from: nil, to: nil))]),
    ("12\" mix", [.init(.text(nil, "12\"")), .init(.text(nil, "mix"))]),
  ]

  @Test(arguments: readings)
  func `fields of a shelf are read`(_ text: String, _ terms: [ShelfQuery.Term]) throws {
    #expect(try ShelfQuery(parsing: text).terms == terms)
  }

  @Test func `a source is asked for tracks, credits with their roles, and matrix numbers`() throws {
    let query = try ShelfQuery(parsing: #"folder:jazz track:"so what" role:piano credit:evans runout:XSM"#)
    #expect(
      query.lookUps.map(\.description) == [#"track:"so what""#, #"credit:evans role:"piano""#, "runout:XSM"])
  }

  @Test(arguments: [
    ("697929110035", ["697929110035"]), ("6 97929 11003-5 folder:jazz -live", ["697929110035"]),
    ("697929110035 live", []), ("-697929110035", []), ("note:697929110035", []), ("", []),
  ])
  func `words that could be one barcode are read as it`(_ text: String, _ barcodes: [String]) throws {
    let query = try ShelfQuery(parsing: text)
    #expect(query.lookUps.isEmpty && query.readAsBarcode?.lookUps ?? [] == barcodes.map(SearchQuery.barcode))
  }

  @Test(
    arguments: [
      ("rating:6", 8, .notARating),
      ("miles added:yesterday", 13, .notADate(field: "added")),
      ("media:great", 7, .notAGrade(field: "media", grades: "M, NM, VG+, VG, G+, G, F, P")),
      ("copies:0", 8, .notANumber(field: "copies")),
      ("played:often", 8, .notADate(field: "played")),
      ("owned:maybe", 7, .notAFlag(field: "owned")),
      ("folder:", 8, .valueMissing(field: "folder", example: "folder:jazz")),
      ("barcode:12345", 9, .notABarcode),
      ("limit:cheap", 7, .notAnAmount(field: "limit")),
      ("role:piano", 6, .roleWithoutCredit), ("-credit:x role:y", 16, .roleWithoutCredit),
    ] as [(String, Int, QueryError.Reason)])
  func `an error names its place`(_ text: String, _ column: Int, _ reason: QueryError.Reason) {
    #expect(throws: QueryError(column: column, reason: reason)) { try ShelfQuery(parsing: text) }
  }

  @Test(
    arguments: [
      ("kaufpreis:..20", .amount(from: nil, to: 20)), ("kaufpreis:a..b", .text("a..b")), ("kaufpreis:none", .nothing),
      ("kaufpreis:\"=12 €\"", .whole("12 €")), ("kaufpreis:12", .text("12")),
    ] as [(String, ShelfQuery.OwnValue)])
  func `another name is a field of one's own`(_ text: String, _ value: ShelfQuery.OwnValue) throws {
    let error = QueryError(column: 1, reason: .unknownField("kaufpreis", guess: nil))
    #expect(try ShelfQuery(parsing: text).terms == [.init(.own("kaufpreis", value, orElse: error))])
  }

  @Test(arguments: ShelfQuery.Field.allCases.filter { $0 != .role })
  func `a field without a value shows one that it takes`(_ field: ShelfQuery.Field) throws {
    let error = #expect(throws: QueryError.self) { try ShelfQuery(parsing: "\(field.rawValue):") }
    guard case .valueMissing(_, let example)? = error?.reason else {
      Issue.record("no example for \(field.rawValue)")
      return
    }
    #expect(try ShelfQuery(parsing: example).terms.count == 1 && !example.contains("…"))
  }
}

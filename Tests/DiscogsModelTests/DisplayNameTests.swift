import DiscogsModel
import Testing

struct DisplayNameTests {
  // MARK: Homonyms

  @Test(arguments: [
    ("Nirvana (2)", "Nirvana"), ("Nirvana", "Nirvana"), ("Cre(8)or", "Cre(8)or"), ("Ring Records (3)", "Ring Records"),
    ("Foo (2) (3)", "Foo (2)"), ("(2)", "(2)"), ("X(2)", "X(2)"), ("X ()", "X ()"), ("X (a2)", "X (a2)"),
    ("X (2) ", "X (2) "),
    ("坂本 (12)", "坂本"), ("", ""), (")", ")"), ("2)", "2)"), (" (2)", " (2)"), ("!!! (2)", "!!!"),
    ("Sunn O)))", "Sunn O)))"),
  ])
  func `the number of homonyms is removed once and only at the end`(name: String, expected: String) {
    #expect(Homonym.strip(name) == expected)
  }

  // MARK: Catalogue numbers

  @Test(arguments: [
    ("CL 1355", "CL 1355"), ("none", ""), ("None", ""), ("", ""), (",", ""), (", ", ""), ("none, none", ""),
    ("CL 1355, none", "CL 1355"), (", CS 8163", "CS 8163"), ("CL 1355, CS 8163", "CL 1355, CS 8163"),
    ("1,2", "1,2"), ("nonesuch", "nonesuch"),
  ])
  func `numbers that lists join are shown without those that are none`(joined: String, shown: String) {
    #expect(LabelCredit.numbers(joined) == shown)
    #expect(LabelCredit(id: nil, name: "Columbia", catalogueNumber: joined).displayCatalogueNumber ?? "" == shown)
  }

  // MARK: Credits

  private func line(_ credits: [(String, String)]) -> String {
    credits.map { ArtistCredit(id: 1, name: $0.0, join: $0.1) }.displayName
  }

  @Test func `a comma sticks to the name before it and other joins stand between spaces`() {
    #expect(
      line([("Stan Getz", ","), ("João Gilberto", "Featuring"), ("Astrud Gilberto", "")])
        == "Stan Getz, João Gilberto Featuring Astrud Gilberto")
    #expect(line([("Simon", "&"), ("Garfunkel", "")]) == "Simon & Garfunkel")
    #expect(line([("A", "/"), ("B", "•"), ("C", "vs."), ("D", "")]) == "A / B • C vs. D")
    #expect(line([("A", " , "), ("B", " & "), ("C", "")]) == "A, B & C")
  }

  @Test func `the last join is ignored`() {
    #expect(line([("Nirvana (2)", ",")]) == "Nirvana")
    #expect(line([("A", "&"), ("B", ",")]) == "A & B")
    #expect(line([]) == "")
  }

  @Test func `names without a join stand side by side`() {
    #expect(line([("A", ""), ("B", "")]) == "A B")
  }

  @Test func `the name on the sleeve wins over the canonical one`() {
    #expect(ArtistCredit(id: 1, name: "Nirvana (2)", variation: "Nirvana (UK)").displayName == "Nirvana (UK)")
    #expect(ArtistCredit(id: nil, name: "Nirvana (2)").displayName == "Nirvana")
  }

  @Test(
    arguments: [
      ("CS 8163", "CS 8163"), ("none", nil), ("None", nil), ("NONE", nil), ("", nil), ("nonesuch", "nonesuch"),
    ] as [(String, String?)])
  func `no catalogue number is shown as none`(catalogueNumber: String, expected: String?) {
    #expect(LabelCredit(id: 1, name: "X", catalogueNumber: catalogueNumber).displayCatalogueNumber == expected)
  }

  // MARK: Dates

  @Test(
    arguments: [
      ("1959-08-17", 1959, "1959-08-17"), ("1978-06-00", 1978, "1978-06"), ("1978-00-00", 1978, "1978"),
      ("1978", 1978, "1978"), ("1978-00-17", 1978, "1978"), ("", nil, ""), ("0", nil, ""), ("0000", nil, ""),
      ("0000-00-00", nil, ""), ("0197", nil, "0197"), ("1860", 1860, "1860"), ("1859", nil, "1859"),
      ("197?", nil, "197?"),
      ("19781", nil, "19781"), ("+1978", nil, "+1978"), ("78", nil, "78"), ("May 1978", nil, "May 1978"),
      ("1978-06", 1978, "1978-06"), ("2999-12-31", 2999, "2999-12-31"), ("3000", nil, "3000"), ("１９７８", nil, "１９７８"),
    ] as [(String, Int?, String)])
  func `dates are shown as far as they are known`(released: String, year: Int?, display: String) {
    #expect(ReleaseDate.year(of: released) == year)
    #expect(ReleaseDate.display(released) == display)
  }

  // MARK: Formats

  private static let fiftyTwoDigits = "1234567890123456789012345678901234567890123456789012"

  @Test(arguments: [
    (
      Format(name: "Vinyl", quantity: "2", descriptions: ["LP", "Album", "Stereo"], freeText: "Red, 180g"),
      "2×Vinyl, LP, Album, Stereo, Red, 180g"
    ),
    (Format(name: "CD"), "CD"),
    (Format(name: "CD", quantity: ""), "CD"),
    (Format(name: "CD", quantity: "0"), "CD"),
    (Format(name: "CD", quantity: "01"), "CD"),
    (Format(name: "CD", quantity: "002"), "2×CD"),
    (Format(name: "CD", quantity: "-3"), "CD"),
    (Format(name: "File", quantity: fiftyTwoDigits, descriptions: ["MP3"]), "\(fiftyTwoDigits)×File, MP3"),
    (Format(name: "", descriptions: [""]), ""),
  ])
  func `a format is spelled out in full`(format: Format, expected: String) {
    #expect(format.displayName == expected)
  }

  private static func vinyl(_ descriptions: String..., quantity: String = "1") -> Format {
    Format(name: "Vinyl", quantity: quantity, descriptions: descriptions)
  }

  @Test(
    arguments: [
      ([vinyl("LP", "Album", "Stereo", quantity: "2")], "2×LP, Album"),
      ([vinyl("LP", "Album", "Mono")], "LP, Album, Mono"),
      ([vinyl("LP", "Album", "Reissue", "Remastered", "Gatefold")], "LP, Album, RE, RM, Gat"),
      ([vinyl("7\"", "45 RPM", "Single")], "7\", Single"),
      ([vinyl("12\"", "33 ⅓ RPM", "Maxi-Single")], "12\", Maxi"),
      ([vinyl("12\"", "EP", "Limited Edition", "White Label")], "12\", EP, Ltd, W/Lbl"),
      ([vinyl("10\"", "LP", "Album")], "10\", LP, Album"),
      ([vinyl("LP", "10\"", "Album")], "LP, 10\", Album"),
      ([vinyl("Album")], "Vinyl, Album"),
      ([vinyl()], "Vinyl"),
      ([Format(name: "CD", descriptions: ["Album", "Reissue"])], "CD, Album, RE"),
      ([Format(name: "CD")], "CD"),
      ([Format(name: "CD", descriptions: ["Compilation", "Promo", "Sampler"])], "CD, Comp, Promo, Smplr"),
      ([Format(name: "Cassette", descriptions: ["Album"])], "Cass, Album"),
      ([Format(name: "File", quantity: "16", descriptions: ["FLAC", "Album"])], "16×File, FLAC, Album"),
      ([Format(name: "File", quantity: fiftyTwoDigits, descriptions: ["MP3"])], "File, MP3"),
      ([Format(name: "Shellac", descriptions: ["10\"", "78 RPM"])], "Shellac, 10\""),
      (
        [Format(name: "Box Set"), Format(name: "CD", quantity: "5", descriptions: ["Album", "Reissue"])],
        "Box, 5×CD, Album, RE"
      ),
      (
        [
          Format(name: "Box Set", descriptions: ["Compilation"]), Format(name: "CD", quantity: "3"),
          Format(name: "DVD"),
        ], "Box, 3×CD, Comp + DVD"
      ),
      ([Format(name: "Box Set")], "Box"),
      ([vinyl("LP", "Album"), vinyl("7\"", "Single"), Format(name: "CD")], "LP, Album + 7\" + CD"),
      (
        [vinyl("LP", "Album"), Format(name: "All Media", descriptions: ["Limited Edition", "Numbered"])],
        "LP, Album, Ltd, Num"
      ),
      (
        [
          Format(name: "All Media", descriptions: ["Album"]),
          Format(name: "CD", quantity: "2", descriptions: ["Album"]),
        ], "2×CD, Album"
      ),
      ([Format(name: "All Media", descriptions: ["Limited Edition"])], "Ltd"),
      ([], ""),
    ] as [([Format], String)])
  func `a list shows the carrier and what sets the record apart`(formats: [Format], expected: String) {
    #expect(formats.shortName == expected)
  }

  // MARK: References

  @Test func `a release takes its year from its date`() {
    #expect(Release(id: 1, title: "Kind Of Blue", released: "1959-08-17").year == 1959)
    #expect(Release(id: 1, title: "Kind Of Blue").year == nil)
  }

  @Test(
    arguments: [
      (["Vinyl", "LP", "Album", "Mono"], "LP, Album, Mono"), (["CD", "Album", "Reissue"], "CD, Album, RE"),
      (["CD", "Album", "Vinyl", "LP", "Album"], "CD, Album + LP"), (["Cassette"], "Cass"), ([], ""),
      (["Something New", "Album"], "Something New, Album"),
    ] as [([String], String)])
  func `a flat list of words is written as the formats it is about`(words: [String], expected: String) {
    #expect(Format.formats(words: words).shortName == expected)
  }

  @Test(
    arguments: [
      ("LP, Album, Reissue, Stereo", "LP, Album, RE"), ("2xLP, Compilation", "2×LP, Comp"),
      ("Cassette, Album", "Cass, Album"),
      ("CD + DVD, Limited Edition", "CD + DVD, Ltd"), ("12\", 45 RPM, Single", "12\", Single"),
      ("Box Set, Obi", "Box, Obi"), ("LP, Album, RE", "LP, Album, RE"), ("Maxi", "Maxi"), ("", ""),
    ])
  func `what a list says in words is made as short`(words: String, expected: String) {
    #expect(Format.shortNames(in: words) == expected)
  }
}

struct ConditionTests {
  @Test(arguments: [
    ("Mint (M)", ["M", "m", "Mint", "mint", "MINT (M)"]),
    (
      "Near Mint (NM or M-)",
      [
        "NM", "nm", "M-", "M\u{2212}", "Near Mint", "near mint", "Near Mint (NM)", "Near Mint (M-)", "NM or M-",
        "NM/M-",
      ]
    ),
    (
      "Very Good Plus (VG+)",
      ["VG+", "vg+", "VG +", "Very Good Plus", "Very Good +", "VG plus", "very good plus (vg+)"]
    ),
    ("Very Good (VG)", ["VG", "Very Good"]), ("Good Plus (G+)", ["G+", "Good Plus"]), ("Good (G)", ["G", "good"]),
    ("Fair (F)", ["F"]), ("Poor (P)", ["poor"]), ("Generic", ["generic"]), ("Not Graded", ["not graded"]),
    ("No Cover", ["No cover"]),
  ])
  func `a grade is known in any usual writing`(grade: String, writings: [String]) {
    #expect(Condition.grade(grade) == grade)
    for writing in writings { #expect(Condition.grade(writing) == grade, "\(writing)") }
  }

  @Test(arguments: ["", "EX", "VG++", "Superb", "Near Mint (VG)", "(M)", "M)", "Mint (M) sealed", "9/10"])
  func `what is no grade is not taken for one`(text: String) {
    #expect(Condition.grade(text) == nil)
  }
}

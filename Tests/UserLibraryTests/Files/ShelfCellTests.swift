import DiscogsModel
import RunoutModel
import Testing

@testable import UserLibrary

/// What single cells of a file mean, in every writing that people's programs have for them.
struct ShelfCellTests {
  @Test(arguments: [
    ("2023-04-23 04:38:11", "2023-04-23 04:38:11", 19), ("2023-04-23 04:38", "2023-04-23 04:38:00", 16),
    ("2023-04-23", "2023-04-23 00:00:00", 10), ("2023-04-23T04:38:11", "2023-04-23 04:38:11", 19),
    ("2023-04-23 04:38:11.500", "2023-04-23 04:38:11", 19), ("2023/04/23 4:38:11", "2023-04-23 04:38:11", 19),
    ("2023-04-23T11:38:11Z", "2023-04-23 04:38:11", 19), ("2023-04-23 04:38:11-07:00", "2023-04-23 04:38:11", 19),
    ("23/04/2023 04:38", "2023-04-23 04:38:00", 16), ("4/23/2023 4:38", "2023-04-23 04:38:00", 16),
    ("4/23/23 4:38 PM", "2023-04-23 16:38:00", 16), ("4/23/2023, 12:05:09\u{202F}AM", "2023-04-23 00:05:09", 19),
    ("23.04.2023 04:38", "2023-04-23 04:38:00", 16), ("03.04.23", "2023-04-03 00:00:00", 10),
    ("23-Apr-23", "2023-04-23 00:00:00", 10), ("Apr 23, 2023", "2023-04-23 00:00:00", 10),
    ("Apr 23, 2023 at 4:38:11 AM", "2023-04-23 04:38:11", 19), ("23. März 2023", "2023-03-23 00:00:00", 10),
    ("Sunday, 23 April 2023 04:38", "2023-04-23 04:38:00", 16), ("4/4/2023", "2023-04-04 00:00:00", 10),
    ("45039", "2023-04-23 00:00:00", 10), ("45039.19318287", "2023-04-23 04:38:11", 19),
    ("45039,1932", "2023-04-23 04:38:12", 16),
  ])
  func `a date is read in any usual writing`(text: String, date: String, known: Int) throws {
    let read = try #require(FileDate(text, nil))
    #expect(read.text == date && read.known == known)
    #expect(read.isSame(as: String(date.prefix(known)) + "2023-04-23 23:59:59".dropFirst(known)))
  }

  @Test(arguments: [
    "yesterday", "2023-13-01 00:00:00", "2023-02-30 00:00:00", "31/04/2023", "2023-04-23 24:00", "########", "2023",
    "1,001", "23/04", "04/05/06/07", "4:38", "2023-04-23 4:38 XM", "99999",
  ])
  func `what is no date is not taken for one`(text: String) {
    #expect(FileDate(text, nil) == nil)
  }

  @Test func `a date that could be two is read in the order that is given, or not at all`() {
    #expect(FileDate("03/04/2023", nil) == nil)
    #expect(FileDate("03/04/2023", .dmy)?.text == "2023-04-03 00:00:00")
    #expect(FileDate("03/04/2023", .mdy)?.text == "2023-03-04 00:00:00")
    #expect(FileDate("23/04/2023", .mdy)?.text == "2023-04-23 00:00:00")
  }

  @Test func `a year of two digits may be the first number as well as the last`() {
    #expect(FileDate("20-11-12", nil) == nil && FileDate("20-11-12", .mdy) == nil)
    #expect(FileDate("20-11-12", .ymd)?.text == "2020-11-12 00:00:00")
    #expect(FileDate("20-11-12", .dmy)?.text == "2012-11-20 00:00:00")
    #expect(FileDate("03/04/05", .ymd)?.text == "2003-04-05 00:00:00")
    // One day in each order, and a date in one order only.
    #expect(FileDate("23/04/23 04:38", nil)?.text == "2023-04-23 04:38:00")
    #expect(FileDate("04/30/23", .ymd)?.text == "2023-04-30 00:00:00")
  }

  @Test(
    arguments: [
      (["20-11-12", "21-01-02"], nil), (["20-11-12", "21-01-31"], .ymd), (["20-11-12", "31-01-23"], .dmy),
      (["03/04/23", "04/30/23"], .mdy), (["03/04/2023", "23/04/2023"], .dmy), (["03/04/2023"], nil),
      (["03/04/2023", "23/04/2023", "20-11-12"], nil), (["23/04/2023", "04/23/2023"], nil),
      (["2023-04-23", "23.04.23"], nil),
    ] as [([String], DateOrder?)])
  func `a column shows its order by dates that are none in the others, or still to come`(
    dates: [String], order: DateOrder?
  ) {
    var column = DateColumn()
    for date in dates { column.add(date, line: 1) }
    // 1 March 2026.
    #expect(column.order(today: 20_513) == order)
  }

  @Test(
    arguments: [
      ("5", 5), ("5.0", 5), ("5,00", 5), ("0", 0), ("0.0", 0), ("4/5", 4), ("4 / 5", 4), ("4 of 5", 4),
      ("4 out of 5", 4),
      ("3 stars", 3), ("1 star", 1), ("★★★★", 4), ("★★★☆☆", 3), ("⭐️⭐️", 2), ("****", 4),
      ("6", nil), ("4.5", nil), ("-1", nil), ("8/10", nil), ("five", nil), ("★★★★★★", nil), ("5%", nil),
    ] as [(String, Int?)])
  func `a rating is read in any usual writing`(text: String, stars: Int?) {
    #expect(SpreadsheetValue.stars(text) == stars)
  }

  @Test(
    arguments: [
      ("1999", 1999), ("1999.0", 1999), ("1999-08-17", 1999), ("1999-00-00", 1999), ("17/08/1999", 1999),
      ("17 Aug 1999", 1999), ("0", 0), ("0.0", 0), ("", 0), ("NaN", 0), ("0000-00-00", 0), ("Unknown", 0),
      ("Aug-99", nil), ("19999", nil), ("1,999", nil), ("99", nil), ("1999 or 2000", 1999),
    ] as [(String, Int?)])
  func `a year is read in any usual writing`(text: String, year: Int?) {
    #expect(SpreadsheetValue.year(text) == year)
  }

  @Test(
    arguments: [
      ("1001", 1001), ("1001.0", 1001), ("1001,0", 1001), ("1001.00", 1001), ("1,001", nil), ("1.001", nil), ("0", nil),
      ("-3", nil), ("r1001", nil), ("1001.5", nil), ("1.2E+06", nil), ("", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func `an id is a whole number, with the fraction that programs give one`(text: String, id: Int?) {
    #expect(ExportColumns.id(text) == id)
  }

  private func notes(_ header: String, _ rows: String...) throws -> [String] {
    let text = "Artist,Title,release_id,CollectionFolder,\(header),Collection Notes\n"
    let lines = rows.enumerated().map { "A,T,\($0 + 1),F,\($1)\n" }
    return try ShelfFile(Array((text + lines.joined()).utf8), named: "f.csv", kind: .collection).rows.map { row in
      row.copy.fields.map(\.value).joined()
    }
  }

  @Test(arguments: ["None", "N/A", "NULL", "#N/A", "<NA>", "nan", "-"])
  func `a note such as None is one unless a number, a date or a grade says so, too`(word: String) throws {
    for header in ["Rating", "Date Added", "Collection Media Condition"] {
      #expect(try notes(header, ",\(word)", ",") == [word, ""])
      #expect(try notes(header, ",\(word)", "\(word),mine") == ["", "mine"])
    }
  }

  @Test func `a sign of programs that fills a column is empty, a word that may fill it is not`() throws {
    #expect(try notes("Rating", "4,nan", "5,NaN", "3,mine") == ["", "", "mine"])
    #expect(try notes("Rating", "4,None", "5,None", "3,mine") == ["None", "None", "mine"])
    // “No Cover”.
    #expect(try notes("Collection Sleeve Condition", "None,None", "NM,mine") == ["None", "mine"])
  }

  @Test(arguments: [
    ("25", "25.00", true), ("7", "007", true), ("1,5", "1.50", true), ("6.02547E+11", "602547288233", true),
    ("a\nb", "a\r\nb", true), ("25", "26", false), ("a", "A", false), ("6.02547E+11", "602657288233", false),
    ("", "0", false), ("e\u{301}", "é", true),
  ])
  func `a value that only a spreadsheet has changed is the same`(new: String, old: String, isSame: Bool) {
    #expect((new == old || SpreadsheetValue.isSame(new, as: old)) == isSame)
  }
}

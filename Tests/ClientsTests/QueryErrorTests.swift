import Clients
import RunoutModel
import Testing

struct QueryErrorTests {
  @Test(arguments: [
    ("lable:blue", "No field “lable”: did you mean “label:”?"),
    ("re:stacks", "No field “re”: put it in quotes to search for the text"),
    ("label:", "“label:” needs a value right after it, such as label:columbia"),
    ("year:19xx", "“year:” takes a year or a range: 1969, 1969..1975, 1969.. or ..1975"),
    ("year:1975..1969", "This range runs backwards: did you mean “year:1969..1975”?"),
    ("type:rel", "“type:” takes release, master, artist or label"),
    ("\"so what", "This quote never closes: end the phrase with \""),
    ("\"\"", "Nothing between these quotes"),
    (String(repeating: "a ", count: 501), "A query has at most 1,000 characters, and this one has 1002"),
    (String(repeating: "é", count: 20_000), "A query has at most 1,000 characters, and this one has 20000"),
  ])
  func `a mistake in a search says what to type`(_ text: String, _ sentence: String) {
    do throws(QueryError) {
      _ = try SearchQuery(parsing: text)
      Issue.record("“\(text)” has no mistake")
    } catch {
      #expect(error.sentence == sentence)
    }
  }

  @Test(arguments: [
    ("rating:6", "“rating:” takes 0 to 5 or a range: 4, 4.., ..2, 2..3; none for unrated"),
    ("added:x", "“added:” takes a date or a range: 2020, 2020-11, 2020-11-12, 2020-11..2021"),
    ("media:great", "“media:” takes a grade (M, NM, VG+, VG, G+, G, F, P), a grade and better (VG+..), or none"),
    ("barcode:12345", "“barcode:” takes all digits of one: 8, or 10 to 14"),
    ("copies:0", "“copies:” takes a number from 1 or a range: 2, 2.., 1..3"),
    (String(repeating: "x", count: 1001), "A query has at most 1,000 characters, and this one has 1001"),
    ("owned:maybe", "“owned:” takes yes, no or other (another pressing)"),
  ])
  func `a mistake in a filter says what to type`(_ text: String, _ sentence: String) {
    do throws(QueryError) {
      _ = try ShelfQuery(parsing: text)
      Issue.record("“\(text)” has no mistake")
    } catch {
      #expect(error.sentence == sentence)
    }
  }
}

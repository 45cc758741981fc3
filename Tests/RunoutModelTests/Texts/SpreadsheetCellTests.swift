import RunoutModel
import Testing

struct SpreadsheetCellTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-5", "'-5"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"),
    ("\r=1", "'\r=1"), ("\u{FF1D}1", "'\u{FF1D}1"), ("'=1", "''=1"), ("", ""), ("'", "'"),
    ("'tis", "'tis"), ("Kind Of Blue", "Kind Of Blue"), ("a=b", "a=b"), ("7\" EP", "7\" EP"),
    (" =1", "' =1"), ("\u{FEFF}=1", "'\u{FEFF}=1"), ("\u{A0}\u{200B}@x", "'\u{A0}\u{200B}@x"), (" '=1", "' '=1"),
    ("\u{3000}\u{FF1D}1", "'\u{3000}\u{FF1D}1"), (" a", " a"), ("\u{FEFF}a=", "\u{FEFF}a="), ("  ", "  "),
    // One character with the apostrophe in front.
    ("\u{FE0F}=1", "'\u{FE0F}=1"), ("\u{34F}=1", "'\u{34F}=1"), ("'\u{FE0F}=1", "''\u{FE0F}=1"),
  ])
  func `a cell that begins as a formula gets an apostrophe, and loses it on import`(_ text: String, _ safe: String) {
    #expect(SpreadsheetCell.defused(text) == safe)
    #expect(SpreadsheetCell.restored(safe) == text)
  }
}

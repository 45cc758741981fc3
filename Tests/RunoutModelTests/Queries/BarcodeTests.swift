import RunoutModel
import Testing

/// The same barcode as scanners, sleeves and people write it.
struct BarcodeTests {
  /// Two spellings of one barcode.
  @Test(arguments: [
    ("697929110035", "0697929110035"), ("697929110035", "00697929110035"), ("697929110035", "6 97929 11003 5"),
    ("697929110035", "6-97929-11003-5"), ("697929110035", "69792911003"), ("0697929110035", "69792911003"),
    ("074646493526", "74646493526"), ("074646493526", "0 7464-64935-2 6"), ("074646493526", "7464649352"),
    ("5099746493523", "509974649352"), ("5099746493523", "05099746493523"), ("96385074", "0000096385074"),
    ("5 099746 493523 >", "5099746493523"),
  ])
  func `zeros in front, spaces and the check digit make no difference`(one: String, other: String) throws {
    let (one, other) = (try #require(Barcode(one)), try #require(Barcode(other)))
    #expect(one.means(other) && other.means(one))
  }

  @Test(arguments: [
    ("697929110035", "697929110036"), ("697929110035", "697929110042"), ("697929110035", "1697929110035"),
    ("5099746493523", "5099746493530"), ("96385074", "9638507"),
  ])
  func `another digit is another barcode`(one: String, other: String) throws {
    let (one, other) = (try #require(Barcode(one)), try #require(Barcode(other)))
    #expect(!one.means(other) && !other.means(one))
  }

  @Test(arguments: ["", "0", "000000", "12345", "XLP 47324", "none", "1234567890123456789", "５０９９７４６４９３５２３"])
  func `what is no barcode is none`(text: String) {
    #expect(Barcode(text) == nil)
  }

  @Test(arguments: [
    ("0697929110035", ["697929110035", "0697929110035"]), ("5099746493523", ["5099746493523"]),
    ("74646493526", ["074646493526", "0074646493526"]), ("96385074", ["96385074"]),
    ("69792911003", ["69792911003", "697929110035", "0697929110035"]),
  ])
  func `Discogs is asked for the likeliest spelling first`(typed: String, spellings: [String]) {
    #expect(Barcode(typed)?.spellings == spellings)
  }
}

import Testing
import Wording

/// Sentences that take a value, of which it is not known.
struct UnknownTests {
  /// What is said, and all that is left to say.
  private static let sentences: [(String, String)] = [
    (VerbWords.own("2 copies", ""), "own: 2 copies"),
    (VerbWords.otherPressing("1 copy", ""), "other pressing: 1 copy"),
    (VerbWords.ownedAlready("r1", 2, in: ""), "r1: you already own 2 copies"),
    (ShelfWords.doubles(2, ""), "You already own 2 copies"),
    (VerbWords.saved("cover.jpeg", "", "12 kB"), "Saved cover.jpeg: 12 kB"),
    (VerbWords.tried(1, ""), "tried once"),
    (VerbWords.tried(3, "offline"), "tried 3 times: offline"),
    (ScreenWords.tried(2, ""), "tried 2×"),
    (ScreenWords.refused(""), "refused"),
    (VerbWords.seenBefore("Offline", nil), "Offline; showing what your shelf has"),
    (VerbWords.cached("Offline", nil), "Offline; showing what was cached"),
    (UpdateWords.file("catalogue.sqlite", nil), "File       catalogue.sqlite"),
    (MarketWords.priced("Kind Of Blue", nil), "Kind Of Blue"),
    (
      VerbWords.difference("Notes", mine: "mint", theirs: "", before: ""),
      "Notes: yours “mint”, theirs none, before none"
    ),
    (RecordWords.forSale(3, from: nil), "3 for sale"),
    (ShelfWords.pickWant("Kind Of Blue", since: ""), "Look for Kind Of Blue"),
    (DigWords.plays("", together: 2), "2 more records together"),
    (DigWords.alike(people: [], label: nil, styles: [], years: nil), ""),
    (DigWords.missing(0, of: 0, arePressings: false), "This source has no records of it"),
    (ErrorWords.forbidden(""), "Discogs refused"),
  ]

  @Test(arguments: sentences) func `what is not known leaves no empty half`(said: String, whole: String) {
    #expect(said == whole)
  }
}

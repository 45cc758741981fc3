/// The lines of a record's page.
public enum RecordWords {
  public static let notForSaleOnDiscogs = "not for sale on Discogs"
  public static let noneForSale = "none for sale"
  public static let notRatedYet = "not rated on Discogs yet"
  public static let noSuggestionsForYourAccount = "no suggestions for your account"
  public static let onYourWantList = "on your want list"
  public static let allVersions = "all versions"
  public static let otherVersions = "Other versions"
  public static let mainRelease = "main release"
  public static let main = "main"
  public static func release(_ number: String) -> String { "release \(number)" }
  public static func master(_ number: String) -> String { "master \(number)" }
  /// `14th of 52, after Miles Davis – Milestones`
  public static func place(_ number: Int, of total: Int, after name: String?) -> String {
    "\(ordinal(number)) of \(grouped(total))\(name.map { ", \(after($0))" } ?? "")"
  }
  public static func after(_ name: String) -> String { "after \(name)" }
  public static func upTo(_ price: String) -> String { "up to \(price)" }
  public static func morePressings(_ number: Int) -> String { counted(number, "more pressing") }
  public static let anyPressing = "any pressing"
  public static let thisPressing = "this pressing"
  public static let anotherPressing = "another pressing"
  public static let onePressing = "a pressing"
  /// The mark of a row that Discogs refused.
  public static let refused = "refused"
  public static func over(_ time: String) -> String { "over \(time)" }
  public static func demand(_ figure: String) -> String { " · demand \(figure)" }
  public static func average(_ stars: String) -> String { "\(stars) of 5" }
  public static func percent(_ percent: String, of ratings: Int) -> String { "\(percent) % of \(grouped(ratings))" }
  public static func versions(_ number: Int) -> String { counted(number, "version") }
  public static func releases(_ number: Int) -> String { counted(number, "release") }
  public static func votes(_ number: Int) -> String { " by \(grouped(number))" }
  public static func forSale(_ number: Int, lowest: String?) -> String {
    lowest.map { "\(grouped(number)) for sale from \($0)" } ?? "\(grouped(number)) for sale"
  }
  public static let tracklist = "Tracklist"
  public static let barcodeAndOtherIdentifiers = "Barcode and other identifiers"
  /// The same where there is little room.
  public static let identifiers = "Identifiers"
  public static let realName = "Real name"
  public static let inGroups = "In groups"
  public static let nameVariations = "Name variations"
  public static let youOwn = "You own"
  public static let youWant = "You want"
  public static let publicLists = "public lists"
  public static let asSeller = "As seller"
  public static let asBuyer = "As buyer"
  public static func figures(have: String, want: String, demand: String) -> String {
    "\(have) have it, \(want) want it\(demand)"
  }
  public static let yourShelf = "Your shelf"
  public static func pressings(_ number: Int) -> String { counted(number, "pressing") }
  public static let sameIsDim = "dim where they agree"
  public static func same(_ number: Int, of all: Int) -> String { "\(number) of \(all) the same" }
  public static let onlyDifferences = "only what differs"
  public static func forSale(_ copies: Int, from price: String?) -> String {
    copies == 0 ? "none for sale" : "\(copies) \(price.map { "from \($0)" } ?? "for sale")"
  }
  public static func yours(_ number: Int) -> String { "yours \(stars(number))" }
  public static func stars(_ number: Int) -> String { String(repeating: "★", count: number) }
  public static func added(_ day: String) -> String { "added \(day)" }
  public static func since(_ day: String) -> String { "since \(day)" }
}

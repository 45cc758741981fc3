/// Sentences about selling on Discogs.
public enum SellingWords {
  public static let listingsAndOrders = "listings and orders"
  /// `List Miles Davis – Kind Of Blue (VG+ / VG) for €25.00`
  public static func list(_ name: String, _ grades: String, _ price: String, asDraft: Bool) -> String {
    "List \(name)\(grades.isEmpty ? "" : " (\(grades))") for \(price)" + (asDraft ? " as a draft" : "")
  }
  /// `Fee €2.25, left €22.75 · lowest now €20.00 · suggested €24.00`
  public static func facts(fee: String, left: String?, lowest: String?, suggested: String?) -> String {
    let fee = "Fee \(fee)" + (left.map { ", left \($0)" } ?? "")
    let prices = [lowest.map { "lowest now \($0)" }, suggested.map { "suggested \($0)" }].compactMap(\.self)
    return ([fee] + prices).joined(separator: " · ")
  }
  public static func alreadyListed(_ number: Int) -> String { "This copy is listed already, as \(number)" }
  public static func alreadySold(_ number: Int) -> String {
    "This copy is sold, as \(number): remove that listing to sell it again"
  }
  public static let mayBeListed = "The answer was lost: the copy may be listed. Try again to find it"
  public static let noCurrency = "Discogs did not say the currency of your account: name it, as in 25 EUR"
  public static func otherCurrency(_ own: String) -> String { "You sell in \(own): give the price in it" }
  public static func listed(_ number: Int, asDraft: Bool) -> String {
    asDraft ? "Draft \(number) is in your inventory" : "Listed for sale as \(number)"
  }
  public static func price(_ listing: Int, _ name: String, from old: String, to new: String) -> String {
    "Change the price of listing \(listing), \(name), from \(old) to \(new)"
  }
  public static func publish(_ listing: Int, _ name: String, _ price: String) -> String {
    "Put listing \(listing), \(name), up for sale at \(price)"
  }
  public static func withdraw(_ listing: Int, _ name: String) -> String {
    "Make a draft of listing \(listing), \(name), which no one can buy"
  }
  public static func remove(_ listing: Int, _ name: String) -> String { "Delete listing \(listing), \(name)" }
  public static func status(_ order: String, _ old: String, _ new: String) -> String {
    "Change order \(order) from \(old) to \(new)"
  }
  public static func message(_ order: String, to buyer: String, _ text: String) -> String {
    "Write to \(buyer) about order \(order): “\(text)”"
  }
  public static func would(_ sentence: String) -> String { "Would do: \(sentence)" }
  public static func done(_ sentence: String) -> String { "Done: \(sentence)" }
  public static let notDone = "Nothing changed"
  public static let needsYes = "This needs --yes without a terminal"
  public static func agree(_ sentence: String) -> String { "\(sentence)? [y/N] " }
  public static let needsGrade = "This copy has no media grade: add --media, such as VG+"
  public static let gradeFirst = "This copy has no media grade: e sets it"
  public static func notNext(_ status: String, _ next: [String]) -> String {
    "An order in this state cannot become “\(status)”: "
      + (next.isEmpty ? "it is closed" : next.joined(separator: ", "))
  }
  public static let listingsThenPrice = "Give one listing or more, then the price, such as 20 or -10%"
  public static func notAListing(_ word: String) -> String {
    "“\(word)” is no listing: `runout listings` has their numbers"
  }
  public static func noOrders(in status: String) -> String { "No orders in “\(status)”" }
  public static func steps(_ number: Int) -> String { "Change \(counted(number, "listing"))" }
  public static func fixed(_ listing: Int, _ status: String) -> String {
    "Listing \(listing) is \(status): it cannot be changed so"
  }
  public static let caption = "Sell this copy?"
  public static let price = "Price"
  public static let fee = "Fee"
  public static let left = "Left"
  public static let lowest = "Lowest"
  public static let suggested = "Suggested"
  public static let grades = "Grades"
  public static let advice = "It is for sale at once; your inventory on Discogs ends the sale"
  public static let pickACopy = "sell takes a copy of yours: select one in Collection"
  public static let pickAListing = "Select a listing of yours first: Market, my listings"
  public static let pickAnOrder = "Select an order first: Market, my orders"
  public static let pickForStatus = "Select a listing or an order of yours first, in Market"
  public static func notAPrice(_ text: String, known: String) -> String {
    "“\(text)” is no price: type 25 or “25 EUR” (\(known))"
  }
  public static func notAPrice(_ text: String) -> String { "“\(text)” is no price: type 20, 20 EUR, or -10%" }
  public static func notAStatus(_ text: String, _ known: [String]) -> String {
    "A listing cannot become “\(text)”: \(known.joined(separator: " or "))"
  }
  /// `€20.00 → €18.00`
  public static func change(_ old: String, _ new: String) -> String { "\(old) → \(new)" }
  public static let repriceCaption = "Change prices?"
  public static let statusCaption = "Change status?"
  public static let replyCaption = "Write to the buyer?"
  public static let removeCaption = "Delete for good?"
  public static func listings(_ number: Int) -> String { counted(number, "listing") }
  public static let atOnce = "Discogs shows it at once; all else stays as it is there"
  public static let buyerSees = "The buyer sees it at once, and it cannot be undone"
  public static let copiesStay = "Your copies stay in your collection"
  public static let changeFailed = "Could not change every listing"
  public static func changed(_ number: Int, of all: Int) -> String {
    number == all ? "Changed \(counted(number, "listing"))" : "Changed \(grouped(number)) of \(counted(all, "listing"))"
  }
  public static let readFailed = "Could not read the order"
  public static let writeFailed = "Could not write to the order"
  public static func written(_ order: String) -> String { "Order \(order) is up to date" }
  public static let next = "Next"
  public static let shipping = "Shipping"
  public static let text = "Text"
  public static let messages = "Messages"
  public static let failed = "Could not list the copy"
}

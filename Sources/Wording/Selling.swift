/// Sentences about selling on Discogs.
public enum SellingWords {
  public static let what = "selling"
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
  public static func fixed(_ status: String) -> String { "This listing is \(status): it can no longer be changed" }
  public static let caption = "Sell this copy?"
  public static let price = "Price"
  public static let fee = "Fee"
  public static let left = "Left"
  public static let lowest = "Lowest"
  public static let suggested = "Suggested"
  public static let grades = "Grades"
  public static let advice = "It is for sale at once; your inventory on Discogs ends the sale"
  public static let pickACopy = "sell takes a copy of yours: select one in Collection"
  public static let failed = "Could not list the copy"
}

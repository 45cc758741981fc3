/// Sentences of `runout serve`: errors in its files, its own pages and refusals. Responses that imitate Discogs are in
/// Discogs' words, in the target `DiscogsServer`.
public enum ServeWords {
  // MARK: The file of listings

  public static func place(_ file: String, line: Int?, column: String?, _ reason: String) -> String {
    "\(file)\(line.map { ", line \($0)" } ?? "")\(column.map { ", column \($0)" } ?? ""): \(reason)"
  }
  public static let notUTF8 = "not UTF-8: save it as UTF-8"
  public static func tooManyOffers(_ most: Int) -> String {
    "more than \(grouped(most)) offers: leave out what is not for sale"
  }
  public static let openQuote = "a quote never closes"
  public static let textAfterQuote = "text follows a closing quote"
  public static let rowTooLong = "a row of over 1 MB"
  public static func sameListing(_ number: String, line: Int) -> String {
    "\(number) is already the listing of line \(line)"
  }
  public static func notInCatalogue(_ release: String) -> String { "release \(release) is not in the catalogue" }
  public static let columnTwice = "it appears twice"
  public static func noColumn(_ name: String) -> String { "no column \(name): use those of Discogs' inventory export" }
  public static func notANumber(_ text: String) -> String { "“\(text)” is not a number" }
  public static let noRelease = "each row needs a release id"
  public static let noPrice = "each row needs a price"
  public static func notAPrice(_ text: String) -> String { "“\(text)” is not a price: write it like 19.99" }
  public static func notACurrency(_ text: String, known: String) -> String {
    "Discogs has no prices in “\(text)”: use \(known)"
  }
  public static func notAUser(_ text: String) -> String {
    "“\(text)” is not a user name: use letters, digits, “.”, “_” and “-”"
  }
  public static func notOneOf(_ text: String, _ values: [String]) -> String {
    "“\(text)” is not one of \(values.joined(separator: ", "))"
  }
  public static func notATime(_ text: String) -> String {
    "“\(text)” is not a time: write it like 2026-03-01 or 2026-03-01 12:00:00"
  }

  // MARK: The fault plan

  public static func outOfRange(_ lower: String, _ upper: String) -> String { "it must be from \(lower) to \(upper)" }
  public static func noFault(_ name: String) -> String { "no fault “\(name)”" }

  // MARK: Its own answers

  public static let hello = "Runout's own server of the Discogs API"
  public static let bestList = "Five stars"
  public static let aboutBestList = "The best-rated copies in the collection."
  public static let otherName =
    "This server answers only to localhost, 127.0.0.1 and [::1]: "
    + "by any other name a web page could read your shelf (DNS rebinding)."
  public static let noMarketplace = "This server takes no inventory files: list copies one by one."
  public static let authorise = "Authorise"
  public static let serverToken = "This server's token:"
  public static let requestExpired = "This request is unknown or older than fifteen minutes: start again."
  public static let typeCode = "Type this code into the application:"
}

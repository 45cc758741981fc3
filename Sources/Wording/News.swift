/// Sentences about what is followed, and what is new of it.
public enum NewsWords {
  public static let title = "New"
  public static func following(_ name: String, key: String) -> String {
    "Followed: \(key) shows what is new of \(name)"
  }
  public static func noLonger(_ name: String, key: String) -> String {
    "Not following \(name) any more; \(key) does again"
  }
  public static let whom = "Follow an artist, label, master or search: select or open one"
  public static let failed = "Could not change what you follow"
  public static let lookFailed = "Could not look for what is new"
  public static func found(_ number: Int) -> String { counted(number, "new record") }
  /// `Miles Davis 3`
  public static func more(_ number: Int) -> String { "\(grouped(number)) more" }
  public static let nothing = "Nothing new"
  /// `Nothing new of Miles Davis, Blue Note and 3 more`
  public static func nothing(of names: [String]) -> String {
    guard let last = names.last else { return nothing }
    if names.count == 1 { return "\(nothing) of \(last)" }
    let shown = names.count <= 4 ? names.dropLast() : names.prefix(3)
    let rest = names.count <= 4 ? last : more(names.count - 3)
    return "\(nothing) of \(shown.joined(separator: ", ")) and \(rest)"
  }
  public static let needsCatalogue = "Discogs cannot answer this search: follow it on a catalogue"
  public static func how(key: String) -> String {
    "\(key) on an artist, label, master or search follows it, or no longer does"
  }
  public static func unknownMonth(_ month: String, first: String) -> String {
    first.isEmpty
      ? "This catalogue does not know its month: import the next one"
      : "What was new in \(month) is not known: the first catalogue was of \(first)"
  }
  public static func notAWebhook(_ file: String) -> String { "\(file) has no https address on its first line" }
  public static let webhookUnreachable = "The webhook could not be reached: the next check tries again"
  public static func webhookRefused(_ status: Int) -> String {
    "The webhook refused it (\(status)): the next check tries again"
  }
  /// `Miles Davis – Kind Of Blue is at your price: €20.00 (limit €25.00)`
  public static func atPrice(_ name: String, _ price: String, limit: String?) -> String {
    "\(name) is at your price: \(price)" + (limit.map { " (limit \($0))" } ?? "")
  }
  /// `New of Blue Note: Miles Davis – Kind Of Blue (2026, LP, Blue Note, BLP 1)`
  public static func new(_ name: String, _ facts: [String], of followed: String) -> String {
    "New of \(followed): \(name)" + (facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))")
  }
  public static let oneLine = "--command takes one line"
  public static func notAMonth(_ text: String) -> String { "“\(text)” is no month: type 2026-10" }
  public static let followWhat = "Name what to follow: artist:1, label:123, a Discogs URL or a search"
  public static func notFollowable(_ text: String) -> String {
    "“\(text)” is a release: follow its artist, label or master"
  }
  public static func alreadyFollowed(_ name: String) -> String { "\(name) is followed already" }
  public static func notFollowed(_ name: String) -> String { "\(name) is not followed" }
  public static func followed(_ name: String) -> String { "Following \(name)" }
  public static func unfollowed(_ name: String) -> String { "Not following \(name) any more" }
}

/// One sentence for each kind of error, without a full stop; the page adds the key that helps.
public enum ErrorWords {
  public static func notFound(_ kind: String, _ number: Int) -> String { "No \(kind) \(number) in this source" }
  public static func noUser(_ name: String) -> String { "No Discogs user “\(name)”" }
  public static let offline = "Offline: cannot reach Discogs"
  /// - Parameter reason: in lower case: `the certificate of … is for another name`.
  public static func untrusted(_ reason: String) -> String { reason.prefix(1).uppercased() + reason.dropFirst() }
  public static let notAWebServer = "This address does not answer like a web server"
  public static let rejected = "Discogs rejected the request"
  public static let timedOut = "Discogs did not answer in time"
  public static let pauseOver = "Discogs asked for a pause; it is over now"
  public static func pause(seconds: Int) -> String { "Discogs asked for a pause: next request in \(seconds) s" }
  public static let signInNeeded = "Sign in to Discogs for this"
  public static let wrongClock = "Discogs rejects this computer's clock: set it and try again"
  public static let tokenRefused = "Discogs rejected your token; it may have been revoked"
  public static func forbidden(_ words: String) -> String {
    words.isEmpty ? "Discogs refused" : "Discogs refused: \(words)"
  }
  public static func server(_ status: Int) -> String { "Discogs has a problem (HTTP \(status))" }
  public static func unexpected(_ endpoint: String, field: String) -> String {
    field.isEmpty
      ? "Discogs sent an unexpected response to \(endpoint); see the log"
      : "Discogs sent an unexpected response to \(endpoint) at \(field); see the log"
  }
  public static let cancelled = "Cancelled"
  /// A sentence with a full stop, unless it ends in another mark.
  public static func ended(_ sentence: String) -> String {
    guard let last = sentence.last, ".?!…".contains(last) else { return "\(sentence)." }
    return sentence
  }
}

public import Clients
import DiscogsModel

extension ClientError {
  /// What happened, for people, without a full stop. The key that helps is added by whoever shows it.
  nonisolated public var sentence: String {
    switch self {
    case .notFound(let reference): "There is no \(reference.kind.rawValue) \(reference.number) in this source"
    case .noSuchUser(let name): "No Discogs user “\(name)”"
    case .query(let error): error.message
    case .refused(let sentence): sentence
    case .storage(let sentence): sentence
    case .offline: "Offline: Discogs cannot be reached"
    case .notDiscogs(let sentence), .proxy(let sentence):
      sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    case .timedOut: "Discogs did not answer in time"
    case .rateLimited(0): "Discogs asked for a pause, which is over"
    case .rateLimited(let seconds): "Discogs asks for a pause: \(seconds) s until the next request"
    case .signInRequired(.nobody): "Sign in to Discogs for this, and nobody is signed in"
    case .signInRequired(.refused): "Discogs does not accept the token; it may have been revoked"
    case .forbidden(let words): "Discogs refuses this\(words.isEmpty ? "" : ": \(words)")"
    case .server(let status): "Discogs is in trouble (HTTP \(status))"
    case .unreadable(let endpoint, let field):
      "Discogs sent an unexpected response to \(endpoint)\(field.isEmpty ? "" : " at \(field)"); the log has it"
    case .cancelled: "Cancelled"
    }
  }
}

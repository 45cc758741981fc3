public import Clients
import DiscogsModel
import RunoutModel
import Wording

extension ClientError {
  /// The error as a sentence for people, without a full stop. The page adds the key that helps.
  nonisolated public var sentence: String {
    switch self {
    case .notFound(let reference): ErrorWords.notFound(reference.kind.rawValue, reference.number)
    case .noSuchUser(let name): ErrorWords.noUser(name)
    case .query(let error): error.sentence
    case .refused(let sentence): sentence
    case .storage(let sentence): sentence
    case .offline: ErrorWords.offline
    case .notDiscogs(let sentence), .proxy(let sentence): sentence
    case .timedOut: ErrorWords.timedOut
    case .rateLimited(0): ErrorWords.pauseOver
    case .rateLimited(let seconds): ErrorWords.pause(seconds: seconds)
    case .signInRequired(.signedOut): ErrorWords.signInNeeded
    case .signInRequired(.refused): ErrorWords.tokenRefused
    case .forbidden(let words): ErrorWords.forbidden(words)
    case .server(let status): ErrorWords.server(status)
    case .unreadable(let endpoint, let field):
      ErrorWords.unexpected(endpoint, field: field)
    case .cancelled: ErrorWords.cancelled
    }
  }
}

import DiscogsModel

// The library's own sentences. They are not in the target Wording, which is the program's: a library must not bring a
// thousand sentences of somebody else's screen along.

extension DiscogsError {
  /// A description of the error, in one sentence with a full stop.
  public var sentence: String {
    switch self {
    case .network(_, .unreachable(let reason, _)): "Cannot reach Discogs (\(reason))."
    case .network(_, .untrusted(let reason)): reason.prefix(1).uppercased() + reason.dropFirst() + "."
    case .network(_, .proxy(let sentence, _)): sentence + "."
    case .network: "The connection to Discogs broke off."
    case .timedOut: "Discogs did not answer in time."
    case .cancelled: "Cancelled."
    case .invalidResponse(_, _, let kind): kind.sentence
    case .decoding(let endpoint, let failure):
      "Discogs sent an unexpected response to \(endpoint)\(failure.field.isEmpty ? "" : " at \(failure.field)")."
    case .rateLimited(_, let delay?): "Too many requests: Discogs takes the next one in \(delay.wholeSeconds) s."
    case .rateLimited: "Too many requests: Discogs takes no more for now."
    case .unauthorized(let refusal): "Discogs rejected the credentials\(refusal.words)."
    case .wrongClock(let refusal): "Discogs rejected the time of the request\(refusal.words)."
    case .forbidden(let refusal) where refusal.isWebPage: "The gateway in front of Discogs refused the request."
    case .forbidden(let refusal): "Discogs refused this\(refusal.words)."
    case .notFound(let refusal): refusal.message.map(Self.asSentence) ?? "Discogs does not have this."
    case .server(let refusal): "Discogs failed with HTTP \(refusal.status ?? 500)\(refusal.words)."
    case .invalidRequest(let refusal) where refusal.status == nil: "The request was not sent\(refusal.words)."
    case .invalidRequest(let refusal): "Discogs rejected the request\(refusal.words)."
    case .validation(let refusal): "Discogs rejected the values\(refusal.words)."
    case .missingToken(_, .user): "This needs a signed-in user."
    case .missingToken: "This needs a token."
    case .resting(_, let delay, let last):
      "Discogs failed several times: next request in \(delay.wholeSeconds) s. \(last.sentence)"
    case .notCached: "This is not in the cache."
    }
  }

  /// The remedy, in one sentence with a full stop; nil if nothing helps.
  public var suggestion: String? {
    switch self {
    case .network(_, .untrusted):
      "Check the address and this machine's clock; the network may be intercepting traffic."
    case .network(_, .proxy): "Check the proxy and the variable that names it."
    case .network, .timedOut: "Check your connection and try again."
    case .cancelled: nil
    case .invalidResponse(_, _, let kind): kind.suggestion
    case .decoding: "Report this with the log; a newer version may read it."
    case .rateLimited: "Wait; other programs at your address count too."
    case .wrongClock: "Set this machine's clock and try again."
    case .unauthorized: "Sign in again, or check the token at https://www.discogs.com/settings/developers."
    case .forbidden(let refusal) where refusal.isWebPage: "Wait a few minutes, or try another network."
    case .forbidden: "Sign in as the owner, or ask the owner to make it public."
    case .notFound: "It may have been merged, deleted or made private."
    case .server: "Try again later."
    case .invalidRequest, .validation: "Check the values and try again."
    case .missingToken: "Sign in with a token from https://www.discogs.com/settings/developers."
    case .resting: "Wait, or try again yourself."
    case .notCached: "Connect to the network and try again."
    }
  }

  private static func asSentence(_ text: String) -> String {
    guard let last = text.last else { return text }
    return ".!?".contains(last) ? text : text + "."
  }
}

extension InvalidResponse {
  var sentence: String {
    switch self {
    case .webPage: "A web page arrived instead of data."
    case .empty: "Discogs sent an empty response."
    case .truncated: "The response was cut off."
    case .tooLarge(let limit): "The response is larger than \(limit >> 20) MiB."
    case .contentType(let type): "The response has an unexpected type (\(type))."
    case .redirected(let host): "The server redirects to another host (\(host))."
    case .malformed: "The server does not answer like a web server."
    }
  }

  var suggestion: String {
    switch self {
    case .webPage: "Open any web page to see whether this network wants a sign-in, or try again later."
    case .empty, .truncated, .malformed: "Try again."
    case .tooLarge, .contentType: "Report this with the log."
    case .redirected: "Check the address of the API."
    }
  }
}

extension Refusal {
  /// ` (You must authenticate)`, with a leading space, or empty.
  var words: String {
    guard var message, !message.isEmpty else { return "" }
    while let last = message.last, last == "." { message.removeLast() }
    return " (\(message))"
  }
}

extension Duration {
  /// The seconds to wait: rounded up, never negative.
  var wholeSeconds: Int64 { max(0, components.seconds + (components.attoseconds > 0 ? 1 : 0)) }

  var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}

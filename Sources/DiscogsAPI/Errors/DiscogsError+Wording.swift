extension DiscogsError {
  /// What happened, for people: one sentence with a full stop.
  public var sentence: String {
    switch self {
    case .network(_, .unreachable(let reason, _)): "Discogs cannot be reached (\(reason))."
    case .network(_, .untrusted(let reason)): reason.prefix(1).uppercased() + reason.dropFirst() + "."
    case .network(_, .proxy(let sentence, _)): sentence + "."
    case .network: "The connection to Discogs broke."
    case .timedOut: "Discogs did not answer in time."
    case .cancelled: "Cancelled."
    case .invalidResponse(_, _, let kind): kind.sentence
    case .decoding(let endpoint, let failure):
      "The answer to \(endpoint) has an unknown form\(failure.field.isEmpty ? "" : " at \(failure.field)")."
    case .rateLimited(_, let delay?): "Discogs allows no more requests for \(delay.wholeSeconds) s."
    case .rateLimited: "Discogs allows no more requests for now."
    case .unauthorized(let refusal): "Discogs does not accept the sign-in\(refusal.words)."
    case .forbidden(let refusal) where refusal.isWebPage: "The gateway of Discogs turned the request away."
    case .forbidden(let refusal): "Discogs does not allow this\(refusal.words)."
    case .notFound(let refusal): refusal.message.map(Self.asSentence) ?? "Discogs has no such thing."
    case .server(let refusal): "Discogs failed with status \(refusal.status ?? 500)\(refusal.words)."
    case .invalidRequest(let refusal): "The request could not be carried out\(refusal.words)."
    case .validation(let refusal): "Discogs does not accept the values\(refusal.words)."
    case .missingToken(_, .user): "This needs a signed-in user."
    case .missingToken: "Discogs answers this only with a token."
    case .resting(_, let delay, let last):
      "Discogs failed several times and is left alone for \(delay.wholeSeconds) s. \(last.sentence)"
    case .notCached: "Nothing is kept of this for reading offline."
    }
  }

  /// What helps, for people: one sentence with a full stop; nil where nothing does.
  public var suggestion: String? {
    switch self {
    case .network(_, .untrusted):
      "Check the address and the clock of this machine; this network may put itself in between."
    case .network(_, .proxy): "Check the proxy and the variable that names it."
    case .network, .timedOut: "Check the connection, and try again."
    case .cancelled: nil
    case .invalidResponse(_, _, let kind): kind.suggestion
    case .decoding: "Report this with the log; another version may read it."
    case .rateLimited: "Wait; other programs on the same address count too."
    case .unauthorized: "Sign in again, or check the token at https://www.discogs.com/settings/developers."
    case .forbidden(let refusal) where refusal.isWebPage: "Wait some minutes, or try from another network."
    case .forbidden: "Sign in as the owner, or ask the owner to make it public."
    case .notFound: "It may have been merged, deleted or made private."
    case .server: "Try again in a while."
    case .invalidRequest, .validation: "Change what was entered."
    case .missingToken: "Sign in with a token from https://www.discogs.com/settings/developers."
    case .resting: "Wait, or try again by hand."
    case .notCached: "Connect to the network, and try again."
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
    case .webPage: "A web page came in place of an answer."
    case .empty: "Discogs sent an empty answer."
    case .truncated: "The answer ended before it was whole."
    case .tooLarge(let limit): "The answer is larger than \(limit >> 20) MiB."
    case .contentType(let type): "The answer is of an unexpected type (\(type))."
    case .redirected(let host): "The server points to another place (\(host)), which is not followed."
    case .malformed: "What came is not an answer of a web server."
    }
  }

  var suggestion: String {
    switch self {
    case .webPage: "Open a web page to see whether this network asks for a sign-in, or try again in a while."
    case .empty, .truncated, .malformed: "Try again."
    case .tooLarge, .contentType: "Report this with the log."
    case .redirected: "Check the address of the API."
    }
  }
}

extension Refusal {
  /// ` (You must authenticate)`, with a blank in front, or nothing.
  var words: String {
    guard var message, !message.isEmpty else { return "" }
    while let last = message.last, last == "." { message.removeLast() }
    return " (\(message))"
  }
}

extension Duration {
  /// Rounded up, so that waiting for so long is long enough; never less than zero.
  var wholeSeconds: Int64 {
    max(0, components.seconds + (components.attoseconds > 0 ? 1 : 0))
  }

  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

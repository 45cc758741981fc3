internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Logging
internal import Wording

extension ErrorTranslator {
  /// - Parameter reference: the record that a 404 is about.
  func callAsFunction(_ error: DiscogsError, about reference: EntityReference?) -> ClientError {
    if error != .cancelled {
      log.warning(
        "A request to Discogs failed",
        metadata: [
          "code": "\(error.code)", "endpoint": "\(error.endpoint ?? "")",
          "status": "\(error.status.map(String.init) ?? "")", "cause": "\(error.sentence)",
        ])
    }
    return clientError(for: error, about: reference)
  }

  private func clientError(for error: DiscogsError, about reference: EntityReference?) -> ClientError {
    switch error {
    case .cancelled: .cancelled
    case .network(_, .untrusted(let reason)): .notDiscogs(ErrorWords.untrusted(reason))
    case .invalidResponse(_, _, .malformed): .notDiscogs(ErrorWords.notAWebServer)
    case .network(_, .proxy(let reason, _)): .proxy(reason)
    case .network(_, _), .notCached: .offline
    case .timedOut: .timedOut
    case .rateLimited(_, let wait): .rateLimited(retryAfterSeconds: max(1, (wait ?? .seconds(60)).wholeSeconds))
    // Nothing was sent because of an earlier failure: report that one.
    case .resting(_, _, let last): clientError(for: last, about: reference)
    case .missingToken: .signInRequired(.signedOut)
    case .unauthorized: .signInRequired(.refused)
    case .wrongClock: .refused(ErrorWords.wrongClock)
    case .notFound(let refusal):
      reference.map { .notFound($0) } ?? .refused(refusal.message ?? SourceWords.notOnDiscogs)
    // A page of the gateway bars the way to Discogs for a while; it says nothing of the account.
    case .forbidden(let refusal) where refusal.isWebPage: .server(status: refusal.status ?? 403)
    case .forbidden(let refusal): .forbidden(refusal.message ?? SourceWords.noReason)
    case .server(let refusal): .server(status: refusal.status ?? 500)
    case .invalidRequest(let refusal), .validation(let refusal):
      .refused(refusal.message.map { SourceWords.refused($0) } ?? ErrorWords.rejected)
    case .decoding(let endpoint, let failure): .unreadable(endpoint: endpoint, field: failure.field)
    case .invalidResponse(let endpoint, _, _): .unreadable(endpoint: endpoint, field: "")
    }
  }
}

extension Duration {
  /// Rounded up: a retry a second too early fails more often than one too late.
  var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}

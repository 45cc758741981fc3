import DiscogsModel

/// The one place where answers and failures of the transport become values and errors of the library.
enum AnswerReading {
  static func read<Value>(_ endpoint: Endpoint<Value>, _ response: HTTP.Response) throws(DiscogsError) -> Decoded<Value>
  {
    let isSame = response.status == 304 && endpoint.unlessSame != nil
    if !isSame, let error = refusal(endpoint.name, response) { throw error }
    do {
      return try endpoint.read(response)
    } catch {
      let kind = invalidity(response)
      throw kind.map { .invalidResponse(endpoint: endpoint.name, status: response.status, $0) }
        ?? .decoding(endpoint: endpoint.name, error)
    }
  }

  /// Nil for a 2xx that is not a web page. `retryAfter` of a 429 is left to the caller, who knows the time.
  static func refusal(_ endpoint: String, _ response: HTTP.Response) -> DiscogsError? {
    let status = response.status
    if (200...299).contains(status) {
      return ErrorBody.isWebPage(response) ? .invalidResponse(endpoint: endpoint, status: status, .webPage) : nil
    }
    let body = ErrorBody(response)
    let refusal = Refusal(endpoint: endpoint, status: status, message: body.message, isWebPage: body.isWebPage)
    switch status {
    case 401: return refusal.blamesClock ? .wrongClock(refusal) : .unauthorized(refusal)
    case 403: return .forbidden(refusal)
    // The API's own 404 has words: a page of HTML is some other server's.
    case 404 where body.isWebPage: return .invalidResponse(endpoint: endpoint, status: status, .webPage)
    case 404: return .notFound(refusal)
    case 422: return .validation(refusal)
    case 429: return .rateLimited(endpoint: endpoint, retryAfter: nil)
    case 400...499: return .invalidRequest(refusal)
    case 500...599: return .server(refusal)
    default: return .invalidResponse(endpoint: endpoint, status: status, .malformed("status \(status)"))
    }
  }

  /// Why a body could not be read, if not for its content.
  private static func invalidity(_ response: HTTP.Response) -> InvalidResponse? {
    guard let first = response.body.first(where: { $0 > 0x20 }) else { return .empty }
    let isJSON = response.contentType.map { $0.hasSuffix("json") } ?? true
    if !isJSON, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") {
      return .contentType(String((response.contentType ?? "").prefix(60)))
    }
    return isCut(response.body) ? .truncated : nil
  }

  /// Whether brackets or quotes of a JSON text are left open.
  private static func isCut(_ body: [UInt8]) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in body {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return isInString || depth > 0
  }

  static func error(_ endpoint: String, _ failure: TransportFailure) -> DiscogsError {
    switch failure {
    case .unreachable, .untrusted, .proxy: .network(endpoint: endpoint, failure)
    case .timedOut: .timedOut(endpoint: endpoint)
    case .cancelled: .cancelled
    case .tooLarge(let limit): .invalidResponse(endpoint: endpoint, status: nil, .tooLarge(limit: limit))
    case .malformed(let reason): .invalidResponse(endpoint: endpoint, status: nil, .malformed(reason))
    case .truncated: .invalidResponse(endpoint: endpoint, status: nil, .truncated)
    case .redirected(let host): .invalidResponse(endpoint: endpoint, status: nil, .redirected(to: host))
    case .insecure(let host):
      .invalidRequest(Refusal(endpoint: endpoint, status: nil, message: "Credentials go to \(host) only over https."))
    }
  }
}

extension Refusal {
  /// Discogs says so in plain text: `Invalid timestamp. Check your system clock.`
  fileprivate var blamesClock: Bool {
    guard let words = message?.lowercased() else { return false }
    return words.contains("timestamp") || words.contains("system clock")
  }
}

import DiscogsModel

/// Makes requests of endpoints.
struct RequestBuilder: Sendable {
  let configuration: Configuration

  /// A new one for every attempt: an OAuth signature is good for one.
  func request(_ parts: RequestParts, _ credentials: Credentials) throws(DiscogsError) -> HTTP.Request {
    guard credentials.areWellFormed else {
      throw .invalidRequest(
        Refusal(endpoint: parts.name, status: nil, message: "The token or key has invalid characters."))
    }
    var headers: HTTP.Headers = [
      "User-Agent": configuration.userAgent.description, "Accept": configuration.dialect.mediaType,
      "Accept-Encoding": "gzip",
    ]
    let base = parts.address ?? configuration.baseURL + parts.path
    headers["Authorization"] = authorisation(credentials)
    headers["If-Modified-Since"] = parts.unlessSame?.description
    let url = parts.query.isEmpty ? base : base + "?" + PercentEncoding.query(parts.query)
    var body: [UInt8]?
    switch parts.body {
    case .json(let bytes):
      headers["Content-Type"] = "application/json"
      body = bytes
    case .file(let field, let name, let type, let bytes):
      let boundary = "part-" + configuration.nonce()
      headers["Content-Type"] = "multipart/form-data; boundary=\(boundary)"
      body = Self.form(field: field, name: name, type: type, bytes: bytes, boundary: boundary)
    // A server may insist on a length of a body that is not there.
    case nil: body = parts.method == .post || parts.method == .put ? [] : nil
    }
    return HTTP.Request(
      parts.method, url: url, headers: headers, body: body, timeout: configuration.timeout,
      maximumBodyBytes: parts.maximumBodyBytes)
  }

  /// The query as it is sent: with the configured currency where prices come.
  func query(_ query: [QueryItem], _ kind: CacheKind?) -> [QueryItem] {
    guard let kind, [.release, .marketplaceStats, .inventory].contains(kind), let currency = configuration.currency(),
      !query.contains(where: { $0.name == "curr_abbr" })
    else { return query }
    return query + [QueryItem("curr_abbr", currency)]
  }

  func key(_ parts: RequestParts, scope: String) -> CacheKey {
    let sorted = parts.query.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    // The dialect changes bodies; it travels in a header, but is as good as a part of the query.
    let query = PercentEncoding.query(sorted + [QueryItem("dialect", configuration.dialect.rawValue)])
    return CacheKey(method: parts.method, path: parts.path, query: query, scope: scope)
  }

  private func authorisation(_ credentials: Credentials) -> String? {
    switch credentials {
    case .none: nil
    case .token(let token): "Discogs token=\(token.reveal())"
    case .consumer(let consumer): "Discogs key=\(consumer.key.reveal()), secret=\(consumer.secret.reveal())"
    case .oauth(let consumer, let token, let secret):
      OAuthSigner(consumer: consumer, token: token, tokenSecret: secret).header(
        nonce: configuration.nonce(), now: configuration.now())
    }
  }

  private static func form(field: String, name: String, type: String, bytes: [UInt8], boundary: String) -> [UInt8] {
    let quoted: (String) -> String = { text in
      // As browsers do it: HTML standard, multipart form data.
      text.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    let head =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quoted(field))\"; filename=\"\(quoted(name))\"\r\n"
      + "Content-Type: \(type)\r\n\r\n"
    return Array(head.utf8) + bytes + Array("\r\n--\(boundary)--\r\n".utf8)
  }
}

/// An endpoint without its reading.
struct RequestParts: Sendable {
  var name: String
  var method: HTTP.Method
  var path: String
  var query: [QueryItem]
  var body: RequestBody?
  var unlessSame: LastModified?
  var isIdempotent: Bool
  /// A whole address in place of the path: images lie elsewhere, and get no credentials.
  var address: String?
  var maximumBodyBytes: Int
}

import DiscogsModel

/// Makes requests of endpoints.
struct RequestBuilder: Sendable {
  let configuration: Configuration

  /// A new one for every attempt: an OAuth signature is good for one.
  ///
  /// - Parameter fileLimit: the most bytes of a file, which lies at the whole address that is its path.
  func request(
    _ endpoint: Endpoint<any Sendable>, _ credentials: Credentials, fileLimit: Int? = nil
  ) throws(DiscogsError) -> HTTP.Request {
    guard credentials.areWellFormed else {
      throw .invalidRequest(
        Refusal(endpoint: endpoint.name, status: nil, message: "The token or key has invalid characters."))
    }
    var headers: HTTP.Headers = [
      "User-Agent": configuration.userAgent.description, "Accept": configuration.dialect.mediaType,
      "Accept-Encoding": "gzip",
    ]
    let base = fileLimit == nil ? configuration.baseURL + endpoint.path : endpoint.path
    headers["Authorization"] = authorisation(credentials)
    headers["If-Modified-Since"] = endpoint.unlessSame?.description
    let url = endpoint.query.isEmpty ? base : base + "?" + PercentEncoding.query(endpoint.query)
    var body: [UInt8]?
    switch endpoint.body {
    case .json(let bytes):
      headers["Content-Type"] = "application/json"
      body = bytes
    case .file(let field, let name, let type, let bytes):
      let boundary = "part-" + configuration.nonce()
      headers["Content-Type"] = "multipart/form-data; boundary=\(boundary)"
      body = Self.form(field: field, name: name, type: type, bytes: bytes, boundary: boundary)
    // A server may insist on a length even without a body.
    case nil: body = endpoint.method == .post || endpoint.method == .put ? [] : nil
    }
    return HTTP.Request(
      endpoint.method, url: url, headers: headers, body: body, timeout: configuration.timeout,
      maximumBodyBytes: fileLimit ?? configuration.maximumBodyBytes)
  }

  /// The call with the configured currency, where prices come and it names none.
  func withCurrency(_ endpoint: Endpoint<any Sendable>) -> Endpoint<any Sendable> {
    guard let kind = endpoint.cacheKind, [.release, .marketplaceStats, .inventory].contains(kind),
      let currency = configuration.currency(), !endpoint.query.contains(where: { $0.name == "curr_abbr" })
    else { return endpoint }
    var endpoint = endpoint
    endpoint.query.append(QueryItem("curr_abbr", currency))
    return endpoint
  }

  func key(_ endpoint: Endpoint<any Sendable>, scope: String) -> CacheKey {
    let sorted = endpoint.query.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
    // The dialect changes bodies; it travels in a header, but is as good as a part of the query.
    let query = PercentEncoding.query(sorted + [QueryItem("dialect", configuration.dialect.rawValue)])
    return CacheKey(method: endpoint.method, path: endpoint.path, query: query, scope: scope)
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

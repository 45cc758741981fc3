import DiscogsJSON
import DiscogsModel

extension Endpoint {
  /// A call that reads something and changes nothing.
  static func reading(
    _ name: String, path: String, query: [QueryItem] = [], credentials: CredentialNeed = .none,
    cacheKind: CacheKind? = nil, _ read: @escaping @Sendable (JSONValue) throws(DecodingFailure) -> Value
  ) -> Endpoint {
    Endpoint(
      "GET " + name, path: path, query: query, credentials: credentials, isIdempotent: true, cacheKind: cacheKind
    ) { response throws(DecodingFailure) in try decode(response, read) }
  }

  /// A list of records, of which one page is read, or which is one page.
  static func reading<Row: JSONRecord>(
    _ name: String, path: String, query: [QueryItem] = [], credentials: CredentialNeed = .none,
    cacheKind: CacheKind? = nil, rows: StaticString
  ) -> Endpoint where Value == Paged<Row> {
    reading(name, path: path, query: query, credentials: credentials, cacheKind: cacheKind) {
      json throws(DecodingFailure) in
      try Paged(json, rows) { row throws(DecodingFailure) in try Row(row) }
    }
  }

  static func decode(
    _ response: HTTP.Response, _ read: (JSONValue) throws(DecodingFailure) -> Value
  ) throws(DecodingFailure) -> Decoded<Value> {
    let document = try JSONDocument(response.body)
    let value = try read(document.root)
    return Decoded(value, problems: document.problems, additional: document.root.unread)
  }
}

extension Endpoint where Value: JSONRecord {
  static func reading(
    _ name: String, path: String, query: [QueryItem] = [], credentials: CredentialNeed = .none,
    cacheKind: CacheKind? = nil
  ) -> Endpoint {
    reading(name, path: path, query: query, credentials: credentials, cacheKind: cacheKind) {
      json throws(DecodingFailure) in try Value(json)
    }
  }
}

extension Endpoint {
  static func changing<Record: JSONRecord>(
    _ name: String, method: HTTP.Method, path: String, body: RequestBody? = nil, isIdempotent: Bool = true
  ) -> Endpoint where Value == Record? {
    changing(name, method: method, path: path, body: body, isIdempotent: isIdempotent) {
      json throws(DecodingFailure) in try Record(json)
    }
  }

  /// A call that changes something and is answered with nothing that matters. One that removes is done when it is gone.
  static func changing(
    _ name: String, method: HTTP.Method, path: String, query: [QueryItem] = [], body: RequestBody? = nil,
    isIdempotent: Bool = true, isMoving: Bool = false
  ) -> Endpoint where Value == Void {
    Endpoint(
      "\(method.rawValue) \(name)", method: method, path: path, query: query, body: body, credentials: .user,
      isIdempotent: isIdempotent, isDoneWhenGone: method == .delete || isMoving
    ) { _ in Decoded(()) }
  }

  /// A call that changes something and is answered with what became of it.
  ///
  /// Such an answer means that the change was made, whatever it looks like: what cannot be read of it is a problem
  /// and the value nil, never an error.
  static func changing<Answer>(
    _ name: String, method: HTTP.Method, path: String, body: RequestBody? = nil, isIdempotent: Bool = true,
    _ read: @escaping @Sendable (JSONValue) throws(DecodingFailure) -> Answer
  ) -> Endpoint where Value == Answer? {
    Endpoint(
      "\(method.rawValue) \(name)", method: method, path: path, body: body, credentials: .user,
      isIdempotent: isIdempotent
    ) { response in
      do throws(DecodingFailure) {
        return try decode(response) { json throws(DecodingFailure) in
          try json.expectObject()
          return try read(json)
        }
      } catch {
        return Decoded(nil, problems: [error])
      }
    }
  }
}

extension RequestBody {
  /// The members in the order given.
  static func json(_ build: (inout JSONObject) -> Void) -> RequestBody {
    var object = JSONObject(manner: .sent)
    build(&object)
    return .json(Array(object.text.utf8))
  }
}

extension Array where Element == QueryItem {
  /// Adds nothing for what is empty.
  mutating func add(_ name: String, _ value: String) {
    if !value.isEmpty { append(QueryItem(name, value)) }
  }

  static func currency(_ currency: Currency?) -> [QueryItem] {
    currency.map { [QueryItem("curr_abbr", $0.code)] } ?? []
  }
}

import DiscogsJSON
import DiscogsModel

extension Endpoint {
  /// A call that reads something and changes nothing.
  static func reading(
    _ template: PathTemplate, query: [QueryItem] = [], credentials: CredentialNeed = .none,
    cacheKind: CacheKind? = nil, _ read: @escaping @Sendable (JSONValue) throws -> Value
  ) -> Endpoint {
    Endpoint(
      "GET \(template.form)", path: template.path, query: query, credentials: credentials, isIdempotent: true,
      cacheKind: cacheKind
    ) { response throws(DecodingFailure) in try decode(response, read) }
  }

  /// A list of records, of which one page is read, or which is one page.
  static func reading<Row: JSONRecord>(
    _ template: PathTemplate, query: [QueryItem] = [], credentials: CredentialNeed = .none,
    cacheKind: CacheKind? = nil, rows: StaticString
  ) -> Endpoint where Value == Paged<Row> {
    reading(template, query: query, credentials: credentials, cacheKind: cacheKind) {
      try Paged($0, rows) { try Row($0) }
    }
  }

  static func decode(
    _ response: HTTP.Response, _ read: (JSONValue) throws -> Value
  ) throws(DecodingFailure) -> Decoded<Value> {
    let document = try JSONDocument(response.body)
    do {
      let value = try read(document.root)
      return Decoded(value, problems: document.problems, additional: document.root.unread)
    } catch { throw DecodingFailure(error) }
  }
}

extension Endpoint where Value: JSONRecord {
  static func reading(
    _ template: PathTemplate, query: [QueryItem] = [], credentials: CredentialNeed = .none, cacheKind: CacheKind? = nil
  ) -> Endpoint {
    reading(template, query: query, credentials: credentials, cacheKind: cacheKind) { try Value($0) }
  }
}

extension Endpoint {
  static func changing<Record: JSONRecord>(
    _ template: PathTemplate, method: HTTP.Method = .post, body: RequestBody? = nil, isIdempotent: Bool = true
  ) -> Endpoint where Value == Record? {
    changing(template, method: method, body: body, isIdempotent: isIdempotent) { try Record($0) }
  }

  /// A call that changes something and is answered with nothing that matters. One that removes is done when it is gone.
  static func changing(
    _ template: PathTemplate, method: HTTP.Method = .post, query: [QueryItem] = [], body: RequestBody? = nil,
    isIdempotent: Bool = true, isMoving: Bool = false
  ) -> Endpoint where Value == Void {
    Endpoint(
      "\(method.rawValue) \(template.form)", method: method, path: template.path, query: query, body: body,
      credentials: .user, isIdempotent: isIdempotent, isDoneWhenGone: method == .delete || isMoving
    ) { _ in Decoded(()) }
  }

  /// A call that changes something and is answered with what became of it.
  ///
  /// Such an answer means that the change was made, whatever it looks like: what cannot be read of it is a problem
  /// and the value nil, never an error.
  static func changing<Answer>(
    _ template: PathTemplate, method: HTTP.Method = .post, body: RequestBody? = nil, isIdempotent: Bool = true,
    _ read: @escaping @Sendable (JSONValue) throws -> Answer
  ) -> Endpoint where Value == Answer? {
    Endpoint(
      "\(method.rawValue) \(template.form)", method: method, path: template.path, body: body, credentials: .user,
      isIdempotent: isIdempotent
    ) { response in
      do {
        return try decode(response) { json in
          try json.expectObject()
          return try read(json)
        }
      } catch { return Decoded(nil, problems: [DecodingFailure(error)]) }
    }
  }
}

extension RequestBody {
  /// The members in the order given.
  static func json(_ object: JSONObject) -> RequestBody { .json(Array(object.text.utf8)) }
}

extension [QueryItem] {
  /// The items whose values are not empty.
  static func filled(_ items: KeyValuePairs<String, String>) -> [QueryItem] {
    items.filter { !$0.value.isEmpty }.map { QueryItem($0.key, $0.value) }
  }

  static func currency(_ currency: Currency?) -> [QueryItem] { filled(["curr_abbr": currency?.code ?? ""]) }

  /// The page of a list, in an order.
  static func page<Field>(_ page: PageRequest, by sorting: Sorting<Field>?) -> [QueryItem] {
    (sorting?.query ?? []) + page.query
  }
}

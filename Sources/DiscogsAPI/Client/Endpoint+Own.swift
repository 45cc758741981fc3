import DiscogsJSON
import DiscogsModel
import Foundation

// Calls of your own, for what the API has and this library does not.

extension Endpoint where Value: Decodable {
  /// A call of your own that reads JSON.
  ///
  ///     struct Tips: Decodable, Sendable { var tips: [String] }
  ///     let tips = try await client.answer(to: .reading(Tips.self, at: "/releases/249504/tips")).value
  ///
  /// Records of this library are `Decodable` under Discogs' own names, so that a type of yours can hold them.
  ///
  /// - Parameters:
  ///   - path: from the root, with its variable parts percent-encoded (``PercentEncoding/part(_:)``).
  ///   - name: for errors and logs, such as `GET /releases/{id}/tips`; the path if nil.
  ///   - cacheKind: the kind under which it is cached; nil for never.
  /// - Throws: when carried out, ``DiscogsError/decoding(endpoint:_:)`` with the path to what could not be read.
  public static func reading(
    _ type: Value.Type = Value.self, at path: String, query: [QueryItem] = [], name: String? = nil,
    credentials: CredentialNeed = .none, cacheKind: CacheKind? = nil
  ) -> Endpoint {
    Endpoint(
      name ?? "GET \(path)", path: path, query: query, credentials: credentials, isIdempotent: true,
      cacheKind: cacheKind, read: JSONReading.decoded)
  }

  /// A call of your own that changes something, and reads the JSON of its response.
  ///
  /// - Parameters:
  ///   - body: sent as JSON.
  ///   - isIdempotent: whether sending it twice does no more than sending it once: then it is retried.
  /// - Throws: the error of encoding `body`.
  public static func sending(
    _ body: some Encodable, by method: HTTP.Method = .post, to path: String, query: [QueryItem] = [],
    name: String? = nil, isIdempotent: Bool = false, reading type: Value.Type = Value.self
  ) throws -> Endpoint {
    Endpoint(
      name ?? "\(method.rawValue) \(path)", method: method, path: path, query: query,
      body: .json(Array(try JSONEncoder().encode(body))), credentials: .user, isIdempotent: isIdempotent,
      read: JSONReading.decoded)
  }
}

extension Endpoint where Value == [UInt8] {
  /// A call of your own that gives the body as it comes.
  public static func bytes(
    at path: String, query: [QueryItem] = [], name: String? = nil, credentials: CredentialNeed = .none
  ) -> Endpoint {
    Endpoint(name ?? "GET \(path)", path: path, query: query, credentials: credentials, isIdempotent: true) {
      Decoded($0.body)
    }
  }
}

extension Endpoint {
  /// A call of your own for one page of a list, to be read on its own or by ``EndpointRunner/pages(from:progress:_:)``.
  ///
  /// A row that cannot be read is left out and reported in ``Answer/problems``.
  ///
  /// - Parameter list: the name of the list in the JSON, which stands beside `pagination`.
  public static func reading<Row: Decodable & Sendable>(
    pageOf type: Row.Type, in list: String, at path: String, query: [QueryItem] = [], page: PageRequest = .first,
    name: String? = nil, credentials: CredentialNeed = .none, cacheKind: CacheKind? = nil
  ) -> Endpoint where Value == Paged<Row> {
    Endpoint(
      name ?? "GET \(path)", path: path, query: query + page.query, credentials: credentials, isIdempotent: true,
      cacheKind: cacheKind
    ) { response throws(DecodingFailure) in
      let document = try JSONDocument(response.body)
      guard let rows = document.root.members.first(where: { $0.name == list })?.value else {
        throw DecodingFailure(field: list, reason: "it is missing")
      }
      var paged = Paged(
        rows: try rows.items { row in
          try JSONReading.value(Row.self, from: Array(row.source.utf8), at: row.failure("").field)
        })
      paged.readPagination(document.root)
      return Decoded(paged, problems: document.problems)
    }
  }
}

/// Reads types that are not ours.
enum JSONReading {
  static func decoded<Value: Decodable>(_ response: HTTP.Response) throws(DecodingFailure) -> Decoded<Value> {
    Decoded(try value(Value.self, from: response.body))
  }

  /// - Parameter place: of the body in the response, as `DecodingFailure.field` writes it.
  static func value<Value: Decodable>(
    _ type: Value.Type, from body: [UInt8], at place: @autoclosure () -> String = ""
  ) throws(DecodingFailure) -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context),
      let DecodingError.dataCorrupted(context)
    {
      throw DecodingFailure(field: path(place(), context.codingPath), reason: context.debugDescription)
    } catch let DecodingError.keyNotFound(key, context) {
      throw DecodingFailure(field: path(place(), context.codingPath + [key]), reason: "it is missing")
    } catch { throw DecodingFailure(field: place(), reason: "not a value of type \(type)") }
  }

  private static func path(_ place: String, _ keys: [any CodingKey]) -> String {
    keys.reduce(place) { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
  }
}

public import DiscogsModel

/// One call of the API: its request, and how to decode the response.
///
/// Endpoints are values, made by the static functions here and carried out by ``DiscogsClient``. Each is explained where
/// a service has a function of its name: ``DatabaseService``, ``SearchService``, ``CollectionService``,
/// ``WantListService``, ``ListService``, ``UserService``, ``MarketplaceService``, ``InventoryService``.
public struct Endpoint<Value: Sendable>: Sendable {
  /// The documented form, such as `GET /releases/{id}`: what errors and logs say.
  public var name: String
  /// Its HTTP method.
  public var method: HTTP.Method
  /// From the root, percent-encoded, without the query: `/releases/249504`.
  public var path: String
  /// In the order in which they are sent, not yet percent-encoded.
  public var query: [QueryItem]
  /// The body; nil for none.
  public var body: RequestBody?
  /// The credentials that it needs.
  public var credentials: CredentialNeed
  /// Whether it is idempotent: sending it twice does no more than sending it once.
  public var isIdempotent: Bool
  /// Whether a 404 on a retry means success, if an earlier attempt may have been carried out: the thing to remove is
  /// gone, the thing to move is no longer there.
  public var isDoneWhenGone: Bool
  /// The kind of the answer, which decides how long it stays fresh; nil for answers that are never cached.
  public var cacheKind: CacheKind?
  /// Asks for an answer only if the thing changed after this. Such answers are never cached.
  public var unlessSame: LastModified?
  /// Reads a 2xx answer; a 304 too, where ``unlessSame`` asks for one.
  public var read: @Sendable (HTTP.Response) throws(DecodingFailure) -> Decoded<Value>

  /// Creates an endpoint.
  public init(
    _ name: String, method: HTTP.Method = .get, path: String, query: [QueryItem] = [], body: RequestBody? = nil,
    credentials: CredentialNeed = .none, isIdempotent: Bool, isDoneWhenGone: Bool = false, cacheKind: CacheKind? = nil,
    unlessSame: LastModified? = nil, read: @escaping @Sendable (HTTP.Response) throws(DecodingFailure) -> Decoded<Value>
  ) {
    (self.name, self.method, self.path, self.query) = (name, method, path, query)
    (self.body, self.credentials, self.isIdempotent) = (body, credentials, isIdempotent)
    (self.isDoneWhenGone, self.cacheKind, self.unlessSame, self.read) = (isDoneWhenGone, cacheKind, unlessSame, read)
  }
}

/// A name and a value of a query, unencoded.
public struct QueryItem: Hashable, Sendable {
  /// Unencoded.
  public var name: String
  /// Unencoded.
  public var value: String

  /// Creates a query item.
  public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// The body of a request.
public enum RequestBody: Hashable, Sendable {
  /// A JSON text.
  case json([UInt8])
  /// One file in a form: inventory upload.
  case file(field: String, name: String, contentType: String, bytes: [UInt8])
}

/// The credentials a call needs.
public enum CredentialNeed: Hashable, Sendable {
  /// None.
  case none
  /// Any: key and secret, a personal token or OAuth.
  case any
  /// A signed-in user: a personal token or OAuth.
  case user
}

/// The kinds of responses, each with its own lifetime in the cache.
public enum CacheKind: String, CaseIterable, Hashable, Sendable {
  case search, release, master, versions, artist, artistReleases, label, labelReleases
  case rating, stats, priceSuggestions, marketplaceStats
  case profile, collection, wants, lists, inventory

  /// The kinds whose answers depend on the account: what it owns, wants, rates or sells, what is suggested to it, and
  /// which rows of a list it has.
  public static let personal = Set(allCases).subtracting([
    .release, .master, .artist, .label, .stats, .marketplaceStats,
  ])
}

/// The date of the last change as Discogs sent it, to ask whether a record is still the same.
public struct LastModified: Hashable, Sendable, CustomStringConvertible {
  /// As it came, since servers compare the text (RFC 9110, section 13.1.3).
  public let description: String

  /// Nil for anything but a date of HTTP.
  public init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), HTTPDate.date(text) != nil else { return nil }
    description = text
  }
}

/// The answer to a conditional call.
public enum Revision<Value: Sendable>: Sendable {
  /// The new value, and the date for the next call if Discogs sent one.
  case changed(Value, LastModified?)
  /// Unchanged.
  case same
}

extension Revision: Equatable where Value: Equatable {}
extension Revision: Hashable where Value: Hashable {}

/// A decoded body, and what could not be decoded.
public struct Decoded<Value: Sendable>: Sendable {
  /// The decoded value.
  public var value: Value
  /// Items, and fields of items, that were left out because they could not be read. A hundred at most.
  public var problems: [DecodingFailure]
  /// The values of the body that are in no record's own `additional`, as JSON text by their path: those of the list as
  /// a whole, unreadable items, and fields of types without `additional`.
  public var additional: [String: String]

  /// Creates a decoded body.
  public init(_ value: Value, problems: [DecodingFailure] = [], additional: [String: String] = [:]) {
    (self.value, self.problems, self.additional) = (value, problems, additional)
  }
}

extension Decoded: Equatable where Value: Equatable {}
extension Decoded: Hashable where Value: Hashable {}

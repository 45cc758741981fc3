internal import DiscogsJSON
internal import DiscogsModel
internal import Foundation
internal import RunoutModel

/// The sender of a request.
enum Caller: Hashable, Sendable {
  case anonymous
  /// An application with its key and secret, for no user.
  case application(String)
  /// A user, by token or OAuth.
  case user(ServerAccount)

  var account: ServerAccount? { if case .user(let account) = self { account } else { nil } }
  var isAuthenticated: Bool { self != .anonymous }
}

/// A request as routes see it.
struct RouteCall: Sendable {
  var method: String
  /// As sent, without the query.
  var path: String
  /// The parts of the path that the route names, decoded.
  var parameters: [String: String] = [:]
  /// In the order they were sent, decoded.
  var query: [(name: String, value: String)]
  /// With lower-case names.
  var fields: [String: String]
  var body: [UInt8] = []
  var caller: Caller = .anonymous
  /// The address of this server: `http://127.0.0.1:8080`.
  var base: String
  /// A planned error: by how many rows a page begins too early.
  var rowsMoved = 0
  /// A planned error: added to the total of a list.
  var totalOff = 0

  /// The last value of a query parameter; nil where it is absent or empty.
  subscript(_ name: String) -> String? { query.last { $0.name == name && !$0.value.isEmpty }?.value }

  /// Whether an account's user sends it.
  func isBy(_ account: ServerAccount) -> Bool { caller.account?.id == account.id }

  /// The address of a user.
  func url(of account: ServerAccount) -> String { "\(base)/users/\(account.username.percentEncoded)" }

  /// The order that `sort` and `sort_order` ask for; nil where that is none of these.
  func sortOrder(among fields: Set<RunoutModel.SortOrder.Field>) -> RunoutModel.SortOrder? {
    guard let field = self["sort"].flatMap(RunoutModel.SortOrder.Field.init), fields.contains(field) else { return nil }
    return RunoutModel.SortOrder(field, isReversed: isDescending)
  }

  var isDescending: Bool { self["sort_order"] == "desc" }

  /// A number in the path.
  ///
  /// - Throws: the refusal of a thing that cannot exist.
  func number(_ name: String, else refusal: RouteRefusal = .notFound) throws(RouteRefusal) -> Int {
    guard let number = parameters[name].flatMap({ Int($0) }), number >= 0 else { throw refusal }
    return number
  }

  /// The values of the body, or of the query where there is no body: some calls take either.
  func arguments() throws(RouteRefusal) -> Arguments {
    guard !body.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return Arguments(query) }
    if fields["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true {
      return Arguments(QueryText.pairs(String(decoding: body, as: UTF8.self)))
    }
    do {
      return Arguments(values: try JSONDecoder().decode([String: JSON].self, from: Data(body)))
    } catch { throw RouteRefusal(400, "The request body is not a JSON object.") }
  }
}

/// Named values that came with a request. What a route reads must be of its type; the others are ignored.
struct Arguments: Sendable {
  private let values: [String: JSON]

  init(values: [String: JSON]) { self.values = values }

  init(_ pairs: [(name: String, value: String)]) {
    values = Dictionary(pairs.map { ($0.name, .text($0.value)) }) { $1 }
  }

  /// Nil where it is absent.
  func text(_ name: String) throws(RouteRefusal) -> String? {
    switch values[name] {
    case nil: nil
    case .text(let text): text
    case .number(let digits): DecimalNumber(digits)?.wholeNumber.map(String.init) ?? digits
    default: throw .invalid("Invalid \(name): expected text.", at: "body", name)
    }
  }

  /// A whole number; nil where it is absent.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(RouteRefusal) -> Int? {
    let found: Int?
    switch values[name] {
    case nil: return nil
    case .text(let text): found = Int(text)
    case .number(let digits): found = DecimalNumber(digits)?.wholeNumber
    default: found = nil
    }
    guard let found, range.contains(found) else {
      throw .invalid(
        "Invalid \(name): expected an integer from \(range.lowerBound) to \(range.upperBound).", at: "body", name)
    }
    return found
  }
}

/// The text after the question mark, and of forms.
enum QueryText {
  static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { part in
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (decode(halves[0]), halves.count > 1 ? decode(halves[1]) : "")
    }
  }

  /// Percent signs and pluses taken back; what is no UTF-8 then stays as it was sent.
  static func decode(_ text: some StringProtocol) -> String {
    String(text).replacing("+", with: " ").removingPercentEncoding ?? String(text)
  }

  static func join(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

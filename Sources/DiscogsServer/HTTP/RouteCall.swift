internal import DiscogsModel
internal import Foundation

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
  /// The planned errors of paging.
  var lie = PageLie()

  /// The last value of a query parameter; nil where it is absent or empty.
  subscript(_ name: String) -> String? {
    query.last { $0.name == name && !$0.value.isEmpty }?.value
  }

  /// A number in the path.
  ///
  /// - Throws: the refusal of a thing that cannot exist.
  func number(_ name: String, else refusal: RouteRefusal = .notFound) throws(RouteRefusal) -> Int {
    guard let number = parameters[name].flatMap({ Int($0) }), number >= 0 else { throw refusal }
    return number
  }

  /// The values of the body, or of the query where there is no body: some calls take either.
  func arguments() throws(RouteRefusal) -> Arguments {
    let isEmpty = body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard !isEmpty else {
      return Arguments(Dictionary(query.map { ($0.name, .text($0.value)) }) { $1 })
    }
    if fields["content-type"]?.hasPrefix("application/x-www-form-urlencoded") == true {
      let pairs = QueryText.pairs(String(decoding: body, as: UTF8.self))
      return Arguments(Dictionary(pairs.map { ($0.name, .text($0.value)) }) { $1 })
    }
    do {
      return Arguments(try JSONDecoder().decode([String: Arguments.Value].self, from: Data(body)))
    } catch {
      throw RouteRefusal(400, "The request body is not a JSON object.")
    }
  }
}

/// Named values that came with a request.
struct Arguments: Sendable {
  enum Value: Decodable, Sendable {
    case text(String)
    case number(Double)
    case other

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      // Anything else is refused by name where a route reads it; parameters that no route reads are ignored.
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .other
      }
    }
  }

  private let values: [String: Value]

  init(_ values: [String: Value]) {
    self.values = values
  }

  /// Nil where it is absent.
  func text(_ name: String) throws(RouteRefusal) -> String? {
    switch values[name] {
    case nil: nil
    case .text(let text): text
    case .number(let number): Int(exactly: number).map { String($0) } ?? String(number)
    case .other: throw .invalid("Invalid \(name): expected text.", at: "body", name)
    }
  }

  /// A whole number; nil where it is absent.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(RouteRefusal) -> Int? {
    let found: Int?
    switch values[name] {
    case nil: return nil
    case .text(let text): found = Int(text)
    case .number(let number): found = Int(exactly: number)
    case .other: found = nil
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
    let spaced = String(text).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(text)
  }

  static func encode(_ text: String) -> String {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
  }

  static func join(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }
}

import DiscogsModel

/// The path of a call and its documented form, from one literal: `"/users/\(user: name)/wants/\(release)"` is
/// `/users/hedda/wants/249504` and `/users/{username}/wants/{id}`.
///
/// Values are percent-encoded. A text without a label cannot be interpolated, so that none gets in as it is.
struct PathTemplate: ExpressibleByStringInterpolation {
  /// For errors and logs.
  let form: String
  /// From the root, percent-encoded.
  let path: String

  init(stringLiteral text: String) {
    form = text
    path = text
  }

  init(stringInterpolation parts: StringInterpolation) {
    form = parts.form
    path = parts.path
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var form = ""
    fileprivate var path = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) {
      form += text
      path += text
    }

    mutating func appendInterpolation<Entity>(_ id: EntityID<Entity>) { append("id", id.description) }
    mutating func appendInterpolation(_ id: Order.ID) { append("id", id.text) }
    mutating func appendInterpolation(user: String) { append("username", user) }
    mutating func appendInterpolation(price: String) { append("price", price) }
    mutating func appendInterpolation(currency: Currency) { append("currency", currency.code) }

    mutating func appendInterpolation(_ beginning: PathTemplate) {
      form += beginning.form
      path += beginning.path
    }

    private mutating func append(_ name: String, _ value: String) {
      form += "{\(name)}"
      path += value.asPathPart
    }
  }
}

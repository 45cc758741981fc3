/// The place where decoding failed, and why.
public struct DecodingFailure: Error, Hashable, Sendable {
  /// Such as `results[3].title`; empty for the body as a whole.
  public var field: String
  /// The mistake, such as `it is missing`; never the text of the body.
  public var reason: String

  /// Creates a decoding failure.
  public init(field: String, reason: String) { (self.field, self.reason) = (field, reason) }

  /// Of a list that goes on for ever.
  package static let endless = DecodingFailure(field: "pagination", reason: "it has no end")
}

public import DiscogsModel

/// A record with one table of its fields, by which it is read from Discogs' JSON, and written as that again.
///
/// Each reads what the API sends as well as what it wrote itself, with the same tolerance.
public protocol JSONRecord: Codable, Sendable {
  /// Reads what the record cannot be without.
  ///
  /// - Throws: where it is not there, or of the wrong kind.
  init(required json: JSONValue) throws(DecodingFailure)
  /// Reads the whole record. Asked of the record, so that each has a reading of its own, made when the SDK is built.
  init(_ json: JSONValue) throws(DecodingFailure)
  /// The rest for reading, all of them for writing, in the order in which they are written.
  static var fields: [JSONField<Self>] { get }
}

extension JSONRecord {
  public init(_ json: JSONValue) throws(DecodingFailure) {
    try self.init(required: json)
    readFields(json)
  }

  mutating func readFields(_ json: JSONValue) {
    let fields = Self.fields
    // By index: a loop over the fields retains all that each holds, a fifth of the time that reading takes.
    for index in fields.indices { fields[index].read(json, &self) }
  }

  /// The members that have a property.
  package func members(as manner: JSONObject.Manner = .kept) -> JSONObject {
    var json = JSONObject(manner: manner)
    for field in Self.fields { field.write(self, &json) }
    return json
  }

  /// All that was read, what has no property in its place.
  package var tree: JSON {
    var tree = JSON.object(members())
    for field in Self.fields {
      guard let unread = field.unread?(self), !unread.isEmpty else { continue }
      for (path, source) in JSONPath.sorted(unread) {
        if let value = JSON(source: source) { tree.put(value, at: path[...]) }
      }
    }
    return tree
  }

  /// The record on one line as a verb shows it, under the names that Discogs has.
  public var shown: String { members(as: .shown).text }

  /// Reads a record as a program kept it: a decoder's values become JSON first, so that it is read like a response.
  public init(from decoder: any Decoder) throws {
    let tree = try JSON(from: decoder)
    do {
      self = try Self(try JSONDocument(tree.bytes).root)
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(error.field): \(error.reason)"))
    }
  }

  /// Writes the record under the names that Discogs' own JSON has.
  public func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }
}

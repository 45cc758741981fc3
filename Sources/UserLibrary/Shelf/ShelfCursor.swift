internal import Foundation
internal import GRDB
internal import RunoutModel

/// The end of a page: the keys of its last row.
struct ShelfCursor: Codable, Sendable {
  /// The key the list is sorted by, as text or number. Neither if the value is unknown, nor in shelf order, which
  /// needs no other key.
  var text: String?
  var number: Int64?
  /// Whether the row is among the unknown values at the end.
  var isUnknown = false
  var shelf: String
  var id: Int64

  init(id: Int64, shelf: String) { (self.id, self.shelf) = (id, shelf) }

  /// Nil for anything that `encoded` did not write.
  init?(_ cursor: String) {
    // The reason does not matter: the caller has one message for all.
    guard let data = Data(base64Encoded: cursor), let value = try? JSONDecoder().decode(Self.self, from: data) else {
      return nil
    }
    self = value
  }

  func encoded() throws -> String { try JSONEncoder().encode(self).base64EncodedString() }

  var key: (any DatabaseValueConvertible)? { text ?? number }
}

extension CollectionCopy.Field {
  /// `[["Notes","first press"]]`; empty for none.
  static func pack(_ fields: [CollectionCopy.Field]) throws -> String {
    try fields.isEmpty ? "" : fields.map { [$0.name, $0.value] }.json
  }

  static func unpack(_ text: String) throws -> [CollectionCopy.Field] {
    if text.isEmpty { return [] }
    return try [[String]](fromJSON: text).compactMap { pair in
      pair.count == 2 ? CollectionCopy.Field(name: pair[0], value: pair[1]) : nil
    }
  }
}

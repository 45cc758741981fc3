internal import Foundation

extension Encodable {
  /// The value as JSON, with sorted keys.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

extension Decodable {
  init(fromJSON text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }
}

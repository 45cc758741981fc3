/// A JSON text, taken apart once into a flat list of nodes; texts and numbers are read in place when asked for.
///
/// Bodies are read through this rather than `JSONDecoder`: one malformed item must not take its neighbours with it,
/// what nobody asked for must still be there afterwards, and one pass over the bytes with no dictionary in between is
/// also the faster way.
///
/// Stricter than JSON in nothing. More lenient in this: bytes that are no UTF-8 and halves of surrogate pairs become
/// U+FFFD, control characters may stand in texts as they are, a byte order mark may come first.
final class JSONDocument {
  enum Kind: UInt8 {
    case null, `false`, `true`, number, text, escapedText, array, object
  }

  /// One value. The members of an object are its name (a text) and its value by turns.
  struct Node {
    var kind: Kind
    /// The bytes of the value, for a text without its quotes.
    var start: UInt32
    var end: UInt32
    /// The node after this one and all within it.
    var next: UInt32
  }

  /// How deep arrays and objects may stand in each other. Discogs needs nine; a hostile body would have more.
  static let maximumDepth = 128

  let bytes: [UInt8]
  let nodes: [Node]
  /// Which nodes were asked for by name, for `JSONValue.unread`.
  let isRead: UnsafeMutablePointer<Bool>
  /// What could not be read and was left out, so far.
  private(set) var problems: [DecodingFailure] = []
  /// More than these say nothing new, and a hostile body could hold millions.
  static let maximumProblems = 100

  /// - Throws: where the text stops being JSON.
  init(_ bytes: [UInt8]) throws(DecodingFailure) {
    var parser = JSONParser(count: bytes.count)
    let fault = bytes.withUnsafeBufferPointer { buffer in parser.parse(buffer) }
    if let fault { throw DecodingFailure(field: "", reason: fault.reason(in: bytes)) }
    self.bytes = bytes
    nodes = parser.nodes
    isRead = .allocate(capacity: nodes.count)
    isRead.initialize(repeating: false, count: nodes.count)
  }

  deinit {
    isRead.deallocate()
  }

  var root: JSONValue { JSONValue(document: self, index: 0) }

  func report(_ problem: DecodingFailure) {
    if problems.count < Self.maximumProblems { problems.append(problem) }
  }

  /// Where a node stands, such as `results[3].title`; empty for the root.
  ///
  /// Walks down from the root: only failures ask, and the readers need not carry paths along.
  func path(to target: Int) -> String {
    var path = ""
    var index = 0
    while index != target {
      let isObject = nodes[index].kind == .object
      var child = index + 1
      var position = 0
      var name = 0
      while true {
        if isObject {
          name = child
          child = Int(nodes[child].next)
        }
        if target < Int(nodes[child].next) { break }
        child = Int(nodes[child].next)
        position += 1
      }
      path += isObject ? (path.isEmpty ? "" : ".") + JSONValue(document: self, index: name).string : "[\(position)]"
      index = child
    }
    return path
  }
}

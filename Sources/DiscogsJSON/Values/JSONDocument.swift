package import DiscogsModel

/// A JSON text, taken apart once into a flat list of nodes; texts and numbers are read in place when asked for.
///
/// Bodies are read through this rather than `JSONDecoder`: one malformed item must not take its neighbours with it,
/// unread fields must still be there afterwards, and one pass over the bytes with no dictionary in between is
/// also the faster way.
///
/// Stricter than JSON in nothing. More lenient in this: bytes that are no UTF-8 and halves of surrogate pairs become
/// U+FFFD, control characters may stand in texts as they are, a byte order mark may come first.
package final class JSONDocument {
  package enum Kind: UInt8 {
    case null, `false`, `true`, number, text, escapedText, array, object
  }

  /// One value. The members of an object are its name (a text) and its value by turns.
  package struct Node {
    package var kind: Kind
    /// The bytes of the value, for a text without its quotes.
    package var start: UInt32
    package var end: UInt32
    /// The node after this one and all within it.
    package var next: UInt32
  }

  /// The state of a member, its name and its value alike, or of an item of a list.
  package enum Mark: UInt8 {
    /// Nothing has asked for it.
    case unread
    case read
    /// It and all within it are accounted for.
    case settled
    /// It was read and is not in what was made of it: it could not be read, or only in part.
    case kept
  }

  /// How deep arrays and objects may stand in each other. Discogs needs nine; a hostile body would have more.
  static let maximumDepth = 128
  /// How many values a body may have: sixty times as many as the longest that Discogs sends. They take 64 MiB.
  static let maximumNodes = 4 << 20

  /// The most bytes of one text: the longest notes and profiles of Discogs have some ten thousand.
  static let maximumTextBytes = 1 << 17
  /// The most bytes of all texts that are longer than a title: what a page lays out in a second.
  static let maximumLongTextBytes = 2 << 20
  /// The most bytes of a text once there are so many: a title may have them.
  static let maximumTitleBytes = 1_000

  package let bytes: [UInt8]
  package let nodes: [Node]
  /// The state of each node, for `JSONValue.unread`.
  package let marks: UnsafeMutablePointer<Mark>
  /// The unreadable values left out so far.
  package private(set) var problems: [DecodingFailure] = []
  /// Further problems are not kept: a hostile body could hold millions.
  static let maximumProblems = 100

  /// - Throws: where the text stops being JSON.
  package init(_ bytes: [UInt8]) throws(DecodingFailure) {
    var parser = JSONParser(count: bytes.count)
    let fault = bytes.withUnsafeBufferPointer { buffer in parser.parse(buffer) }
    if let fault { throw DecodingFailure(field: "", reason: fault.reason(in: bytes)) }
    self.bytes = bytes
    nodes = parser.nodes
    marks = .allocate(capacity: nodes.count)
    marks.initialize(repeating: .unread, count: nodes.count)
  }

  deinit { marks.deallocate() }

  /// An item that is read, unless more than that is known of it.
  func setRead(_ index: Int) { if marks[index] == .unread { marks[index] = .read } }

  /// Marks a member, by its value.
  func setRead(member value: Int) {
    marks[value - 1] = .read
    setRead(value)
  }

  /// Whether all within a value has been read.
  func isRead(within index: Int) -> Bool {
    for place in index + 1..<Int(nodes[index].next) where marks[place] != .read { return false }
    return true
  }

  package var root: JSONValue { JSONValue(document: self, index: 0) }

  private var longTextBytes = 0

  /// Returns how many bytes of a text of so many are read.
  func takeText(of count: Int) -> Int {
    guard count > Self.maximumTitleBytes else { return count }
    guard longTextBytes < Self.maximumLongTextBytes else { return Self.maximumTitleBytes }
    let room = min(count, Self.maximumTextBytes)
    longTextBytes += room
    return room
  }

  /// - Parameter error: a `DecodingFailure`, as all that reads a value throws.
  package func report(_ error: any Error) {
    if problems.count < Self.maximumProblems { problems.append(DecodingFailure(error)) }
  }

  /// A level of the last path that was asked for: what was reached in a container.
  private struct Step {
    var container: Int
    /// The item, or the name of the member.
    var child: Int
    /// Its number among them.
    var position: Int
  }

  private var trail: [Step] = []
  /// How many items were stepped over for paths, so far.
  package private(set) var pathSteps = 0

  /// Where a node stands, such as `results[3].title`; empty for the root.
  ///
  /// Walks down from the root: only failures ask, and the readers need not carry paths along. Where each walk ended is
  /// remembered, since failures come in the order of the body: a body of nothing but failures is walked through once.
  package func path(to target: Int) -> String {
    var path = ""
    var index = 0
    var level = 0
    while index != target {
      let isObject = nodes[index].kind == .object
      var step = Step(container: index, child: index + 1, position: 0)
      if level < trail.count, trail[level].container == index, trail[level].child <= target { step = trail[level] }
      var value = isObject ? Int(nodes[step.child].next) : step.child
      while target >= Int(nodes[value].next) {
        step.child = Int(nodes[value].next)
        step.position += 1
        pathSteps += 1
        value = isObject ? Int(nodes[step.child].next) : step.child
      }
      if level < trail.count { trail[level] = step } else { trail.append(step) }
      path += isObject ? (path.isEmpty ? "" : ".") + name(at: step.child) : "[\(step.position)]"
      index = value
      level += 1
    }
    return path
  }

  /// A member's name, cut where no reader of a log would go on.
  private func name(at index: Int) -> String {
    let node = nodes[index]
    guard node.end - node.start > 80 else { return JSONValue(document: self, index: index).string }
    return String(decoding: bytes[Int(node.start)..<Int(node.start) + 60], as: UTF8.self) + "…"
  }
}

extension DecodingFailure {
  /// The error of a reading, which is always one of these.
  package init(_ error: any Error) {
    self = error as? DecodingFailure ?? DecodingFailure(field: "", reason: "\(error)")
  }
}

package import DiscogsModel

/// One value of a `JSONDocument`, and the readings of it that suit Discogs.
///
/// Two manners: what a thing cannot be without is `require`d and throws; all else is read as far as it goes, and what
/// is of the wrong kind counts as absent and is reported. Absent, `null` and empty are one and the same throughout.
public struct JSONValue {
  package let document: JSONDocument
  package let index: Int

  package var node: JSONDocument.Node { document.nodes[index] }

  package var isObject: Bool { node.kind == .object }

  package func failure(_ reason: String) -> DecodingFailure {
    DecodingFailure(field: document.path(to: index), reason: reason)
  }

  package func mismatch(_ wanted: String) -> DecodingFailure { failure("expected \(wanted), found \(found)") }

  private var found: String {
    switch node.kind {
    case .null: "null"
    case .true, .false: "true or false"
    case .number: "a number"
    case .text, .escapedText: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  // MARK: Members

  /// The member's value; nil when it is absent or `null`.
  package func member(_ name: StaticString) -> JSONValue? {
    guard let value = place(of: name) else { return nil }
    document.setRead(member: value)
    return document.nodes[value].kind == .null ? nil : JSONValue(document: document, index: value)
  }

  /// The node of a member's value; nil when there is none of this name.
  private func place(of name: StaticString) -> Int? {
    guard isObject else { return nil }
    let length = UInt32(truncatingIfNeeded: name.utf8CodeUnitCount)
    return document.nodes.withUnsafeBufferPointer { nodes in
      let end = Int(nodes[index].next)
      var child = index + 1
      while child < end {
        let node = nodes[child]
        // Most names differ in their length.
        if node.end &- node.start == length || node.kind == .escapedText, isName(child, name) { return child + 1 }
        child = Int(nodes[child + 1].next)
      }
      return nil
    }
  }

  private func isName(_ child: Int, _ name: StaticString) -> Bool {
    let node = document.nodes[child]
    if node.kind == .escapedText { return JSONValue(document: document, index: child).string == "\(name)" }
    let count = name.utf8CodeUnitCount
    guard Int(node.end - node.start) == count else { return false }
    return document.bytes.withUnsafeBufferPointer { bytes in
      let (start, letters) = (Int(node.start), name.utf8Start)
      for offset in 0..<count where bytes[start + offset] != letters[offset] { return false }
      return true
    }
  }

  /// Marks members, with all in them, as known: told elsewhere or of no use, such as addresses that follow from a number.
  package func passOver(_ names: StaticString...) {
    for name in names { if let value = place(of: name) { settle(value) } }
  }

  /// Marks members as known that repeat those of another object, byte by byte.
  package func passOver(_ names: StaticString..., repeating other: JSONValue) {
    for name in names {
      if let value = place(of: name), let same = other.place(of: name), isSame(value, same) { settle(value) }
    }
  }

  /// Marks a member as known; one that has nothing in it is as good as read.
  private func settle(_ value: Int) {
    document.marks[value - 1] = .read
    document.marks[value] = Int(document.nodes[value].next) == value + 1 ? .read : .settled
  }

  /// Marks a member that could not be read, or only in part: it is kept among what is ``unread``.
  package func keep(_ name: StaticString) {
    guard let value = place(of: name) else { return }
    document.marks[value] = JSONValue(document: document, index: value).isEmpty ? .read : .kept
  }

  /// Marks this value so.
  package func keep() { document.marks[index] = .kept }

  /// Whether two members are texts with the same bytes.
  package func isSame(_ name: StaticString, _ other: StaticString) -> Bool {
    guard let value = place(of: name), let same = place(of: other) else { return false }
    return isSame(value, same)
  }

  private func isSame(_ value: Int, _ other: Int) -> Bool {
    let (value, other) = (document.nodes[value], document.nodes[other])
    return value.kind == other.kind
      && document.bytes[Int(value.start)..<Int(value.end)] == document.bytes[Int(other.start)..<Int(other.end)]
  }

  /// The unread and unreadable values, here and within, as JSON text by their path from here: `is_offensive`,
  /// `tracklist[3].type_`. Reading this counts them as read, so that enclosing values leave them out.
  ///
  /// Addresses of things in the API (`resource_url`) follow from their numbers and are not in it.
  package var unread: [String: String] {
    guard isObject, document.marks[index] != .settled else { return [:] }
    if document.isRead(within: index) {
      document.setRead(index)
      return [:]
    }
    var unread: [String: String] = [:]
    collectUnread(&unread, depth: 0) { "" }
    document.marks[index] = .settled
    return unread
  }

  /// More than these in one record are hostile, and are kept by the object they are in.
  private static let mostUnread = 1_000
  /// The most bytes of one of them.
  private static let longestUnread = 1 << 20
  /// The deepest that is read: the artists of a part of a track.
  private static let deepestUnread = 12

  private var isLong: Bool { node.end - node.start > Self.longestUnread }

  /// - Parameter path: of this value; made only where something is found.
  private func collectUnread(_ unread: inout [String: String], depth: Int, at path: () -> String) {
    let end = Int(node.next)
    let isList = node.kind == .array
    var child = index + 1
    var position = 0
    while child < end {
      // A body full of unknown fields below each other must not cost more than its size.
      if depth > 0, unread.count >= Self.mostUnread || depth > Self.deepestUnread {
        unread[path()] = keptSource
        return
      }
      let place = isList ? child : child + 1
      if hasUnread(place) { collectUnread(of: child, number: position, &unread, depth: depth, at: path) }
      child = Int(document.nodes[place].next)
      position += 1
    }
  }

  /// Whether it, or something within, may be unread.
  private func hasUnread(_ place: Int) -> Bool {
    switch document.marks[place] {
    case .settled: return false
    case .kept, .unread: return true
    case .read: return !document.isRead(within: place)
    }
  }

  /// - Parameter child: an item, or the name of a member.
  private func collectUnread(
    of child: Int, number: Int, _ unread: inout [String: String], depth: Int, at path: () -> String
  ) {
    let isList = node.kind == .array
    let value = JSONValue(document: document, index: isList ? child : child + 1)
    func here() -> String {
      if isList { return "\(path())[\(number)]" }
      let outer = path()
      let isLong = document.nodes[child].end - document.nodes[child].start > 200
      let name = isLong ? "…\(child)" : JSONValue(document: document, index: child).string
      return outer.isEmpty ? name : "\(outer).\(name)"
    }
    switch document.marks[value.index] {
    case .settled: break
    // Longer than any text: of no use.
    case .kept where value.isLong, .unread where !isList && value.isLong: break
    case .kept: unread[here()] = value.keptSource
    case .unread where !isList:
      // Within a record what is empty is as good as absent.
      let isTold = depth == 0 || !value.isEmpty
      if isTold, !isName(child, "resource_url") { unread[here()] = value.keptSource }
    case .read, .unread:
      if value.isObject || value.isList { value.collectUnread(&unread, depth: depth + 1, at: here) }
    }
  }

  /// Names and values in the order sent; empty for anything but an object.
  package var members: [(name: String, value: JSONValue)] {
    guard isObject else { return [] }
    var members: [(name: String, value: JSONValue)] = []
    var child = index + 1
    while child < Int(node.next) {
      let value = JSONValue(document: document, index: child + 1)
      document.setRead(member: child + 1)
      members.append((JSONValue(document: document, index: child).string, value))
      child = Int(value.node.next)
    }
    return members
  }

  /// The items of a list; empty for anything else. They count as read.
  package var elements: [JSONValue] {
    guard node.kind == .array else { return [] }
    var elements: [JSONValue] = []
    var child = index + 1
    while child < Int(node.next) {
      document.setRead(child)
      elements.append(JSONValue(document: document, index: child))
      child = Int(document.nodes[child].next)
    }
    return elements
  }

  /// The value as it stands in the body.
  package var source: String {
    let isText = node.kind == .text || node.kind == .escapedText
    let quote: UInt32 = isText ? 1 : 0
    return String(decoding: document.bytes[Int(node.start - quote)..<Int(node.end + quote)], as: UTF8.self)
  }

  /// The source; of lists and objects in canonical form, so that equal records compare equal, and of those with more
  /// than a thousand nodes without blanks.
  private var keptSource: String {
    guard node.kind == .object || node.kind == .array, Int(node.next) - index <= 1_000 else { return compactSource }
    return String(decoding: JSON(self).canonical.bytes, as: UTF8.self)
  }

  /// The source without the blanks between values.
  private var compactSource: String {
    guard node.kind == .object || node.kind == .array else { return source }
    var isInText = false
    var isEscaped = false
    let kept = document.bytes[Int(node.start)..<Int(node.end)].filter { byte in
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
        return true
      }
      if byte == UInt8(ascii: "\"") { isInText = true }
      return byte > UInt8(ascii: " ")
    }
    return String(decoding: kept, as: UTF8.self)
  }
}

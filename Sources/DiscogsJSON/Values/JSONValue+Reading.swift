package import DiscogsModel

extension JSONValue {
  // MARK: Lists and objects

  /// Reads this value; nil, reported and kept, where that fails.
  func attempt<Value>(_ read: (JSONValue) throws -> Value) -> Value? {
    do { return try read(self) } catch {
      document.report(error)
      keep()
      return nil
    }
  }

  /// The items of a list that can be read; the others are reported. Absent is empty; an object without members too.
  package func list<Item>(_ name: StaticString, _ read: (JSONValue) throws -> Item) -> [Item] {
    member(name)?.attempt { try $0.items(read) } ?? []
  }

  /// The records of a list that can be read.
  package func list<Item: JSONRecord>(_ name: StaticString) -> [Item] { list(name) { try Item($0) } }

  /// Artists by number and name; among submissions names only, or a single name.
  func named(_ name: StaticString) -> [NamedArtist] {
    guard let value = member(name) else { return [] }
    switch value.node.kind {
    case .text where value.string.isEmpty: return []
    case .text, .escapedText: return [NamedArtist(id: nil, name: value.string)]
    default: return list(name)
    }
  }

  /// A record that is a member; nil when absent, empty or unreadable, the last of which is reported.
  package func record<Record: JSONRecord>(_ name: StaticString) -> Record? { object(name) { try Record($0) } }

  /// - Throws: when this is no list.
  package func items<Item>(_ read: (JSONValue) throws -> Item) throws(DecodingFailure) -> [Item] {
    if isEmptyObject { return [] }
    guard isList else { throw mismatch("a list") }
    var items: [Item] = []
    let end = Int(node.next)
    var child = index + 1
    while child < end {
      let value = JSONValue(document: document, index: child)
      document.setRead(child)
      if let item = value.attempt(read) { items.append(item) }
      child = Int(value.node.next)
    }
    return items
  }

  /// Whether it says nothing: `null`, a text without letters, a list or an object without anything in it.
  package var isEmpty: Bool {
    switch node.kind {
    case .null: true
    case .text: node.start == node.end
    case .array, .object: Int(node.next) == index + 1
    case .false, .true, .number, .escapedText: false
    }
  }

  private var isEmptyObject: Bool { isObject && isEmpty }

  /// A member that is an object of its own; nil when absent, empty or unreadable, the last of which is reported.
  package func object<Value>(_ name: StaticString, _ read: (JSONValue) throws -> Value) -> Value? {
    guard let object = member(name), !object.isEmptyObject else { return nil }
    return object.attempt { object in
      try object.expectObject()
      return try read(object)
    }
  }

  /// - Throws: when this is no object.
  package func expectObject() throws(DecodingFailure) { guard isObject else { throw mismatch("an object") } }

  /// A list of texts. A single text counts as a list of one, and a text is what any scalar says.
  package func texts(_ name: StaticString) -> [String] { member(name)?.texts ?? [] }

  var texts: [String] {
    switch node.kind {
    case .text, .escapedText: [string].filter { !$0.isEmpty }
    default: attempt { try $0.items { try $0.asText() } } ?? []
    }
  }

  // MARK: Scalars

  /// Empty when absent.
  package func text(_ name: StaticString) -> String { read(name) { try $0.asText() } ?? "" }

  /// The first of the two that says something. Where both do, the other is kept.
  package func text(_ name: StaticString, or other: StaticString) -> String {
    let (first, second) = (text(name), text(other))
    if !first.isEmpty, first != second { keep(other) }
    return first.isEmpty ? second : first
  }

  /// The address of a picture; empty also for the blank that stands for none.
  func picture(_ name: StaticString) -> String {
    let url = text(name)
    return url.hasSuffix("spacer.gif") ? "" : url
  }

  /// A text with markup, which may come in up to three dialects. Where the asked dialect replaces the raw one instead
  /// of standing beside it, it is the text.
  func markup(_ raw: StaticString, plain: StaticString, html: StaticString) -> (text: String, plain: String) {
    let text = text(raw)
    let plain = self.text(plain)
    return (text.isEmpty ? plain.isEmpty ? self.text(html) : plain : text, plain)
  }

  /// A text without blanks and direction marks around it; with them it is kept.
  func textWithoutMarks(_ name: StaticString) -> String {
    let text = text(name)
    let plain = text.withoutMarks
    if plain.utf8.count != text.utf8.count { keep(name) }
    return plain
  }

  /// - Throws: when it is absent or no text.
  package func requireText(_ name: StaticString) throws(DecodingFailure) -> String {
    guard let value = member(name) else { throw missing(name) }
    return try value.asText()
  }

  /// The name of a thing, which paths are made of.
  ///
  /// - Throws: when there is none, or a blank one.
  package func requireName(_ name: StaticString) throws(DecodingFailure) -> String {
    let text = try requireText(name)
    guard text.contains(where: { !$0.isWhitespace }) else { throw missing(name) }
    return text
  }

  package func integer(_ name: StaticString) -> Int? { read(name) { try $0.asInteger() } }

  /// A number above zero; Discogs writes 0 for "none".
  package func positive(_ name: StaticString) -> Int? {
    guard let number = integer(name), number > 0 else { return nil }
    return number
  }

  /// A user's rating; nil for 0, and for what is no rating.
  package func stars(_ name: StaticString) -> Int? { Stars.read(integer(name)) }

  /// The number of a thing, which nothing can be opened without.
  package func requireNumber(_ name: StaticString) throws(DecodingFailure) -> Int {
    guard let value = member(name) else { throw missing(name) }
    guard let number = try value.asInteger(), number > 0 else { throw value.failure("expected a number above 0") }
    return number
  }

  package func double(_ name: StaticString) -> Double? {
    read(name) { value in
      guard let number = Double(try value.numeral()), number.isFinite else { throw value.mismatch("a number") }
      return number
    }
  }

  package func decimal(_ name: StaticString) -> DecimalNumber? {
    read(name) { value in
      guard let number = DecimalNumber(try value.numeral()) else { throw value.mismatch("a number") }
      return number
    }
  }

  package func flag(_ name: StaticString) -> Bool? {
    read(name) { value in
      switch value.node.kind {
      case .true: return true
      case .false: return false
      case .number: return try value.asInteger() != 0
      default: throw value.mismatch("true or false")
      }
    }
  }

  /// Says that the member is not there, or that there is nothing for it to be in.
  package func missing(_ name: StaticString) -> DecodingFailure {
    guard isObject else { return mismatch("an object") }
    let path = document.path(to: index)
    return DecodingFailure(field: (path.isEmpty ? "" : path + ".") + "\(name)", reason: "it is missing")
  }

  /// Nil when absent, empty or unreadable, the last of which is reported.
  private func read<Value>(_ name: StaticString, _ reading: (JSONValue) throws -> Value?) -> Value? {
    member(name)?.attempt(reading) ?? nil
  }

  /// A text, or a number as it is written: `"2"` and `2` are one quantity. What is too long for a text is cut and
  /// reported.
  package func asText() throws(DecodingFailure) -> String {
    switch node.kind {
    case .text, .escapedText:
      let count = Int(node.end - node.start)
      let room = document.takeText(of: count)
      if count <= room { return string }
      document.report(failure("a text of \(count) bytes, cut after \(room)"))
      return string(upTo: room) + "…"
    case .number: return source
    case .null: return ""
    default: throw mismatch("a text")
    }
  }

  /// A whole number however it is written: `85`, `85.0`, `"85"`. Nil for an empty text.
  package func asInteger() throws(DecodingFailure) -> Int? {
    switch node.kind {
    case .number:
      if let number = plainInteger { return try bounded(number) }
    case .text where node.start == node.end: return nil
    case .text: break
    default: throw mismatch("a whole number")
    }
    guard let decimal = DecimalNumber(try numeral()), let number = decimal.wholeNumber else {
      throw mismatch("a whole number")
    }
    return try bounded(number)
  }

  /// Counts and numbers of things stay far from where adding them up would overflow.
  private static let mostOfAnything = 1_000_000_000_000_000

  private func bounded(_ number: Int) throws(DecodingFailure) -> Int {
    guard (-Self.mostOfAnything...Self.mostOfAnything).contains(number) else { throw mismatch("a whole number") }
    return number
  }

  /// The number, if it is written in at most 18 digits and nothing else.
  private var plainInteger: Int? {
    guard node.end - node.start <= 18 else { return nil }
    var number = 0
    for index in Int(node.start)..<Int(node.end) {
      let digit = document.bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// The digits of a number, also of one written as a text.
  private func numeral() throws(DecodingFailure) -> String {
    switch node.kind {
    case .number: return source
    case .text: return string
    default: throw mismatch("a number")
    }
  }

  /// As much of the text as stands in so many bytes, without half a letter or half an escape at its end.
  private func string(upTo count: Int) -> String {
    let start = Int(node.start)
    var end = start + count
    while end > start, document.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    guard node.kind == .escapedText else { return string(in: start..<end) }
    // The longest escape has six bytes; of a letter in two of them the first half may be left.
    let tail = max(start, end - 6)..<end
    var text = string(in: start..<(document.bytes[tail].firstIndex(of: UInt8(ascii: "\\")) ?? end))
    if text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
    return text
  }

  /// The text, unescaped; empty for anything else.
  package var string: String { string(in: Int(node.start)..<Int(node.end)) }

  private func string(in range: Range<Int>) -> String {
    switch node.kind {
    case .text:
      return document.bytes.withUnsafeBufferPointer { bytes in
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
      }
    case .escapedText: return JSONEscapes.text(of: document.bytes[range])
    default: return ""
    }
  }
}

extension JSONValue {
  func unknownKind(_ name: StaticString) -> DecodingFailure {
    (member(name) ?? self).failure("an unknown kind of record")
  }

  var isList: Bool { node.kind == .array }

  /// The number this is, if it is one; what is not is reported.
  var wholeNumber: Int? { attempt { try $0.asInteger() } ?? nil }
}

extension String {
  /// Without blanks and direction marks around it: some catalogue numbers come with them.
  fileprivate var withoutMarks: String {
    func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200E}" || scalar == "\u{200F}" || scalar == " " }
    guard utf8.contains(0xE2) || utf8.first == 0x20 || utf8.last == 0x20 else { return self }
    let kept = unicodeScalars.drop(while: isMark)
    guard let last = kept.lastIndex(where: { !isMark($0) }) else { return "" }
    return String(kept[...last])
  }
}

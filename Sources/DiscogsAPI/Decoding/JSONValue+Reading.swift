import DiscogsModel

extension JSONValue {
  // MARK: Lists and objects

  /// The items of a list that can be read; the others are reported. Absent is empty; an object without members too.
  func list<Item>(
    _ name: StaticString, _ read: (JSONValue) throws(DecodingFailure) -> Item
  ) -> [Item] {
    guard let list = member(name) else { return [] }
    do throws(DecodingFailure) { return try list.items(read) } catch {
      document.report(error)
      list.keep()
      return []
    }
  }

  /// - Throws: when this is no list.
  func items<Item>(_ read: (JSONValue) throws(DecodingFailure) -> Item) throws(DecodingFailure) -> [Item] {
    if isEmptyObject { return [] }
    guard node.kind == .array else { throw mismatch("a list") }
    var items: [Item] = []
    let end = Int(node.next)
    var child = index + 1
    while child < end {
      let item = JSONValue(document: document, index: child)
      do throws(DecodingFailure) { items.append(try read(item)) } catch {
        document.report(error)
        item.keep()
      }
      child = Int(item.node.next)
    }
    return items
  }

  /// Whether it says nothing: `null`, a text without letters, a list or an object without anything in it.
  var isEmpty: Bool {
    switch node.kind {
    case .null: true
    case .text: node.start == node.end
    case .array, .object: Int(node.next) == index + 1
    case .false, .true, .number, .escapedText: false
    }
  }

  private var isEmptyObject: Bool { isObject && Int(node.next) == index + 1 }

  /// A member that is an object of its own; nil when absent, empty or unreadable, the last of which is reported.
  func object<Value>(_ name: StaticString, _ read: (JSONValue) throws(DecodingFailure) -> Value) -> Value? {
    guard let object = member(name), !object.isEmptyObject else { return nil }
    do throws(DecodingFailure) {
      guard object.isObject else { throw object.mismatch("an object") }
      return try read(object)
    } catch {
      document.report(error)
      object.keep()
      return nil
    }
  }

  /// - Throws: when this is no object.
  func expectObject() throws(DecodingFailure) {
    guard isObject else { throw mismatch("an object") }
  }

  /// A list of texts. A single text counts as a list of one, and a text is what any scalar says.
  func texts(_ name: StaticString) -> [String] {
    guard let list = member(name) else { return [] }
    do throws(DecodingFailure) {
      switch list.node.kind {
      case .text, .escapedText:
        let text = list.string
        return text.isEmpty ? [] : [text]
      default: return try list.items { item throws(DecodingFailure) in try item.asText() }
      }
    } catch {
      document.report(error)
      list.keep()
      return []
    }
  }

  // MARK: Scalars

  /// Empty when absent.
  func text(_ name: StaticString) -> String {
    read(name) { value throws(DecodingFailure) in try value.asText() } ?? ""
  }

  /// - Throws: when it is absent or no text.
  func requireText(_ name: StaticString) throws(DecodingFailure) -> String {
    guard let value = member(name) else { throw missing(name) }
    return try value.asText()
  }

  /// The name of a thing, which paths are made of.
  ///
  /// - Throws: when there is none, or a blank one.
  func requireName(_ name: StaticString) throws(DecodingFailure) -> String {
    let text = try requireText(name)
    guard text.contains(where: { !$0.isWhitespace }) else { throw missing(name) }
    return text
  }

  func integer(_ name: StaticString) -> Int? {
    read(name) { value throws(DecodingFailure) in try value.asInteger() }
  }

  /// A number above zero; Discogs writes 0 for "none".
  func positive(_ name: StaticString) -> Int? {
    guard let number = integer(name), number > 0 else { return nil }
    return number
  }

  /// A user's rating; nil for 0, and for what is no rating.
  func stars(_ name: StaticString) -> Int? { Stars.read(integer(name)) }

  /// The number of a thing, which nothing can be opened without.
  func requireNumber(_ name: StaticString) throws(DecodingFailure) -> Int {
    guard let value = member(name) else { throw missing(name) }
    guard let number = try value.asInteger(), number > 0 else { throw value.failure("expected a number above 0") }
    return number
  }

  func double(_ name: StaticString) -> Double? {
    read(name) { value throws(DecodingFailure) in
      guard let number = Double(try value.numeral()), number.isFinite else { throw value.mismatch("a number") }
      return number
    }
  }

  func decimal(_ name: StaticString) -> DecimalNumber? {
    read(name) { value throws(DecodingFailure) in
      guard let number = DecimalNumber(try value.numeral()) else { throw value.mismatch("a number") }
      return number
    }
  }

  func flag(_ name: StaticString) -> Bool? {
    read(name) { value throws(DecodingFailure) in
      switch value.node.kind {
      case .true: return true
      case .false: return false
      case .number: return try value.asInteger() != 0
      default: throw value.mismatch("true or false")
      }
    }
  }

  /// Says that the member is not there, or that there is nothing for it to be in.
  func missing(_ name: StaticString) -> DecodingFailure {
    guard isObject else { return mismatch("an object") }
    let path = document.path(to: index)
    return DecodingFailure(field: (path.isEmpty ? "" : path + ".") + "\(name)", reason: "it is missing")
  }

  /// Nil when absent, empty or unreadable, the last of which is reported.
  private func read<Value>(
    _ name: StaticString, _ reading: (JSONValue) throws(DecodingFailure) -> Value?
  ) -> Value? {
    guard let value = member(name) else { return nil }
    do throws(DecodingFailure) { return try reading(value) } catch {
      document.report(error)
      value.keep()
      return nil
    }
  }

  /// A text, or a number as it is written: `"2"` and `2` are one quantity. What is too long for a text is cut and
  /// reported.
  func asText() throws(DecodingFailure) -> String {
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
  func asInteger() throws(DecodingFailure) -> Int? {
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
  var string: String { string(in: Int(node.start)..<Int(node.end)) }

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

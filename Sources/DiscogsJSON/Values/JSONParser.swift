/// The pass over the bytes that finds the nodes of a `JSONDocument`. Keeps its own stack, so depth costs no recursion.
struct JSONParser {
  /// Where a text stops being JSON.
  struct Fault {
    enum Cause { case unexpected, ended, tooDeep, tooLong, tooMany, empty }

    var cause: Cause
    var offset: Int

    func reason(in bytes: [UInt8]) -> String {
      switch cause {
      case .empty: "expected JSON, found nothing"
      case .ended: "the JSON ends early, after \(bytes.count) bytes"
      case .tooDeep: "nested deeper than \(JSONDocument.maximumDepth) levels at byte \(offset)"
      case .tooLong: "longer than 2 GB"
      case .tooMany: "more than \(JSONDocument.maximumNodes) values"
      case .unexpected: "invalid JSON at byte \(offset)"
      }
    }
  }

  private(set) var nodes: [JSONDocument.Node] = []
  /// The arrays and objects around the place read.
  private var open: [Int] = []
  private var offset = 0

  init(count: Int) {
    // About one node for 14 bytes in real bodies.
    nodes.reserveCapacity(min(count / 12, JSONDocument.maximumNodes) + 8)
  }

  /// Returns nil when all is well.
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    guard bytes.count < Int(Int32.max) else { return Fault(cause: .tooLong, offset: 0) }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { offset = 3 }
    skipBlanks(bytes)
    guard offset < bytes.count else { return Fault(cause: .empty, offset: 0) }
    repeat {
      guard nodes.count < JSONDocument.maximumNodes else { return Fault(cause: .tooMany, offset: offset) }
      if let fault = parseValue(bytes) { return fault }
      if let fault = parseAfterValue(bytes) { return fault }
    } while !open.isEmpty
    skipBlanks(bytes)
    return offset == bytes.count ? nil : unexpected(bytes)
  }

  /// Reads one value, or the beginning of an array or object up to where its first value starts.
  private mutating func parseValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    while true {
      guard offset < bytes.count else { return unexpected(bytes) }
      let byte = bytes[offset]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return parseScalar(byte, bytes) }
      let isObject = byte == UInt8(ascii: "{")
      guard open.count < JSONDocument.maximumDepth else { return Fault(cause: .tooDeep, offset: offset) }
      open.append(nodes.count)
      append(isObject ? .object : .array, from: offset, to: offset)
      offset += 1
      skipBlanks(bytes)
      if offset < bytes.count, bytes[offset] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        close()
        return nil
      }
      if isObject, let fault = parseName(bytes) { return fault }
    }
  }

  /// Reads the comma and name before the next value, and the ends of what ends here.
  private mutating func parseAfterValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    while let container = open.last {
      skipBlanks(bytes)
      guard offset < bytes.count else { return unexpected(bytes) }
      let isObject = nodes[container].kind == .object
      switch bytes[offset] {
      case UInt8(ascii: ","):
        offset += 1
        skipBlanks(bytes)
        return isObject ? parseName(bytes) : nil
      case isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"): close()
      default: return unexpected(bytes)
      }
    }
    return nil
  }

  private mutating func close() {
    let container = open.removeLast()
    offset += 1
    nodes[container].end = UInt32(offset)
    nodes[container].next = UInt32(nodes.count)
  }

  private mutating func parseName(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return unexpected(bytes) }
    if let fault = parseText(bytes) { return fault }
    skipBlanks(bytes)
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: ":") else { return unexpected(bytes) }
    offset += 1
    skipBlanks(bytes)
    return nil
  }

  private mutating func parseScalar(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    switch byte {
    case UInt8(ascii: "\""): parseText(bytes)
    case UInt8(ascii: "t"): parseWord("true", .true, bytes)
    case UInt8(ascii: "f"): parseWord("false", .false, bytes)
    case UInt8(ascii: "n"): parseWord("null", .null, bytes)
    default: parseNumber(bytes)
    }
  }

  private mutating func parseText(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    let start = offset + 1
    var index = start
    var kind = JSONDocument.Kind.text
    while true {
      index = Self.quoteOrBackslash(from: index, bytes)
      guard index < bytes.count else { return Fault(cause: .ended, offset: bytes.count) }
      if bytes[index] == UInt8(ascii: "\"") { break }
      kind = .escapedText
      index += 2
    }
    append(kind, from: start, to: index)
    offset = index + 1
    return nil
  }

  /// The first quote or backslash, eight bytes at a time; most of a body is text.
  private static func quoteOrBackslash(from start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let base = UnsafeRawPointer(bytes.baseAddress)
    var index = start
    while let base, index + 8 <= bytes.count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      // A byte of zero borrows into its own high bit; bytes above a hit may too, so only the lowest counts.
      let hits = ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes) & highs
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C { index += 1 }
    return index
  }

  private mutating func parseWord(
    _ word: StaticString, _ kind: JSONDocument.Kind, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Fault? {
    let start = offset
    for index in 0..<word.utf8CodeUnitCount {
      guard offset < bytes.count, bytes[offset] == word.utf8Start[index] else { return unexpected(bytes) }
      offset += 1
    }
    append(kind, from: start, to: offset)
    return nil
  }

  private mutating func parseNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    let start = offset
    skip("-", bytes)
    let isZero = offset < bytes.count && bytes[offset] == UInt8(ascii: "0")
    let digits = skipDigits(bytes)
    guard digits > 0, !isZero || digits == 1 else { return unexpected(bytes) }
    if skip(".", bytes) {
      guard skipDigits(bytes) > 0 else { return unexpected(bytes) }
    }
    if skip("e", bytes) || skip("E", bytes) {
      if !skip("-", bytes) { skip("+", bytes) }
      guard skipDigits(bytes) > 0 else { return unexpected(bytes) }
    }
    append(.number, from: start, to: offset)
    return nil
  }

  @discardableResult
  private mutating func skip(_ character: Unicode.Scalar, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipDigits(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let start = offset
    while offset < bytes.count, bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
    return offset - start
  }

  private mutating func skipBlanks(_ bytes: UnsafeBufferPointer<UInt8>) {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
      default: return
      }
    }
  }

  private mutating func append(_ kind: JSONDocument.Kind, from start: Int, to end: Int) {
    nodes.append(JSONDocument.Node(kind: kind, start: UInt32(start), end: UInt32(end), next: UInt32(nodes.count + 1)))
  }

  private func unexpected(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault {
    Fault(cause: offset < bytes.count ? .unexpected : .ended, offset: offset)
  }
}

import DiscogsModel

/// A JSON value in memory, to be written.
///
/// Records are read by ``JSONValue`` alone.
package indirect enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  case list([JSON])
  case object(JSONObject)

  /// How it is written; each on one line.
  package enum Style: Sendable {
    /// For a program to read again: escapes no more than JSON asks for.
    case kept
    /// For a terminal as well: what could confuse it, or cannot be seen, is escaped.
    case shown
    /// As Discogs writes it: `shown`, with blanks behind commas and colons.
    case spaced
  }

  package var bytes: [UInt8] { bytes(as: .kept) }

  package var line: String { String(decoding: bytes(as: .shown), as: UTF8.self) }

  package func bytes(as style: Style) -> [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, as: style)
    return bytes
  }

  private func write(to bytes: inout [UInt8], as style: Style) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .text(let text): Self.write(text, to: &bytes, as: style)
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes += (style == .spaced ? ", " : ",").utf8 }
        item.write(to: &bytes, as: style)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.all.enumerated() {
        if index > 0 { bytes += (style == .spaced ? ", " : ",").utf8 }
        Self.write(member.name, to: &bytes, as: style)
        bytes += (style == .spaced ? ": " : ":").utf8
        member.value.write(to: &bytes, as: style)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8], as style: Style) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n" where style != .kept: bytes += "\\n".utf8
      case "\r" where style != .kept: bytes += "\\r".utf8
      case "\t" where style != .kept: bytes += "\\t".utf8
      case _ where scalar.value < 0x20 || style != .kept && isInvisible(scalar):
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let hex = String(unit, radix: 16)
          bytes += "\\u\(String(repeating: "0", count: 4 - hex.count))\(hex)".utf8
        }
      case _ where scalar.isASCII: bytes.append(UInt8(ascii: scalar))
      default: bytes += String(scalar).utf8
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Signs that could confuse a terminal: control characters, line and paragraph separators, and format characters, which
  /// change the writing direction or cannot be seen (U+202E, U+2066, U+FEFF, tags).
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  package static func int(_ number: Int) -> JSON { .number(String(number)) }

  /// JSON has no infinity.
  package static func double(_ number: Double) -> JSON { number.isFinite ? .number(String(number)) : .null }

  package static func texts(_ texts: [String]) -> JSON { .list(texts.map(JSON.text)) }

  /// Nil for an empty text.
  package static func told(_ text: String) -> JSON? { text.isEmpty ? nil : .text(text) }

  /// Nil for an empty list.
  package static func told(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .texts(texts) }

  package static func objects(_ objects: [JSONObject]) -> JSON { .list(objects.map(JSON.object)) }

  package init(_ json: JSONValue) {
    self =
      switch json.node.kind {
      case .null: .null
      case .true: .flag(true)
      case .false: .flag(false)
      case .number: .number(json.source)
      case .text, .escapedText: .text(json.string)
      case .array: .list(json.elements.map(JSON.init))
      case .object:
        .object(JSONObject(json.members.map { JSONObject.Member(name: $0.name, value: JSON($0.value)) }))
      }
  }

  /// With the members of objects in the order of their names, and numbers as encoders write them, where that is exact.
  package var canonical: JSON {
    switch self {
    case .null, .flag, .text: return self
    case .number(let digits):
      guard Int(digits) == nil, let double = Double(digits), DecimalNumber(digits) == DecimalNumber("\(double)") else {
        return self
      }
      return .number(Int(exactly: double).map(String.init) ?? "\(double)")
    case .list(let items): return .list(items.map(\.canonical))
    case .object(let members):
      let sorted = members.all.map { JSONObject.Member(name: $0.name, value: $0.value.canonical) }
      return .object(JSONObject(sorted.sorted { $0.name < $1.name }))
    }
  }

  /// Reads what ``JSONValue/unread`` kept; nil for what is no JSON.
  package init?(source: String) {
    // A list around it, for a body is no bare text.
    guard let document = try? JSONDocument(Array("[\(source)]".utf8)), let value = document.root.elements.first else {
      return nil
    }
    self.init(value)
  }
}

extension JSON: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        JSONObject(
          try container.allKeys.map { key in
            JSONObject.Member(name: key.stringValue, value: try container.decode(JSON.self, forKey: key))
          }))
    } else if var container = try? decoder.unkeyedContainer() {
      var items: [JSON] = []
      while !container.isAtEnd { items.append(try container.decode(JSON.self)) }
      self = .list(items)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let number = try? container.decode(Int.self) {
        self = .number(String(number))
      } else if let number = try? container.decode(Double.self), number.isFinite {
        self = .number("\(number)")
      } else {
        self = .flag(try container.decode(Bool.self))
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members.all { try container.encode(member.value, forKey: Key(stringValue: member.name)) }
    case .list(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .flag(let flag): try container.encode(flag)
      case .number(let digits):
        if let number = Int(digits) {
          try container.encode(number)
        } else {
          try container.encode(Double(digits) ?? 0)
        }
      case .text(let text): try container.encode(text)
      case .null, .list, .object: try container.encodeNil()
      }
    }
  }
}

import DiscogsModel

/// A JSON value in memory, between a record and an encoder or decoder.
///
/// Records are read by ``JSONValue`` alone, so that a file that a program kept is read like a response: a decoder's
/// values become JSON first.
indirect enum JSONTree: Hashable, Sendable {
  case null
  case flag(Bool)
  /// As it is written.
  case number(String)
  case text(String)
  case list([JSONTree])
  case object(JSONMembers)

  /// One line of JSON.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .list(let items):
      for (index, item) in items.enumerated() {
        bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
        item.write(to: &bytes)
      }
      bytes += (items.isEmpty ? "[]" : "]").utf8
    case .object(let members):
      for (index, member) in members.all.enumerated() {
        bytes.append(UInt8(ascii: index == 0 ? "{" : ","))
        Self.write(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes += (members.all.isEmpty ? "{}" : "}").utf8
    }
  }

  /// Escapes no more than JSON asks for, so that a text is written as Discogs writes it.
  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case ..<0x20:
        let hex = String(byte, radix: 16)
        bytes += "\\u00\(byte < 16 ? "0" : "")\(hex)".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  init(_ json: JSONValue) {
    self =
      switch json.node.kind {
      case .null: .null
      case .true: .flag(true)
      case .false: .flag(false)
      case .number: .number(json.source)
      case .text, .escapedText: .text(json.string)
      case .array: .list(json.elements.map(JSONTree.init))
      case .object:
        .object(JSONMembers(json.members.map { JSONMembers.Member(name: $0.name, value: JSONTree($0.value)) }))
      }
  }

  /// With the members of objects in the order of their names, and numbers as encoders write them, where that is exact.
  var canonical: JSONTree {
    switch self {
    case .null, .flag, .text: return self
    case .number(let digits):
      guard Int(digits) == nil, let double = Double(digits), DecimalNumber(digits) == DecimalNumber("\(double)") else {
        return self
      }
      return .number(Int(exactly: double).map(String.init) ?? "\(double)")
    case .list(let items): return .list(items.map(\.canonical))
    case .object(let members):
      let sorted = members.all.map { JSONMembers.Member(name: $0.name, value: $0.value.canonical) }
      return .object(JSONMembers(sorted.sorted { $0.name < $1.name }))
    }
  }

  /// Reads what ``JSONValue/unread`` kept; nil for what is no JSON.
  init?(source: String) {
    // A list around it, for a body is no bare text.
    guard let document = try? JSONDocument(Array("[\(source)]".utf8)), let value = document.root.elements.first else {
      return nil
    }
    self.init(value)
  }
}

extension JSONTree: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        JSONMembers(
          try container.allKeys.map { key in
            JSONMembers.Member(name: key.stringValue, value: try container.decode(JSONTree.self, forKey: key))
          }))
    } else if var container = try? decoder.unkeyedContainer() {
      var items: [JSONTree] = []
      while !container.isAtEnd { items.append(try container.decode(JSONTree.self)) }
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

  func encode(to encoder: any Encoder) throws {
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

/// The members of an object, in the order in which they are added; nothing is added for what is empty or nil.
struct JSONMembers: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONTree
  }

  private(set) var all: [Member]

  init(_ members: [Member] = []) {
    all = members
  }

  subscript(name: String) -> JSONTree? {
    get { all.first { $0.name == name }?.value }
    set {
      let index = all.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): all[index].value = value
      case (let index?, nil): all.remove(at: index)
      case (nil, let value?): all.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  private mutating func append(_ name: String, _ value: JSONTree) { all.append(Member(name: name, value: value)) }

  mutating func add(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { append(name, .text(text)) }
  }

  /// Also where it is empty: what a record cannot be read without.
  mutating func add(_ name: String, always text: String) { append(name, .text(text)) }

  mutating func add(_ name: String, _ number: Int?) {
    if let number { append(name, .number(String(number))) }
  }

  mutating func add<Entity>(_ name: String, _ id: EntityID<Entity>?) { add(name, id?.number) }

  mutating func add(_ name: String, _ number: Double?) {
    if let number, number.isFinite { append(name, .number("\(number)")) }
  }

  mutating func add(_ name: String, _ number: DecimalNumber?) {
    if let number { append(name, .number(number.description)) }
  }

  mutating func add(_ name: String, _ flag: Bool?) {
    if let flag { append(name, .flag(flag)) }
  }

  mutating func add(_ name: String, _ texts: [String]) {
    if !texts.isEmpty { append(name, .list(texts.map(JSONTree.text))) }
  }

  mutating func add(_ name: String, _ record: (some WrittenRecord)?) {
    if let record { append(name, record.tree) }
  }

  mutating func add(_ name: String, _ records: [some WrittenRecord]) {
    if !records.isEmpty { append(name, .list(records.map(\.tree))) }
  }

  /// Also where it is empty.
  mutating func add(_ name: String, always records: [some WrittenRecord]) { append(name, .list(records.map(\.tree))) }

  /// An object within, unless nothing is added to it.
  mutating func within(_ name: String, _ build: (inout JSONMembers) -> Void) {
    var members = JSONMembers()
    build(&members)
    if !members.all.isEmpty { append(name, .object(members)) }
  }
}

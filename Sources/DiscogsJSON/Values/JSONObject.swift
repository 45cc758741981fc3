package import DiscogsModel

/// The members of an object, in the order in which they are added; nothing is added for what is empty or nil.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSON
  }

  /// The purpose that a record is written for.
  package enum Manner: Sendable {
    /// To be read again: with all that was read.
    case kept
    /// To be looked at, and for scripts: what a catalogue knows as well as the live API.
    case shown
  }

  let manner: Manner
  package private(set) var all: [Member]

  package init(_ members: [Member], manner: Manner = .kept) {
    self.manner = manner
    all = members
  }

  package init(manner: Manner) { self.init([], manner: manner) }

  package init() { self.init([]) }

  /// The object on one line.
  package var text: String { JSON.object(self).line }

  package subscript(name: String) -> JSON? {
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

  private func tree(_ record: some JSONRecord) -> JSON {
    manner == .kept ? record.tree : .object(record.members(as: manner))
  }

  private mutating func append(_ name: String, _ value: JSON) { all.append(Member(name: name, value: value)) }

  package mutating func add(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { append(name, .text(text)) }
  }

  /// Also where it is empty: what a record cannot be read without.
  package mutating func add(_ name: String, always text: String) {
    if manner != .shown || !text.isEmpty { append(name, .text(text)) }
  }

  package mutating func add(_ name: String, _ number: Int?) { if let number { append(name, .number(String(number))) } }

  package mutating func add<Entity>(_ name: String, _ id: EntityID<Entity>?) { add(name, id?.number) }

  package mutating func add(_ name: String, _ number: Double?) {
    if let number, number.isFinite { append(name, .number("\(number)")) }
  }

  package mutating func add(_ name: String, _ number: DecimalNumber?) {
    if let number { append(name, .number(number.description)) }
  }

  package mutating func add(_ name: String, _ flag: Bool?) { if let flag { append(name, .flag(flag)) } }

  package mutating func add(_ name: String, _ texts: [String]) { if !texts.isEmpty { append(name, .texts(texts)) } }

  package mutating func add(_ name: String, _ record: (some JSONRecord)?) {
    if let record { append(name, tree(record)) }
  }

  package mutating func add(_ name: String, _ records: [some JSONRecord]) {
    if !records.isEmpty { append(name, .list(records.map(tree))) }
  }

  /// Also where it is empty.
  package mutating func add(_ name: String, always records: [some JSONRecord]) {
    append(name, .list(records.map(tree)))
  }

  /// An object within, unless nothing is added to it.
  package mutating func within(_ name: String, _ build: (inout JSONObject) -> Void) {
    var members = JSONObject(manner: manner)
    build(&members)
    if !members.all.isEmpty { append(name, .object(members)) }
  }
}

extension JSONObject {
  /// With other members, in place of those of their names or behind all.
  package func with(_ others: JSONObject) -> JSONObject {
    var object = self
    for member in others.all { object[member.name] = member.value }
    return object
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Nil leaves a member out; JSON's null is `.null`.
  package init(dictionaryLiteral members: (String, JSON?)...) {
    self.init(members.compactMap { name, value in value.map { Member(name: name, value: $0) } })
  }
}

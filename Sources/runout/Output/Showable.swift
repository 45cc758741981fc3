import DiscogsJSON

/// A value as a cell of a table and as a member of a JSON object.
nonisolated protocol Showable {
  var cell: String { get }
  var json: JSON { get }
  /// Whether an object gets it as a member: an empty text or list is left out.
  var isMember: Bool { get }
}

nonisolated extension Showable {
  var cell: String { "\(self)" }
  var isMember: Bool { true }
}

nonisolated extension String: Showable {
  var cell: String { self }
  var json: JSON { .text(self) }
  var isMember: Bool { !isEmpty }
}

nonisolated extension Int: Showable { var json: JSON { .number(String(self)) } }

nonisolated extension Int64: Showable { var json: JSON { .number(String(self)) } }

nonisolated extension Bool: Showable { var json: JSON { .flag(self) } }

nonisolated extension Array: Showable where Element: Showable {
  var cell: String { map(\.cell).joined(separator: "; ") }
  var json: JSON { .list(map(\.json)) }
  var isMember: Bool { !isEmpty }
}

nonisolated extension JSONObject: Showable {
  var json: JSON { .object(self) }

  init(showing members: KeyValuePairs<String, (any Showable)?>) { self = JSONObject().showing(members) }

  /// With further members, in this order.
  func showing(_ members: KeyValuePairs<String, (any Showable)?>) -> JSONObject {
    members.reduce(into: self) { object, member in object.show(member.key, member.value) }
  }

  mutating func show(_ name: String, _ value: (any Showable)?) {
    if let value, value.isMember { self[name] = value.json }
  }
}

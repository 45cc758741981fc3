internal import DiscogsModel

/// A JSON value that keeps its members in order and writes every one of them, empty or not.
///
/// `RecordJSON` leaves out empty members; the API always sends some of them.
enum JSON: Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object(Object)

  struct Object: Sendable {
    private(set) var members: [(name: String, value: JSON)] = []

    /// Nil leaves a member out; JSON's null is `.null`.
    subscript(_ name: String) -> JSON? {
      get { members.first { $0.name == name }?.value }
      set {
        let index = members.firstIndex { $0.name == name }
        switch (index, newValue) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append((name, value))
        case (nil, nil): break
        }
      }
    }
  }

  static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  static func objects(_ objects: [Object]) -> JSON { .array(objects.map(JSON.object)) }

  /// `{"message": "…"}`, the body of nearly every error.
  static func message(_ text: String) -> JSON {
    var object = Object()
    object["message"] = .string(text)
    return .object(object)
  }

  var text: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): text += JSONObject.quoted(value)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        value.append(to: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { text += ", " }
        text += JSONObject.quoted(member.name)
        text += ": "
        member.value.append(to: &text)
      }
      text += "}"
    }
  }
}

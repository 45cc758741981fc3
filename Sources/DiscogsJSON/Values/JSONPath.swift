/// A place in a JSON value, as ``JSONValue/unread`` writes it: `tracklist[3].type_`.
struct JSONPath {
  enum Step: Hashable, Comparable {
    case index(Int)
    case name(String)
  }

  let steps: [Step]

  /// Names with a point in them come as several steps: ``JSON/put(_:at:)`` joins those that lead nowhere.
  init(_ text: String) {
    var steps: [Step] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      var name = part
      var indices: [Int] = []
      while name.last == "]", let open = name.lastIndex(of: "["),
        let index = Int(name[name.index(after: open)...].dropLast())
      {
        indices.append(index)
        name = name[..<open]
      }
      steps.append(.name(String(name)))
      steps += indices.reversed().map(Step.index)
    }
    self.steps = steps
  }

  /// In the order in which lists have to be filled: an item that was left out comes before those behind it.
  static func sorted(_ additional: [String: String]) -> [([Step], String)] {
    additional.map { (JSONPath($0.key).steps, $0.value) }.sorted { left, right in
      for (one, other) in zip(left.0, right.0) where one != other { return one < other }
      return left.0.count < right.0.count
    }
  }
}

extension JSON {
  /// Puts a value where it was found: over a member, or as an item that was left out of a list.
  mutating func put(_ value: JSON, at path: ArraySlice<JSONPath.Step>) {
    guard let step = path.first else {
      self = value
      return
    }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.list(var items), .index(let index)):
      if rest.isEmpty || index >= items.count {
        items.insert(value, at: min(index, items.count))
      } else {
        items[index].put(value, at: rest)
      }
      self = .list(items)
    case (.object(var members), .name(let name)):
      if !rest.isEmpty, var member = members[name], member.isContainer {
        member.put(value, at: rest)
        members[name] = member
      } else if case .index? = rest.first, rest.count == 1 {
        // An item of a list of which no other could be read.
        members[name] = .list([value])
      } else {
        members[JSON.name(of: path)] = value
      }
      self = .object(members)
    default: break
    }
  }

  private var isContainer: Bool {
    switch self {
    case .list, .object: true
    case .null, .flag, .number, .text: false
    }
  }

  /// The name that a path was split from.
  private static func name(of path: ArraySlice<JSONPath.Step>) -> String {
    path.reduce("") { text, step in
      switch step {
      case .index(let index): "\(text)[\(index)]"
      case .name(let name): text.isEmpty ? name : "\(text).\(name)"
      }
    }
  }
}

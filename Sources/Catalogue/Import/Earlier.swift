/// The earlier items of a list. Most are short, and comparing is faster than hashing; long ones use a set.
struct Earlier<Element: Hashable> {
  private var few: [Element] = []
  private var many: Set<Element> = []

  static var mostCompared: Int { 32 }

  /// - Returns: whether the element is new.
  mutating func insert(_ element: Element) -> Bool {
    guard many.isEmpty else { return many.insert(element).inserted }
    if few.contains(element) { return false }
    few.append(element)
    if few.count > Self.mostCompared { many = Set(few) }
    return true
  }

  mutating func removeAll() {
    few.removeAll(keepingCapacity: true)
    if !many.isEmpty { many = [] }
  }
}

/// The artists of one release, with their roles.
struct PartList {
  private var ids: [UInt32] = []
  private var roles: [UInt32] = []
  /// The index of each id; empty while there are so few that `latest` and a search do.
  private var places: [UInt32: Int] = [:]
  /// By hash of the id: one more than the index of the latest such id, or 0 for none, which saves the search.
  private var latest = [UInt8](repeating: 0, count: 256)

  static let mostCompared = 128

  var count: Int { ids.count }

  subscript(index: Int) -> (id: UInt32, roles: UInt32) { (ids[index], roles[index]) }

  mutating func removeAll() {
    ids.removeAll(keepingCapacity: true)
    roles.removeAll(keepingCapacity: true)
    latest.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    if !places.isEmpty { places = [:] }
  }

  /// - Returns: whether the artist is new.
  @discardableResult mutating func add(_ id: UInt32, _ role: UInt32) -> Bool {
    if let found = place(of: id) {
      roles[found] |= role
      return false
    }
    if !places.isEmpty { places[id] = ids.count }
    ids.append(id)
    roles.append(role)
    if places.isEmpty { latest[Self.slot(of: id)] = UInt8(ids.count) }
    if places.isEmpty, ids.count > Self.mostCompared { for (index, id) in ids.enumerated() { places[id] = index } }
    return true
  }

  private func place(of id: UInt32) -> Int? {
    guard places.isEmpty else { return places[id] }
    let last = Int(latest[Self.slot(of: id)])
    if last == 0 { return nil }
    if ids[last - 1] == id { return last - 1 }
    let found = ids.withUnsafeBufferPointer { ids in
      var index = 0
      while index < ids.count, ids[index] != id { index += 1 }
      return index
    }
    return found < ids.count ? found : nil
  }

  private static func slot(of id: UInt32) -> Int { Int((id &* 0x9E37_79B9) >> 24) }
}

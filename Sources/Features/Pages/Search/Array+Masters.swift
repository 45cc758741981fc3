import DiscogsModel

nonisolated extension [CatalogueRow] {
  /// The rows with each pressing of the same title right below its master, where that is among them, those with another
  /// one besides last: one of them alone at the end of a search looks like another record.
  var belowMasters: [CatalogueRow] {
    var masters: [Master.ID: CatalogueRow] = [:]
    for row in self { if case .master(let id) = row.reference { masters[id] = row } }
    var pressings: [Master.ID: [CatalogueRow]] = [:]
    var others: [CatalogueRow] = []
    for row in self {
      if let id = row.master, let master = masters[id], row.isPressing(of: master) {
        pressings[id, default: []].append(row)
      } else {
        others.append(row)
      }
    }
    guard !pressings.isEmpty else { return self }
    return others.flatMap { row in
      guard case .master(let id) = row.reference, let found = pressings.removeValue(forKey: id) else { return [row] }
      // “A” and “B” are both titles of “A = B”, but have none in common: the second stands by itself.
      var (group, single) = ([row], [CatalogueRow]())
      for pressing in found.filter({ $0.title == row.title }) + found.filter({ $0.title != row.title }) {
        if pressing.isPressing(of: group[group.count - 1]) { group.append(pressing) } else { single.append(pressing) }
      }
      return group + single
    }
  }
}

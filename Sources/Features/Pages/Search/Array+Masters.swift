import DiscogsModel

nonisolated extension [CatalogueRow] {
  /// The rows with each pressing of the same title right below its master, where that is among them, those with another
  /// one besides last: one of them alone at the end of a search looks like another record.
  var belowMasters: [CatalogueRow] {
    var masters: [Master.ID: CatalogueRow] = [:]
    for row in self { if case .master(let id) = row.reference { masters[id] = row } }
    var pressings: [Master.ID: (alike: [CatalogueRow], others: [CatalogueRow])] = [:]
    var rest: [CatalogueRow] = []
    for row in self {
      if let master = row.master.flatMap({ masters[$0] }), let id = row.master, row.isPressing(of: master) {
        if row.title == master.title {
          pressings[id, default: ([], [])].alike.append(row)
        } else {
          pressings[id, default: ([], [])].others.append(row)
        }
      } else {
        rest.append(row)
      }
    }
    guard !pressings.isEmpty else { return self }
    return rest.flatMap { row in
      guard case .master(let id) = row.reference, let found = pressings.removeValue(forKey: id) else { return [row] }
      // “A” and “B” are both titles of “A = B”, but have none in common: the second stands by itself.
      var (group, single) = ([row], [CatalogueRow]())
      for pressing in found.alike + found.others {
        if pressing.isPressing(of: group[group.count - 1]) { group.append(pressing) } else { single.append(pressing) }
      }
      return group + single
    }
  }
}

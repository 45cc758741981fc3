import DiscogsModel

nonisolated extension [CatalogueRow] {
  /// The rows with each pressing of the same title right below its master, where that is among them: one of them alone
  /// at the end of a search looks like another record.
  var belowMasters: [CatalogueRow] {
    var titles: [Master.ID: String] = [:]
    for row in self { if case .master(let id) = row.reference { titles[id] = row.title } }
    var pressings: [Master.ID: [CatalogueRow]] = [:]
    var others: [CatalogueRow] = []
    for row in self {
      if row.reference.kind == .release, let master = row.master, titles[master] == row.title {
        pressings[master, default: []].append(row)
      } else {
        others.append(row)
      }
    }
    guard !pressings.isEmpty else { return self }
    return others.flatMap { row in
      if case .master(let id) = row.reference { [row] + (pressings.removeValue(forKey: id) ?? []) } else { [row] }
    }
  }
}

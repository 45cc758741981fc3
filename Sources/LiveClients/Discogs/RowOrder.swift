internal import DiscogsModel
internal import RunoutModel

/// Sorts and narrows rows in memory: for lists of Discogs that are here as a whole.
struct RowOrder {
  var sort: SortOrder

  func sorted(_ rows: [CatalogueRow]) -> [CatalogueRow] {
    guard sort.field != .relevance else { return sort.isReversed ? rows.reversed() : rows }
    let keyed = rows.enumerated().map { (key: key($0.element), place: $0.offset, row: $0.element) }
    return keyed.sorted { left, right in
      // What has no year or number comes last, whichever way round.
      if left.key.isEmpty != right.key.isEmpty { return right.key.isEmpty }
      if left.key != right.key { return (left.key < right.key) != sort.isReversed }
      return left.place < right.place
    }.map(\.row)
  }

  private func key(_ row: CatalogueRow) -> String {
    switch sort.field {
    case .artist: ShelfOrder.key(artist: row.artist.isEmpty ? row.title : row.artist)
    case .title: NaturalOrder.key(row.title)
    case .year: row.year.map { NaturalOrder.key(String($0)) } ?? ""
    case .format: NaturalOrder.key(row.format)
    case .label: NaturalOrder.key(row.label)
    case .catalogueNumber: NaturalOrder.key(row.catalogueNumber)
    // Rows of the catalogue have none of these; pages do not offer it.
    case .relevance, .added, .rating, .price: ""
    }
  }

  /// The rows in which every word occurs somewhere.
  static func narrowed(_ rows: [CatalogueRow], to words: String) -> [CatalogueRow] {
    let words = TextFolding.typedWords(words).map(TextFolding.fold)
    guard !words.isEmpty else { return rows }
    return rows.filter { row in
      let year = row.year.map { String($0) } ?? ""
      let text = TextFolding.fold(
        [row.title, row.artist, row.label, row.catalogueNumber, row.format, row.country, year, row.role]
          .joined(separator: " "))
      return words.allSatisfy(text.contains)
    }
  }
}

internal import DiscogsModel
internal import RunoutModel

/// Sorts and narrows rows in memory, for lists that were loaded as a whole.
struct RowOrder {
  var sort: SortOrder

  func sorted(_ rows: [CatalogueRow]) -> [CatalogueRow] {
    guard sort.field != .relevance else { return sort.isReversed ? rows.reversed() : rows }
    let keyed = rows.enumerated().map { (key: key($0.element), place: $0.offset, row: $0.element) }
    return keyed.sorted { left, right in
      // Rows without a value come last in either direction.
      if left.key.isEmpty != right.key.isEmpty { return right.key.isEmpty }
      if left.key != right.key { return (left.key < right.key) != sort.isReversed }
      return left.place < right.place
    }.map(\.row)
  }

  private func key(_ row: CatalogueRow) -> String {
    switch sort.field {
    case .artist: ShelfOrder.key(artist: row.artist.isEmpty ? row.title : row.artist)
    case .title: NaturalOrder.key(row.title)
    case .year: row.year.map { NaturalOrder.key(row.released.isEmpty ? String($0) : row.released) } ?? ""
    case .format: NaturalOrder.key(row.format)
    case .label: NaturalOrder.key(row.label)
    case .catalogueNumber: NaturalOrder.key(row.catalogueNumber)
    // Catalogue rows have none of these, and pages do not offer them.
    case .relevance, .added, .rating, .price: ""
    }
  }

  /// The rows that contain every word, in any of their texts.
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

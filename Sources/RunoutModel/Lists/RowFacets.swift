public import DiscogsModel

/// The ways to filter rows by their own fields, for lists whose source counts no facets.
public enum RowFacet: String, CaseIterable, Hashable, Sendable {
  case format, label, country
  /// The raw value is Discogs' name for it.
  case year = "released"

  public var title: String {
    switch self {
    case .format: "Format"
    case .label: "Label"
    case .country: "Country"
    case .year: "Year"
    }
  }

  /// The row's values, without empty ones. Carriers and descriptions of a format are spelled out: `LP` for `2×LP`.
  public func values(of row: CatalogueRow) -> [String] {
    let values: [String] =
      switch self {
      case .format:
        row.format.split(separator: ", ").flatMap { $0.split(separator: " + ") }.map { part in
          let count = part.firstIndex(of: "×").map { part[..<$0] } ?? ""
          let isCounted = !count.isEmpty && count.allSatisfy(\.isNumber)
          return Format.longForm(of: String(isCounted ? part.dropFirst(count.count + 1) : part))
        }
      case .label: [row.label]
      case .country: [row.country]
      case .year: row.year.map { [String($0)] } ?? []
      }
    return values.filter { !$0.isEmpty }
  }

  /// The facets of rows, each value with its number of rows: years latest first, all else most frequent first.
  public static func facets(of rows: [CatalogueRow], allowsSeveral: Bool) -> [Facet] {
    allCases.compactMap { facet in
      var counts: [String: Int] = [:]
      for row in rows { for value in Set(facet.values(of: row)) { counts[value, default: 0] += 1 } }
      guard !counts.isEmpty else { return nil }
      let values = counts.map { Facet.Value(title: $0.key, value: $0.key, count: $0.value) }
      return Facet(
        id: facet.rawValue, title: facet.title, allowsSeveral: allowsSeveral && facet != .year,
        values: values.sorted { left, right in
          if facet == .year { return left.value > right.value }
          return left.count == right.count ? left.value < right.value : left.count > right.count
        })
    }
  }
}

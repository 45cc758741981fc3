public import DiscogsModel
import RunoutModel

/// The filters of a list: rows pass that have one of the chosen values of each facet.
public struct ListFilters: Hashable, Sendable {
  /// The values by the facet's id, in the order in which they were chosen; never an empty list.
  public private(set) var values: [String: [String]] = [:]

  public init(_ values: [String: [String]] = [:]) { self.values = values.filter { !$0.value.isEmpty } }

  public var isEmpty: Bool { values.isEmpty }

  public subscript(facet: String) -> [String] { values[facet] ?? [] }

  public func contains(_ value: String, of facet: String) -> Bool { self[facet].contains(value) }

  /// Adds a value, or removes it again; replaces the old one of a facet that allows only one.
  public mutating func toggle(_ value: String, of facet: Facet) {
    if let index = self[facet.id].firstIndex(of: value) {
      values[facet.id]?.remove(at: index)
      if self[facet.id].isEmpty { values[facet.id] = nil }
    } else {
      values[facet.id] = (facet.allowsSeveral ? self[facet.id] : []) + [value]
    }
  }
}

extension CatalogueRow {
  /// Returns whether the row's own texts pass all filters.
  public func has(_ filters: ListFilters) -> Bool {
    RowFacet.allCases.allSatisfy { facet in
      let sought = filters[facet.rawValue]
      return sought.isEmpty || facet.values(of: self).contains(where: sought.contains)
    }
  }
}

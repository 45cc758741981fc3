public import DiscogsModel
import RunoutModel

/// What a list is filtered to: rows that have one of the values of each facet that is named.
public struct ListFilters: Hashable, Sendable {
  /// The values by the facet's id, in the order in which they were chosen; never an empty list.
  public private(set) var values: [String: [String]] = [:]

  public init(_ values: [String: [String]] = [:]) {
    self.values = values.filter { !$0.value.isEmpty }
  }

  public var isEmpty: Bool { values.isEmpty }

  public subscript(facet: String) -> [String] { values[facet] ?? [] }

  public func contains(_ value: String, of facet: String) -> Bool { self[facet].contains(value) }

  /// Puts a value in, or takes it out again. Of a facet that allows one value only, the new one takes the old one's place.
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
  /// Whether a row has one of the values of each facet, by what it says itself.
  public func has(_ filters: ListFilters) -> Bool {
    RowFacet.allCases.allSatisfy { facet in
      let sought = filters[facet.rawValue]
      return sought.isEmpty || facet.values(of: self).contains(where: sought.contains)
    }
  }
}

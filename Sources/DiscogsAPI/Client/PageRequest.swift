/// The page of a list to request.
public struct PageRequest: Hashable, Sendable {
  /// From 1.
  public var number: Int
  /// 1 to 100; Discogs clamps other values.
  public var rows: Int

  /// The most rows a page can have.
  public static let mostRows = 100

  /// Creates a page request.
  public init(_ number: Int = 1, rows: Int = PageRequest.mostRows) { (self.number, self.rows) = (number, rows) }

  /// The first page, with the most rows.
  public static let first = PageRequest()

  var query: [QueryItem] { [QueryItem("page", String(number)), QueryItem("per_page", String(rows))] }
}

/// A sort order: field and direction.
public struct Sorting<Field: RawRepresentable & Hashable & Sendable>: Hashable, Sendable
where Field.RawValue == String {
  /// The field to sort by.
  public var field: Field
  /// Nil for Discogs' default direction.
  public var isDescending: Bool?

  /// Creates a sorting.
  public init(by field: Field, isDescending: Bool? = nil) { (self.field, self.isDescending) = (field, isDescending) }

  /// From the least to the most: A to Z, the oldest first.
  public static func ascending(_ field: Field) -> Sorting { Sorting(by: field, isDescending: false) }
  /// From the most to the least: the newest first.
  public static func descending(_ field: Field) -> Sorting { Sorting(by: field, isDescending: true) }

  var query: [QueryItem] {
    [QueryItem("sort", field.rawValue)]
      + (isDescending.map { [QueryItem("sort_order", $0 ? "desc" : "asc")] } ?? [])
  }
}

/// What can stand beside each other in a row of the collection.
public enum ShelfColumn: String, CaseIterable, Hashable, Sendable {
  /// `Artist – Title`, which is always there.
  case name
  case year, format
  /// `Columbia · CL 1355`.
  case label
  /// The catalogue number.
  case catalogueNumber = "catno"
  /// Media and sleeve together: `VG+ / VG`.
  case condition
  case media, sleeve, rating, added, folder
  /// The lowest price seen for a want, and the most it may cost.
  case lowest, limit
  /// The notes on the copy, on one line.
  case notes
}

/// The columns of a shelf row.
public enum ShelfColumn: String, CaseIterable, Hashable, Sendable {
  /// `Artist – Title`; always shown.
  case name
  case year, format
  /// `Columbia · CL 1355`.
  case label
  case catalogueNumber = "catno"
  /// Media and sleeve grade together: `VG+ / VG`.
  case condition
  case media, sleeve, rating, added, folder
  /// The lowest price seen for a want, and its limit.
  case lowest, limit
  /// The notes on the copy, on one line.
  case notes
}

/// One user's rating of a record: one to five stars, or none.
///
/// Ratings come from the network, from files and from others' databases. All are read through here, so that none has
/// more stars than there are.
public enum Stars {
  /// The valid ratings.
  public static let range = 1...5

  /// The rating; nil for 0, which means "not rated", and for invalid numbers.
  public static func read(_ number: Int?) -> Int? { number.flatMap { range.contains($0) ? $0 : nil } }
}

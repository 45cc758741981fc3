/// One user's rating of a record: one to five stars, or none.
///
/// Ratings come from the network, from files and from databases that others may have written. All of them are read
/// through here, so that what is shown and counted has no more stars than there are.
public enum Stars {
  /// The range of ratings.
  public static let range = 1...5

  /// The stars a number stands for; nil for 0, which is "not rated", and for any other number.
  public static func read(_ number: Int?) -> Int? {
    number.flatMap { range.contains($0) ? $0 : nil }
  }
}

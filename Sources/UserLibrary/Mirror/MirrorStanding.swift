/// The comparison of one of the account's lists with the shelf when it was last read to its end.
public struct MirrorStanding: Codable, Hashable, Sendable {
  public enum Difference: Codable, Hashable, Sendable {
    /// The list kept changing while it was read.
    case changing
    /// The account's count differs from the rows it shows.
    case counts(there: Int, shown: Int)
    /// The account's counts of copies in these folders differ.
    case folders([String])
    /// The number of rows missing there that no second look has confirmed to be gone.
    case unconfirmed(Int)
    /// The number of rows gone there: the user decides whether they are removed here.
    case removal(Int, of: Int)
    /// The user keeps the rows that are gone there.
    case kept(Int, of: Int)
  }

  public var pass: Int
  /// The account's own count of its rows.
  public var there: Int
  /// The number of the account's rows known here afterwards.
  public var here: Int
  /// The account's count of copies in each folder, by the folder's number.
  public var folders: [Int: Int]
  /// Nil if both sides were proved equal.
  public var difference: Difference?
  /// Seconds since 1970.
  public var time: Double

  /// Rows gone from the account are removed without asking up to this many, or up to a tenth of the list.
  static let mostWithoutQuestion = 10

  static func needsQuestion(_ gone: Int, of rows: Int) -> Bool { gone > mostWithoutQuestion && gone > rows / 10 }
}

/// How one of the account's lists compared with what is here when it was last read to its end.
public struct MirrorStanding: Codable, Hashable, Sendable {
  public enum Difference: Codable, Hashable, Sendable {
    /// The list went on changing while it was read.
    case changing
    /// The account says another number of rows than it shows.
    case counts(there: Int, shown: Int)
    /// The account counts other numbers of copies in these folders.
    case folders([String])
    /// So many rows are missing there, and no second look has confirmed that they are gone.
    case unconfirmed(Int)
    /// So many rows are gone there: the user says whether they go here.
    case removal(Int, of: Int)
    /// The user keeps the rows that are gone there.
    case kept(Int, of: Int)
  }

  /// The pass that read it.
  public var pass: Int
  /// How many rows the account had, by its own count.
  public var there: Int
  /// How many of the account's rows were here afterwards.
  public var here: Int
  /// How many copies the account counted in each folder, by the folder's number.
  public var folders: [Int: Int]
  /// Nil where both sides were proved to be the same.
  public var difference: Difference?
  /// Seconds since 1970.
  public var time: Double

  /// Rows that are gone from the account are removed without a question up to this many, or up to a tenth of the list.
  static let mostWithoutQuestion = 10

  static func needsQuestion(_ gone: Int, of rows: Int) -> Bool {
    gone > mostWithoutQuestion && gone > rows / 10
  }
}

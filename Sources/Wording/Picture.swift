/// Sentences about covers and walls of covers.
public enum PictureWords {
  public static let noWallHere = "No covers to show here: try the collection or the want list"
  public static let noneShown = "This terminal shows no pictures (see :set pictures)"
  public static let noneHere = "No picture to show here"
  /// `2 of 5`
  public static func place(_ number: Int, of count: Int) -> String { "\(number) of \(count)" }
  public static let drawn = "Drawn by Runout: no picture here"
}

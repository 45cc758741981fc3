/// Sentences of an artist's page.
public enum ArtistWords {
  // MARK: Sections

  public static let profile = "profile"
  public static let albums = "Albums"
  public static let singles = "Singles & EPs"
  public static let compilations = "Compilations"
  public static let releases = "Releases"
  public static let appearances = "Appearances"
  public static let unofficial = "Unofficial"

  // MARK: The title's figures

  public static func albums(_ number: Int) -> String { counted(number, "album") }
  public static func singles(_ number: Int) -> String { counted(number, "single") }
  public static func compilations(_ number: Int) -> String { counted(number, "compilation") }
  public static func releases(_ number: Int) -> String { counted(number, "release") }
  public static func appearances(_ number: Int) -> String { counted(number, "appearance") }
  public static func unofficial(_ number: Int) -> String { "\(grouped(number)) unofficial" }
  public static func youOwn(_ owned: Int, of total: Int) -> String { "you own \(grouped(owned)) of \(grouped(total))" }

  // MARK: Rows

  public static let onATrack = "on a track"
  public static let moreVersions = "and more"

  // MARK: Why a key does nothing

  public static let noVersions = "Only masters have versions"

  // MARK: Errors

  public static let sectionsFailed = "Could not count the artist's records"
  public static let versionsFailed = "Could not read the versions"
}

/// What a shelf shows of a release, from any source: enough for a row without another request.
public struct ShelfFacts: Hashable, Sendable, Codable {
  public var release: Release.ID
  /// Nil where unknown, and for a release without one.
  public var master: Master.ID?
  /// Several joined by `, `, with homonym numbers.
  public var artist: String
  public var title: String
  public var label: String
  public var catalogueNumber: String
  /// The short form: `2xLP, Album`.
  public var format: String
  public var year: Int?
  public var country: String
  public var genres: [String]
  public var styles: [String]

  public init(
    release: Release.ID, master: Master.ID? = nil, artist: String = "", title: String = "", label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, country: String = "", genres: [String] = [],
    styles: [String] = []
  ) {
    self.release = release
    self.master = master
    self.artist = artist
    self.title = title
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.format = format
    self.year = year
    self.country = country
    self.genres = genres
    self.styles = styles
  }

  /// The facts of a row in a list; nil for artists, labels and masters, which cannot be owned.
  public init?(_ row: CatalogueRow) {
    guard case .release(let id) = row.reference else { return nil }
    self.init(
      release: id, master: row.master, artist: row.artist, title: row.title, label: row.label,
      catalogueNumber: row.catalogueNumber, format: row.format, year: row.year, country: row.country)
  }

  /// `Artist – Title`, or as much of it as is known.
  public var name: String {
    if artist.isEmpty { return title.isEmpty ? "release \(release)" : title }
    return "\(artist) – \(title)"
  }
}

/// One change of the user's shelf, as the user means it.
///
/// A copy is named by its number in the library, which stays its own for good; a folder by its name.
public enum ShelfEdit: Hashable, Sendable {
  /// One more copy, into a folder.
  case add(ShelfFacts, folder: String)
  case remove(copy: Int64)
  case move(copy: Int64, folder: String)
  /// 1 to 5 stars; nil takes the rating away.
  case rate(copy: Int64, stars: Int?)
  /// What a field says of a copy; empty empties it. The two conditions are fields as well.
  case setField(copy: Int64, name: String, value: String)
  case want(ShelfFacts, notes: String, rating: Int?)
  case unwant(Release.ID)
  case noteWant(Release.ID, notes: String)
  case rateWant(Release.ID, stars: Int?)
  /// The most that a want may cost; nil takes the limit away. Limits stay on this machine: no account has them.
  case limitWant(Release.ID, Money?)
  case makeFolder(String)
  case renameFolder(String, to: String)
  /// Only an empty one.
  case deleteFolder(String)

  /// The names of the two fields that every copy has columns of its own for, as Discogs calls them at first.
  public static let mediaCondition = "Media Condition"
  public static let sleeveCondition = "Sleeve Condition"
  /// The folder of copies that were put nowhere else.
  public static let uncategorised = "Uncategorized"
}

/// What became of one change.
public enum ShelfEditOutcome: Hashable, Sendable {
  case done
  /// One sentence that says why nothing was changed.
  case refused(String)
}

/// A change that Discogs does not have yet.
public struct PendingEdit: Hashable, Sendable, Identifiable {
  public enum State: Hashable, Sendable {
    /// For the network, for an account, or for its turn.
    case waiting
    case sending
    /// Tried in vain so many times; what went wrong last.
    case retrying(attempts: Int, reason: String)
    /// The server will not have it, in its words; it is not tried again by itself.
    case refused(String)
    /// It was changed on the server as well, since this change was made.
    case conflict([Difference])
  }

  /// One thing that is not the same here and there.
  public struct Difference: Hashable, Sendable, Codable {
    /// `Folder`, `Rating`, or the name of a field.
    public var name: String
    /// What it was when the change was made, what the change makes of it, and what the server says now.
    public var before: String
    public var mine: String
    public var theirs: String

    public init(name: String, before: String, mine: String, theirs: String) {
      self.name = name
      self.before = before
      self.mine = mine
      self.theirs = theirs
    }
  }

  public var id: Int64
  /// `Move Miles Davis – Kind Of Blue to Jazz`.
  public var title: String
  public var release: Release.ID?
  /// Seconds since 1970.
  public var madeAt: Double
  public var state: State

  public init(id: Int64, title: String, release: Release.ID?, madeAt: Double, state: State) {
    self.id = id
    self.title = title
    self.release = release
    self.madeAt = madeAt
    self.state = state
  }
}

/// What to do about a change that is stuck.
public enum PendingEditRemedy: String, Hashable, Sendable, CaseIterable {
  /// Send it as it is, over what the server has now.
  case keepMine = "mine"
  /// Give it up: the shelf shows what the server has.
  case takeTheirs = "theirs"
  /// Try again now.
  case retry
}

extension ShelfFacts {
  /// What a whole release, or as much of it as a list tells, says.
  public init(_ release: Release) {
    self.init(
      release: release.id, master: release.master, artist: release.artists.displayName, title: release.title,
      label: release.labels.first?.displayName ?? "", catalogueNumber: release.labels.first?.catalogueNumber ?? "",
      format: release.formats.shortName, year: release.year, country: release.country, genres: release.genres,
      styles: release.styles)
    // Discogs' word for a label's record without a number.
    if catalogueNumber.lowercased() == "none" { catalogueNumber = "" }
  }
}

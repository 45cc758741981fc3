public import DiscogsModel

/// One change of the user's shelf, as the user means it.
///
/// A copy is named by its number in the library, which stays its own for good; a folder by its name.
public enum ShelfEdit: Hashable, Sendable {
  /// One more copy, into a folder.
  case add(ShelfFacts, folder: String)
  case remove(copy: Int64)
  /// Puts a copy into another folder.
  case move(copy: Int64, folder: String)
  /// 1 to 5 stars; nil takes the rating away.
  case rate(copy: Int64, stars: Int?)
  /// What a field says of a copy; empty empties it. The two conditions are fields as well.
  case setField(copy: Int64, name: String, value: String)
  /// Puts a release on the want list.
  case want(ShelfFacts, notes: String, rating: Int?)
  /// Takes a release off the want list.
  case unwant(Release.ID)
  /// Changes the notes on a want; empty empties them.
  case noteWant(Release.ID, notes: String)
  /// 1 to 5 stars; nil takes the rating away.
  case rateWant(Release.ID, stars: Int?)
  /// The most that a want may cost; nil takes the limit away. Limits stay on this machine: no account has them.
  case limitWant(Release.ID, Money?)
  /// Makes a folder.
  case makeFolder(String)
  /// Renames a folder.
  case renameFolder(String, to: String)
  /// Only an empty one.
  case deleteFolder(String)

  /// The names of the two fields that every copy has columns of its own for, as Discogs calls them at first.
  public static let mediaCondition = "Media Condition"
  /// The field of the sleeve's grade.
  public static let sleeveCondition = "Sleeve Condition"
  /// The folder of copies that were put nowhere else.
  public static let uncategorised = "Uncategorized"
}

/// What became of one change.
public enum ShelfEditOutcome: Hashable, Sendable {
  /// It is made.
  case done
  /// One sentence that says why nothing was changed.
  case refused(String)
}

/// A change that Discogs does not have yet.
public struct PendingEdit: Hashable, Sendable, Identifiable {
  /// How far it has come.
  public enum State: Hashable, Sendable {
    /// For the network, for an account, or for its turn.
    case waiting
    /// On its way.
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
    /// What the change makes of it.
    public var mine: String
    /// What the server says now.
    public var theirs: String

    /// Creates a difference.
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
  /// Nil for a change of a folder.
  public var release: Release.ID?
  /// Seconds since 1970.
  public var madeAt: Double
  /// How far it has come.
  public var state: State

  /// Creates a pending edit.
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

public import DiscogsModel

/// A change of the shelf, as the user makes it.
///
/// A copy is named by its number in the library, which stays its own for good; a folder by its name.
public enum ShelfEdit: Hashable, Sendable {
  /// One more copy, into a folder.
  case add(ShelfFacts, folder: String)
  case remove(copy: Int64)
  /// Puts a copy into another folder.
  case move(copy: Int64, folder: String)
  /// 1 to 5 stars; nil clears the rating.
  case rate(copy: Int64, stars: Int?)
  /// What a field says of a copy; empty empties it. The two conditions are fields as well.
  case setField(copy: Int64, name: String, value: String)
  /// Notes that a copy is played now. Plays stay on this machine, as Discogs has no field for them.
  case play(copy: Int64)
  /// Puts a release on the want list, or any pressing of a master. The latter stays on this machine.
  case want(ShelfFacts, notes: String, rating: Int?)
  /// Takes a want off the list.
  case unwant(Wanted)
  /// Changes the notes on a want; empty empties them.
  case noteWant(Wanted, notes: String)
  /// 1 to 5 stars; nil clears the rating.
  case rateWant(Wanted, stars: Int?)
  /// The most a want may cost; nil removes the limit. Limits stay on this machine, as Discogs has no field for them.
  case limitWant(Wanted, Money?)
  /// Creates a folder.
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

/// The outcome of one change.
public enum ShelfEditOutcome: Hashable, Sendable {
  /// The change was made.
  case done
  /// Nothing changed; the sentence says why.
  case refused(String)
}

/// A change not yet on Discogs.
public struct PendingEdit: Hashable, Sendable, Identifiable {
  /// Its state.
  public enum State: Hashable, Sendable {
    /// For the network, for an account, or for its turn.
    case waiting
    /// On its way.
    case sending
    /// Failed so many times; the reason of the last failure.
    case retrying(attempts: Int, reason: String)
    /// Discogs refused it, in its own words; it is not retried automatically.
    case refused(String)
    /// Discogs' version changed too since this change was made.
    case conflict([Difference])
  }

  /// A value that differs between the shelf and Discogs.
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
  /// Its state.
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

/// A remedy for a stuck change.
public enum PendingEditRemedy: String, Hashable, Sendable, CaseIterable {
  /// Send it over Discogs' version.
  case keepMine = "mine"
  /// Discard it: the shelf then shows Discogs' version.
  case takeTheirs = "theirs"
  /// Try again now.
  case retry
}

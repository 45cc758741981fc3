public import DiscogsModel

/// A change of the shelf by the user. Copies go by their number in the library, which never changes; folders by name.
public enum ShelfEdit: Hashable, Sendable {
  /// Adds one more copy to a folder, with the values of fields by name, the two conditions included.
  case add(ShelfFacts, folder: String, values: [String: String] = [:])
  case remove(copy: Int64)
  case move(copy: Int64, folder: String)
  /// 1 to 5 stars; nil clears the rating.
  case rate(copy: Int64, stars: Int?)
  /// Sets a field of a copy, the two conditions included; an empty value clears it.
  case setField(copy: Int64, name: String, value: String)
  /// Notes a play, at a time in seconds since 1970; nil for now. Plays are local, as Discogs has no field for them.
  case play(copy: Int64, at: Double? = nil)
  /// Wants a release, or any pressing of a master. The latter is local.
  case want(ShelfFacts, notes: String, rating: Int?)
  case unwant(Wanted)
  /// An empty text clears the notes.
  case noteWant(Wanted, notes: String)
  /// 1 to 5 stars; nil clears the rating.
  case rateWant(Wanted, stars: Int?)
  /// Sets the highest acceptable price; nil removes the limit. Limits are local, as Discogs has no field for them.
  case limitWant(Wanted, Money?)
  case makeFolder(String)
  case renameFolder(String, to: String)
  /// The folder must be empty.
  case deleteFolder(String)

  /// Discogs' default names of the two fields that every copy has.
  public static let mediaCondition = "Media Condition"
  public static let sleeveCondition = "Sleeve Condition"
  /// Discogs' folder of copies that are in no other.
  public static let uncategorised = "Uncategorized"
}

public enum ShelfEditOutcome: Hashable, Sendable {
  case done
  /// Nothing changed; the sentence says why.
  case refused(String)
}

/// A change not yet on Discogs.
public struct PendingEdit: Hashable, Sendable, Identifiable {
  public enum State: Hashable, Sendable {
    /// Waits for the network, for an account, or for its turn.
    case waiting
    /// Being sent.
    case sending
    /// Failed this many times, for this reason the last time.
    case retrying(attempts: Int, reason: String)
    /// Refused in Discogs' own words; it is not retried automatically.
    case refused(String)
    /// Discogs' version changed too since this change was made.
    case conflict([Difference])
  }

  public struct Difference: Hashable, Sendable, Codable {
    /// `Folder`, `Rating`, or a field's name.
    public var name: String
    /// The value when the change was made.
    public var before: String
    /// The value after the change.
    public var mine: String
    /// Discogs' value now.
    public var theirs: String

    public init(name: String, before: String, mine: String, theirs: String) {
      (self.name, self.before, self.mine, self.theirs) = (name, before, mine, theirs)
    }
  }

  public var id: Int64
  /// `Move Miles Davis – Kind Of Blue to Jazz`.
  public var title: String
  /// Nil for changes of folders.
  public var release: Release.ID?
  /// Seconds since 1970.
  public var madeAt: Double
  public var state: State

  public init(id: Int64, title: String, release: Release.ID?, madeAt: Double, state: State) {
    (self.id, self.title, self.release, self.madeAt, self.state) = (id, title, release, madeAt, state)
  }
}

/// A remedy for a stuck change.
public enum PendingEditRemedy: String, Hashable, Sendable, CaseIterable {
  /// Overwrite Discogs' version.
  case keepMine = "mine"
  /// Discard it, and show Discogs' version.
  case takeTheirs = "theirs"
  case retry
}

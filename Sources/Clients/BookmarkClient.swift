public import DiscogsModel

/// A record that the user has put a letter on, to come back to.
public struct Bookmark: Hashable, Sendable, Identifiable {
  /// `a` to `z` or `A` to `Z`.
  public var letter: Character
  public var reference: EntityReference
  /// `Artist – Title`, or the name, as it was when the bookmark was made.
  public var name: String

  public init(letter: Character, reference: EntityReference, name: String) {
    self.letter = letter
    self.reference = reference
    self.name = name
  }

  public var id: Character { letter }

  /// Whether something can be bookmarked with this letter.
  public static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
}

/// Keeps bookmarks across runs, those of each shelf apart: the demo's records are not the user's.
public struct BookmarkClient: Client {
  /// All of them, `a` before `A`, both before `b`.
  @Call() public var all: @Sendable () async throws(ClientError) -> [Bookmark]
  /// Keeps one. The one that its letter had before is replaced and returned; nil where the letter was free.
  @Call() public var set: @Sendable (Bookmark) async throws(ClientError) -> Bookmark?
  /// Deletes one for good and returns it; nil where there is none with this letter.
  @Call() public var delete: @Sendable (_ letter: Character) async throws(ClientError) -> Bookmark?

  public init() {}
}

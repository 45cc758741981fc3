public import RunoutModel

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

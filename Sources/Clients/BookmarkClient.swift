public import RunoutModel

/// Keeps bookmarks across runs, separately for each shelf.
public struct BookmarkClient: Client {
  /// All bookmarks, `a` before `A`, both before `b`.
  @Call() public var all: @Sendable () async throws(ClientError) -> [Bookmark]
  /// Sets a bookmark and returns the one it replaces; nil where the letter was free.
  @Call() public var set: @Sendable (Bookmark) async throws(ClientError) -> Bookmark?
  /// Deletes a bookmark and returns it; nil where the letter has none.
  @Call() public var delete: @Sendable (_ letter: Character) async throws(ClientError) -> Bookmark?

  public init() {}
}

public import RunoutModel

/// Keeps bookmarks across runs, separately for each shelf.
public struct BookmarkClient: Client {
  /// All bookmarks, `a` before `A`, both before `b`.
  @Call() public var all: @Sendable () async throws(ClientError) -> [Bookmark]
  /// Sets a bookmark and returns the one it replaces; nil where the mark was free.
  @Call() public var set: @Sendable (Bookmark) async throws(ClientError) -> Bookmark?
  /// Deletes a bookmark and returns it; nil where there is none.
  @Call() public var delete: @Sendable (_ mark: String) async throws(ClientError) -> Bookmark?

  public init() {}
}

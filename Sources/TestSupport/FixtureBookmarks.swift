public import Clients
public import RunoutModel
import Synchronization

/// Bookmarks in memory.
public final class FixtureBookmarks: Sendable {
  private let kept: Mutex<[String: Bookmark]>

  public init(_ bookmarks: [Bookmark] = []) {
    kept = Mutex(Dictionary(bookmarks.map { ($0.mark, $0) }) { $1 })
  }

  public var all: [Bookmark] {
    kept.withLock { $0.values.sorted { ($0.mark.lowercased(), $1.mark) < ($1.mark.lowercased(), $0.mark) } }
  }

  public var client: BookmarkClient {
    BookmarkClient.test {
      $0.all = { [self] in all }
      $0.set = { [self] bookmark in kept.withLock { $0.updateValue(bookmark, forKey: bookmark.mark) } }
      $0.delete = { [self] letter in kept.withLock { $0.removeValue(forKey: letter) } }
    }
  }
}

internal import Clients
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension BookmarkClient {
  /// Keeps the bookmarks beside the shelf that goes with the source in use.
  static func live(_ shelves: Shelves) -> BookmarkClient {
    BookmarkClient {
      $0.all = shelves.answering { try await $0.bookmarks() }
      $0.set = shelves.answering { library, bookmark in
        guard Bookmark.isMark(bookmark.mark) else {
          throw ClientError.refused(BookmarkWords.notAMark)
        }
        return try await library.setBookmark(bookmark)
      }
      $0.delete = shelves.answering { try await $0.deleteBookmark($1) }
    }
  }
}

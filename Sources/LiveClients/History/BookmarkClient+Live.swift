internal import Clients
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension BookmarkClient {
  /// Keeps the bookmarks beside the shelf that goes with the source in use.
  static func live(_ shelves: Shelves) -> BookmarkClient {
    BookmarkClient {
      $0.all = answering { try await shelves.ask { library in try await library.bookmarks() } }
      $0.set = answering { bookmark in
        guard Bookmark.isLetter(bookmark.letter) else { throw noLetter(bookmark.letter) }
        return try await shelves.ask { library in try await library.setBookmark(bookmark) }
      }
      $0.delete = answering { letter in try await shelves.ask { library in try await library.deleteBookmark(letter) } }
    }
  }

  private static func noLetter(_ letter: Character) -> ClientError {
    .refused(SourceWords.bookmarkLetter(letter))
  }
}

internal import Clients
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension BookmarkClient {
  /// Keeps the bookmarks beside the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves) -> BookmarkClient {
    BookmarkClient {
      $0.all = { () throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.bookmarks() }
      }
      $0.set = { bookmark throws(ClientError) in
        guard Bookmark.isLetter(bookmark.letter) else { throw noLetter(bookmark.letter) }
        return try await shelves.ask { library throws(LibraryError) in
          try await library.setBookmark(bookmark)
        }
      }
      $0.delete = { letter throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.deleteBookmark(letter)
        }
      }
    }
  }

  private static func noLetter(_ letter: Character) -> ClientError {
    .refused(SourceWords.bookmarkLetter(letter))
  }
}

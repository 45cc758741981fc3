internal import Clients
internal import DiscogsModel
internal import UserLibrary
internal import Wording

extension BookmarkClient {
  /// Keeps the bookmarks beside the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves) -> BookmarkClient {
    BookmarkClient {
      $0.all = { () throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.bookmarks().map { Bookmark($0) } }
      }
      $0.set = { bookmark throws(ClientError) in
        guard Bookmark.isLetter(bookmark.letter) else { throw noLetter(bookmark.letter) }
        return try await shelves.ask { library throws(LibraryError) in
          try await library.setBookmark(
            StoredBookmark(mark: bookmark.letter, reference: bookmark.reference, title: bookmark.name)
          ).map { Bookmark($0) }
        }
      }
      $0.delete = { letter throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in
          try await library.deleteBookmark(letter).map { Bookmark($0) }
        }
      }
    }
  }

  private static func noLetter(_ letter: Character) -> ClientError {
    .refused(SourceWords.bookmarkLetter(letter))
  }
}

extension Bookmark {
  fileprivate init(_ stored: StoredBookmark) {
    self.init(letter: stored.mark, reference: stored.reference, name: stored.title)
  }
}

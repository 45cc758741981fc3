public import Clients
public import DiscogsModel
public import RunoutModel

/// A change behind the pages. Most are sent to every open page and every desk; ``notified`` and ``reappeared`` only to
/// the page on the screen.
nonisolated public enum Event: Hashable, Sendable {
  /// The shelf was changed, by this program or by another.
  case shelfChanged
  /// The shelf was filed in another order; the selected row stays selected.
  case shelfFiled
  /// A change of the shelf was undone or redone: a row that came back is selected.
  case shelfTakenBack
  case folderRenamed(String, to: String)
  case bookmarksChanged
  /// Something was followed, unfollowed or looked for.
  case followedChanged
  case sellersChanged
  case syncChanged(SyncStatus)
  case networkChanged(NetworkStatus)
  /// Content of the live source, or its age, has changed.
  case freshnessChanged(Shown)
  case notified
  /// Pictures were switched on or off, or their resolution changed.
  case picturesChanged
  /// The keys in force have changed; these are as the screen shows them.
  case keysChanged([Command: [String]])
  /// The status of the source has changed, such as its size or its month.
  case sourceChanged(SourceStatus)
  /// Everything is to be loaded again: the catalogue or the account is another one.
  case catalogueReplaced
  /// Requests that failed for want of a network or an account can be made again.
  case retryDue
  /// The page is on the screen again, after another one was.
  case reappeared

  /// Whether the shelf is another than before, in whichever way.
  var isOfTheShelf: Bool { [.shelfChanged, .shelfFiled, .shelfTakenBack].contains(self) }
}

/// A request for a page to show something.
nonisolated public enum ShowRequest: Hashable, Sendable {
  case search(String)
  /// A remembered search, as it was.
  case again(HistoryEntry)
  /// A remembered search in the prompt, to be changed.
  case edit(HistoryEntry)
  case newSearch
  /// One type of record; nil for all.
  case type(EntityKind?)
  /// The copies of the collection that a query leaves.
  case shelf(String)
  /// One of a master's versions.
  case pressing(Release.ID)
}

public import Clients
public import DiscogsModel
public import RunoutModel

/// What has changed behind the pages. Every open page and every desk hears of it.
nonisolated public enum Event: Hashable, Sendable {
  /// Something on the shelf, by this program or by another.
  case shelfChanged
  /// The shelf stands in another order: what is selected stays selected.
  case shelfFiled
  /// A change of the shelf was undone or redone: a row that came back is selected.
  case shelfTakenBack
  /// A folder of the collection has another name.
  case folderRenamed(String, to: String)
  case bookmarksChanged
  case sellersChanged
  case syncChanged(SyncStatus)
  case networkChanged(NetworkStatus)
  /// Something that may be shown has changed, or its age has.
  case freshnessChanged(Shown)
  case notified
  /// Pictures are shown now, or no longer.
  case picturesChanged
  /// The keys in force have changed.
  case keysChanged([Command: [String]])
  /// The source says something else of itself: how much it holds, of which month it is.
  case sourceChanged(SourceStatus)
  /// The rows are those of another catalogue now.
  case catalogueReplaced
  /// What failed for want of a network or an account can be asked for again.
  case retryDue
  /// The page is on the screen again, after another one was.
  case reappeared
}

/// What a page is to show once it is open.
nonisolated public enum PageRequest: Hashable, Sendable {
  case search(String)
  /// A remembered search, as it was.
  case again(HistoryEntry)
  /// A remembered search in the prompt, to be changed.
  case edit(HistoryEntry)
  case newSearch
  /// One type of record; nil for all.
  case type(EntityKind?)
  /// The copies of the collection that this leaves.
  case shelf(String)
  /// One of a master's versions.
  case pressing(Release.ID)
}

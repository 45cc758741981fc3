internal import Clients
internal import RunoutModel
internal import UserLibrary
internal import Wording

extension MirrorProgress.Part {
  /// `the collection`.
  var name: String {
    switch self {
    case .collection: SyncWords.theCollection
    case .wants: SyncWords.theWantList
    case .lists: SyncWords.theLists
    }
  }

  fileprivate func rows(_ count: Int) -> String {
    switch self {
    case .wants: SyncWords.wants(count)
    case .collection, .lists: SyncWords.copies(count)
    }
  }

  /// The part's list of the shelf; nil for the account's lists, which are none.
  var list: ShelfList? {
    switch self {
    case .collection: .collection
    case .wants: .wantList
    case .lists: nil
    }
  }

  init(_ list: ShelfList) { self = list == .collection ? .collection : .wants }
}

extension MirrorStanding.Difference {
  /// One sentence on how the mirror and the account differ.
  func sentence(_ part: MirrorProgress.Part) -> String {
    switch self {
    case .changing: SyncWords.changing(part.name)
    case .counts(let there, let shown): SyncWords.miscounted(part.name, says: there, shows: shown)
    case .folders(let names): SyncWords.folders(Array(names.prefix(3)), more: max(0, names.count - 3))
    case .unconfirmed(let count): SyncWords.unconfirmed(part.rows(count))
    case .removal(let gone, let all): SyncWords.gone(gone, of: part.rows(all))
    case .kept(let gone, let all): SyncWords.kept(gone, of: part.rows(all))
    }
  }
}

extension [MirrorProgress.Part: MirrorStanding] {
  /// A sentence for each difference, in one text; nil where there is none.
  var difference: String? {
    let sentences = sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { part, standing in
      standing.difference?.sentence(part)
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  /// The removals that the user has to confirm.
  var questions: [SyncStatus.Removal] {
    sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { part, standing in
      guard case .removal(let gone, let all)? = standing.difference, let list = part.list else { return nil }
      return SyncStatus.Removal(list: list, gone: gone, rows: all)
    }
  }
}

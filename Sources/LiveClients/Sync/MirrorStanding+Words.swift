internal import Clients
internal import DiscogsModel
internal import UserLibrary

extension MirrorProgress.Part {
  /// `the collection`.
  var name: String {
    switch self {
    case .collection: "the collection"
    case .wants: "the want list"
    case .lists: "the lists"
    }
  }

  fileprivate func rows(_ count: Int) -> String {
    switch self {
    case .wants: count == 1 ? "1 want" : "\(count) wants"
    case .collection, .lists: count == 1 ? "1 copy" : "\(count) copies"
    }
  }

  /// The list of the shelf it is; nil for what is no part of it.
  var list: ShelfList? {
    switch self {
    case .collection: .collection
    case .wants: .wantList
    case .lists: nil
    }
  }

  init(_ list: ShelfList) {
    self = list == .collection ? .collection : .wants
  }
}

extension MirrorStanding.Difference {
  /// Where the mirror and the account differ, in one sentence.
  func sentence(_ part: MirrorProgress.Part) -> String {
    switch self {
    case .changing: "Discogs changed \(part.name) while it was read: nothing is removed here"
    case .counts(let there, let shown): "Discogs says there are \(there) in \(part.name), and shows \(shown)"
    case .folders(let names):
      "Discogs counts other numbers of copies in \(names.prefix(3).joined(separator: ", "))"
        + (names.count > 3 ? " and \(names.count - 3) more folders" : "")
    case .unconfirmed(let count):
      "Discogs doesn't list \(part.rows(count)), and doesn't confirm the removal"
    case .removal(let gone, let all): "Discogs no longer has \(gone) of your \(part.rows(all))"
    case .kept(let gone, let all): "Discogs no longer has \(gone) of your \(part.rows(all)); you keep them here"
    }
  }
}

extension [MirrorProgress.Part: MirrorStanding] {
  /// Where both sides differ; nil where they do not.
  var difference: String? {
    let sentences = sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { part, standing in
      standing.difference?.sentence(part)
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
  }

  /// What the user is asked.
  var questions: [SyncStatus.Removal] {
    sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { part, standing in
      guard case .removal(let gone, let all)? = standing.difference, let list = part.list else { return nil }
      return SyncStatus.Removal(list: list, gone: gone, rows: all)
    }
  }
}

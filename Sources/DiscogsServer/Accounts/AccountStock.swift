import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport
internal import UserLibrary
import Wording

/// The first contents of a new account: a shelf from elsewhere.
public struct AccountStock: Sendable {
  public var copies: [CollectionCopy]
  public var wants: [WantListEntry]
  public var lists: [AccountList]

  public init(copies: [CollectionCopy] = [], wants: [WantListEntry] = [], lists: [AccountList] = []) {
    (self.copies, self.wants, self.lists) = (copies, wants, lists)
  }

  /// Makes the stock from a shelf, with a list of the copies rated 5, so that there is one.
  public init(shelf: (copies: [CollectionCopy], wants: [WantListEntry])) {
    let best = shelf.copies.filter { $0.rating == 5 }
    self.init(copies: shelf.copies, wants: shelf.wants, lists: best.isEmpty ? [] : [Self.list(ofBest: best)])
  }

  private static func list(ofBest copies: [CollectionCopy]) -> AccountList {
    AccountList(
      id: 0, account: 0, name: ServeWords.bestList, description: ServeWords.aboutBestList, isPublic: true,
      added: 0, changed: 0,
      items: copies.map {
        AccountList.Item(reference: .release($0.release), title: "\($0.facts.artist) - \($0.facts.title)")
      })
  }

  func fill(_ account: ServerAccount.ID, at time: Int, _ database: Database) throws {
    try insertCopies(account, at: time, database)
    for want in wants {
      try AccountStore.keep(want.facts, database)
      if let stars = want.rating { try AccountStore.rate(want.release, stars, by: account, database) }
      try AccountStore.keepWant(want.release, notes: want.notes, added: time, of: account, database)
    }
    for list in lists {
      try database.change(
        "INSERT INTO list (account, name, description, isPublic, added, changed) VALUES (?, ?, ?, ?, ?, ?)",
        [account.number, list.name, list.description, list.isPublic, time, time])
      let id = database.lastInsertedRowID
      for (position, item) in list.items.enumerated() {
        try database.change(
          "INSERT INTO listItem (list, position, kind, number, title, comment) VALUES (?, ?, ?, ?, ?, ?)",
          [id, position, item.reference.kind.rawValue, item.reference.number, item.title, item.comment])
      }
    }
  }

  private func insertCopies(_ account: ServerAccount.ID, at time: Int, _ database: Database) throws {
    let uncategorised = CollectionInstance.Folder.uncategorised
    var folders = ["": uncategorised, Library.uncategorised: uncategorised]
    var fields = Dictionary(uniqueKeysWithValues: CollectionInstance.Field.usual.map { ($0.name, $0.id) })
    for copy in copies {
      let folder = try folders[copy.folder] ?? AccountStore.insertFolder(named: copy.folder, of: account, database)
      folders[copy.folder] = folder
      try AccountStore.keep(copy.facts, database)
      if let stars = copy.rating { try AccountStore.rate(copy.release, stars, by: account, database) }
      let added = PacificTime.seconds(ofExport: copy.added) ?? time
      let instance = try AccountStore.insertCopy(of: copy.release, in: folder, of: account, added: added, database)
      let texts =
        [("Media Condition", copy.mediaCondition), ("Sleeve Condition", copy.sleeveCondition)]
        + copy.fields.map { ($0.name, $0.value) }
      for (name, value) in texts where !value.isEmpty {
        let id = fields[name] ?? CollectionInstance.Field.ID(fields.count + 1)
        if fields[name] == nil {
          fields[name] = id
          try AccountStore.insert(
            CollectionInstance.Field(id: id, name: name, kind: "textarea", position: id.number, lines: 1), of: account,
            database)
        }
        try AccountStore.note(value, in: id, of: instance, database)
      }
    }
  }
}

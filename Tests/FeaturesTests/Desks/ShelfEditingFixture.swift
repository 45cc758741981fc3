import Clients
import DiscogsModel
import Features
import RunoutModel
import TestSupport
import Testing

/// A shelf for the tests of its editing: three copies, two of them of one release, and two wants.
@MainActor func fixtureShelf() -> FixtureShelf {
  FixtureShelf(
    copies: [
      CollectionCopy(
        id: 1, release: 1, artist: "Artist 1", title: "Title 1", folder: "Jazz", rating: 4,
        added: "2019-01-01 10:00:00", mediaCondition: "Very Good Plus (VG+)",
        fields: [.init(name: "Notes", value: "one\ntwo")]),
      CollectionCopy(
        id: 2, release: 2, artist: "Artist 2", title: "Title 2", folder: "Rock", added: "2021-01-01 10:00:00"),
      CollectionCopy(
        id: 3, release: 2, artist: "Artist 2", title: "Title 2", folder: "Soul", added: "2020-01-01 10:00:00"),
    ],
    wants: [
      WantListEntry(id: 1, release: 5, artist: "Artist 5", title: "Title 5", rating: 3, notes: "first only"),
      WantListEntry(id: 2, release: 6, artist: "Artist 6", title: "Title 6"),
    ], folders: ["Jazz", "Rock", "Soul", "Empty"])
}

extension StoreFixture {
  var chooser: ChooserModel? { if let model = store.popup as? ChooserModel { model } else { nil } }
  var form: FormModel? { if let model = store.popup as? FormModel { model } else { nil } }
  var question: Question? { if let question = store.popup as? Question { question } else { nil } }

  func row(_ name: String) -> FormModel.Row? { form?.list.rows.first { $0.name == name } }
  /// What is on screen as a footer, a notification or the like.
  var said: String { store.notice ?? "" }
}

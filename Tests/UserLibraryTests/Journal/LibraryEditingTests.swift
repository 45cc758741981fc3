import DiscogsModel
import Foundation
import RunoutModel
import Testing

@testable import UserLibrary

struct LibraryEditingTests {
  let scratch: LibraryScratch
  let library: Library
  static let blue = ShelfFacts(
    release: 249504, master: 5460, artist: "Miles Davis (2)", title: "Kind Of Blue", label: "Columbia",
    catalogueNumber: "CL 1355", format: "LP, Mono", year: 1959, country: "US", genres: ["Jazz"], styles: ["Modal"])

  /// The same as the account lists it.
  static let mirroredBlue = Release(
    id: 249504, title: "Kind Of Blue", artists: [ArtistCredit(id: nil, name: "Miles Davis (2)")],
    labels: [LabelCredit(id: nil, name: "Columbia", catalogueNumber: "CL 1355")], released: "1959", master: 5460)

  init() throws {
    scratch = try LibraryScratch()
    library = try scratch.open()
  }

  func perform(_ edits: ShelfEdit..., at time: Double = 1000) async throws -> [ShelfEditOutcome] {
    try await library.perform(edits, at: time, isSent: true)
  }

  func copies() async throws -> [CollectionCopy] { try await library.copies(CollectionRequest()).rows }

  @Test func `an added copy is in its folder at once, and still there in the next run`() async throws {
    #expect(try await perform(.add(Self.blue, folder: "Uncategorized")) == [.done])
    try library.close()
    let again = try scratch.open()
    let copy = try #require(try await again.copies(CollectionRequest()).rows.first)
    #expect(copy.artist == "Miles Davis")
    #expect(copy.folder == "Uncategorized")
    #expect(copy.added == "1969-12-31 16:16:40")
    #expect(try await again.pendingEdits().map(\.title) == ["Add Miles Davis – Kind Of Blue to Uncategorized"])
  }

  @Test func `a copy goes into the account's first folder, whatever that is called`() async throws {
    try await library.mirror(folders: [CollectionInstance.Folder(id: 1, name: "Unsorted", copies: 0)])
    #expect(try await perform(.add(Self.blue, folder: ShelfEdit.uncategorised)) == [.done])
    #expect(try await copies().map(\.folder) == ["Unsorted"])
    #expect(try await library.folders().map(\.name) == ["Unsorted"])
    #expect(try await library.pendingEdits().map(\.title) == ["Add Miles Davis – Kind Of Blue to Unsorted"])
  }

  @Test func `a folder that is still to be made is the account's of its name`() async throws {
    _ = try await perform(.makeFolder("Jazz"), .add(Self.blue, folder: "Uncategorized"), at: 1000)
    let copy = try #require(try await copies().first?.id)
    _ = try await perform(.move(copy: copy, folder: "Jazz"), at: 1001)
    try await library.mirror(folders: [
      CollectionInstance.Folder(id: 1, name: "Uncategorized", copies: 0),
      CollectionInstance.Folder(id: 5, name: "Jazz", copies: 0),
    ])
    #expect(try await library.folders().map(\.name) == ["Uncategorized", "Jazz"])
    #expect(try await !library.pendingEdits().contains { $0.title == "Create folder Jazz" })
    #expect(try await copies().map(\.folder) == ["Jazz"])
  }

  @Test func `discarding a refused folder frees its copies`() async throws {
    var other = Self.blue
    other.release = 7
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let first = try #require(try await library.nextOutgoing(at: 1001))
    try await library.note(added: 70, by: first.id)
    try await library.settle(first.id, as: .done())
    let copy = try #require(try await copies().first?.id)
    _ = try await perform(.makeFolder("Jazz"), at: 1002)
    _ = try await perform(.move(copy: copy, folder: "Jazz"), .add(other, folder: "Jazz"), at: 1003)
    _ = try await perform(.rate(copy: copy, stars: 3), at: 1004)
    let making = try #require(try await library.nextOutgoing(at: 1005))
    try await library.settle(making.id, as: .refused("A folder cannot have this name"))
    #expect(try await library.nextOutgoing(at: 1006)?.change == nil)

    try await library.remedy(making.id, .takeTheirs)
    #expect(try await library.folders().map(\.name) == ["Uncategorized"])
    #expect(try await copies().map(\.folder) == ["Uncategorized", "Uncategorized"])
    var sent: [OutgoingEdit.Change] = []
    while let edit = try await library.nextOutgoing(at: 1007) {
      sent.append(edit.change)
      try await library.settle(edit.id, as: .done())
    }
    let place = CopyTerms(folder: 1)
    #expect(
      sent == [
        .changeCopy(Self.blue.release, instance: 70, before: place, after: place),
        .addCopy(7, place, instance: nil, known: nil),
        .changeCopy(Self.blue.release, instance: 70, before: place, after: CopyTerms(folder: 1, rating: 3)),
      ])
    #expect(try await library.pendingEdits().isEmpty)
  }

  @Test func `a changed copy is found and sorted by its new value`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let id = try #require(try await copies().first?.id)
    _ = try await perform(
      .rate(copy: id, stars: 4), .setField(copy: id, name: ShelfEdit.mediaCondition, value: "Mint (M)"),
      .setField(copy: id, name: "Notes", value: "From the fair in Utrecht"))
    let copy = try #require(try await copies().first)
    #expect(copy.rating == 4)
    #expect(copy.mediaCondition == "Mint (M)")
    #expect(copy.fields == [CollectionCopy.Field(name: "Notes", value: "From the fair in Utrecht")])
    #expect(try await library.copyCount(CollectionRequest(narrowing: "utrecht")) == 1)
  }

  @Test func `a change that waits to be tried again does not wait for a clock that was set back`() async throws {
    let (now, year) = (1_700_000_000.0, 365.0 * 86_400)
    _ = try await perform(.makeFolder("Jazz"), at: now)
    let edit = try #require(try await library.nextOutgoing(at: now))
    try await library.settle(edit.id, as: .again(reason: "offline", dueAt: now + 5))
    #expect(try await library.nextOutgoing(at: now) == nil)
    #expect(try await library.nextDueTime(at: now) == now + 5)
    let dueAt = try await library.nextDueTime(at: now - year)
    #expect(dueAt == now - year + Library.longestWait)
    #expect(try await library.nextOutgoing(at: now - year)?.id == edit.id)
  }

  @Test func `a change that makes its folder is called what it does with the records`() async throws {
    _ = try await perform(.makeFolder("Jazz"), .add(Self.blue, folder: "Jazz"))
    #expect(try await library.undo(at: 1002, isSent: true)?.title == "Add Miles Davis – Kind Of Blue to Jazz")
  }

  // fails: library | the disk is full in a change of the shelf
  @Test func `on a full disk, a change is saved completely or not at all`() async throws {
    _ = try await perform(.makeFolder("Jazz"), .add(Self.blue, folder: "Jazz"))
    let (before, id) = (try await copies(), try #require(try await copies().first?.id))
    try library.close()
    let pages = try scratch.bytes("library.sqlite").count / 4096
    let full = try scratch.open { $0.pages = pages + 1 }
    let long = String(repeating: "from the fair in Utrecht ", count: 2_000)
    let error = await #expect(throws: LibraryError.self) {
      try await full.perform(
        [
          .rate(copy: id, stars: 4), .move(copy: id, folder: "Uncategorized"),
          .setField(copy: id, name: "Notes", value: long),
        ],
        at: 2000, isSent: true)
    }
    #expect(error == .diskFull(path: scratch.library))
    #expect(try await full.copies(CollectionRequest()).rows == before)
    #expect(try await full.pendingEdits().count == 2)
    try full.close()
    let again = try scratch.open()
    #expect(try await again.copies(CollectionRequest()).rows == before)
    #expect(
      try await again.perform([.setField(copy: id, name: "Notes", value: long)], at: 2001, isSent: true) == [.done])
    #expect(try await again.undo(at: 2002, isSent: true) != nil)
    #expect(try await again.copies(CollectionRequest()).rows == before)
  }

  @Test func `a folder that is deleted while it is being made is deleted there too`() async throws {
    _ = try await perform(.makeFolder("Jazz"))
    let making = try #require(try await library.nextOutgoing(at: 1001))
    _ = try await perform(.deleteFolder("Jazz"))
    try await library.settle(making.id, as: .done(folder: 9))
    #expect(try await library.nextOutgoing(at: 1002)?.change == .deleteFolder(9))
  }

  @Test func `a want that is taken off and put back before anything is sent is the account's still`() async throws {
    let progress = try await library.beginPass(.wants, isFull: true)
    _ = try await library.mirror([Want(release: Self.mirroredBlue)], progress)
    _ = try await perform(.unwant(.release(249504)))
    #expect(try await library.mirroredCount(.wants) == 1)
    _ = try await library.undo(at: 1001, isSent: true)
    #expect(try await library.mirroredCount(.wants) == 1)
  }

  @Test func `a folder is deleted after its copies have left it on Discogs too`() async throws {
    let mirrored = CollectionInstance(id: 77, release: Self.mirroredBlue, folder: 9)
    try await library.mirror(folders: [CollectionInstance.Folder(id: 9, name: "Jazz", copies: 1)])
    _ = try await library.mirror([mirrored], library.beginPass(.collection, isFull: true))
    let id = try #require(try await copies().first?.id)
    _ = try await perform(.move(copy: id, folder: "Uncategorized"), .deleteFolder("Jazz"))
    let move = try #require(try await library.nextOutgoing(at: 1001))
    try await library.settle(move.id, as: .again(reason: "offline", dueAt: 1100))
    #expect(try await library.nextOutgoing(at: 1002) == nil)
  }

  @Test func `while it is not known whether one copy of a release was added, no other is added`() async throws {
    var other = Self.blue
    other.release = 5
    let uncategorised = CollectionInstance.Folder(id: 1, name: "Uncategorized", copies: 0)
    try await library.mirror(folders: [uncategorised])
    _ = try await perform(
      .add(Self.blue, folder: "Uncategorized"), .add(Self.blue, folder: "Uncategorized"),
      .add(other, folder: "Uncategorized"))
    let first = try #require(try await library.nextOutgoing(at: 1001))
    try await library.note(known: [], for: first.id)
    try await library.settle(first.id, as: .again(reason: "offline", dueAt: 1100))
    #expect(
      try await library.nextOutgoing(at: 1002)?.change == .addCopy(5, CopyTerms(folder: 1), instance: nil, known: nil))
    #expect(try await library.nextOutgoing(at: 1002) == nil)
    try await library.note(added: 77, by: first.id)
    #expect(try await library.nextOutgoing(at: 1003)?.id == first.id + 1)
  }

  @Test func `a change of several wants is named after its effect`() async throws {
    var other = Self.blue
    other.release = 5
    let wants: [ShelfEdit] = [.want(Self.blue, notes: "", rating: nil), .want(other, notes: "", rating: nil)]
    let done: [([ShelfEdit], String)] = [
      (wants, "Want 2 records"),
      ([.rateWant(.release(249504), stars: 4), .rateWant(.release(5), stars: 4)], "Edit 2 wants"),
      ([.unwant(.release(249504)), .unwant(.release(5))], "Remove 2 records from your want list"),
    ]
    for (edits, _) in done { _ = try await library.perform(edits, at: 1001, isSent: true) }
    for (_, title) in done.reversed() {
      #expect(try await library.undo(at: 1002, isSent: true)?.title == title)
    }
  }

  @Test(arguments: [
    (ShelfEdit.move(copy: 1, folder: "Nowhere"), "No folder “Nowhere”"),
    (.remove(copy: 99), "This copy is no longer in your collection"),
    (.rate(copy: 1, stars: 6), "Ratings go from 1 to 5 stars"), (.unwant(.release(5)), "It is not on your want list"),
    (.deleteFolder("Jazz"), "“Jazz” holds 1 copy: Discogs deletes only empty folders"),
    (.deleteFolder("Uncategorized"), "Discogs does not let you delete “Uncategorized”"),
    (.renameFolder("All", to: "Some"), "Discogs does not let you rename “All”"),
    (.makeFolder(" "), "A folder needs a name"), (.makeFolder("Jazz"), "Folder “Jazz” already exists"),
  ])
  func `an impossible change is refused in a sentence, and nothing changes`(
    _ edit: ShelfEdit, _ sentence: String
  ) async throws {
    _ = try await perform(.makeFolder("Jazz"), .add(Self.blue, folder: "Jazz"))
    let before = try await copies()
    #expect(try await perform(edit) == [.refused(sentence)])
    #expect(try await copies() == before)
    #expect(try await library.folders().map(\.name) == ["Jazz"])
  }

  @Test func `of many changes those that cannot be made leave the others alone`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let id = try #require(try await copies().first?.id)
    let outcomes = try await perform(.rate(copy: 999, stars: 3), .rate(copy: id, stars: 3))
    #expect(outcomes == [.refused("This copy is no longer in your collection"), .done])
    #expect(try await copies().first?.rating == 3)
  }

  @Test func `a shelf that is no account's keeps changes without anything to send`() async throws {
    _ = try await library.perform([.add(Self.blue, folder: "Uncategorized")], at: 1, isSent: false)
    #expect(try await library.pendingEdits().isEmpty)
    _ = try await library.undo(at: 2, isSent: false)
    #expect(try await copies().isEmpty)
    #expect(try await library.pendingEdits().isEmpty)
  }

  // MARK: Refused for good

  /// Has Discogs refuse the oldest change that waits.
  private func refuseNext(at time: Double) async throws {
    let edit = try #require(try await library.nextOutgoing(at: time))
    try await library.settle(edit.id, as: .refused("This is not your collection"))
  }

  @Test func `a change that the account has no place for is refused with the reason`() async throws {
    let usual = CollectionInstance.Field.usual
    try await library.mirror(fields: usual)
    try await library.mirror(folders: [CollectionInstance.Folder(id: 1, name: "Uncategorized", copies: 1)])
    let progress = try await library.beginPass(.collection, isFull: true)
    _ = try await library.mirror([CollectionInstance(id: 77, release: Self.mirroredBlue, folder: 1)], progress)
    _ = try await library.perform([.makeFolder("Jazz"), .makeFolder("Soul")], at: 1000, isSent: false)
    let id = try #require(try await copies().first?.id)
    _ = try await perform(.setField(copy: id, name: "Shop", value: "Concerto"), at: 1001)
    // Until the account has been read, it may still have the field.
    #expect(try await library.nextOutgoing(at: 1002) == nil)
    #expect(try await library.pendingEdits().map(\.state) == [.waiting])
    _ = try await library.endPass(progress, with: .changing, folders: [:], at: 1003)
    #expect(try await library.nextOutgoing(at: 1004) == nil)
    let refused = try await library.pendingEdits()
    #expect(
      refused.map(\.state) == [.refused("Discogs has no field “Shop”: add it there, sync in full, try again")])

    try await library.mirror(
      fields: usual + [CollectionInstance.Field(id: 4, name: "Shop", kind: "textarea", position: 4, lines: 1)])
    try await library.remedy(#require(refused.first).id, .retry)
    let sent = try #require(try await library.nextOutgoing(at: 1005))
    let place = CopyTerms(folder: 1)
    #expect(
      sent.change
        == .changeCopy(249504, instance: 77, before: place, after: CopyTerms(folder: 1, notes: [4: "Concerto"])))
    try await library.settle(sent.id, as: .done())

    _ = try await perform(.move(copy: id, folder: "Jazz"), .renameFolder("Jazz", to: "Bop"), .deleteFolder("Soul"))
    // The account never had it.
    #expect(try await library.nextOutgoing(at: 1006)?.change == .deleteFolder(nil))
    #expect(
      try await library.pendingEdits().map(\.state) == [
        .refused("Discogs has no folder “Jazz”: make it there, sync, try again"),
        .refused("Discogs has no folder “Jazz”: make it there, sync, try again"), .sending,
      ])
  }

  @Test func `a copy that Discogs refused is marked, not owned, and goes at once`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"), .want(Self.blue, notes: "", rating: nil))
    try await refuseNext(at: 1001)
    try await refuseNext(at: 1002)
    let copy = try #require(try await copies().first)
    #expect(copy.refusal == .row)
    #expect(try await library.wants(CollectionRequest()).rows.map(\.refusal) == [.row])
    let holdings = try await library.holdings(of: [Self.blue.release], [5460])
    #expect(holdings.ownedReleases.isEmpty && holdings.ownedMasters.isEmpty)
    #expect(try await library.contents().owned.isEmpty)
    // Rated meanwhile, it goes with that as well.
    _ = try await perform(.rate(copy: copy.id, stars: 3), at: 1003)
    _ = try await perform(.remove(copy: copy.id), .unwant(.release(Self.blue.release)), at: 1004)
    #expect(try await copies().isEmpty)
    #expect(try await library.pendingEdits().isEmpty)
  }

  @Test func `undoing takes a refused addition back, and Discogs is not asked`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    try await refuseNext(at: 1001)
    let undone = try await library.undo(at: 1002, isSent: true)
    #expect(undone?.isSent == false)
    #expect(try await copies().isEmpty)
    #expect(try await library.pendingEdits().isEmpty)
  }

  @Test func `a change is said to be sent only where Discogs is to hear of it`() async throws {
    func numbers(_ edits: ShelfEdit...) async throws -> [Bool] {
      try await library.make(edits, at: 1000, isSent: true).map { $0.edit != nil }
    }
    let want = ShelfEdit.want(Self.blue, notes: "", rating: nil)
    #expect(try await numbers(.add(Self.blue, folder: "Uncategorized"), want) == [true, true])
    let copy = try #require(try await copies().first).id
    // A limit stays here, a play too, and what takes back a change that waits leaves nothing.
    let limit = ShelfEdit.limitWant(.release(Self.blue.release), Money(25, Currency("EUR")))
    #expect(try await numbers(limit, .play(copy: copy)) == [false, false])
    #expect(try await numbers(.rate(copy: copy, stars: 3), .rate(copy: copy, stars: nil)) == [false, false])
    #expect(try await numbers(.unwant(.release(Self.blue.release))) == [false])
    let adding = try #require(try await library.nextOutgoing(at: 1001))
    try await library.note(added: 70, by: adding.id)
    try await library.settle(adding.id, as: .done())
    #expect(try await numbers(.rate(copy: copy, stars: 4)) == [true])
    let rating = try #require(try await library.nextOutgoing(at: 1002))
    try await library.settle(rating.id, as: .done())
    #expect(try await library.undo(at: 1003, isSent: true)?.isSent == true)
    #expect(try await library.redo(at: 1004, isSent: true)?.isSent == false)
  }

  @Test func `a copy that Discogs refused is a row of the list, and counts nowhere`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let adding = try #require(try await library.nextOutgoing(at: 1001))
    try await library.note(added: 70, by: adding.id)
    try await library.settle(adding.id, as: .done())
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"), at: 1002)
    #expect(try await library.copyCount(CollectionRequest()) == 2)
    #expect(try await library.duplicates(.release).map(\.count) == [2])
    try await refuseNext(at: 1003)
    let refused = try #require(try await copies().first { $0.refusal == .row }).id
    #expect(try await copies().count == 2)
    let requests = [
      CollectionRequest(), CollectionRequest(narrowing: "miles"), CollectionRequest(folder: "Uncategorized"),
      CollectionRequest(folder: "Uncategorized", narrowing: "miles"), CollectionRequest(narrowing: "copies:1"),
    ]
    for request in requests {
      #expect(try await library.copyCount(request) == 1, "\(request)")
      let artists = try await library.groups(by: .artist, request)
      #expect(artists.map(\.copies) == [1], "\(request)")
      #expect(try await library.pick(request, chance: 0.5, at: 2000)?.among == 1, "\(request)")
    }
    #expect(try await library.groups(by: .played, CollectionRequest()).map(\.copies) == [1])
    #expect(try await library.folders().map(\.copies) == [1])
    for kind in DuplicateKind.allCases { #expect(try await library.duplicates(kind).isEmpty) }
    #expect(try await library.copies(of: Self.blue.release).count == 1)
    #expect(try await library.copies(of: Self.blue.release, withRefused: true).count == 2)
    #expect(try await library.copies(ofMaster: 5460).count == 1)
    #expect(try await library.wholeShelf().copies.count == 1)
    let exported = String(decoding: try await library.exportCollection(), as: UTF8.self)
    #expect(exported.split(separator: "\n").count == 2, "\(exported)")
    for chance in [0.0, 0.5, 0.99] {
      let pick = try #require(try await library.pickOfAll(chance: chance, at: 2000))
      #expect(pick.among == 1 && pick.copy.id != refused)
    }
    #expect(try await library.copies(CollectionRequest(narrowing: "owned:no")).rows.map(\.id) == [refused])
    _ = try await perform(.want(Self.blue, notes: "", rating: nil), at: 1004)
    #expect(try await library.wantCount(CollectionRequest(narrowing: "owned:yes")) == 1)
    // Sent again, it counts again; without the other one, nothing of the release does.
    let pending = try #require(try await library.pendingEdits().first).id
    try await library.remedy(pending, .retry)
    #expect(try await library.copyCount(CollectionRequest()) == 2)
    try await refuseNext(at: 1005)
    let owned = try #require(try await copies().first { $0.id != refused }).id
    _ = try await perform(.remove(copy: owned), at: 1006)
    #expect(try await library.copyCount(CollectionRequest()) == 0)
    #expect(try await library.wantCount(CollectionRequest(narrowing: "owned:yes")) == 0)
    #expect(try await library.pick(CollectionRequest(), chance: 0, at: 2000) == nil)
    #expect(try await library.pickOfAll(chance: 0, at: 2000) == nil)
  }

  @Test func `a copy that Discogs has is owned, whatever it refused of it, and its removal is sent`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let adding = try #require(try await library.nextOutgoing(at: 1001))
    try await library.note(added: 70, by: adding.id)
    try await library.settle(adding.id, as: .refused("Ratings are closed"))
    let copy = try #require(try await copies().first)
    #expect(copy.refusal == .change)
    #expect(try await library.holdings(of: [Self.blue.release], []).ownedReleases == [Self.blue.release])
    _ = try await perform(.remove(copy: copy.id), at: 1002)
    let removing = try #require(try await library.nextOutgoing(at: 1003))
    guard case .removeCopy(Self.blue.release, instance: 70, _) = removing.change else {
      Issue.record("\(removing.change)")
      return
    }
  }

  @Test func `a refused change is marked until it is taken back`() async throws {
    _ = try await perform(.add(Self.blue, folder: "Uncategorized"))
    let adding = try #require(try await library.nextOutgoing(at: 1001))
    try await library.note(added: 70, by: adding.id)
    try await library.settle(adding.id, as: .done())
    let copy = try #require(try await copies().first)
    #expect(copy.refusal == nil)
    _ = try await perform(.rate(copy: copy.id, stars: 3), at: 1002)
    try await refuseNext(at: 1003)
    #expect(try await copies().map(\.refusal) == [.change])
    _ = try await perform(.rate(copy: copy.id, stars: nil), at: 1004)
    #expect(try await copies().map(\.refusal) == [nil])
    #expect(try await library.pendingEdits().isEmpty)
  }

  @Test func `a renamed folder keeps its copies and its place in the undoing`() async throws {
    _ = try await perform(.makeFolder("Jazz"), .add(Self.blue, folder: "Jazz"))
    _ = try await perform(.renameFolder("Jazz", to: "Cool"))
    #expect(try await copies().map(\.folder) == ["Cool"])
    _ = try await library.undo(at: 1001, isSent: true)
    #expect(try await copies().map(\.folder) == ["Jazz"])
    #expect(try await library.folders().map(\.name) == ["Jazz"])
  }
}

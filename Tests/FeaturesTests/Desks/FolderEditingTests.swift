import Clients
import Features
import RunoutModel
import TestSupport
import Testing

@MainActor struct FolderEditingTests {
  private let shelf = fixtureShelf()

  private func folders() async -> StoreFixture {
    let app = await StoreFixture(shelf.services())
    await app.perform(.openCollection, .nextPane)
    return app
  }

  @Test func `a folder is made; a name that is taken is refused where it is typed`() async {
    let app = await folders()
    #expect(app.collection.parts.all.map(\.name) == ["Uncategorized", "Jazz", "Rock", "Soul", "Empty"])
    await app.perform(.makeFolder)
    await app.type("Jazz")
    await app.perform(.submit)
    #expect(app.store.prompt?.error == "Folder “Jazz” already exists")
    await app.type(" Funk")
    await app.perform(.submit)
    #expect(app.store.prompt == nil)
    #expect(app.collection.parts.all.last == .folder(CollectionFolder(name: "Jazz Funk", copies: 0)))
    #expect(app.said == "Created folder “Jazz Funk”")
  }

  @Test func `e renames the folder and keeps it on the screen`() async {
    let app = await folders()
    await app.perform(.moveDown, .moveDown, .edit)
    #expect(app.store.prompt?.field.text == "Jazz")
    await app.type("y")
    await app.perform(.submit)
    #expect(app.collection.parts.folder == "Jazzy")
    #expect(app.collection.parts.cursor == 2)
    #expect(app.collection.copies.rows.list.rows.map(\.id) == [1])
  }

  @Test func `D deletes an empty folder after a question, and says why it does not delete another`() async {
    let app = await folders()
    await app.perform(.moveDown, .remove)
    #expect(app.said == "Discogs does not let you delete “Uncategorized”")
    await app.perform(.moveDown, .remove)
    #expect(app.said == "“Jazz” holds 1 copy: Discogs deletes only empty folders")
    await app.perform(.moveToBottom, .remove)
    #expect(app.question?.about == "Empty")
    await app.perform(.confirm)
    #expect(app.collection.parts.all.map(\.name) == ["Uncategorized", "Jazz", "Rock", "Soul"])
    #expect(app.collection.parts.folder == "Soul", "its neighbour is shown")
    await app.perform(.moveToTop, .edit)
    #expect(app.said == "“All” is all folders together")
    await app.commandLine("make-folder")
    #expect(app.store.prompt?.kind == .newFolder)
  }
}

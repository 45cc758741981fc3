import Catalogue
import Clients
import DiscogsModel
import LiveClients
import Platform
import RunoutModel
import Testing

struct FilingTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
  }

  private static let artists = """
    <artists>
    <artist><id>20</id><name>Abe Zimmer (2)</name><realname>Abraham Zimmer</realname></artist>
    <artist><id>21</id><name>Bert Young</name><groups><name id="22">Carl Xavier Trio</name></groups></artist>
    <artist><id>22</id><name>Carl Xavier Trio</name><realname>C. Xavier & B. Young</realname>\
    <members><name id="21">Bert Young</name></members></artist>
    <artist><id>23</id><name>Dora And Will</name><realname>Dora Vale & Will Ulm</realname></artist>
    <artist><id>24</id><name>Aphex Twin</name><realname>Richard David James</realname></artist>
    </artists>
    """.replacing(" & ", with: " &amp; ")

  private func importCatalogue() throws {
    try FileSystem.makeDirectory(scratch.file("data"))
    try scratch.write(Self.artists, to: "artists.xml")
    let releases = [
      (20, "Abe Zimmer (2)", "A. B. Zimmer"), (21, "Bert Young", ""), (22, "Carl Xavier Trio", ""),
      (23, "Dora And Will", ""), (24, "Aphex Twin", ""),
    ].map { id, name, variation in
      """
      <release id="\(id)" status="Accepted"><artists><artist><id>\(id)</id><name>\(name)</name><anv>\(variation)</anv>\
      </artist></artists><title>Title \(id)</title></release>
      """
    }
    try scratch.write("<releases>\n\(releases.joined(separator: "\n"))\n</releases>\n", to: "releases.xml")
    _ = try CatalogueImporter.import(
      files: [scratch.file("artists.xml"), scratch.file("releases.xml")], into: scratch.paths().catalogue,
      now: 1_772_366_400)
  }

  private func shelf(_ live: LiveServices) async throws -> [String] {
    try await live.services.shelf.copies(CollectionRequest(), nil, 10).rows.map(\.artist)
  }

  @Test func `the imported catalogue tells people from bands`() async throws {
    try importCatalogue()
    // As printed, by the release; by the name alone, of a release that the catalogue does not have.
    try scratch.write(
      """
      Artist,Title,release_id,CollectionFolder
      A. B. Zimmer*,Title 20,20,Jazz
      Bert Young,Title 99,99,Jazz
      Carl Xavier Trio,Title 22,22,Jazz
      Dora And Will,Title 23,23,Jazz
      Nobody Else,Title 98,98,Jazz
      Aphex Twin,Title 24,24,Jazz
      """, to: "mine.csv")
    let live = try scratch.live(.catalogue)
    _ = try await live.editor.importShelf(.collection, from: scratch.file("mine.csv"))
    let written = try await shelf(live)
    #expect(
      written == ["A. B. Zimmer", "Aphex Twin", "Bert Young", "Carl Xavier Trio", "Dora And Will", "Nobody Else"])
    let change = try await live.services.filing.setOptions(FilingOptions(personsByLastName: true))
    #expect(change == FilingChange(rows: 2, knowsPersons: true))
    #expect(
      // A stage name has no last name.
      try await shelf(live)
        == ["Aphex Twin", "Carl Xavier Trio", "Dora And Will", "Nobody Else", "Bert Young", "A. B. Zimmer"])
    await live.close()
    // It is kept with the shelf; the demo's is its own.
    let again = try scratch.live(.catalogue)
    #expect(try await again.services.filing.options() == FilingOptions(personsByLastName: true))
    _ = try await again.services.source.select(.demo)
    #expect(try await again.services.filing.options() == FilingOptions())
    await again.close()
  }

  @Test func `artists that come to the shelf later are looked up by themselves`() async throws {
    try importCatalogue()
    try scratch.write("Artist,Title,release_id,CollectionFolder\nCarl Xavier Trio,Title 22,22,Jazz\n", to: "mine.csv")
    let live = try scratch.live(.catalogue)
    _ = try await live.editor.importShelf(.collection, from: scratch.file("mine.csv"))
    _ = try await live.services.filing.setOptions(FilingOptions(personsByLastName: true))
    _ = try await live.services.edits.perform([
      .add(ShelfFacts(release: 21, artist: "Bert Young", title: "Title 21"), folder: "Uncategorized")
    ])
    while try await shelf(live) != ["Carl Xavier Trio", "Bert Young"] { await Task.yield() }
    await live.close()
  }
}

import Clients
import DiscogsModel
import LiveClients
import RunoutModel
import Testing

/// A master's versions from Discogs.
struct LiveVersionsTests {
  @Test func `their formats are as short as in all other lists`() async throws {
    let scratch = try LiveScratch()
    let discogs = ScriptedDiscogs()
    discogs.answer(
      "/masters/8/versions",
      #"""
      {"pagination": {"page": 1, "pages": 1, "per_page": 100, "items": 3, "urls": {}}, "versions": [
        {"id": 1, "title": "T", "major_formats": ["Vinyl"], "format": "LP, Album, Reissue, Stereo"},
        {"id": 2, "title": "T", "major_formats": ["Cassette"], "format": "Album, Limited Edition"},
        {"id": 3, "title": "T", "major_formats": ["CD", "DVD"], "format": "Something New"}]}
      """#)
    let live = try scratch.live(discogs, token: ScriptedDiscogs.token)
    let page = try await live.services.catalogue.browse(BrowseRequest(.versions(8)), nil, 100)
    #expect(page.rows.map(\.format) == ["LP, Album, RE", "Cass, Album, Ltd", "CD + DVD, Something New"])
  }
}

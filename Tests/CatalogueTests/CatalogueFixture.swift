import Catalogue
import DiscogsModel
import Foundation
import RunoutModel
import Synchronization

/// A folder with dumps and the catalogue made of them, removed when the test is over.
final class CatalogueFixture: @unchecked Sendable {
  // Each test writes to its own; the shared one is only read.
  let folder: URL
  let path: String
  /// When the imports of the tests take place.
  static let now = 1_772_366_400.0
  private var files = 0

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("runout-catalogue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("catalogue.sqlite").path
  }

  /// With a catalogue of these dumps.
  convenience init(_ dumps: String...) throws {
    try self.init()
    try add(dumps)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes a dump beside the catalogue.
  func dump(_ text: String) throws -> String {
    files += 1
    let file = folder.appendingPathComponent("dump\(files).xml")
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @discardableResult
  func add(_ dumps: [String], replacingKinds: Bool = false) throws -> ImportReport {
    try CatalogueImporter.import(
      files: dumps.map(dump), into: path, now: CatalogueFixture.now, replacingKinds: replacingKinds)
  }

  func store() throws -> CatalogueStore {
    try CatalogueStore(path: path)
  }

  /// What is in the folder besides the dumps.
  var filesBeside: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("dump") }.sorted()
    }
  }

  /// The catalogue shipped with the program.
  static let demo = shared(filledBy: { fixture in
    let resources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Resources/Demo")
    _ = try CatalogueImporter.import(
      files: ["artists", "labels", "masters", "releases"].map { resources.appendingPathComponent("\($0).xml").path },
      into: fixture.path, now: CatalogueFixture.now)
  })

  /// A catalogue of these dumps that many tests read and none changes: imported once, gone when all have ended.
  static func shared(_ dumps: @autoclosure () -> String) -> CatalogueFixture {
    shared(filledBy: { try $0.add([dumps()]) })
  }

  private static func shared(filledBy fill: (CatalogueFixture) throws -> Void) -> CatalogueFixture {
    do {
      let fixture = try CatalogueFixture()
      try fill(fixture)
      sharedFolders.withLock { folders in
        // What is global is never let go.
        if folders.isEmpty { atexit { CatalogueFixture.removeShared() } }
        folders.append(fixture.folder)
      }
      return fixture
    } catch {
      fatalError("a catalogue for many tests cannot be imported: \(error)")
    }
  }

  private static let sharedFolders = Mutex<[URL]>([])

  private static func removeShared() {
    for folder in sharedFolders.withLock({ $0 }) { try? FileManager.default.removeItem(at: folder) }
  }
}

/// Dumps in few words.
enum DumpText {
  static func artists(_ artists: (id: Int, name: String)...) -> String {
    let records = artists.map { "<artist><id>\($0.id)</id><name>\(escape($0.name))</name></artist>" }
    return "<artists>\n\(records.joined(separator: "\n"))\n</artists>\n"
  }

  static func labels(_ labels: (id: Int, name: String)...) -> String {
    let records = labels.map { "<label><id>\($0.id)</id><name>\(escape($0.name))</name></label>" }
    return "<labels>\n\(records.joined(separator: "\n"))\n</labels>\n"
  }

  static func masters(_ masters: (id: Int, key: Int, artist: (id: Int, name: String), title: String, year: Int)...)
    -> String
  {
    let records = masters.map {
      """
      <master id="\($0.id)"><main_release>\($0.key)</main_release><artists>\(artist($0.artist))</artists>\
      <genres><genre>Jazz</genre></genres><year>\($0.year)</year><title>\(escape($0.title))</title></master>
      """
    }
    return "<masters>\n\(records.joined(separator: "\n"))\n</masters>\n"
  }

  static func releases(_ releases: ReleaseText...) -> String {
    Self.releases(releases)
  }

  static func releases(_ releases: [ReleaseText]) -> String {
    "<releases>\n\(releases.map(\.xml).joined(separator: "\n"))\n</releases>\n"
  }

  static func artist(_ artist: (id: Int, name: String), role: String = "") -> String {
    let role = role.isEmpty ? "" : "<role>\(escape(role))</role>"
    return "<artist><id>\(artist.id)</id><name>\(escape(artist.name))</name>\(role)</artist>"
  }

  static func escape(_ text: String) -> String {
    // Most have nothing of it, and looking is much cheaper than replacing.
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x22 }) else { return text }
    return text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }
}

/// A release with whatever a test is about.
struct ReleaseText {
  var id: Int
  var title: String
  var artist: (id: Int, name: String) = (1, "Somebody")
  var year = "1970"
  var country = "US"
  var format = "Vinyl"
  var formatDescriptions = ["LP", "Album"]
  var label: (id: Int, name: String, catno: String) = (1, "Some Records", "none")
  var genre = "Jazz"
  var style = "Modal"
  var master: Int?
  var isKey = false
  var credits: [(id: Int, name: String, role: String)] = []
  var company: (id: Int, name: String)?
  var tracks: [String] = []
  var trackArtist: (id: Int, name: String)?
  var barcode = ""
  var runout = ""

  var xml: String {
    var xml = "<release id=\"\(id)\" status=\"Accepted\"><artists>\(DumpText.artist(artist))</artists>"
    xml += "<title>\(DumpText.escape(title))</title><labels><label name=\"\(DumpText.escape(label.name))\""
    xml += " catno=\"\(label.catno)\" id=\"\(label.id)\"/></labels>"
    let credits = credits.map { DumpText.artist(($0.id, $0.name), role: $0.role) }.joined()
    if !credits.isEmpty { xml += "<extraartists>\(credits)</extraartists>" }
    let descriptions = formatDescriptions.map { "<description>\(DumpText.escape($0))</description>" }.joined()
    xml +=
      "<formats><format name=\"\(format)\" qty=\"1\"><descriptions>\(descriptions)</descriptions></format></formats>"
    xml += "<genres><genre>\(DumpText.escape(genre))</genre></genres><styles><style>\(style)</style></styles>"
    xml += "<country>\(country)</country><released>\(year)</released>"
    if let master { xml += "<master_id is_main_release=\"\(isKey)\">\(master)</master_id>" }
    let artists = trackArtist.map { "<artists>\(DumpText.artist($0))</artists>" } ?? ""
    xml += "<tracklist>"
    for track in tracks {
      xml += "<track><position>A</position><title>\(DumpText.escape(track))</title>\(artists)</track>"
    }
    xml += "</tracklist><identifiers>"
    if !barcode.isEmpty { xml += "<identifier type=\"Barcode\" value=\"\(barcode)\"/>" }
    if !runout.isEmpty { xml += "<identifier type=\"Matrix / Runout\" value=\"\(runout)\"/>" }
    xml += "</identifiers>"
    if let company {
      xml += "<companies><company><id>\(company.id)</id><name>\(company.name)</name><entity_type>17</entity_type>"
      xml += "<entity_type_name>Pressed By</entity_type_name></company></companies>"
    }
    return xml + "</release>"
  }
}

extension CatalogueStore {
  /// The short forms of what a query finds, best first.
  func find(
    _ query: String, kind: EntityKind? = nil, sort: RunoutModel.SortOrder = .relevance, limit: Int = 50
  ) async throws -> [String] {
    try await search(SearchRequest(query: try SearchQuery(parsing: query), kind: kind, sort: sort), limit: limit).rows
      .map(\.reference.shorthand)
  }

  /// Every row of a search, page by page.
  func findAll(_ search: SearchRequest, pagesOf limit: Int) async throws -> [CatalogueRow] {
    var rows: [CatalogueRow] = []
    var cursor: PageCursor?
    repeat {
      let page = try await self.search(search, after: cursor, limit: limit)
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    return rows
  }

  /// Every row of a list, page by page.
  func readAll(_ list: CatalogueList, pagesOf limit: Int) async throws -> [CatalogueRow] {
    var rows: [CatalogueRow] = []
    var cursor: PageCursor?
    repeat {
      let page = try await self.rows(of: list, after: cursor, limit: limit)
      rows += page.rows
      cursor = page.next
    } while cursor != nil
    return rows
  }
}

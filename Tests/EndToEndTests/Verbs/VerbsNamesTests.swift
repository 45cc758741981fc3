import Foundation
import TestSupport
import Testing

/// Names that are none, or only signs, and addresses in all their forms, as verbs show and find them.
@Suite(.limitedConcurrency)
struct VerbsNamesTests {
  private let program: RunoutProgram

  init() throws {
    program = try RunoutProgram()
  }

  @Test(arguments: ["release/stats", "release/edit", "Artist/release", "Master/release", "de/release", "sell/release"])
  func `an address of a record's other pages shows the record`(path: String) async throws {
    let shown = try await program.run("release", "https://www.discogs.com/\(path)/930000005")
    #expect(shown.lines.prefix(2) == ["Miles Davis", "Kind Of Blue"], "\(shown.errors)")
  }

  @Test(arguments: [
    ("artist:\"!!!\"", 4), ("type:release !!!", 1), ("!!!", 3), ("title:\"( )\"", 2), ("track:\"----\"", 0),
  ])
  func `names of signs are found in the demo`(query: String, rows: Int) async throws {
    let found = try await program.run("search", query)
    #expect(found.lines.count == rows, "\(found.output)")
    #expect(found.status == (rows == 0 ? 3 : 0))
  }

  @Test func `labels and artists without a name show their number wherever a name stands`() async throws {
    let labels = [
      Dump.label(211, name: "Real Label"), "<label><id>212</id><profile>DO NOT USE</profile></label>",
      """
      <label><id>213</id><name>Last Label</name><parentLabel id="212"></parentLabel>\
      <sublabels><label id="212"></label></sublabels></label>
      """,
    ]
    let artists = [
      "<artist><id>2</id><profile>No name here</profile></artist>",
      "<artist><id>3</id><name>Band</name><members><name id=\"2\"></name></members></artist>",
    ]
    let release = """
      <release id="8" status="Accepted"><artists><artist><id>2</id><name></name></artist></artists><title>Title</title>\
      <labels><label name="" catno="X 1" id="212"/></labels><extraartists><artist><id>2</id><name></name>\
      <role>Producer</role></artist></extraartists><tracklist/></release>
      """
    let files = [
      try program.home.write(Dump.labels(labels), to: "labels.xml"),
      try program.home.write(Dump.artists(artists), to: "artists.xml"),
      try program.home.write(Dump.releases([release]), to: "releases.xml"),
    ]
    let imported = try await program.run("import", files[0], files[1], files[2], source: nil)
    #expect(imported.status == 0, "\(imported.errors)")
    func text(_ verb: String, _ id: String) async throws -> String {
      try await program.run(verb, id, source: "catalogue").output
    }
    #expect(try await text("label", "212").hasPrefix("Label 212\n"))
    #expect(try await text("artist", "2").hasPrefix("Artist 2\n"))
    let last = try await text("label", "213")
    #expect(last.components(separatedBy: "Label 212").count == 3, "\(last)")
    #expect(try await text("artist", "3").contains("Artist 2"))
    let shown = try await text("release", "8")
    #expect(shown.hasPrefix("Artist 2\nTitle\n"))
    #expect(shown.contains("Label 212 – X 1") && shown.components(separatedBy: "Artist 2").count == 3, "\(shown)")
    let rows = try await program.run("search", "type:release title", "--csv", source: "catalogue").output
    #expect(rows.contains("release,8,Artist 2,Title,") && rows.contains("Label 212"), "\(rows)")
    for type in ["label", "artist"] {
      let rows = try await program.run("search", "type:\(type)", "--csv", source: "catalogue").output
      #expect(rows.contains(type == "label" ? "label,212,,Label 212" : "artist,2,,Artist 2"), "\(rows)")
    }
  }

  @Test(arguments: [("krafwerk", "Kraftwerk"), ("beatels", "Beatles"), ("artist:coltrain", "coltrane")])
  func `a typing error is answered with the name that was meant`(typed: String, meant: String) async throws {
    let found = try await program.run("search", typed)
    #expect(found.status == 3 && found.output == "")
    #expect(found.errors.contains("Did you mean “") && found.errors.contains(meant), "\(found.errors)")
  }
}

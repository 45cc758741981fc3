import DiscogsModel
import Foundation
import SeededRandom
import Testing

@testable import Catalogue

/// The scanner and the XML parser read the same out of any dump, whole or damaged.
struct DumpScannerTests {
  /// Everything that comes out of a dump.
  private struct Outcome: Equatable {
    var records: [DumpRecord] = []
    var summary: DumpSummary?
    var error: DumpError?
  }

  private func read(_ path: String, scanning: Bool) -> Outcome {
    var outcome = Outcome()
    do throws(DumpError) {
      let reader = try DumpReader(ByteSource(path: path), recordLimit: 1 << 20, mayScan: scanning)
      do throws(DumpError) {
        while let batch = try reader.nextBatch() { outcome.records += batch.records }
      } catch {
        outcome.error = error
      }
      outcome.summary = reader.summary
    } catch {
      outcome.error = error
    }
    return outcome
  }

  /// Whether both ways read the same; names what differs.
  private func expectSame(_ bytes: [UInt8], _ what: @autoclosure () -> String) throws {
    let dump = try DumpFixture(bytes)
    let scanned = read(dump.path, scanning: true)
    let parsed = read(dump.path, scanning: false)
    guard scanned != parsed else { return }
    #expect(scanned.records == parsed.records, "\(what())")
    #expect(scanned.summary == parsed.summary, "\(what())")
    #expect(scanned.error == parsed.error, "\(what())")
  }

  private static let releases = """
    <?xml version="1.0" encoding="UTF-8"?>
    <releases>
    <release id="1" status="Accepted"><images><image type="primary" uri="" uri150="" width="600" height="450"/></images>\
    <artists><artist><id>66</id><name>The Tödçrns</name><anv>Töd</anv><join>,</join><role></role><tracks></tracks>\
    </artist><artist><id>0</id><name>星星ダンス</name></artist></artists><title>Me &amp; You</title><labels>\
    <label name="Folk, &quot;World&quot; &amp; more" catno="none" id="6303"/></labels><series/><extraartists><artist>\
    <id>53534</id><name>Dance In (3)</name><role>Composed By</role><tracks>A1 to B2</tracks></artist></extraartists>\
    <formats><format name="Vinyl" qty="1" text=""><descriptions><description>Album</description></descriptions></format>\
    </formats><genres><genre>Folk, World, &amp; Country</genre></genres><styles><style>IDM</style></styles>\
    <country>Italy</country><released>1995-08-03</released><notes>One&#13;
    &#13;
    Two “three” &lt;four&gt;</notes><data_quality>Needs Vote</data_quality>\
    <master_id is_main_release="true">1</master_id><tracklist><track><position>1</position><title>The True</title>\
    <duration>9:59</duration></track><track><position></position><title>Suite</title><duration></duration><sub_tracks>\
    <track><position>2.a</position><title>Part</title><duration/></track></sub_tracks></track></tracklist><identifiers>\
    <identifier type="Barcode" description="Text" value="0 12345"/></identifiers><videos>\
    <video src="https://www.youtube.com/watch?v=qV9bDOPCbij" duration="153" embed="true"><title>A</title><description>B\
    </description></video></videos><companies><company><id>9109</id><name>Press</name><catno/><entity_type>17\
    </entity_type><entity_type_name>Pressed By</entity_type_name><resource_url>x</resource_url></company></companies>\
    </release>
    <release id="2"><title>Plain</title></release>
      <release id="3" status="Draft"><title>Odd &#233; <![CDATA[<x>]]></title><what now="1">ever</what></release>
    <release id="4"><title>Last</title><master_id>12</master_id></release>
    </releases>

    """

  private static let artists = """
    <artists>
    <artist><id>1</id><name>Laura Suzuki</name><realname>L. S.</realname><profile>Member of [a=Moon (6)] &amp; more\
    </profile><data_quality>Needs Vote</data_quality><urls><url>http://example.org/?a&amp;b</url></urls><namevariations>\
    <name>Suzuki</name></namevariations><aliases><name id="3647">Der Launlent</name></aliases><members><id>77</id>\
    <name>One</name><name id="78">Two</name></members><groups><name id="5">Group</name></groups></artist>
    <artist><id>2</id><name>The Skoumietcåd</name><profile></profile></artist>
    </artists>
    """

  private static let labels = """
    <labels>
    <label><images><image type="secondary" uri="a" uri150="b" width="1" height="2"/></images><id>1</id><name>One</name>\
    <contactinfo>Street&#13;
    Town</contactinfo><profile>P</profile><parentLabel id="9">Parent</parentLabel><urls><url>u</url></urls><sublabels>\
    <label id="10">Ten</label><label>Eleven</label><label/></sublabels></label>
    <label><id>2</id><name>Two</name><sublabels><label id="20">Twenty</label></sublabels></label>
    <label><id>3</id><name>Three</name></label>
    </labels>
    """

  private static let masters = """
    <masters><master id="1"><main_release>5</main_release><artists><artist><id>66</id><name>A</name></artist></artists>\
    <genres><genre>Jazz</genre></genres><year>1995</year><title>Me</title><notes>n</notes></master>
    <master id="2"><year>0</year><title>You</title><data_quality>Correct</data_quality></master>
    </masters>
    """

  private static let dumps = [releases, artists, labels, masters].map { Array($0.utf8) }

  @Test func `every kind of dump is read alike by both`() throws {
    for dump in Self.dumps {
      try expectSame(dump, String(decoding: dump.prefix(60), as: UTF8.self))
      try expectSame(DumpFixture.gzip(dump), "compressed")
    }
  }

  @Test func `the demo's dumps and those that fuzzing begins with are read alike by both`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    for folder in ["Resources/Demo", "Fuzzing/Seeds/dump"] {
      for kind in ["artists", "labels", "masters", "releases"] {
        let file = root.appendingPathComponent("\(folder)/\(kind).xml")
        try expectSame(Array(Data(contentsOf: file)), file.path)
      }
    }
  }

  @Test func `an ordinary record is read by the scanner itself`() throws {
    let builder = UnsafeMutablePointer<DumpBuilder>.allocate(capacity: 1)
    builder.initialize(to: DumpBuilder())
    defer {
      builder.deinitialize(count: 1)
      builder.deallocate()
    }
    _ = builder.pointee.beginWithoutRoot(.release)
    builder.pointee.isScanning = true
    builder.pointee.enterList()
    var scanner = DumpScanner()
    scanner.begin(at: 0)
    let text = String(decoding: Self.dumps[0], as: UTF8.self)
    let list = Array(text.dropFirst(try #require(text.range(of: "<release ")).lowerBound.utf16Offset(in: text)).utf8)
    list.withUnsafeBytes { scanner.room(for: $0.count).copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    scanner.add(list.count)
    // The third has a number for a letter, a section without markup and an unknown element.
    #expect(scanner.scan(builder) == .odd)
    #expect(builder.pointee.records.map(\.number) == [1, 2])
    let rest = String(decoding: list[scanner.offset...], as: UTF8.self).drop(while: \.isWhitespace)
    #expect(rest.hasPrefix(#"<release id="3""#))
  }

  @Test(arguments: 0..<4)
  func `a dump that is changed at random is read alike by both`(_ kind: Int) throws {
    var random = SeededGenerator(seed: UInt64(kind) + 1)
    let dump = Self.dumps[kind]
    let pieces =
      ["<", ">", "&", "\"", "'", "/", " ", "\n", "\r", "\t", "]]>", "&#13;", "&amp;", "&nbsp;", "&#0;", "x"]
      .map { Array($0.utf8) }
      + ["<!-- a -->", "<?a?>", "<![CDATA[b]]>", "<b/>", "<name>", "</name>", "</artist>", "<release id=\"7\">"]
      .map { Array($0.utf8) }
      + [
        [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBF], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0], [0x85],
      ]
    for number in 0..<750 {
      var bytes = dump
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let from = Int.random(in: 12..<bytes.count, using: &random)
        let length = [0, 0, 1, 1, Int.random(in: 0..<40, using: &random)].randomElement(using: &random) ?? 0
        let piece = pieces.randomElement(using: &random) ?? []
        let isCut = Int.random(in: 0..<4, using: &random) == 0
        bytes.replaceSubrange(from..<min(from + length, bytes.count), with: isCut ? [] : piece)
      }
      try expectSame(bytes, "change \(number): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func `a dump may be cut anywhere`() throws {
    for dump in Self.dumps {
      for length in stride(from: 1, to: dump.count, by: 7) {
        try expectSame(Array(dump[..<length]), "\(length) bytes of \(String(decoding: dump.prefix(20), as: UTF8.self))")
      }
    }
  }

  @Test func `records that lie across chunks are read alike by both`() throws {
    var random = SeededGenerator(seed: 5)
    var text = "<releases>\n"
    for id in 1...900 {
      let notes = String(repeating: "Ü & ", count: Int.random(in: 0..<400, using: &random))
        .replacing("&", with: id % 50 == 0 ? "&#38;" : "&amp;")
      text += "<release id=\"\(id)\"><title>T</title><notes>\(notes)</notes></release>\n"
    }
    try expectSame(Array((text + "</releases>").utf8), "long notes")
    let long = "<release id=\"5\"><notes>" + String(repeating: "word ", count: 250_000) + "</notes></release>"
    try expectSame(Array(("<releases>" + long + "<release id=\"6\"/></releases>").utf8), "a very long record")
  }

  @Test(arguments: [" x", "\t x </b>", "\n\n <!-- a --> x", "<b/>", "</release>", "<?a?>", " &amp;", "\r\n"])
  func `what stands between two records is read alike by both`(_ between: String) throws {
    let records = DumpFixture.releases(1...3)
    try expectSame(
      Array("<releases>\(records)\(between)<release id=\"4\"><title>A</titel></release>\(records)</releases>".utf8),
      between)
  }

  @Test func `another encoding is the parser's alone`() throws {
    let head = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?>"#.utf8)
    let body = Array(#"<releases><release id="1"/><release id="2"><title>Caf"#.utf8)
    let end = Array("</title></release></releases>".utf8)
    let dump = try DumpFixture(head + body + [0xE9] + end)
    #expect(try dump.read().records.map { $0.release?.title } == ["", "Café"])
  }
}

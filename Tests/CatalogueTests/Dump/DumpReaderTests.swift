import Catalogue
import DiscogsModel
import Testing

/// What the reader makes of good dumps, of both generations.
struct DumpReaderTests {
  @Test func `a release of the older generation is read in full`() throws {
    let dump = try DumpFixture(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <releases>
      <release id="9301" status="Accepted"><images><image height="450" type="primary" uri="" uri150="" width="600"/>\
      <image height="771" type="secondary" uri="https://img.example/a.jpg" uri150="https://img.example/t.jpg" width="599"/>\
      </images><artists><artist><id>9001</id><name>Example Trio (2)</name><anv></anv><join>,</join><role></role>\
      <tracks></tracks></artist><artist><id>0</id><name>Unlinked</name><anv>Unl.</anv><join></join><role></role>\
      <tracks></tracks></artist></artists><title>Record &amp; More</title><labels>\
      <label catno="EX 1" id="9101" name="Example Records"/></labels><series>\
      <series catno="4" id="9105" name="Blue Line"/></series><extraartists><artist><id>9004</id><name>A. Person</name>\
      <anv></anv><join></join><role>Producer [Assistant]</role><tracks>A1, B2</tracks></artist></extraartists>\
      <formats><format name="Vinyl" qty="9999999999999999999999999999999999999999999999999999" text="Red"><descriptions>\
      <description>12"</description><description>33 ⅓ RPM</description></descriptions></format></formats>\
      <genres><genre>Folk, World, &amp; Country</genre></genres><styles><style>Fusion</style></styles>\
      <country>Portugal</country><released>1978-00-00</released><notes>One.&#13;
      &#13;
      Two &lt;three&gt;&#13;four</notes><data_quality>Complete and Correct</data_quality>\
      <master_id is_main_release="true">9201</master_id><tracklist>\
      <track><position></position><title>Side One</title><duration></duration></track>\
      <track><position>A1</position><title>Song</title><duration>3:21</duration><artists><artist><id>9002</id>\
      <name>Guest</name><anv></anv><join></join><role></role><tracks></tracks></artist></artists><extraartists>\
      <artist><id>9003</id><name>Player</name><anv>P.</anv><join></join><role>Guitar</role><tracks></tracks></artist>\
      </extraartists></track>\
      <track><position></position><title>Suite</title><duration>9:00</duration><sub_tracks>\
      <track><position>B1.a</position><title>Part</title><duration></duration></track>\
      <track><position></position><title>Unnumbered</title><duration></duration></track></sub_tracks></track></tracklist>\
      <identifiers><identifier description="Text" type="Matrix / Runout" value="EX-1-A"/></identifiers>\
      <videos><video duration="245" embed="true" src="https://www.youtube.com/watch?v=xxxxxxxxxxx"><title>Clip</title>\
      <description>Words</description></video><video duration="0" embed="false" src="https://example.org"><title></title>\
      <description></description></video></videos><companies><company><id>9109</id><name>Press Co.</name><catno>77</catno>\
      <entity_type>17</entity_type><entity_type_name>Pressed By</entity_type_name>\
      <resource_url>https://api.discogs.com/labels/9109</resource_url></company></companies></release>
      </releases>
      """)
    let (records, summary) = try dump.read()
    let expected = Release(
      id: 9301, title: "Record & More",
      artists: [
        ArtistCredit(id: 9001, name: "Example Trio (2)", join: ","),
        ArtistCredit(id: nil, name: "Unlinked", variation: "Unl."),
      ], labels: [LabelCredit(id: 9101, name: "Example Records", catalogueNumber: "EX 1")],
      series: [LabelCredit(id: 9105, name: "Blue Line", catalogueNumber: "4")],
      credits: [ArtistCredit(id: 9004, name: "A. Person", role: "Producer [Assistant]", tracks: "A1, B2")],
      formats: [
        Format(
          name: "Vinyl", quantity: String(repeating: "9", count: 52), descriptions: ["12\"", "33 ⅓ RPM"],
          freeText: "Red")
      ], genres: ["Folk, World, & Country"], styles: ["Fusion"], country: "Portugal", released: "1978-00-00",
      notes: "One.\n\nTwo <three>\nfour", dataQuality: "Complete and Correct", status: "Accepted", master: 9201,
      isKeyRelease: true,
      tracklist: [
        Track(kind: .heading, title: "Side One"),
        Track(
          position: "A1", title: "Song", duration: "3:21", artists: [ArtistCredit(id: 9002, name: "Guest")],
          credits: [ArtistCredit(id: 9003, name: "Player", variation: "P.", role: "Guitar")]),
        Track(
          kind: .index, title: "Suite", duration: "9:00",
          parts: [Track(position: "B1.a", title: "Part"), Track(title: "Unnumbered")]),
      ], identifiers: [Identifier(kind: "Matrix / Runout", value: "EX-1-A", description: "Text")],
      videos: [
        Video(
          url: "https://www.youtube.com/watch?v=xxxxxxxxxxx", title: "Clip", description: "Words",
          duration: .seconds(245)),
        Video(url: "https://example.org", title: "", mayBeEmbedded: false),
      ],
      companies: [
        LabelCredit(id: 9109, name: "Press Co.", catalogueNumber: "77", role: "Pressed By", roleNumber: 17)
      ],
      images: [
        Discogs.Image(kind: "primary", url: "", thumbnailURL: "", width: 600, height: 450),
        Discogs.Image(
          kind: "secondary", url: "https://img.example/a.jpg", thumbnailURL: "https://img.example/t.jpg", width: 599,
          height: 771),
      ])
    #expect(records == [.release(expected)])
    #expect(summary.kind == .release)
    #expect(summary.records == 1)
    #expect(summary.unknown.isEmpty)
    #expect(summary.skipped == 0)
  }

  @Test func `a release of the newer generation lacks what is empty`() throws {
    let dump = try DumpFixture(
      """
      <releases>
      <release id="2460568" status="Accepted"><artists><artist><name>Elvis Presley</name></artist></artists>\
      <title>Memories</title><labels><label name="RCA" catno="07863 67612 2" id="895"/></labels>\
      <formats><format name="CD" qty="2"/></formats><genres><genre>Rock</genre></genres><data_quality>Correct</data_quality>\
      <tracklist><track><position>1-1</position><title>Trouble</title></track><track><title>Gospel Medley</title>\
      <sub_tracks><track><title>Saved</title></track></sub_tracks></track><track><title>Bonus</title><artists/>\
      <extraartists/></track></tracklist><videos/><companies><company><name>Studio</name><entity_type>23</entity_type>\
      <entity_type_name>Recorded At</entity_type_name></company></companies></release></releases>
      """)
    let expected = Release(
      id: 2_460_568, title: "Memories", artists: [ArtistCredit(id: nil, name: "Elvis Presley")],
      labels: [LabelCredit(id: 895, name: "RCA", catalogueNumber: "07863 67612 2")],
      formats: [Format(name: "CD", quantity: "2")], genres: ["Rock"], dataQuality: "Correct", status: "Accepted",
      tracklist: [
        Track(position: "1-1", title: "Trouble"),
        Track(kind: .index, title: "Gospel Medley", parts: [Track(title: "Saved")]),
        Track(kind: .heading, title: "Bonus"),
      ], companies: [LabelCredit(id: nil, name: "Studio", role: "Recorded At", roleNumber: 23)])
    let (records, summary) = try dump.read()
    #expect(records == [.release(expected)])
    #expect(summary.unknown.isEmpty)
  }

  @Test func `a master is read in full, and year 0 means unknown`() throws {
    let dump = try DumpFixture(
      """
      <masters>
      <master id="18080"><main_release>46905</main_release><images><image height="588" type="primary" uri="" uri150="" \
      width="600"/></images><artists><artist><id>2725</id><name>Depeche Mode</name><anv>D.M.</anv><join>&amp;</join>\
      </artist></artists><genres><genre>Electronic</genre></genres><styles><style>Synth-pop</style></styles>\
      <notes>new
      version</notes><year>1990</year><title>Violator</title><data_quality>Correct</data_quality><videos>\
      <video src="https://www.youtube.com/watch?v=h1mD-_DKHc0" duration="356" embed="true"><title>Clean</title>\
      <description>by Anton Corbijn
      Second line</description></video></videos></master>
      <master id="5"><year>0</year><title>Undated</title></master>
      </masters>
      """)
    let expected = Master(
      id: 18080, title: "Violator", keyRelease: 46905,
      artists: [ArtistCredit(id: 2725, name: "Depeche Mode", variation: "D.M.", join: "&")], genres: ["Electronic"],
      styles: ["Synth-pop"], notes: "new\nversion", year: 1990, dataQuality: "Correct",
      videos: [
        Video(
          url: "https://www.youtube.com/watch?v=h1mD-_DKHc0", title: "Clean",
          description: "by Anton Corbijn\nSecond line", duration: .seconds(356))
      ], images: [Discogs.Image(kind: "primary", url: "", thumbnailURL: "", width: 600, height: 588)])
    #expect(try dump.read().records == [.master(expected), .master(Master(id: 5, title: "Undated"))])
  }

  @Test func `an artist is read in full`() throws {
    let dump = try DumpFixture(
      """
      <artists>
      <artist><images><image height="450" type="primary" uri="" uri150="" width="600"/></images><id>9001</id>\
      <name>Example Trio (2)</name><realname>A. Person &amp; B. Person</realname><profile>Side project of [a=Somebody].&#13;
      Second line.</profile><data_quality>Needs Vote</data_quality><urls><url>https://example.org/</url><url/></urls>\
      <namevariations><name>Ex. Trio</name></namevariations><aliases><name id="9002">Another Name</name></aliases>\
      <members><id>26</id><name id="26">Alexi</name><id>27</id><name>Cari</name><name>Nobody</name></members>\
      <groups><name id="9003">Big Band</name></groups></artist>
      </artists>
      """)
    let expected = Artist(
      id: 9001, name: "Example Trio (2)", realName: "A. Person & B. Person",
      profile: "Side project of [a=Somebody].\nSecond line.", dataQuality: "Needs Vote",
      urls: ["https://example.org/"], nameVariations: ["Ex. Trio"],
      aliases: [NamedArtist(id: 9002, name: "Another Name")],
      members: [
        NamedArtist(id: 26, name: "Alexi"), NamedArtist(id: 27, name: "Cari"), NamedArtist(id: nil, name: "Nobody"),
      ], groups: [NamedArtist(id: 9003, name: "Big Band")],
      images: [Discogs.Image(kind: "primary", url: "", thumbnailURL: "", width: 600, height: 450)])
    #expect(try dump.read().records == [.artist(expected)])
  }

  @Test func `labels nest in labels`() throws {
    let dump = try DumpFixture(
      """
      <labels>
      <label><images><image height="1" type="primary" uri="" uri150="" width="2"/></images><id>9101</id>\
      <name>Example Records</name><contactinfo>1 Street&#13;
      Town</contactinfo><profile>About.</profile><data_quality>Correct</data_quality>\
      <parentLabel id="9100">Example Group</parentLabel><urls><url>https://example.org</url></urls><sublabels>\
      <label id="9102">Example Records Ltd.</label><label>Without Number</label><label/></sublabels></label>
      <label><id>240</id><name>Kinetic</name><urls/></label>
      </labels>
      """)
    let expected = Discogs.Label(
      id: 9101, name: "Example Records", contact: "1 Street\nTown", profile: "About.", dataQuality: "Correct",
      parent: NamedLabel(id: 9100, name: "Example Group"), urls: ["https://example.org"],
      sublabels: [NamedLabel(id: 9102, name: "Example Records Ltd."), NamedLabel(id: nil, name: "Without Number")],
      images: [Discogs.Image(kind: "primary", url: "", thumbnailURL: "", width: 2, height: 1)])
    #expect(try dump.read().records == [.label(expected), .label(Discogs.Label(id: 240, name: "Kinetic"))])
  }

  @Test(arguments: [
    "", "\u{FEFF}", "<?xml version=\"1.0\" ?>", "\u{FEFF}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\n",
  ])
  func `the kind follows from the root element, whatever comes before it`(_ prolog: String) throws {
    for (kind, root) in [
      (EntityKind.artist, "artists"), (.label, "labels"), (.master, "masters"), (.release, "releases"),
    ] {
      let dump = try DumpFixture("\(prolog)<\(root)></\(root)>")
      #expect(try DumpReader(path: dump.path).kind == kind)
      #expect(try dump.read().records.isEmpty)
      #expect(try DumpFixture("\(prolog)<\(root)/>").read().records.isEmpty)
    }
  }

  @Test func `an excerpt without a root element is read`() throws {
    let dump = try DumpFixture(DumpFixture.releases(1...3))
    let (records, summary) = try dump.read()
    #expect(records.map(\.number) == [1, 2, 3])
    #expect(summary.skipped == 0)
    let label = try DumpFixture("<label><id>1</id><name>A</name></label>")
    #expect(try label.read().records == [.label(Discogs.Label(id: 1, name: "A"))])
  }

  @Test func `CDATA sections and comments are read as XML has them`() throws {
    let dump = try DumpFixture(
      "<releases><!-- two --><release id=\"1\"><title>A <![CDATA[<b> & ]]>C<!-- x -->D</title></release></releases>")
    #expect(try dump.read().records == [.release(Release(id: 1, title: "A <b> & CD"))])
  }

  @Test func `unknown elements and attributes are counted by name`() throws {
    let dump = try DumpFixture(
      """
      <releases><release id="1" colour="red"><title>A<b>bold</b>B</title><rating><average>5</average></rating>\
      <rating/><formats><format name="CD" qty="1" weight="9"/></formats>loose text<tracklist><track side="A">\
      <position>1</position><title>T</title><lyrics>la</lyrics></track></tracklist></release><surprise/></releases>
      """)
    let (records, summary) = try dump.read()
    #expect(records.map(\.release?.title) == ["AB"])
    #expect(
      summary.unknown == [
        "release@colour": 1, "title/b": 1, "release/rating": 2, "format@weight": 1, "release/text()": 1,
        "track@side": 1, "track/lyrics": 1, "releases/surprise": 1,
      ])
    #expect(summary.skipped == 0)
  }

  @Test func `records longer than a chunk and chunks with many records make the same of a dump`() throws {
    let notes = String(repeating: "A very long note &amp; more; ", count: 30_000)
    let text =
      "<releases>\n" + DumpFixture.releases(1...5_000)
      + "<release id=\"5001\"><title>Long</title><notes>\(notes)</notes></release>\n"
      + DumpFixture.releases(5_002...9_000)
      + "</releases>"
    let dump = try DumpFixture(text)
    let (records, summary) = try dump.read(batch: 7)
    #expect(records.map(\.number) == Array(1...9_000))
    #expect(records[5_000].release?.notes.utf8.count == 30_000 * "A very long note & more; ".utf8.count)
    #expect(summary.xmlBytes == text.utf8.count)
    var one: [Int] = []
    let reader = try DumpReader(path: dump.path)
    while let record = try reader.next() { one.append(record.number) }
    #expect(one == Array(1...9_000))
    #expect(reader.progress.bytesRead == text.utf8.count)
    #expect(reader.progress.bytesTotal == text.utf8.count)
  }
}

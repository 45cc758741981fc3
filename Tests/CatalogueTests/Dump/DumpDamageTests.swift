import Catalogue
import DiscogsModel
import Foundation
import Testing

/// Broken records are left out and counted; files that are cut short or are no dumps are errors.
struct DumpDamageTests {
  /// Ten records, the one numbered 5 replaced.
  private func dump(with broken: String) -> String {
    "<releases>\n" + DumpFixture.releases(1...4) + broken + DumpFixture.releases(6...10) + "</releases>\n"
  }

  @Test(
    arguments: [
      ("bad entity", #"<release id="5"><title>A &nbsp; B</title></release>\#n"#),
      ("bare ampersand", #"<release id="5"><title>A & B</title></release>\#n"#),
      ("forbidden character reference", #"<release id="5"><title>A&#1;B</title></release>\#n"#),
      ("mismatched tag", #"<release id="5"><title>A</titel></release>\#n"#),
      ("element not closed", #"<release id="5"><title>A<notes></notes></release>\#n"#),
      ("record not closed", #"<release id="5"><title>A</title>\#n"#),
      ("record not closed inside an element", #"<release id="5"><tracklist><track>\#n"#),
      ("record not closed inside an unknown element", #"<release id="5"><what><ever>\#n"#),
      ("attribute twice in the first tag", #"<release id="5" id="5"><title>A</title></release>\#n"#),
      ("attribute without an end", #"<release id="5><title>A</title></release>\#n"#),
      ("attribute without quotes", #"<release id=5><title>A</title></release>\#n"#),
      ("first tag without its beginning", #"lease id="5"><title>A</title></release>\#n"#),
      ("no first tag", #"<title>A</title><artists><artist/></artists></release>\#n"#),
      ("no id", #"<release status="Accepted"><title>A</title></release>\#n"#),
      ("id that is not a number", #"<release id="five"><title>A</title></release>\#n"#),
      ("id 0", #"<release id="0"><title>A</title></release>\#n"#),
      ("comment without an end", #"<release id="5"><title>A <!-- B</title></release>\#n"#),
      ("processing instruction without an end", #"<release id="5"><title>A <? B</title></release>\#n"#),
      ("stray less-than sign", #"<release id="5"><title>A < B</title></release>\#n"#),
      (
        "elements nested a hundred deep",
        #"<release id="5">"# + String(repeating: "<x>", count: 100) + String(repeating: "</x>", count: 100)
          + "</release>\n"
      ),
    ])
  func `a broken record is left out and the next one read`(_ name: String, _ broken: String) throws {
    let text = dump(with: broken)
    let (records, summary) = try DumpFixture(text).read()
    #expect(records.map(\.number) == [1, 2, 3, 4, 6, 7, 8, 9, 10])
    #expect(summary.skipped == 1)
    #expect(summary.records == 9)
    let skip = try #require(summary.skips.first)
    let start = "<releases>\n".utf8.count + DumpFixture.releases(1...4).utf8.count
    #expect(skip.offset >= start - 1)
    #expect(skip.offset < start + broken.utf8.count)
    #expect(skip.offset + skip.length <= start + broken.utf8.count + 1)
    #expect(!skip.reason.isEmpty)
  }

  @Test func `bytes that are not UTF-8 cost only their record`() throws {
    let broken = Array(#"<release id="5"><title>Caf"#.utf8) + [0xE9] + Array("</title></release>\n".utf8)
    let bytes =
      Array("<releases>\n".utf8) + Array(DumpFixture.releases(1...4).utf8) + broken
      + Array((DumpFixture.releases(6...10) + "</releases>").utf8)
    let (records, summary) = try DumpFixture(bytes).read()
    #expect(records.map(\.number) == [1, 2, 3, 4, 6, 7, 8, 9, 10])
    #expect(summary.skips.map(\.offset) == ["<releases>\n".utf8.count + DumpFixture.releases(1...4).utf8.count])
  }

  @Test func `control characters are read as spaces and counted`() throws {
    let text = dump(
      with: "<release id=\"5\"><title>A\u{1}B\u{1F}\u{0}</title><notes>tab\tand\u{7F}</notes></release>\n")
    let (records, summary) = try DumpFixture(text).read()
    #expect(records.count == 10)
    #expect(records[4].release?.title == "A B  ")
    #expect(records[4].release?.notes == "tab\tand\u{7F}")
    #expect(summary.illegalCharacters == 3)
    #expect(summary.skipped == 0)
  }

  @Test(arguments: [1, 2, 3, 100])
  func `any number of broken records in a row are counted`(_ count: Int) throws {
    let broken = (1...count).map { #"<release id="\#(100 + $0)"><title>&bad;</title></release>\#n"# }.joined()
    let (records, summary) = try DumpFixture(dump(with: broken)).read()
    #expect(records.count == 9)
    #expect(summary.skipped == count)
    #expect(summary.skips.count == min(count, DumpReader.skipsRemembered))
  }

  @Test func `the first and the last record may be the broken ones`() throws {
    let broken = #"<release id="1"><title>&bad;</title></release>"#
    let first = try DumpFixture("<releases>" + broken + DumpFixture.releases(2...3) + "</releases>").read()
    #expect(first.records.map(\.number) == [2, 3])
    #expect(first.summary.skipped == 1)
    let last = try DumpFixture("<releases>" + DumpFixture.releases(2...3) + broken + "</releases>").read()
    #expect(last.records.map(\.number) == [2, 3])
    #expect(last.summary.skipped == 1)
    let only = try DumpFixture("<releases>" + broken + "</releases>").read()
    #expect(only.records.isEmpty)
    #expect(only.summary.skipped == 1)
    let open = try DumpFixture(
      "<releases>" + DumpFixture.releases(2...3) + #"<release id="4"><title>A"# + "</releases>"
    ).read()
    #expect(open.records.map(\.number) == [2, 3])
    #expect(open.summary.skipped == 1)
  }

  @Test(arguments: ["</releases\u{1C}\n", "</releases", "</releases x>", "</releases\n<", "</rel"])
  func `a broken record before a broken end ends in an error`(_ end: String) throws {
    let text = "<releases>\n" + DumpFixture.releases(1...3) + "<release id=\"4\"><title>&bad;</title></release>\n" + end
    let (records, error) = try DumpFixture(text).readUntilError()
    #expect(records.map(\.number) == [1, 2, 3])
    #expect(error?.reason == .truncated)
  }

  @Test func `a label that is not closed differs from one with sublabels`() throws {
    let text = """
      <labels>
      <label><id>1</id><name>One</name><sublabels><label id="10">Ten</label><label>Eleven</label></sublabels></label>
      <label><id>2</id><name>Two</name><sublabels><label id="20">Twenty</label>
      <label><id>3</id><name>Three</name></label>
      <label><id>4</id><name>Four</name>
      <label><id>5</id><name>Five &bad;</name><sublabels><label id="50">Fifty</label></sublabels></label>
      <label>
      <id>6</id><name>Six</name></label>
      </labels>
      """
    let (records, summary) = try DumpFixture(text).read()
    #expect(records.map(\.number) == [1, 3, 6])
    #expect(summary.skipped == 3)
  }

  @Test func `damage at any place costs one record or two`() throws {
    let text = Array(("<releases>\n" + DumpFixture.releases([1, 23, 4]) + "</releases>\n").utf8)
    for (index, byte) in text.enumerated() where index > "<releases>".utf8.count && index < text.count - 13 {
      for replacement in [UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: ">"), UInt8(ascii: "x"), 0xFF, 0]
      where replacement != byte {
        var bytes = text
        bytes[index] = replacement
        let (records, error) = try DumpFixture(bytes).readUntilError()
        #expect(records.count >= 1, "byte \(index) replaced by \(replacement)")
        #expect(error == nil, "byte \(index) replaced by \(replacement)")
      }
    }
  }

  @Test func `a record of absurd size is left out`() throws {
    let notes = String(repeating: String(repeating: "x", count: 1 << 16) + "\n", count: 24)
    let long = #"<release id="5"><notes>"# + notes + "</notes></release>\n"
    // A comment without an end would have all that follows for its text.
    let swallowing = #"<release id="5"><notes><!--"# + notes
    for broken in [long, swallowing] {
      let dump = try DumpFixture(dump(with: broken))
      let reader = try DumpReader(path: dump.path, recordLimit: 1 << 20)
      var numbers: [Int] = []
      while let record = try reader.next() { numbers.append(record.number) }
      #expect(numbers == [1, 2, 3, 4, 6, 7, 8, 9, 10])
      #expect(reader.summary.skips.map(\.reason) == ["longer than 1 MiB"])
    }
  }

  // MARK: Files that are cut short

  @Test func `a dump cut short is an error after the records before the cut`() throws {
    let text = Array(dump(with: #"<release id="5"><title>A</title></release>\#n"#).utf8)
    let compressed = DumpFixture.gzip(text)
    for length in [text.count - 12, text.count - 40, text.count / 2, 200, 12, 11, 9, 3] {
      let (records, error) = try DumpFixture(Array(text[..<length])).readUntilError()
      #expect(error?.reason == .truncated, "\(length) bytes")
      #expect(error?.offset == length)
      #expect(
        records.count == String(decoding: text[..<length], as: UTF8.self).split(separator: "</release>").count - 1)
    }
    for length in [compressed.count - 1, compressed.count - 8, compressed.count - 9, compressed.count / 2, 11, 5, 2] {
      let (_, error) = try DumpFixture(Array(compressed[..<length])).readUntilError()
      #expect(error?.reason == .truncated, "\(length) compressed bytes")
      #expect(error?.offset == length)
    }
  }

  @Test func `a cut in the checksum is noticed though all records came before it`() throws {
    let compressed = DumpFixture.gzip("<releases>" + DumpFixture.releases(1...500) + "</releases>")
    let (records, error) = try DumpFixture(Array(compressed.dropLast(3))).readUntilError()
    #expect(records.count == 500)
    #expect(error?.reason == .truncated)
  }

  @Test func `damaged compressed data are an error that says where`() throws {
    var bytes = DumpFixture.gzip("<releases>" + DumpFixture.releases(1...20_000) + "</releases>")
    bytes[bytes.count - 6] ^= 0xFF
    let (records, error) = try DumpFixture(bytes, name: "a.xml.gz").readUntilError()
    #expect(records.count == 20_000)
    #expect(error?.reason == .damaged("incorrect data check"))
    #expect(
      error.map { "\($0)" }?.contains("a.xml.gz is damaged at byte \(bytes.count - 4) (incorrect data check)") == true)
  }

  // MARK: Compression

  @Test func `compression follows from the content, members are joined and the rest is ignored`() throws {
    let text = Array(("<releases>\n" + DumpFixture.releases(1...3_000) + "</releases>\n").utf8)
    let half = text.count / 2
    let members = DumpFixture.gzip(Array(text[..<half])) + DumpFixture.gzip([]) + DumpFixture.gzip(Array(text[half...]))
    for (bytes, trailing) in [
      (text, 0), (DumpFixture.gzip(text), 0), (members, 0), (members + [0, 0, 0], 3),
      (members + Array("garbage".utf8), 7), (members + [0x1F], 1),
    ] {
      for name in ["a.xml", "a.xml.gz", "a"] {
        let (records, summary) = try DumpFixture(bytes, name: name).read()
        #expect(records.map(\.number) == Array(1...3_000))
        #expect(summary.trailingBytes == trailing)
      }
    }
  }

  @Test func `two dumps joined are read as one, other things after the end are ignored`() throws {
    let one = "<?xml version=\"1.0\"?>\n<releases>\n" + DumpFixture.releases(1...3) + "</releases>\n"
    let two = "<?xml version=\"1.0\"?>\n<releases>\n" + DumpFixture.releases(4...6) + "</releases>\n"
    #expect(try DumpFixture(one + two).read().records.map(\.number) == Array(1...6))
    let joined = try DumpFixture(DumpFixture.gzip(one) + DumpFixture.gzip(two)).read()
    #expect(joined.records.map(\.number) == Array(1...6))
    #expect(joined.summary.skipped == 0)
    let garbage = try DumpFixture(one + "and so on").read()
    #expect(garbage.records.map(\.number) == [1, 2, 3])
    #expect(garbage.summary.trailingBytes == 9)
    let other = try DumpFixture(one + "<artists><artist><id>1</id></artist></artists>").read()
    #expect(other.records.map(\.number) == [1, 2, 3])
    #expect(other.summary.trailingBytes > 0)
  }

  // MARK: Files that are no dumps

  @Test func `a file that is not a dump is one sentence`() throws {
    func message(_ bytes: [UInt8]) throws -> String {
      let file = try DumpFixture(bytes, name: "x.xml.gz")
      let sentence = "\(try #require(file.readUntilError().error))"
      return sentence.replacing(file.path, with: "x.xml.gz")
    }
    #expect(try message([]) == "x.xml.gz is empty: download it again")
    #expect(try message(DumpFixture.gzip([])) == "x.xml.gz is empty: download it again")
    for page in ["<!DOCTYPE html><html></html>", "\n <HTML><body>403</body></HTML>", "<?xml version=\"1.0\"?><html/>"] {
      #expect(
        try message(Array(page.utf8))
          == "x.xml.gz is a web page, not a dump: download it again")
      #expect(try message(DumpFixture.gzip(page)) == message(Array(page.utf8)))
    }
    #expect(
      try message(Array("<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>".utf8))
        == "x.xml.gz is not a Discogs dump: it is the server's error message")
    #expect(try message(Array("<rss/>".utf8)) == "x.xml.gz is not a Discogs dump: its root element is <rss>")
    #expect(try message(Array("id,title\n1,A".utf8)) == "x.xml.gz is not a Discogs dump: it does not begin with XML")
    #expect(try message(Array("  \n".utf8)) == "x.xml.gz is not a Discogs dump: it has only spaces and line breaks")
    #expect(
      try message([0xFF, 0xFE, 60, 0, 97, 0]) == "x.xml.gz is not a Discogs dump: it is UTF-16, and dumps are UTF-8")
    #expect(
      try message(Array(repeating: 0x50, count: 3_000_000))
        == "x.xml.gz is not a Discogs dump: it does not begin with XML")
  }

  @Test func `a document type is refused, so that no entity is ever expanded`() throws {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE releases [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <releases><release id="1"><title>&b;</title></release></releases>
      """
    let error = try #require(try DumpFixture(bomb).readUntilError().error)
    #expect(error.reason == .documentType)
    #expect(error.offset == 21)
  }

  @Test func `a folder and a missing file are errors`() throws {
    #expect(throws: DumpError(file: "/tmp", reason: .directory)) { try DumpReader(path: "/tmp") }
    #expect("\(DumpError(file: "/tmp", reason: .directory))" == "/tmp is a folder: name the dump files in it")
    #expect(throws: DumpError(file: "/nowhere/a.gz", reason: .unreadable("No such file or directory"))) {
      try DumpReader(path: "/nowhere/a.gz")
    }
  }

  @Test func `a pipe that nobody writes to is given up when that is asked for`() throws {
    let pipe = NSTemporaryDirectory() + "runout-pipe-" + UUID().uuidString
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    #expect(throws: DumpError(file: pipe, reason: .cancelled)) {
      try DumpReader(path: pipe, isCancelled: { true })
    }
  }
}

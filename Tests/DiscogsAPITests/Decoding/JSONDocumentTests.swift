import DiscogsModel
import SeededRandom
import Testing

@testable import DiscogsAPI
@testable import DiscogsJSON

struct JSONDocumentTests {
  private func parses(_ text: String) -> Bool {
    do throws(DecodingFailure) {
      _ = try JSONDocument(Array(text.utf8))
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: [
    "{}", "[]", "0", "-0", "1.5e-3", "1E+2", "\"\"", "true", "null", " [ 1 , { \"a\" : [ ] } ] \n", "\u{FEFF}{}",
    "[[],{},[{}]]", "\"\\u00E9\\n\"", "{\"\":{}}",
  ])
  func `JSON is taken`(text: String) {
    #expect(parses(text))
  }

  @Test(arguments: [
    "", "{", "}", "[", "]", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:2}", "01",
    "1.",
    ".5", "-", "+1", "1e", "tru", "truee", "\"", "\"\\\"", "[1] x", "[1][2]", "{]", "[}", "'a'", "NaN", "[1 2]",
  ])
  func `anything else is not`(text: String) {
    #expect(!parses(text))
  }

  @Test func `nesting has an end`() {
    #expect(parses(String(repeating: "[", count: 128) + String(repeating: "]", count: 128)))
    #expect(!parses(String(repeating: "[", count: 129) + String(repeating: "]", count: 129)))
    #expect(!parses(String(repeating: "{\"a\":", count: 1_000_000)))
  }

  @Test func `a body has only so many values`() throws {
    let few = "[" + String(repeating: "0,", count: 99_999) + "0]"
    #expect(parses(few))
    let many = Array("[0\(String(repeating: ",0", count: JSONDocument.maximumNodes))]".utf8)
    let failure = #expect(throws: DecodingFailure.self) { try JSONDocument(many) }
    #expect(failure?.reason == "more than 4194304 values")
  }

  @Test(arguments: ["x", "é", "\u{1F3B5}", "\\n", "\\u00e9", "\\ud83c\\udfb5", "\\\\"])
  func `a text that is longer than any is cut, without half a letter`(letter: String) throws {
    for extra in 0..<14 {
      let text = String(repeating: "a", count: extra) + String(repeating: letter, count: 200_000)
      let document = try JSONDocument(Array("{\"notes\":\"\(text)\"}".utf8))
      let notes = document.root.text("notes")
      #expect(notes.utf8.count <= JSONDocument.maximumTextBytes + "…".utf8.count)
      #expect(notes.utf8.count > JSONDocument.maximumTextBytes / 12 && notes.hasSuffix("…"))
      #expect(!notes.contains("\u{FFFD}") && !notes.contains("u00") && !notes.contains("ud8"), "\(notes.suffix(20))")
      #expect(document.problems.first?.reason.hasPrefix("a text of ") == true)
    }
  }

  @Test func `long texts share what a page can show, and short ones stay whole`() throws {
    let long = String(repeating: "word ", count: 40_000)
    let notes = (0..<200).map { "\"n\($0)\":\"\(long)\"" }.joined(separator: ",")
    let titles = (0..<200).map { "{\"title\":\"Title \($0)\",\"notes\":\"\(long)\"}" }.joined(separator: ",")
    let document = try JSONDocument(Array("{\(notes),\"rows\":[\(titles)]}".utf8))
    let rows = document.root.list("rows") { row in (try row.requireText("title"), row.text("notes")) }
    #expect(rows.map(\.0) == (0..<200).map { "Title \($0)" })
    let bytes = rows.reduce(0) { $0 + $1.1.utf8.count }
    #expect(bytes <= JSONDocument.maximumLongTextBytes + JSONDocument.maximumTextBytes + 200 * 1_100)
    #expect(rows.allSatisfy { $0.1.hasPrefix("word word") })
  }

  @Test func `a body of bad tracks is walked through once for its errors`() throws {
    let count = 30_000
    let tracks = Array(repeating: "7", count: count).joined(separator: ",")
    let document = try JSONDocument(
      Array("{\"id\":1,\"title\":\"T\",\"tracklist\":[{\"title\":\"Good\"},\(tracks)]}".utf8))
    let release = try Release(document.root)
    #expect(release.tracklist.map(\.title) == ["Good"])
    #expect(document.problems.count == JSONDocument.maximumProblems)
    #expect(document.problems.first?.field == "tracklist[1]")
    #expect(document.problems.last?.field == "tracklist[100]")
    #expect(document.pathSteps < 2 * count)
  }

  @Test func `places are right in whatever order they are asked for`() throws {
    let document = try JSONDocument(Array("{\"a\":[1,{\"b\":2,\"c\":[3,4]},5],\"d\":{\"e\":6}}".utf8))
    let paths = document.nodes.indices.filter { index in
      let node = document.nodes[index]
      return node.kind == .number
    }
    let wanted = ["a[0]", "a[1].b", "a[1].c[0]", "a[1].c[1]", "a[2]", "d.e"]
    #expect(paths.map { document.path(to: $0) } == wanted)
    #expect(paths.reversed().map { document.path(to: $0) } == wanted.reversed())
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let place = Int.random(in: 0..<paths.count, using: &generator)
      #expect(document.path(to: paths[place]) == wanted[place])
    }
  }

  @Test func `a member's name is cut in the path of a place`() throws {
    let name = String(repeating: "n", count: 10_000)
    let document = try JSONDocument(Array("{\"\(name)\":[1]}".utf8))
    #expect(document.path(to: 3) == String(repeating: "n", count: 60) + "…[0]")
  }

  @Test func `an answer that is cut anywhere is refused`() throws {
    let bytes = try Fixture.response("get-release-200").body
    let length = try #require(bytes.lastIndex(of: UInt8(ascii: "}")))
    for end in stride(from: 0, through: length, by: 7) {
      #expect(throws: DecodingFailure.self) { try JSONDocument(Array(bytes[..<end])) }
    }
  }

  @Test func `broken bytes never crash`() throws {
    var generator = SeededGenerator(seed: 2026)
    for name in ["get-release-200", "get-search-200", "get-master-versions-200"] {
      let response = try Fixture.response(name)
      for _ in 0..<400 {
        var broken = response
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          broken.body[Int.random(in: 0..<broken.body.count, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
        do throws(DecodingFailure) {
          if name == "get-release-200" {
            _ = try Endpoint.release(1).read(broken)
          } else if name == "get-search-200" {
            _ = try Endpoint.search(SearchCriteria("x")).read(broken)
          } else {
            _ = try Endpoint.versions(of: 1).read(broken)
          }
        } catch {
          #expect(!error.reason.isEmpty)
        }
      }
    }
  }

  @Test func `texts of any characters come back, escaped or not`() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<1_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        let wide = UInt32.random(in: 1...0x1FFFF, using: &generator)
        let number = Bool.random(using: &generator) ? wide % 128 : wide
        if let scalar = Unicode.Scalar(number) { text.append(scalar) }
      }
      var escaped = ""
      for unit in String(text).utf16 {
        let hex = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
      var plain = ""
      for scalar in text {
        if scalar == "\\" || scalar == "\"" { plain += "\\" }
        plain.unicodeScalars.append(scalar)
      }
      for body in ["[\"\(escaped)\"]", "[\"\(plain)\"]"] {
        let document = try JSONDocument(Array(body.utf8))
        let read = try document.root.items { item throws(DecodingFailure) in try item.asText() }
        #expect(read == [String(text)])
      }
    }
  }

  @Test func `invalid UTF-8 becomes the replacement character`() throws {
    let document = try JSONDocument([0x5B, 0x22, 0x61, 0xFF, 0x62, 0x22, 0x5D])
    #expect(try document.root.items { item throws(DecodingFailure) in try item.asText() } == ["a\u{FFFD}b"])
  }
}

import DiscogsModel
import Testing

@testable import Catalogue

struct PackedRecordTests {
  @Test func `records of every kind come back as they were`() throws {
    var random = Seeded(seed: 1)
    for _ in 0..<500 {
      let release = random.release()
      #expect(try PackedRecord.decodeRelease(packed { PackedRecord.encode(release, into: &$0) }) == release)
      let master = random.master()
      #expect(try PackedRecord.decodeMaster(packed { PackedRecord.encode(master, into: &$0) }) == master)
      let artist = random.artist()
      #expect(try PackedRecord.decodeArtist(packed { PackedRecord.encode(artist, into: &$0) }) == artist)
      let label = random.label()
      #expect(try PackedRecord.decodeLabel(packed { PackedRecord.encode(label, into: &$0) }) == label)
    }
  }

  @Test(
    arguments: [
      "", "1978", "0000", "0197", "197", "19780", "1978-06", "1978-06-00", "1978-06-30", "0400-00-00", "1978-15-31",
      "1978-16-01", "1978-06-32", "1978-99-99", "?1978", "1978/06/30", "１９７８", "1978-6-1",
    ])
  func `a release date comes back as it was`(_ date: String) throws {
    let release = Release(id: 1, title: "", released: date)
    #expect(try PackedRecord.decodeRelease(packed { PackedRecord.encode(release, into: &$0) }).released == date)
  }

  @Test(
    arguments: [
      "", "0:00", "3:45", "03:45", "3:75", "61:02", "123:45", "999:59", "1000:00", "5:00:08", "3:4", "3'45", ":45",
      "-1:00",
      "3:45 ", "٣:٤٥",
    ])
  func `a duration comes back as it was`(_ duration: String) throws {
    let release = Release(id: 1, title: "", tracklist: [Track(position: "A1", title: "", duration: duration)])
    let back = try PackedRecord.decodeRelease(packed { PackedRecord.encode(release, into: &$0) })
    #expect(back == release)
  }

  @Test(
    arguments: [
      "", "1", "01", "40", "41", "9", "A", "A0", "A1", "A9", "A10", "H9", "I1", "a1", "AA", "1-01", "B ", " B", "Ａ",
      "CD1-1",
    ])
  func `a position comes back as it was`(_ position: String) throws {
    let release = Release(id: 1, title: "", tracklist: [Track(position: position, title: "T", duration: "1:00")])
    let back = try PackedRecord.decodeRelease(packed { PackedRecord.encode(release, into: &$0) })
    #expect(back == release)
  }

  @Test func `kinds of track that do not follow from their fields are kept`() throws {
    let odd = [
      Track(kind: .heading, position: "A1", title: "Heading with a position"),
      Track(kind: .track, title: "Track without position and duration"),
      Track(kind: .index, title: "Index without parts"),
      Track(kind: .track, title: "Track with parts", parts: [Track(kind: .heading, title: "Heading in a work")]),
    ]
    let release = Release(id: 1, title: "", tracklist: odd)
    #expect(try PackedRecord.decodeRelease(packed { PackedRecord.encode(release, into: &$0) }) == release)
  }

  @Test func `an artist credited again is named once, unless the name differs`() throws {
    let name = String(repeating: "A Long Name ", count: 9)
    let release = Release(
      id: 1, title: "",
      artists: [ArtistCredit(id: 7, name: name)],
      credits: [
        ArtistCredit(id: 7, name: name, role: "Producer"), ArtistCredit(id: 7, name: "Other", role: "Engineer"),
        ArtistCredit(id: nil, name: "Other"),
      ],
      tracklist: [Track(position: "1", title: "T", artists: [ArtistCredit(id: 7, name: name)])])
    let bytes = packed { PackedRecord.encode(release, into: &$0) }
    #expect(try PackedRecord.decodeRelease(bytes) == release)
    #expect(bytes.count < name.utf8.count * 2)
  }

  @Test func `more artists than can be referred back to come back as they were`() throws {
    let credits = (1...700).map {
      ArtistCredit(id: Artist.ID($0 % 350 + 1), name: "Artist \($0 % 350)", role: "Role \($0)")
    }
    let release = Release(id: 1, title: "", credits: credits)
    #expect(try PackedRecord.decodeRelease(packed { PackedRecord.encode(release, into: &$0) }) == release)
  }

  @Test func `encoding appends to what is there`() throws {
    var bytes: [UInt8] = [1, 2, 3]
    PackedRecord.encode(Discogs.Label(id: 5, name: "Svek"), into: &bytes)
    #expect(bytes.prefix(3) == [1, 2, 3])
    #expect(try PackedRecord.decodeLabel(Array(bytes.dropFirst(3))) == Discogs.Label(id: 5, name: "Svek"))
  }

  @Test func `bytes cut short anywhere either make a shorter record or an error`() throws {
    var random = Seeded(seed: 2)
    let release = random.release()
    let bytes = packed { PackedRecord.encode(release, into: &$0) }
    for length in stride(from: 0, to: bytes.count, by: bytes.count / 1_000 + 1) {
      _ = try? PackedRecord.decodeRelease(Array(bytes[..<length]))
    }
    #expect(throws: PackedRecordError(reason: .truncated, offset: 0)) { try PackedRecord.decodeRelease([]) }
  }

  @Test func `damaged bytes never trap`() throws {
    var random = Seeded(seed: 3)
    for round in 0..<5_000 {
      var bytes = packed { bytes in
        switch round % 4 {
        case 0: PackedRecord.encode(random.release(), into: &bytes)
        case 1: PackedRecord.encode(random.master(), into: &bytes)
        case 2: PackedRecord.encode(random.artist(), into: &bytes)
        default: PackedRecord.encode(random.label(), into: &bytes)
        }
      }
      for _ in 0...random.below(4) { bytes[random.below(bytes.count - 2) + 2] = UInt8(random.below(256)) }
      switch round % 4 {
      case 0: _ = try? PackedRecord.decodeRelease(bytes)
      case 1: _ = try? PackedRecord.decodeMaster(bytes)
      case 2: _ = try? PackedRecord.decodeArtist(bytes)
      default: _ = try? PackedRecord.decodeLabel(bytes)
      }
    }
  }

  @Test func `fields of a later program are stepped over`() throws {
    var bytes: [UInt8] = []
    PackedRecord.encode(Discogs.Label(id: 5, name: "Svek"), into: &bytes)
    // Field 60 in each of the three shapes: a number, a run of two bytes, a common word, a word written out.
    bytes += [60 << 2 | 0, 0x85, 0x01, 60 << 2 | 1, 2, 9, 9, 60 << 2 | 2, 1, 60 << 2 | 2, 0, 1, 65]
    #expect(try PackedRecord.decodeLabel(bytes) == Discogs.Label(id: 5, name: "Svek"))
  }

  @Test func `another kind of record and a later format are refused`() {
    let bytes = packed { PackedRecord.encode(Discogs.Label(id: 5, name: "Svek"), into: &$0) }
    #expect(throws: PackedRecordError(reason: .wrongKind, offset: 2)) { try PackedRecord.decodeArtist(bytes) }
    let later = [99] + bytes.dropFirst()
    #expect(throws: PackedRecordError(reason: .laterFormat, offset: 1)) { try PackedRecord.decodeLabel(later) }
  }
}

private func packed(_ encode: (inout [UInt8]) -> Void) -> [UInt8] {
  var bytes: [UInt8] = []
  encode(&bytes)
  return bytes
}

/// Records of every shape, the same ones on each run.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func maybe<Value>(_ make: (inout Seeded) -> Value) -> Value? { below(2) == 0 ? nil : make(&self) }

  mutating func list<Value>(upTo bound: Int, _ make: (inout Seeded) -> Value) -> [Value] {
    (0..<below(bound + 1)).map { _ in make(&self) }
  }

  mutating func text() -> String {
    let texts = [
      "", "", "A", "A1", "3:45", "none", "Producer", "Written-By", "Folk, World, & Country", "Vinyl", "LP", "Accepted",
      "https://www.youtube.com/watch?v=abc", "https://www.youtube.com/watch?v=", "東京の夜", "👩‍🎤 e\u{301}", "\0",
      "line\nline", " ",
      "Provided to YouTube by Label\n\nX\n\nAuto-generated by YouTube.",
      "Provided to YouTube by \n\nAuto-generated by YouTube.", "Provided to YouTube by",
      "\n\nAuto-generated by YouTube.",
      "東京の朝", "Éa", "Èa", "Barcode", "1978-06-00", "1978", "primary", "secondary",
    ]
    return switch below(20) {
    case 0: String(repeating: "long text, ", count: below(2_000))
    case 1: String(repeating: "x", count: 110 + below(40))
    default: texts[below(texts.count)]
    }
  }

  mutating func number() -> Int { [1, 26, 127, 128, 16_383, 35_725_471, Int.max - 1][below(7)] }

  mutating func credits() -> [ArtistCredit] {
    list(upTo: 5) {
      ArtistCredit(
        id: $0.maybe { Artist.ID($0.number()) }, name: $0.text(), variation: $0.text(), join: $0.text(),
        role: $0.text(),
        tracks: $0.text())
    }
  }

  mutating func labels() -> [LabelCredit] {
    list(upTo: 4) {
      LabelCredit(
        id: $0.maybe { Discogs.Label.ID($0.number()) }, name: $0.text(), catalogueNumber: $0.text(), role: $0.text(),
        roleNumber: $0.maybe { $0.below(50) })
    }
  }

  mutating func track(depth: Int = 0) -> Track {
    Track(
      kind: [.track, .heading, .index][below(3)], position: text(), title: text(), duration: text(), artists: credits(),
      credits: credits(), parts: depth < 2 && below(4) == 0 ? list(upTo: 3) { $0.track(depth: depth + 1) } : [])
  }

  mutating func video() -> Video {
    let title = text()
    let isEcho = below(3) == 0
    return Video(
      url: text(), title: title, description: isEcho ? title : text(),
      duration: maybe { $0.below(3) == 0 ? .milliseconds($0.below(100_000) - 50_000) : .seconds($0.below(1_000)) },
      mayBeEmbedded: below(2) == 0)
  }

  mutating func image() -> Discogs.Image {
    Discogs.Image(kind: text(), url: text(), thumbnailURL: text(), width: below(700) * below(2), height: below(4_000))
  }

  mutating func release() -> Release {
    Release(
      id: Release.ID(number()), title: text(), artists: credits(), labels: labels(), series: labels(),
      credits: credits(),
      formats: list(upTo: 3) {
        Format(
          name: $0.text(), quantity: ["1", "2", "", String(repeating: "9", count: 52)][$0.below(4)],
          descriptions: $0.list(upTo: 4) { $0.text() }, freeText: $0.text())
      }, genres: list(upTo: 3) { $0.text() }, styles: list(upTo: 3) { $0.text() }, country: text(), released: text(),
      notes: text(), dataQuality: text(), status: text(), master: maybe { Master.ID($0.number()) },
      isKeyRelease: maybe { $0.below(2) == 0 }, tracklist: list(upTo: 12) { $0.track() },
      identifiers: list(upTo: 4) { Identifier(kind: $0.text(), value: $0.text(), description: $0.text()) },
      videos: list(upTo: 3) { $0.video() }, companies: labels(), images: list(upTo: 3) { $0.image() })
  }

  mutating func master() -> Master {
    Master(
      id: Master.ID(number()), title: text(), keyRelease: maybe { Release.ID($0.number()) }, artists: credits(),
      genres: list(upTo: 3) { $0.text() }, styles: list(upTo: 3) { $0.text() }, notes: text(),
      year: maybe { $0.below(3_000) },
      dataQuality: text(), videos: list(upTo: 3) { $0.video() }, images: list(upTo: 3) { $0.image() })
  }

  mutating func artist() -> Artist {
    Artist(
      id: Artist.ID(number()), name: text(), realName: text(), profile: text(), dataQuality: text(),
      urls: list(upTo: 3) { $0.text() }, nameVariations: list(upTo: 3) { $0.text() },
      aliases: list(upTo: 3) { NamedArtist(id: $0.maybe { Artist.ID($0.number()) }, name: $0.text()) },
      members: list(upTo: 3) { NamedArtist(id: $0.maybe { Artist.ID($0.number()) }, name: $0.text()) },
      groups: list(upTo: 3) { NamedArtist(id: $0.maybe { Artist.ID($0.number()) }, name: $0.text()) },
      images: list(upTo: 3) { $0.image() })
  }

  mutating func label() -> Discogs.Label {
    Discogs.Label(
      id: Discogs.Label.ID(number()), name: text(), contact: text(), profile: text(), dataQuality: text(),
      parent: maybe { NamedLabel(id: $0.maybe { Discogs.Label.ID($0.number()) }, name: $0.text()) },
      urls: list(upTo: 3) { $0.text() },
      sublabels: list(upTo: 5) { NamedLabel(id: $0.maybe { Discogs.Label.ID($0.number()) }, name: $0.text()) },
      images: list(upTo: 3) { $0.image() })
  }
}

import DiscogsModel
import Testing

struct PlaytimeTests {
  @Test(
    arguments: [
      ("3:45", 225), ("61:02", 3662), ("5:00:08", 18008), ("123:45", 7425), ("0:00", 0), ("03:45", 225), (":34", 34),
      (" 3:45 ", 225), ("", nil), ("3", nil), ("345", nil), ("3:4", nil), ("3:60", nil), ("3:456", nil),
      ("1:60:00", nil),
      ("1:2:03", nil), ("1:02:03:04", nil), ("3'45", nil), ("3.45", nil), ("(3:45)", nil), ("c. 3:45", nil), (":", nil),
      ("3:", nil), ("-3:45", nil), ("9999999:00", nil), ("999999:59", 59_999_999), ("３:４５", nil), ("?", nil),
      ("1" + String(repeating: ":00", count: 40), nil), ("9" + String(repeating: ":59", count: 4_000), nil),
    ] as [(String, Int?)])
  func `durations are read as Discogs writes them`(text: String, seconds: Int?) {
    #expect(Playtime.parse(text) == seconds.map { .seconds($0) })
  }

  @Test(arguments: [
    (0, "0:00"), (7, "0:07"), (225, "3:45"), (2699, "44:59"), (3599, "59:59"), (3600, "1:00:00"), (3723, "1:02:03"),
    (360_000, "100:00:00"),
  ])
  func `durations are written with hours only where there are any`(seconds: Int, text: String) {
    #expect(Playtime.format(.seconds(seconds)) == text)
    #expect(Playtime.parse(text) == .seconds(seconds))
  }

  @Test func `a tracklist plays the sum of its tracks`() {
    let tracklist = [
      Track(kind: .heading, title: "Disc 1", duration: "99:00"),
      Track(position: "A1", title: "So What", duration: "9:22"),
      Track(position: "A2", title: "Freddie Freeloader", duration: "9:46"),
      Track(position: "A3", title: "Blue In Green"),
    ]
    #expect(tracklist.playtime == Playtime(total: .seconds(1148), unknownTracks: 1))
    #expect([Track]().playtime == Playtime(total: .zero, unknownTracks: 0))
  }

  @Test func `an index track counts by its own duration or by its parts but never by both`() {
    let parts = [Track(title: "I", duration: "4:00"), Track(title: "II", duration: "6:00"), Track(title: "III")]
    #expect(
      [Track(kind: .index, title: "Suite", duration: "12:30", parts: parts)].playtime
        == Playtime(total: .seconds(750), unknownTracks: 0))
    #expect(
      [Track(kind: .index, title: "Suite", parts: parts)].playtime == Playtime(total: .seconds(600), unknownTracks: 1))
    #expect([Track(kind: .index, title: "Suite")].playtime == Playtime(total: .zero, unknownTracks: 1))
  }
}

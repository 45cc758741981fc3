import Digging
import DiscogsModel
import Testing

struct PerformersTests {
  private func credit(_ id: Int, _ name: String, _ role: String = "") -> ArtistCredit {
    ArtistCredit(id: Artist.ID(id), name: name, role: role)
  }

  @Test func `only musicians count as playing on a record`() {
    let release = Release(
      id: 1, title: "Kind Of Blue", artists: [credit(1, "Miles Davis")],
      credits: [
        credit(2, "John Coltrane", "Tenor Saxophone"), credit(3, "Teo Macero", "Producer"),
        credit(4, "Fred Plaut", "Engineer [Recording]"), credit(5, "Bill Evans", "Piano, Written-By, Liner Notes"),
        credit(6, "Jay Maisel", "Photography By"), credit(1, "Miles Davis", "Trumpet, Leader, Written-By"),
        credit(7, "George Avakian", "A&R"), credit(8, "Gil Evans", "Arranged By, Conductor"),
      ],
      tracklist: [
        Track(title: "So What", credits: [credit(9, "Paul Chambers", "Bass")]),
        Track(
          kind: .index, title: "Suite",
          parts: [
            Track(
              title: "I", artists: [credit(10, "Wynton Kelly")], credits: [credit(11, "Irving Townsend", "Mixed By")])
          ]),
      ])
    #expect(
      release.performers == [
        Performer(id: 1, name: "Miles Davis", role: "Trumpet, Leader"),
        Performer(id: 2, name: "John Coltrane", role: "Tenor Saxophone"),
        Performer(id: 5, name: "Bill Evans", role: "Piano"), Performer(id: 8, name: "Gil Evans", role: "Conductor"),
        Performer(id: 9, name: "Paul Chambers", role: "Bass"), Performer(id: 10, name: "Wynton Kelly"),
      ])
  }

  @Test(arguments: ["Various", "Unknown Artist", "Traditional", "Anonymous (3)", "No Artist"])
  func `a placeholder plays on nothing`(_ name: String) {
    #expect(
      Release(id: 1, title: "Comp", artists: [credit(194, name), credit(2, "Can")]).performers.map(\.name) == ["Can"])
  }

  @Test func `a compilation of many acts is no bridge, a record with a guest on it is`() {
    func release(acts: Int) -> Release {
      Release(
        id: 1, title: "Comp", artists: [credit(194, "Various")],
        tracklist: (0..<acts).map { Track(title: "Track", artists: [credit(300 + $0, "Act \($0)")]) })
    }
    #expect(release(acts: Release.mostActs).isBridge)
    #expect(!release(acts: Release.mostActs + 1).isBridge)
  }
}

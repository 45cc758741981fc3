import DiscogsModel
import Testing

struct CreditGroupingTests {
  @Test(
    arguments: [
      ("Producer", [CreditRole(name: "Producer")]),
      ("Written-By, Producer", [CreditRole(name: "Written-By"), CreditRole(name: "Producer")]),
      (
        "Written-By, Producer [Additional, Vocal]",
        [CreditRole(name: "Written-By"), CreditRole(name: "Producer", detail: "Additional, Vocal")]
      ),
      (
        "Producer [Additional], Mixed By",
        [CreditRole(name: "Producer", detail: "Additional"), CreditRole(name: "Mixed By")]
      ),
      ("Guitar [Lead] [12-String]", [CreditRole(name: "Guitar", detail: "Lead, 12-String")]),
      ("Photography By [Cover [Front], Back]", [CreditRole(name: "Photography By", detail: "Cover [Front], Back")]),
      ("Vocals [Uncredited", [CreditRole(name: "Vocals", detail: "Uncredited")]),
      ("Vocals], Bass", [CreditRole(name: "Vocals]"), CreditRole(name: "Bass")]),
      ("[Sampled]", [CreditRole(name: "", detail: "Sampled")]),
      (" Bass ,, Drums , ", [CreditRole(name: "Bass"), CreditRole(name: "Drums")]),
      ("Vocals []", [CreditRole(name: "Vocals")]),
      ("", []),
    ] as [(String, [CreditRole])])
  func `roles are split at commas outside brackets`(text: String, roles: [CreditRole]) {
    #expect(CreditRole.split(text) == roles)
  }

  @Test(.timeLimit(.minutes(1)))
  func `sixty thousand people in one role are grouped as six are`() {
    let credits = (0..<60_000).map {
      ArtistCredit(id: Artist.ID($0 + 1), name: "N \($0)", role: "Guitar", tracks: "A1")
    }
    let groups = (credits + [ArtistCredit(id: 7, name: "N 6", role: "guitar", tracks: "A2")]).groupedByRole
    #expect(groups.map(\.role) == ["Guitar"])
    #expect(groups.first?.entries.count == 60_000)
    #expect(groups.first?.entries[6].tracks == "A1, A2")
  }

  private func credit(_ name: String, _ role: String, tracks: String = "", variation: String = "") -> ArtistCredit {
    ArtistCredit(id: 1, name: name, variation: variation, role: role, tracks: tracks)
  }

  @Test func `credits are grouped by role in the order they come`() {
    let lennon = credit("John Lennon", "Written-By, Vocals [Lead]")
    let martin = credit("George Martin", "Producer")
    let mcCartney = credit("Paul McCartney", "written-by, Bass")
    #expect(
      [lennon, martin, mcCartney].groupedByRole == [
        CreditGroup(role: "Written-By", entries: [.init(credit: lennon), .init(credit: mcCartney)]),
        CreditGroup(role: "Vocals", entries: [.init(credit: lennon, detail: "Lead")]),
        CreditGroup(role: "Producer", entries: [.init(credit: martin)]),
        CreditGroup(role: "Bass", entries: [.init(credit: mcCartney)]),
      ])
  }

  @Test func `one person in one role for several tracks is one entry`() {
    let first = credit("Rick Rubin", "Producer", tracks: "A1, A2")
    let second = credit("Rick Rubin", "Producer", tracks: "B1")
    let again = credit("Rick Rubin", "Producer", tracks: "B1")
    let additional = credit("Rick Rubin", "Producer [Additional]", tracks: "B2")
    let whole = credit("Rick Rubin", "Producer")
    let otherName = credit("Rick Rubin", "Producer", tracks: "B3", variation: "R. Rubin")
    let entries = [first, second, additional, whole, whole, otherName].groupedByRole.first?.entries ?? []
    #expect(entries.map(\.tracks) == ["A1, A2, B1", "B2", "", "B3"])
    #expect(entries.map(\.detail) == ["", "Additional", "", ""])
    #expect([second, again].groupedByRole.first?.entries.map(\.tracks) == ["B1"])
  }

  @Test func `a credit without a role is not lost`() {
    let unnamed = credit("Somebody", "")
    #expect([unnamed].groupedByRole == [CreditGroup(role: "", entries: [.init(credit: unnamed)])])
    #expect([ArtistCredit]().groupedByRole.isEmpty)
  }
}

import RunoutModel
import Testing

struct FilingRulesTests {
  /// Everybody whose whole line, or the first of whose line, is one of these is a person.
  private static func rules(dropsArticles: Bool = true, _ persons: String...) -> FilingRules {
    FilingRules(FilingOptions(dropsArticles: dropsArticles, personsByLastName: true)) { line in
      ArtistLine.beginnings(of: line).first { persons.contains($0) }
    }
  }

  @Test(arguments: [
    ("Miles Davis", "Davis, Miles"), ("Townes Van Zandt", "Van Zandt, Townes"), ("Chris De Burgh", "De Burgh, Chris"),
    ("Oscar De La Hoya", "De La Hoya, Oscar"), ("Yves Saint Laurent", "Saint Laurent, Yves"),
    ("Simon Le Bon", "Le Bon, Simon"), ("Ludwig van Beethoven", "Beethoven, Ludwig van"),
    ("Hildegard von Bingen", "Bingen, Hildegard von"), ("Van Morrison", "Morrison, Van"),
    ("Van Dyke Parks", "Parks, Van Dyke"), ("Sammy Davis Jr.", "Davis Jr., Sammy"),
    ("Sammy Davis, Jr.", "Davis Jr., Sammy"), ("Hank Williams III", "Williams III, Hank"),
    ("Clarence \"Gatemouth\" Brown", "Brown, Clarence \"Gatemouth\""),
    ("John Lee \"Sonny Boy\" Williamson", "Williamson, John Lee \"Sonny Boy\""),
    ("Eddie Davis “Lockjaw”", "Davis, Eddie “Lockjaw”"), ("B.B. King", "King, B.B."),
    ("John Williams (4)", "Williams, John"),
    ("Ryuichi Sakamoto*", "Sakamoto, Ryuichi"), ("Antônio Carlos Jobim", "Jobim, Antônio Carlos"),
  ])
  func `the last name stands in front`(name: String, filed: String) {
    #expect(Self.rules(name).name(ofPerson: name)?.filed == filed)
  }

  @Test(arguments: [
    "Björk", "The Weeknd", "Weeknd, The", "DJ Shadow", "Dr. John", "Eddie \"Lockjaw\"", "Daddy Jr.", "坂本 龍一",
    "Виктор Цой", "", "†", "Prince (2)",
  ])
  func `a name without a last name stays as it is`(name: String) {
    #expect(Self.rules(name).name(ofPerson: name) == nil)
    #expect(ShelfOrder.key(artist: name, rules: Self.rules(name)) == ShelfOrder.key(artist: name))
  }

  @Test func `a name of any length is taken apart, its words walked through once`() {
    let (particles, suffixes) = (String(repeating: "De ", count: 60_000), String(repeating: " Jr", count: 60_000))
    let name = PersonName("Ann \(particles)Hut\(suffixes)")
    #expect(name?.first == "Ann" && name?.last.count == particles.count + 3 && name?.suffix.count == suffixes.count - 1)
  }

  @Test func `persons, groups, articles and homonyms stand as in a shop`() {
    let shelf = [
      "ABBA", "Die Ärzte", "The Beatles", "Ludwig van Beethoven", "Simon Le Bon", "Sammy Davis", "Sammy Davis Jr.",
      "Miles Davis", "Nick Drake", "Stan Getz", "Stan Getz / João Gilberto", "João Gilberto", "Los Lobos",
      "Miles Ahead", "Nirvana", "Nirvana (2)", "The The", "Townes Van Zandt", "Vangelis", "John Williams",
      "John Williams (4)", "John Williams (4), London Symphony Orchestra", "John Williams (10)", "坂本龍一",
    ]
    let persons = Self.rules(
      "Ludwig van Beethoven", "Simon Le Bon", "Sammy Davis", "Sammy Davis Jr.", "Miles Davis", "Nick Drake",
      "Stan Getz", "João Gilberto", "Townes Van Zandt", "Vangelis", "John Williams", "John Williams (4)",
      "John Williams (10)", "坂本龍一")
    #expect(
      shelf.sorted { ShelfOrder.key(artist: $0, rules: persons) < ShelfOrder.key(artist: $1, rules: persons) } == [
        "ABBA", "Die Ärzte", "The Beatles", "Ludwig van Beethoven", "Sammy Davis Jr.", "Miles Davis", "Sammy Davis",
        "Nick Drake", "Stan Getz", "Stan Getz / João Gilberto", "João Gilberto", "Simon Le Bon", "Los Lobos",
        "Miles Ahead", "Nirvana", "Nirvana (2)", "The The", "Townes Van Zandt", "Vangelis", "John Williams",
        "John Williams (4)", "John Williams (10)", "John Williams (4), London Symphony Orchestra", "坂本龍一",
      ])
    // An artist is a person only once the catalogue or the user says so, and sorts by last name only with the option.
    for name in shelf {
      var off = persons
      off.options.personsByLastName = false
      #expect(ShelfOrder.key(artist: name, rules: off) == ShelfOrder.key(artist: name))
      #expect(ShelfOrder.key(artist: name, rules: Self.rules()) == ShelfOrder.key(artist: name))
    }
  }

  @Test(arguments: [
    "The Beatles", "Die Ärzte", "Les Rita Mitsouko", "Los Lobos", "El Gran Combo", "La Düsseldorf", "Os Mutantes",
    "Il Balletto Di Bronzo", "Het Goede Doel", "A Tribe Called Quest", "The The", "The Weeknd",
  ])
  func `articles count where they are to`(name: String) {
    let rules = Self.rules(dropsArticles: false, "The Weeknd")
    #expect(ShelfOrder.key(artist: name, rules: rules) == NaturalOrder.key(name))
  }

  @Test func `an article at the end counts like one in front`() {
    let rules = FilingRules(FilingOptions(dropsArticles: false))
    #expect(
      ShelfOrder.key(artist: "Beatles, The", rules: rules) == ShelfOrder.key(artist: "The Beatles", rules: rules))
    #expect(ShelfOrder.key(artist: "Scene (2), The", rules: rules) == "the scene (12")
  }

  @Test(arguments: [
    ("Stan Getz / João Gilberto Featuring Antonio Carlos Jobim*", ["Stan Getz / João Gilberto", "Stan Getz"]),
    ("Nick Cave & The Bad Seeds", ["Nick Cave"]), ("Crosby, Stills & Nash", ["Crosby, Stills", "Crosby"]),
    ("Bach* - Glenn Gould", ["Bach*"]), ("Sammy Davis, Jr.", []), ("Beatles, The", []), ("Malcolm X", []),
    ("& Co", []),
  ])
  func `a line of artists begins with one of them`(line: String, beginnings: [String]) {
    #expect(ArtistLine.beginnings(of: line) == [line] + beginnings)
  }

  @Test func `options are kept by their words`() {
    for options in [
      FilingOptions(), FilingOptions(dropsArticles: false), FilingOptions(personsByLastName: true),
      FilingOptions(dropsArticles: false, personsByLastName: true),
    ] {
      #expect(FilingOptions(options.words) == options)
    }
  }
}

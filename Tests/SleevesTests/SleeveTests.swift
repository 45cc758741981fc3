import DiscogsModel
import Raster
import RunoutModel
import TestSupport
import Testing

@testable import Sleeves

struct SleeveTests {
  private let genres = ["Jazz", "Electronic", "Rock", "Hip Hop", "Reggae", "Classical", "Pop", "Latin", "Funk / Soul"]
  private let styles = ["Modal", "Techno", "Punk", "Boom Bap", "Dub", "Baroque", "Synth-pop", "Salsa", "Disco"]

  private func record(_ number: Int) -> SleeveFacts {
    SleeveFacts(
      seed: "master \(number)", artist: "Artist \(number % 17)", title: "Title \(number)",
      label: "Label \(number % 11)",
      year: 1950 + number * 7 % 70, genres: [genres[number % genres.count]], styles: [styles[number % styles.count]],
      format: ["Vinyl", "Vinyl", "CD", "Cassette", "File"][number % 5], descriptions: ["LP"])
  }

  @Test(arguments: [
    ("Группа крови", "ГPYППA KPOBИ"), ("Съешь ещё, Эй!", "CЪEШЬ EЩЁ ЭЙ"), ("Ωmega Ξένος", "ΩMEGA ΞENOΣ"),
    ("Ágætis byrjun", "AGAETIS BYRJUN"), ("となり", ""),
  ])
  func `titles in Cyrillic and Greek are set as they are written`(title: String, letters: String) {
    #expect(String(Lettering.plain(title)) == letters)
  }

  @Test func `the same record has the same sleeve, and in any size`() {
    let facts = record(5)
    #expect(Sleeve.draw(facts, side: 120) == Sleeve.draw(facts, side: 120))
    // Of sizes at which whole pixels make letters of the same part of the sleeve.
    for (small, large) in [(60, 120), (240, 480)] {
      let (one, other) = (Sleeve.draw(facts, side: small), Sleeve.draw(facts, side: large))
      #expect(one.scaled(width: 12, height: 12).difference(from: other.scaled(width: 12, height: 12)) < 6)
    }
  }

  @Test func `a sleeve too small for its words is all picture, without a band for them`() {
    let facts = record(5)
    var untitled = facts
    (untitled.title, untitled.artist) = ("", "")
    #expect(Sleeve.draw(facts, side: 96) == Sleeve.draw(untitled, side: 96))
    #expect(Sleeve.draw(facts, side: 240) != Sleeve.draw(untitled, side: 240))
  }

  @Test func `where a sleeve has few pixels, large letters are initials`() {
    let lettered = (0..<200).map { number in
      SleeveFacts(seed: "master \(number)", title: "Blue Train", genres: ["Classical"], styles: ["Opera"])
    }.filter { Pattern.of($0) == .letters }
    #expect(lettered.count > 20)
    for facts in lettered {
      var other = facts
      other.title = "Big Top"
      #expect(Sleeve.draw(facts, side: 96) == Sleeve.draw(other, side: 96), "\(facts.seed)")
    }
  }

  @Test(arguments: [240, 320, 480], [0.0057, 0.0074, 0.0107, 0.016] as [Float])
  func `the strokes of letters are all of one width`(side: Int, square: Float) {
    var painter = Painter(side: side)
    let whole = painter.whole(square)
    painter.write(Array("HILL"), at: Painter.Place(0.0513, 0.1), square: whole, .white)
    let row = Int((0.1 + 1.5 * whole) * Float(side))
    let strokes = (0..<side).map { painter.raster[$0, row] == painter.raster[side - 1, row] }
      .split(separator: true).map(\.count)
    #expect(strokes == Array(repeating: Int((whole * Float(side)).rounded()), count: 5))
  }

  @Test func `of two hundred records no two look alike`() {
    let small = (0..<200).map { Sleeve.draw(record($0), side: 96).scaled(width: 16, height: 16) }
    var least = Double.infinity
    for one in small.indices {
      for other in 0..<one { least = min(least, small[one].difference(from: small[other])) }
    }
    #expect(least > 8, "the two nearest differ by \(least)")
  }

  @Test func `no sleeve is a coloured rectangle`() {
    for number in 0..<200 {
      let picture = Sleeve.draw(record(number), side: 64)
      var counts: [UInt32: Int] = [:]
      var within = 0
      for row in 8..<56 {
        for column in 6..<50 {
          let pixel = picture[column, row]
          let key = UInt32(pixel.red >> 4) << 16 | UInt32(pixel.green >> 4) << 8 | UInt32(pixel.blue >> 4)
          counts[key, default: 0] += 1
          within += 1
        }
      }
      let most = counts.values.max() ?? 0
      #expect(most * 100 < within * 90, "record \(number) is \(most * 100 / within) % of one colour")
    }
  }

  @Test func `pressings of a master are recognised by their sleeve, and told apart by what is in it`() {
    var black = record(0)
    black.freeText = ""
    var red = black
    red.freeText = "Translucent red"
    var disc = black
    disc.format = "CD"
    let (one, other, silver) = (
      Sleeve.draw(black, side: 100), Sleeve.draw(red, side: 100), Sleeve.draw(disc, side: 100)
    )
    func part(_ picture: Raster, _ columns: Range<Int>) -> [Raster.Pixel] {
      (30..<70).flatMap { row in columns.map { picture[$0, row] } }
    }
    #expect(part(one, 5..<80) == part(other, 5..<80))
    #expect(part(one, 92..<98) != part(other, 92..<98))
    #expect(part(one, 92..<98) != part(silver, 92..<98))
    let red100 = other[95, 50]
    #expect(red100.red > red100.green, "red vinyl: \(red100)")
  }

  @Test func `a record half out of its sleeve shows its company's label`() {
    var here = record(0)
    var there = here
    there.label = "Label of another company"
    #expect(Sleeve.draw(here, side: 100) == Sleeve.draw(there, side: 100))
    (here.pose, there.pose) = (.halfOut, .halfOut)
    let (one, other) = (Sleeve.draw(here, side: 100), Sleeve.draw(there, side: 100))
    #expect(one[73, 66] != other[73, 66], "the label, right of the sleeve")
    #expect(one[30, 66] == other[30, 66] && one[95, 66] == other[95, 66])
    #expect(one[50, 10].opacity == 0, "above the sleeve there is nothing")
  }

  @Test(arguments: [0, 2, 3, 5])
  func `what is in a sleeve, alone, fills its square and shows its company's label`(number: Int) {
    var here = record(number)
    here.pose = .alone
    let picture = Sleeve.draw(here, side: 240)
    #expect(picture[2, 2].opacity == 0 && picture[237, 237].opacity == 0, "there is no sleeve")
    #expect((0..<240).contains { picture[$0, 120].opacity > 200 })
    let blocks = Sleeve.draw(here, columns: 18, rows: 9).raster
    #expect((blocks.width, blocks.height) == (36, 18) && blocks[0, 0].opacity == 0)
    var there = here
    there.label = "Label of another company"
    let hasWords = [.silver, .cassette, Medium(record(0)).shape].contains(Medium(here).shape)
    #expect((Sleeve.draw(there, side: 240) != picture) == hasWords)
    there = here
    there.year = 1923
    #expect((Sleeve.draw(there, side: 240) != picture) == hasWords)
  }

  @Test func `in blocks a sleeve fills its cells, with hard edges`() {
    let sleeve = Sleeve.draw(record(5), columns: 14, rows: 7).raster
    #expect((sleeve.width, sleeve.height) == (24, 12))
    let card = Sleeve.draw(record(3), columns: 14, rows: 7).raster
    #expect((card.width, card.height) == (24, 12), "a cassette's as well")
    for picture in [sleeve, card] {
      #expect((0..<24 * 12).allSatisfy { picture[$0 % 24, $0 / 24].opacity == 255 }, "no stub of a record")
    }
    for (columns, rows) in [(24, 12), (26, 13)] {
      #expect(Sleeve.draw(record(5), columns: columns, rows: rows).band == nil, "a cover on a wall is named below it")
    }
  }

  @Test(arguments: [(30, 15), (34, 17), (36, 18)])
  func `in blocks a band of one colour is left for the names`(columns: Int, rows: Int) throws {
    var bands = 0
    for number in 0..<60 {
      var facts = record(number)
      facts.isNamedBeside = true
      #expect(Sleeve.draw(facts, columns: columns, rows: rows).band == nil, "they stand below it")
      (facts.isNamedBeside, facts.pose) = (false, [.inSleeve, .halfOut][number % 2])
      let sleeve = Sleeve.draw(facts, columns: columns, rows: rows)
      guard let band = sleeve.band else { continue }
      bands += 1
      let (width, height) = (sleeve.raster.width, sleeve.raster.height)
      #expect(2 * band.columns <= width && 4 * band.rows < height, "more than half is for the picture")
      for row in height - 2 * band.rows..<height {
        for column in 0..<2 * band.columns { #expect(sleeve.raster[column, row] == band.paper) }
      }
      func light(_ pixel: Raster.Pixel) -> Int { 3 * Int(pixel.red) + 6 * Int(pixel.green) + Int(pixel.blue) }
      #expect(abs(light(band.paper) - light(band.ink)) > 900, "the names can be read")
    }
    #expect(bands > 30)
    #expect(Sleeve.draw(record(5), columns: 20, rows: 10).band == nil, "there is no room")
    let artist = SleeveFacts(kind: .artist, seed: "artist 1", title: "Nina Simone")
    #expect(Sleeve.draw(artist, columns: columns, rows: rows).band == nil, "its name stands beside it")
  }

  @Test(arguments: [6, 7, 9, 11, 15]) func `in blocks parts with straight edges stand in whole cells`(rows: Int) {
    var patterns: [Pattern] = [.blocks, .tiles, .letters]
    if rows < 7 { patterns += [.bars, .portrait, .discs, .rings] }
    let facts = (0..<100).map { SleeveFacts(seed: "master \($0)", title: "Abbey Road", styles: ["Techno"]) }
    let chosen = facts.filter { patterns.contains(Pattern.of($0)) }
    #expect(chosen.count > 10)
    for facts in chosen {
      let sleeve = Sleeve.draw(facts, columns: 2 * rows, rows: rows).raster
      for row in 0..<sleeve.height {
        // Beside the sleeve the record is round.
        for column in stride(from: 0, to: 2 * sleeve.height, by: 2) {
          #expect(sleeve[column, row] == sleeve[column + 1, row], "\(facts.seed), row \(row), column \(column)")
        }
      }
    }
  }

  @Test func `in few blocks a pattern has few parts, and in more it is the same in any size`() {
    func patterns(_ high: Int) -> [Pattern] { Pattern.allCases.map { $0.inBlocks(high) } }
    #expect(Set(patterns(6)) == [.discs, .moon, .stripes, .blocks, .tiles])
    #expect(Set(patterns(10)) == [.bars, .discs, .moon, .stripes, .blocks, .tiles])
    let left: Set<Pattern> = [.dots, .letters, .shards, .rays, .ribbons, .portrait]
    #expect(Set(patterns(14)) == Set(Pattern.allCases).subtracting(left))
    #expect(patterns(14) == patterns(34))
  }

  @Test func `a genre and a decade have colours of their own`() {
    func mean(_ genre: String) -> SIMD3<Double> {
      var sum = SIMD3<Double>.zero
      for number in 0..<60 {
        var facts = record(number)
        (facts.genres, facts.styles, facts.year) = ([genre], [], 1975)
        let dot = Sleeve.draw(facts, side: 40).scaled(width: 1, height: 1)[0, 0]
        sum += SIMD3(Double(dot.red), Double(dot.green), Double(dot.blue))
      }
      return sum / 60
    }
    let (jazz, funk, reggae) = (mean("Jazz"), mean("Funk / Soul"), mean("Reggae"))
    #expect(jazz.z > jazz.x, "jazz is bluer than red: \(jazz)")
    #expect(funk.x > funk.z, "funk is redder than blue: \(funk)")
    #expect(reggae.y > reggae.z, "reggae is greener than blue: \(reggae)")
  }

  @Test func `an artist's name stands on the label of a record, whole or not at all`() {
    func raster(_ name: String) -> Raster {
      Sleeve.draw(SleeveFacts(kind: .artist, seed: "artist 1", title: name), side: 320)
    }
    let blank = raster("")
    for name in ["Nina Simone", "Thelonious Monk", "Creedence", "Sun Ra"] {
      #expect(raster(name).difference(from: blank) > 0.1, "\(name)")
    }
    #expect(raster("Creedence Clearwater Revival") == blank)
    for (row, column) in [(10, 160), (160, 20), (300, 160)] {
      #expect(raster("Sun Ra")[column, row] == blank[column, row], "nothing else depends on it")
    }
  }

  @Test(arguments: [SleeveFacts.Kind.artist, .label])
  func `people and companies have a picture, too`(kind: SleeveFacts.Kind) {
    let one = Sleeve.draw(SleeveFacts(kind: kind, seed: "a 1", title: "Nina Simone"), side: 80)
    let other = Sleeve.draw(SleeveFacts(kind: kind, seed: "a 2", title: "Sun Ra"), side: 80)
    #expect(one.difference(from: other) > 2)
    #expect(one[0, 0].opacity == 0, "corners shine through")
    #expect(one[40, 20].opacity == 255)
  }

  @Test(arguments: ["", "   ", "マイルス・デイビス", "🎷", String(repeating: "W", count: 4_000), "\u{1B}[31m", "İıß"])
  func `any name can be drawn`(name: String) {
    for kind in [SleeveFacts.Kind.record, .artist, .label] {
      for format in ["Vinyl", "Box Set", "File", "", "Nothing known"] {
        let facts = SleeveFacts(
          kind: kind, seed: name, artist: name, title: name, label: name, genres: [name], format: format,
          descriptions: ["7\""], freeText: name, quantity: .max)
        #expect(Sleeve.draw(facts, side: 24).width == 24)
      }
    }
  }

  @Test func `of a sleeve alone there is neither record nor margin`() {
    for number in 0..<40 {
      var facts = record(number)
      facts.pose = .sleeve
      let front = Sleeve.draw(facts, side: 68)
      #expect(front.width == 68 && front.height == 68)
      #expect((0..<68).allSatisfy { front[$0, 34].opacity == 255 && front[34, $0].opacity == 255 }, "\(number)")
      facts.freeText = "Red"
      #expect(Sleeve.draw(facts, side: 68) == front, "the colour of the record is not seen")
      let blocks = Sleeve.draw(facts, columns: 10, rows: 5).raster
      #expect((blocks.width, blocks.height) == (20, 10))
      #expect((0..<200).allSatisfy { blocks[$0 % 20, $0 / 20].opacity == 255 })
    }
  }

  @Test func `in blocks a record that is half out of its sleeve is there whole, and a file as ever`() {
    for rows in 3...30 {
      var vinyl = record(0)
      vinyl.pose = .halfOut
      let drawn = Sleeve.draw(vinyl, columns: 2 * rows, rows: rows).raster
      #expect(drawn.width / 2 <= 2 * rows, "\(rows) rows")
      let edge = (0..<drawn.height).filter { drawn[drawn.width - 1, $0].opacity > 0 }
      #expect(!edge.isEmpty && edge.count < drawn.height / 2 + 2, "\(rows) rows: its edge is round")
      var file = record(4)
      let before = Sleeve.draw(file, columns: 2 * rows, rows: rows).raster
      file.pose = .halfOut
      let after = Sleeve.draw(file, columns: 2 * rows, rows: rows).raster
      #expect((after.width, after.height) == (before.width, before.height), "\(rows) rows")
    }
  }

  @Test(arguments: 1...20, 1...3) func `in blocks the label of a record alone has room for words, all of its colour`(
    rows: Int, discs: Int
  ) throws {
    var vinyl = record(0)
    (vinyl.pose, vinyl.quantity) = (.alone, discs)
    let drawn = Sleeve.draw(vinyl, columns: 2 * rows, rows: rows)
    guard let band = drawn.band else { return #expect(rows < 6) }
    #expect(band.columns >= 6 && (drawn.raster.height / 2 - band.rows) % 2 == 0, "in the middle")
    for row in 2 * band.row..<2 * (band.row + band.rows) {
      for column in 2 * band.column..<2 * (band.column + band.columns) {
        #expect(drawn.raster[column, row] == band.paper, "\(rows) rows: \(column), \(row)")
      }
    }
    vinyl.descriptions = ["7\""]
    #expect(Sleeve.draw(vinyl, columns: 2 * rows, rows: rows).band == nil, "its hole is in the way")
    vinyl.format = "CD"
    #expect(Sleeve.draw(vinyl, columns: 2 * rows, rows: rows).band == nil)
  }

  @Test(arguments: [60, 100, 187, 240, 320], 1...3)
  func `words on a cassette stay on its label`(side: Int, cassettes: Int) {
    var facts = record(0)
    (facts.format, facts.pose, facts.quantity, facts.year) = ("Cassette", .alone, cassettes, 1981)
    let (few, many) = ("A", "WWWWWWWWWWWWWW")
    facts.label = few
    let one = Sleeve.draw(facts, side: side)
    facts.label = many
    let other = Sleeve.draw(facts, side: side)
    // Labels differ in their colour, too; beside them nothing does.
    let changed = (0..<side * side).filter { one[$0 % side, $0 / side] != other[$0 % side, $0 / side] }
    let others = 0.04 * Double(cassettes - 1)
    let size = 0.98 - others
    let label = (0.01 + 0.07 * size) * Double(side) - 1...(0.01 + others + 0.93 * size) * Double(side) + 1
    #expect(!changed.isEmpty && changed.allSatisfy { label.contains(Double($0 % side)) })
  }

  @Test(arguments: 1...20, 1...3) func `in blocks the label of a cassette alone has room for words above its window`(
    rows: Int, cassettes: Int
  ) throws {
    var facts = record(0)
    (facts.format, facts.pose, facts.quantity) = ("Cassette", .alone, cassettes)
    let drawn = Sleeve.draw(facts, columns: 2 * rows, rows: rows)
    guard let band = drawn.band else { return #expect(rows < 10) }
    #expect(band.columns >= 6 && band.rows == 2)
    for row in 2 * band.row..<2 * (band.row + band.rows) {
      for column in 2 * band.column..<2 * (band.column + band.columns) {
        #expect(drawn.raster[column, row] == band.paper, "\(rows) rows: \(column), \(row)")
      }
    }
  }

  @Test(arguments: 3...14, 2...3)
  func `a card fills its room, with a band at its foot that can be read`(rows: Int, bandRows: Int) throws {
    for number in 0..<60 {
      let columns = 2 * rows - number % 3
      let card = Sleeve.drawCard(record(number), columns: columns, rows: rows, bandRows: min(bandRows, rows))
      let band = try #require(card.band)
      #expect((card.raster.width, card.raster.height) == (2 * columns, 2 * rows))
      #expect((band.column, band.columns, band.row + band.rows) == (0, columns, rows), "\(number)")
      #expect(band.rows == min(bandRows, rows) && band.ink != band.paper)
      #expect((0..<2 * columns).allSatisfy { card.raster[$0, 0].opacity == 255 }, "\(number): nothing is left blank")
      #expect(card.raster[2 * columns - 1, 2 * rows - 1] == band.paper, "\(number)")
    }
  }

  @Test(arguments: 2...30) func `in blocks bars are as wide as each other, with gaps`(rows: Int) throws {
    let barred = (0..<400).lazy.map { self.record($0) }.first { Pattern.of($0) == .bars }
    var facts = try #require(barred)
    facts.pose = .sleeve
    let drawn = Sleeve.draw(facts, columns: 2 * rows, rows: rows).raster
    // All stand on the one edge or hang from the other, and reach neither.
    let edges = [(0, drawn.height - 1), (drawn.height - 1, 0)].map { edge, other in
      String((0..<drawn.width / 2).map { drawn[2 * $0, edge] == drawn[0, other] ? " " : "|" })
    }
    // Of the fewest blocks, one may reach from edge to edge.
    guard let edge = edges.first(where: { $0.contains("|") }) else { return #expect(rows < 4) }
    #expect(Set(edge.split(separator: " ").map(\.count)).count == 1, "\(edge)")
    #expect(Set(edge.trimmed().split(separator: "|").map(\.count)).count <= 1, "\(edge)")
  }

  @Test(arguments: [SleeveFacts.Kind.record, .artist, .label])
  func `any seed can be drawn`(kind: SleeveFacts.Kind) {
    for number in 0..<1_500 {
      var facts = record(number)
      (facts.kind, facts.seed) = (kind, "artist \(number)")
      #expect(Sleeve.draw(facts, side: 12 + number % 24).width == 12 + number % 24)
      facts.pose = [.inSleeve, .halfOut, .alone, .sleeve][number % 4]
      #expect(Sleeve.draw(facts, side: 40).width == 40)
      let (columns, rows) = (1 + number % 37, 1 + number % 16)
      let blocks = Sleeve.draw(facts, columns: columns, rows: rows).raster
      #expect(2...2 * columns ~= blocks.width && 2...2 * rows ~= blocks.height)
    }
  }

  @Test func `a row of the shelf is dressed like its release`() {
    var release = Release(id: 1, title: "Head Hunters")
    release.master = 7
    release.artists = [ArtistCredit(id: nil, name: "Herbie Hancock")]
    release.labels = [LabelCredit(id: nil, name: "Columbia")]
    release.genres = ["Jazz"]
    release.styles = ["Fusion"]
    release.released = "1973"
    release.formats = [Format(name: "Vinyl", quantity: "2", descriptions: ["LP", "Album"])]
    let row = ShelfFacts(
      release: 1, master: 7, artist: "Herbie Hancock", title: "Head Hunters", label: "Columbia",
      format: release.formats.shortName, year: 1973, genres: ["Jazz"], styles: ["Fusion"])
    #expect(Sleeve.draw(SleeveFacts(release), side: 50) == Sleeve.draw(SleeveFacts(row), side: 50))
  }
}

public import Clients
public import DiscogsModel
import RunoutModel
import Sleeves
import Wording

/// Pressings side by side, fact by fact.
nonisolated public struct Comparison: Hashable, Sendable {
  /// How many pressings can be compared.
  public static var room: ClosedRange<Int> { 2...6 }

  /// A pressing, with the user's copies and wants of it.
  public struct Pressing: Hashable, Sendable {
    public var release: Release
    var holding = Holding()
    /// The figures of the market; nil where the source has none.
    var market: MarketFigures?
    /// The error where market or shelf could not be read; the rest can be compared all the same.
    public private(set) var failure: ClientError?
    /// Nil where none is shown.
    fileprivate(set) var picture: PictureSubject?

    public init(_ release: Release) { self.release = release }

    fileprivate init(_ id: Release.ID, from services: Services) async throws(ClientError) {
      let record = try await LoadedRecord(.release(id), from: services, isPreview: true)
      guard let release = record.release else { throw .notFound(.release(id)) }
      (self.release, holding, failure) = (release, record.holding, record.shelfFailure)
      picture = record.picture
      picture?.sleeve.pose = .halfOut
      do {
        market = try await services.community.market(id, false)
      } catch {
        if error == .cancelled { throw error }
        failure = error
      }
    }
  }

  /// A fact with its value for each pressing; empty where one has none.
  public struct Row: Hashable, Sendable {
    public var name: String
    public var values: [String]
    public var differs: Bool
    /// For each value, whether more than half of them are the same.
    fileprivate var isCommon: [Bool]
    /// The title of a track where all pressings that have it call it so; else empty.
    fileprivate var title = ""
    /// The track's position and playing time on each pressing.
    fileprivate var positions: [String] = []
    fileprivate var times: [String] = []
    fileprivate var sign: Span.Emphasis?
    fileprivate var emphasis = Span.Emphasis.plain

    /// The values, of tracks with their times.
    public var texts: [String] {
      times.isEmpty ? values : zip(values, times).map { $1.isEmpty ? $0 : "\($0)  \($1)" }
    }

    /// - Parameter essence: what to compare, where that is not all of the values.
    public init(name: String, values: [String], essence: [String]? = nil) {
      (self.name, self.values) = (name, values)
      let essence = essence ?? values
      differs = Set(essence).count > 1
      isCommon = essence.map { value in 2 * essence.count { $0 == value } > essence.count }
    }
  }

  /// Facts of one kind, under a caption; what is the user's and the record's own facts have none.
  public struct Section: Hashable, Sendable {
    public var caption: String
    public var rows: [Row]

    private var same: Int { rows.count { !$0.differs } }
    /// Whether it is said how many facts are the same.
    fileprivate var hasSame: Bool { !caption.isEmpty && same > 2 }
    fileprivate var sameWords: String { RecordWords.same(same, of: rows.count) }
  }

  public let pressings: [Pressing]
  public let sections: [Section]
  /// The first sleeve, where all would be drawn much the same; nil where there are photographs, or several names.
  let sleeve: PictureSubject?

  public init(_ ids: [Release.ID], from services: Services) async throws(ClientError) {
    var pressings: [Pressing] = []
    for id in ids { pressings.append(try await Pressing(id, from: services)) }
    self.init(pressings)
  }

  public init(_ pressings: [Pressing]) {
    let sleeve = Self.commonSleeve(of: pressings)
    var pressings = pressings
    // It stands once; what tells the pressings apart is what was in it.
    if sleeve != nil { for number in pressings.indices { pressings[number].picture?.sleeve.pose = .alone } }
    (self.pressings, self.sleeve) = (pressings, sleeve)
    let releases = pressings.map(\.release)
    func row(_ name: String, _ value: (Release) -> String) -> Row { Row(name: name, values: releases.map(value)) }
    let facts = [
      row(FieldWords.country, \.country),
      row(FieldWords.label) { $0.labels.map(\.displayName).uniqued().joined(separator: ", ") },
      row(FieldWords.number) { $0.labels.compactMap(\.displayCatalogueNumber).uniqued().joined(separator: ", ") },
      row(FieldWords.released) { ReleaseDate.display($0.released) },
      row(FieldWords.format) { $0.formats.map(\.displayName).joined(separator: "\n") },
    ]
    let wants = pressings.map { $0.holding.want != nil }
    var owned = [
      Row(name: RecordWords.youOwn, values: pressings.map { Self.copies($0.holding) }),
      Row(name: RecordWords.youWant, values: wants.map { $0 ? RecordWords.thisPressing : "" }),
      Row(name: FieldWords.market, values: pressings.map { Self.price($0.market) }),
      row(FieldWords.community, Self.community),
    ]
    (owned[0].sign, owned[1].sign, owned[2].emphasis) = (.own, .want, .price)
    sections = [
      Section(caption: "", rows: owned),
      Section(caption: "", rows: facts),
      Section(caption: RecordWords.identifiers, rows: Self.identifiers(releases)),
      Section(caption: RecordWords.tracklist, rows: Self.tracks(releases)),
      Section(caption: FieldWords.credits, rows: Self.credits(releases)),
      Section(caption: FieldWords.companies, rows: Self.companies(releases)),
    ].map { Section(caption: $0.caption, rows: $0.rows.filter { !$0.values.allSatisfy(\.isEmpty) }) }
      .filter { !$0.rows.isEmpty }
  }

  private static func commonSleeve(of pressings: [Pressing]) -> PictureSubject? {
    guard var first = pressings.first?.picture, hasOneName(pressings) else { return nil }
    let pictures = pressings.map(\.picture)
    guard pictures.allSatisfy({ $0?.url == "" && $0?.sleeve.seed == first.sleeve.seed }),
      pictures.allSatisfy({ $0?.sleeve.hasSleeveOfItsOwn == false })
    else { return nil }
    first.sleeve.pose = .sleeve
    return first
  }

  /// Whether all have the same artist and title.
  private static func hasOneName(_ pressings: [Pressing]) -> Bool {
    Set(pressings.map { [$0.release.artists.displayName, $0.release.title] }).count == 1
  }

  private static func identifiers(_ releases: [Release]) -> [Row] {
    rows(releases, names: { $0.identifiers.map(\.kind) }) { release, kind in
      release.identifiers.filter { $0.kind == kind }.map { identifier in
        identifier.description.isEmpty ? identifier.value : "\(identifier.value) (\(identifier.description))"
      }
    }
  }

  /// By place in the list. Positions are shown but not compared: the second side of a record is no other music than the
  /// end of a CD.
  private static func tracks(_ releases: [Release]) -> [Row] {
    let tracks = releases.map { $0.tracklist.flatMap { [$0] + $0.parts }.filter { $0.kind != .heading } }
    return (0..<(tracks.map(\.count).max() ?? 0)).map { place in
      let here = tracks.map { place < $0.count ? $0[place] : nil }
      let values = here.map { track in
        track.map { [$0.position, $0.title].filter { !$0.isEmpty }.joined(separator: "  ") } ?? ""
      }
      var row = Row(
        name: "\(place + 1)", values: values, essence: here.map { $0.map { "\($0.title)\n\($0.duration)" } ?? "" })
      let titles = here.compactMap { $0?.title }.uniqued()
      row.positions = here.map { $0?.position ?? "" }
      // Without a position, what a pressing lacks would look like what it has.
      let isSure = !here.contains { $0 == nil } || here.allSatisfy { $0?.position.isEmpty != true }
      if titles.count == 1, isSure { row.title = titles[0] }
      row.times = here.map { $0?.duration ?? "" }
      return row
    }
  }

  /// The tracks of a credit are shown but not compared: `A1` of a record is `1` of a CD.
  private static func credits(_ releases: [Release]) -> [Row] {
    releases.flatMap { $0.credits.groupedByRole.map(\.role) }.uniqued().map { role in
      let entries = releases.map { $0.credits.groupedByRole.filter { $0.role == role }.flatMap(\.entries) }
      func values(_ asides: (CreditGroup.Entry) -> [String]) -> [String] {
        entries.map { entries in
          entries.map { entry in
            let aside = asides(entry).filter { !$0.isEmpty }.joined(separator: "; ")
            return aside.isEmpty ? entry.credit.displayName : "\(entry.credit.displayName) (\(aside))"
          }.joined(separator: "\n")
        }
      }
      return Row(name: role, values: values { [$0.detail, $0.tracks] }, essence: values { [$0.detail] })
    }
  }

  private static func companies(_ releases: [Release]) -> [Row] {
    rows(releases, names: { $0.companies.map(\.role) }) { release, role in
      release.companies.filter { $0.role == role }.map { company in
        [company.displayName, company.displayCatalogueNumber ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
      }
    }
  }

  /// Makes a row for each name that any release has, in order of appearance.
  private static func rows(
    _ releases: [Release], names: (Release) -> [String], values: (Release, String) -> [String]
  ) -> [Row] {
    releases.flatMap(names).uniqued().map { name in
      Row(name: name, values: releases.map { values($0, name).joined(separator: "\n") })
    }
  }

  private static func copies(_ holding: Holding) -> String {
    holding.owned.map { copy in
      [copy.summary, copy.rating.map(RecordWords.stars) ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    }.joined(separator: "\n")
  }

  private static func community(_ release: Release) -> String {
    guard let community = release.live?.community else { return "" }
    return RecordWords.figures(have: "\(community.have)", want: "\(community.want)", demand: "")
  }

  private static func price(_ market: MarketFigures?) -> String {
    guard let market else { return "" }
    return RecordWords.forSale(market.forSale, from: market.lowest?.displayName)
  }

  // MARK: As text

  /// The columns between the values of two pressings, a line in their middle.
  private static let gap = 3

  /// The columns of a value.
  private func width(_ columns: Int) -> Int {
    // The last column stays free before the scroll mark.
    max(8, (columns - 1 - nameColumns(columns) + Self.gap) / pressings.count - Self.gap)
  }

  /// Where a line divides two pressings.
  public func dividers(columns: Int) -> [Int] {
    let (lead, width) = (nameColumns(columns), width(columns))
    return (1..<pressings.count).map { lead + $0 * (width + Self.gap) - 2 }
  }

  /// The columns for names in front of the values.
  private func nameColumns(_ columns: Int) -> Int {
    min(pressings.count > 3 ? 18 : 24, max(8, columns / 5 + (pressings.count > 4 ? 1 : 2)))
  }

  private struct Cell {
    var text: String
    /// The sign of what is owned or wanted, in front.
    var sign: Span.Emphasis?
    var trailing = ""
    var trailingEmphasis = Span.Emphasis.quiet
    var emphasis = Span.Emphasis.plain
    var link: LinkTarget?
  }

  /// `US 1959 · Columbia – CL 1355`.
  private static func pressing(_ release: Release) -> String {
    let place = [release.country, release.year.map(String.init) ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    let label = release.labels.first.map { [$0.displayName, $0.displayCatalogueNumber ?? ""] } ?? []
    let number = label.filter { !$0.isEmpty }.joined(separator: " – ")
    return [place, number].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Lays the pressings out side by side; facts that differ are bright, those of more than half of them dim. Behind a
  /// caption it says how many are the same.
  ///
  /// - Parameters:
  ///   - rowsForCovers: the rows of the screen; nil without room for covers.
  ///   - onlyDifferences: whether to leave out what is the same.
  public func lines(
    columns: Int, measure: TextMeasure, rowsForCovers: Int? = nil, onlyDifferences: Bool = false
  ) -> [DocumentLine] {
    let lead = nameColumns(columns)
    let width = width(columns)
    var lines: [DocumentLine] = []
    func add(_ name: String, _ cells: [Cell], _ nameEmphasis: Span.Emphasis = .quiet) {
      let names = name.isEmpty ? [] : measure.wrap(name, columns: lead - 1)
      let wrapped = cells.map { cell in
        let taken = (cell.trailing.isEmpty ? 0 : measure.columns(cell.trailing) + 1) + (cell.sign == nil ? 0 : 2)
        return cell.text.isEmpty ? [] : measure.wrap(cell.text, columns: max(8, width - taken))
      }
      for row in 0..<max(names.count, wrapped.map(\.count).max() ?? 0) {
        var spans: [Span] = []
        for (number, cell) in cells.enumerated() {
          let text = row < wrapped[number].count ? wrapped[number][row] : ""
          var used = measure.columns(text)
          if let sign = cell.sign {
            spans += row == 0 ? [Span(sign == .want ? "♥" : "●", sign), Span(" ")] : [Span("  ")]
            used += 2
          }
          if !text.isEmpty { spans.append(Span(text, cell.emphasis, link: cell.link)) }
          let trailing = row == 0 ? cell.trailing : ""
          if !trailing.isEmpty {
            let gap = max(1, width - used - measure.columns(trailing))
            spans += [Span(String(repeating: " ", count: gap)), Span(trailing, cell.trailingEmphasis)]
            used += gap + measure.columns(trailing)
          }
          guard number + 1 < cells.count else { continue }
          spans.append(Span(String(repeating: " ", count: max(1, width + Self.gap - used))))
        }
        lines.append(
          DocumentLine(
            lead: row < names.count ? names[row] : "", leadEmphasis: nameEmphasis, leadColumns: lead,
            spans: spans))
      }
    }
    func add(_ text: (Release) -> String, _ emphasis: Span.Emphasis, isLinked: Bool = false, name: String = "") {
      add(
        name,
        pressings.map {
          Cell(text: text($0.release), emphasis: emphasis, link: isLinked ? .entity(.release($0.release.id)) : nil)
        }, .strong)
    }
    // The name that all share stands once, before what tells each from the others.
    let shared = Self.hasOneName(pressings) ? pressings.first?.release : nil
    if let shared {
      add(Self.pressing, .strong, isLinked: true, name: shared.title)
    } else {
      add(\.title, .strong, isLinked: true)
      add(\.artists.displayName, .quiet)
      add(Self.pressing, .plain)
    }
    // A number that is broken cannot be read, and every title leads to its page.
    let numbers = pressings.map { "r\($0.release.id)" }
    let areWhole = numbers.allSatisfy { measure.columns($0) <= width }
    add(shared?.artists.displayName ?? "", areWhole ? numbers.map { Cell(text: $0, emphasis: .quiet) } : [])
    if let rowsForCovers { lines += covers(at: lead, width: width, rows: rowsForCovers) }
    for section in sections {
      let rows = onlyDifferences ? section.rows.filter(\.differs) : section.rows
      if rows.isEmpty { continue }
      lines.append(DocumentLine())
      if !section.caption.isEmpty {
        let isCounted = !onlyDifferences && section.hasSame
        let words = isCounted ? [Span("  \(section.sameWords)", .quiet)] : []
        lines.append(DocumentLine(spans: [Span(section.caption, .caption)] + words))
      }
      // The title that all have stands once, in front, but not broken where there is more room for it below each of them.
      let hasRoom = rows.allSatisfy { measure.columns($0.title) < lead } || width <= lead
      for row in rows {
        let isTitled = hasRoom && !row.title.isEmpty
        let cells = (isTitled ? row.positions : row.values).enumerated().map { number, value in
          let time = row.times.isEmpty ? "" : row.times[number]
          if isTitled {
            // A position is compared with nothing but its lack.
            let isRare = row.differs && !row.isCommon[number]
            let isTimeCommon = 2 * row.times.count { $0 == time } > row.times.count
            return Cell(
              text: value, trailing: time, trailingEmphasis: isRare && !isTimeCommon ? .strong : .quiet,
              emphasis: isRare && row.values.contains("") ? .strong : .quiet)
          }
          if value == RecordWords.forSale(0, from: nil) { return Cell(text: value, emphasis: .quiet) }
          let emphasis: Span.Emphasis =
            row.isCommon[number] ? .quiet : row.differs && row.emphasis == .plain ? .strong : row.emphasis
          return Cell(text: value, sign: value.isEmpty ? nil : row.sign, trailing: time, emphasis: emphasis)
        }
        // The values of other tracks begin with their positions.
        let name = isTitled ? row.title : row.times.isEmpty ? row.name : ""
        add(name, cells, isTitled && row.differs ? .strong : .quiet)
      }
    }
    return lines
  }

  private func covers(at start: Int, width: Int, rows: Int) -> [DocumentLine] {
    guard width >= 14, Set(pressings.map(\.picture)).count > 1 else { return [] }
    if sleeve != nil {
      let hasRoom = start >= Self.leastForSleeve
      let high = min(width / 2, width < 26 || rows < 30 ? 7 : rows < 34 ? 9 : 11)
      var lines = lines(of: pressings.map { PictureBox($0.picture, rows: high) }, at: start, width: width)
      if hasRoom {
        let box = PictureBox(sleeve, rows: min(high, (start - 1) / 2))
        let above = (high - box.rows) / 2
        for row in 0..<box.rows { lines[above + row].covers.insert(PictureLine(box: box, row: row), at: 0) }
      }
      return [DocumentLine()] + lines
    }
    let boxes = pressings.compactMap {
      PictureBox($0.picture, columns: width < 22 ? 36 : 58, rows: width < 28 ? 0 : rows)
    }
    // Above a sleeve there is nothing but a blank line; a photograph stands at the foot of its room.
    let isDrawn = pressings.allSatisfy { $0.picture?.url.isEmpty == true }
    let lines = lines(of: boxes, at: start, width: width)
    guard isDrawn, let box = boxes.first else { return lines }
    let high = Int((Float(box.rows) * Sleeve.sideIfHalfOut).rounded())
    return Array(lines.dropFirst(max(0, box.rows - high - 1)))
  }

  /// Fewer columns would make a sleeve of a few specks.
  private static let leastForSleeve = 15

  /// Pictures side by side, each over its pressing.
  private func lines(of boxes: [PictureBox], at start: Int, width: Int) -> [DocumentLine] {
    (0..<(boxes.first?.rows ?? 0)).map { row in
      var line = DocumentLine()
      line.covers = boxes.enumerated().map { number, box in
        PictureLine(box: box, row: row, column: start + number * (width + Self.gap))
      }
      return line
    }
  }
}

public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// An artist's page: the discography by sections, with a master standing for its versions.
///
/// The first line is the artist's own, with the profile beside the list while it is selected. The page opens on the first
/// work.
@Observable
public final class ArtistModel: PageModel, Loader {
  public let artist: Artist.ID
  public let list: ListModel<ArtistRow>
  public let figures: ArtistFigures
  public let profile: InfoPane
  public let panes: Panes
  /// The section that is shown alone; nil for all of them.
  public private(set) var section: DiscographySection?

  @ObservationIgnored private let marks: RowMarks
  @ObservationIgnored private var unfolded: Set<Master.ID> { didSet { list.showsCards = unfolded.isEmpty } }
  @ObservationIgnored private var hasWallLines: Bool
  @ObservationIgnored private var summary: (of: Artist, text: String)?

  public init(_ artist: Artist.ID, context: PageContext, memento: PageMemento = PageMemento()) {
    self.artist = artist
    (section, unfolded) = (memento.section, memento.unfolded)
    hasWallLines = memento.list.isWall == true && context.pictures.isOn
    let source = DiscographySource(
      artist: artist, section: memento.section, unfolded: memento.unfolded, isWall: hasWallLines,
      readsRecords: !context.can(.refresh), catalogue: context.services.catalogue)
    list = ListModel(source.source, context: context, memento: memento.list)
    marks = RowMarks(of: list) { try await $0.marks($1.compactMap(\.row)) }
    figures = ArtistFigures(of: artist, context: context)
    profile = InfoPane(context, isPreview: false, memento: memento)
    panes = Panes(list, record: profile, hasPreview: true, parts: [marks, figures], context: context)
    figures.works = { [weak self] in self?.worksIfWhole }
    list.onPage = { [marks, figures] in
      marks.load(from: $0)
      figures.rowsCame()
    }
    profile.show(.artist(artist))
    list.showsCards = unfolded.isEmpty
    if memento == PageMemento() { selectFirstWork() } else { list.loadMoreIfNeeded() }
  }

  public var route: Route { .artist(artist) }
  public var shelfMarks: [EntityReference: ShelfMarks] { marks.marks }
  /// The artist's name, without the number that tells homonyms apart; nil while unknown.
  public var name: String? { profile.name.map { Homonym.strip($0) } }

  public var memento: PageMemento {
    var memento = panes.memento
    memento.section = section
    memento.unfolded = unfolded
    return memento
  }

  public var subjectsToBookmark: [Subject] { panes.markedOrOwn }

  /// The rows of all works; nil unless the whole list is here.
  private var worksIfWhole: [CatalogueRow]? {
    guard list.list.status == .complete, !list.list.isStale, section == nil, !list.order.isCutDown, !hasWallLines,
      list.listBeforePeek == nil
    else { return nil }
    return list.list.rows.compactMap { if case .work(let work) = $0 { work.row } else { nil } }
  }

  /// The first line of the profile, for the artist's own row; the real name where there is no profile.
  public var profileLine: String {
    guard case .artist(let artist)? = profile.loaded?.content else { return "" }
    if let summary, summary.of == artist { return summary.text }
    let text = TextMarkup.plain(artist.profile, names: profile.loaded?.names ?? [:])
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? artist.realName
    summary = (artist, line)
    return line
  }

  /// Of the artist's own works the years, such as `1956–1965`, nil for fewer than two, and the labels, those of most works
  /// first. Nil unless all works are here.
  public var career: (years: String?, labels: [String])? {
    guard let works = worksIfWhole?.filter({ $0.section != .appearances && $0.section != .unofficial }) else {
      return nil
    }
    let years = works.compactMap(\.year)
    let companies = works.map(\.label).filter { !$0.isEmpty && !$0.hasPrefix("Not On Label") }
    let counts = Dictionary(companies.map { ($0, 1) }, uniquingKeysWith: +)
    let labels = companies.uniqued().sorted { counts[$0, default: 0] > counts[$1, default: 0] }
    guard let first = years.min(), let last = years.max(), first < last else { return (nil, labels) }
    return ("\(first)–\(last)", labels)
  }

  /// The number of the selected work, or of the one whose version is selected, from 1.
  public var number: Int {
    let rows = list.list.rows.prefix(list.cursor + 1)
    let others = unfolded.isEmpty ? 0 : rows.count(where: \.isBelowMaster)
    let captions = list.list.captions.count { $0 <= list.cursor }
    return rows.count - captions - others - (rows.first?.isOfThePage == true ? 1 : 0)
  }

  // MARK: Commands

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .nextType, .previousType:
      section = section(after: command == .nextType ? 1 : -1)
      list.reload(source())
      selectFirstWork()
    case .unfold where !panes.isInfoFocused: return toggleVersions()
    case .open where !panes.isInfoFocused && list.list.selected?.isOfThePage == true: panes.move(to: .info)
    default:
      let outcome = panes.perform(command, argument)
      followWall()
      return outcome
    }
    return .done
  }

  public func hear(_ event: Event) {
    panes.hear(event)
    followWall()
  }

  private func selectFirstWork() { list.select { $0.row != nil } }

  private func source() -> ListSource<ArtistRow> {
    DiscographySource(
      artist: artist, section: hasWallLines ? section ?? firstSection : section, unfolded: unfolded,
      isWall: hasWallLines, readsRecords: !context.can(.refresh), catalogue: context.services.catalogue
    ).source
  }

  /// The section of a wall where none is chosen: the first that the list has.
  private var firstSection: DiscographySection {
    if let first = list.list.captions.first, case .caption(let section) = list.list.rows[first] { return section }
    return DiscographySection.allCases.first { figures.sections[$0] ?? 0 > 0 } ?? .albums
  }

  public var nextSection: DiscographySection? { section(after: 1) }

  private func section(after step: Int) -> DiscographySection? {
    let known = Set(figures.sections.keys).union(list.list.rows.compactMap(\.row?.section))
    return ([nil] + DiscographySection.allCases.filter(known.contains)).element(step, after: section)
  }

  /// Reloads if the wall was switched on or off; the selected record stays selected.
  private func followWall() {
    guard list.isWall != hasWallLines else { return }
    let works = list.list.rows.enumerated().compactMap { index, line -> (index: Int, work: ArtistRow.Work)? in
      if case .work(let work) = line { (index, work) } else { nil }
    }
    let shown = section ?? firstSection
    hasWallLines = list.isWall
    unfolded = []
    let before = works.prefix { $0.index < list.cursor }.count { hasWallLines ? $0.work.section == shown : true }
    // In the list the artist's line and a caption come before the first work.
    let row = hasWallLines ? before : before + (section == nil && !list.order.isCutDown ? 2 : 1)
    list.reload(source(), selecting: row)
  }

  // MARK: Versions

  private func toggleVersions() -> Outcome {
    guard let line = list.list.selected else { return .passed }
    guard let master = line.master, !hasWallLines else { return .refused(ArtistWords.noVersions) }
    let rows = list.list.rows
    let head = rows[...list.cursor].lastIndex { !$0.isBelowMaster } ?? list.cursor
    let shown = rows[(head + 1)...].prefix(while: \.isBelowMaster).count
    if shown > 0 {
      unfolded.remove(master)
      list.source = source()
      list.fold(shown, below: head)
    } else {
      loadVersions(of: master, below: rows[head])
    }
    return .done
  }

  private func loadVersions(of master: Master.ID, below line: ArtistRow) {
    let source = DiscographySource(artist: artist, catalogue: context.services.catalogue)
    load(orReport: ArtistWords.versionsFailed) { _ in
      try await source.versions(of: master)
    } then: {
      $0.show($1, of: master, below: line)
    }
  }

  private func show(_ versions: [ArtistRow], of master: Master.ID, below line: ArtistRow) {
    let rows = list.list.rows
    // The list may have changed meanwhile.
    guard !list.list.isStale, let head = rows.firstIndex(where: { ArtistRow.isSame($0, line) }),
      rows.dropFirst(head + 1).first?.isBelowMaster != true
    else { return }
    unfolded.insert(master)
    list.source = source()
    list.unfold(versions, below: head)
  }
}

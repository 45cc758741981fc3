import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Sleeves
import Wording

/// The panels of Home, under a row of covers.
@Observable
public final class HomePane: PanelPane {
  public var view = PanelView<HomePart>(widths: HomePart.widths, arrangements: HomePart.arrangements) {
    didSet {
      // The pick names its keys while it is selected.
      if (view.selected?.part == .pick) != (oldValue.selected?.part == .pick) { layOut() }
    }
  }
  /// The latest additions as covers, in the order of the cells.
  public private(set) var covers: [PictureSubject] = []
  public private(set) var pick: PictureSubject?
  /// The greeting, with totals of the shelf once they are counted.
  public internal(set) var greeting: HomeGreeting
  /// Whether every part has loaded or failed once.
  public internal(set) var isReady = false

  @ObservationIgnored public let context: PageContext
  @ObservationIgnored public let finder: Finder?
  @ObservationIgnored var keys: [Command: [String]]
  /// How often each question was asked; answers to earlier rounds are dropped.
  @ObservationIgnored var rounds: [HomeQuestion: Int] = [:]
  @ObservationIgnored var content = HomeContent()
  @ObservationIgnored var network: NetworkStatus
  @ObservationIgnored var sync: SyncStatus
  @ObservationIgnored var source: SourceStatus
  /// The day of tonight's pick, since 1970, and how many picks were turned down.
  @ObservationIgnored var pickDay: Int
  @ObservationIgnored var pickTurn = 0
  /// Whether the present pick is still the one for that day and turn.
  @ObservationIgnored var keepsPick = true
  /// Whether covers are about to be requested.
  @ObservationIgnored private var isWaiting = false
  @ObservationIgnored var room = (columns: 80, rows: 20)
  /// The rows of the cover above the words of tonight's pick; 0 where they stand beside it.
  @ObservationIgnored var pickRows = 0

  /// The size of the cover of tonight's pick, in cells: the largest that leaves room for its words.
  public var pickCover: (columns: Int, rows: Int) {
    if pickRows > 0 { return (2 * pickPictureRows, pickRows) }
    if room.rows >= 43, view.textColumns >= 46 { return (22, 11) }
    return room.rows >= 34 && view.textColumns >= 40 ? (16, 8) : (12, 6)
  }
  /// The rows of its picture: where a record is half out of its sleeve, some are free above that.
  public var pickPictureRows: Int {
    pickRows > 0 ? Int((Float(pickRows) / Sleeve.sideIfHalfOut).rounded(.up)) : pickCover.rows
  }
  /// Narrower panels show the pick without its cover.
  private static let leastPickColumns = 34

  init(_ context: PageContext, keys: [Command: [String]]) {
    (self.context, self.keys) = (context, keys)
    let today = context.services.desktop.localTime()
    greeting = HomeGreeting(today, nil)
    pickDay = today.day
    network = context.services.network.status()
    sync = context.services.sync.status()
    source = context.services.source.current()
    finder = Finder(context)
    finder?.pane = self
    reload()
  }

  public func resize(columns: Int, rows: Int) {
    room = (columns, rows)
    if view.resize(columns: columns, height: rows) { layOut() }
  }

  // MARK: Covers

  /// Returns the row of covers; nil without room for them.
  ///
  /// - Parameter count: the most covers.
  func band(of count: Int) -> CoverBand? {
    context.pictures.isOn ? CoverBand(of: count, on: room) : nil
  }

  public var band: CoverBand? { band(of: covers.count) }

  /// How fine the cover of tonight's pick is.
  public var pickDetail: PictureDetail { pickRows > 0 ? .page : .cover }

  /// The columns for the cover beside the pick's words, with a gap; 0 without one.
  var pickIndent: Int {
    context.pictures.isOn && view.textColumns >= Self.leastPickColumns ? pickCover.columns + 2 : 0
  }

  func show(_ lines: [HomePart: [PanelLine<HomePart>]], cells: [PanelLine<HomePart>]) {
    let covers = cells.compactMap { $0.picture }
    if covers != self.covers { self.covers = covers }
    var pick = pickIndent > 0 ? lines[.pick]?.lazy.compactMap({ $0.picture }).first : nil
    if pickRows > 0 {
      pick?.sleeve.pose = .halfOut
      pick?.sleeve.isNamedBeside = true
    }
    if pick != self.pick { self.pick = pick }
    view.show(lines, cells: cells, headRows: cells.isEmpty ? 0 : band?.height ?? 0)
    wantCovers()
  }

  /// Requests the covers once the page has rested: the first frame neither waits for them nor shares the processor with
  /// them.
  func wantCovers() {
    guard !covers.isEmpty || pick != nil, !isWaiting else { return }
    isWaiting = true
    let moment = ContinuousClock.now + context.previewDelay
    context.scope.run { [weak self, pause = context.pause] in
      // The page was closed.
      do { try await pause.until { moment } } catch { return }
      guard let self else { return }
      isWaiting = false
      for cover in covers { context.pictures.want(cover, .cover, in: context.scope) }
      if let pick { context.pictures.want(pick, pickDetail, in: context.scope) }
    }
  }
}

nonisolated public struct HomeGreeting: Hashable, Sendable {
  public struct Fact: Hashable, Sendable {
    public var text: String
    public var root: RootPage
  }

  public var words: String
  public var facts: [Fact]

  /// - Parameter figures: nil until they are counted.
  init(_ time: LocalTime, _ figures: HomeContent.Figures?) {
    words = time.isEvening ? HomeWords.evening : time.hour < 12 ? HomeWords.morning : HomeWords.afternoon
    facts = []
    guard let figures, !figures.isEmpty else { return }
    facts.append(Fact(text: HomeWords.records(figures.copies), root: .collection))
    if figures.wants > 0 { facts.append(Fact(text: HomeWords.wants(figures.wants), root: .wantList)) }
    let worth = Sparkline.worth(figures.values, days: 12)
    if !worth.isEmpty { facts.append(Fact(text: ScreenWords.worth(worth), root: .stats)) }
  }
}

import Clients
import DiscogsModel
public import Observation
import Wording

/// The lines of Home: walked one by one, or part by part.
@Observable
public final class HomePane: FindablePane {
  public private(set) var view = HomeView()
  /// The latest additions as covers, in the order of their lines.
  public private(set) var covers: [PictureSubject] = []

  /// Called when there is room for other lines.
  @ObservationIgnored var onLayOut: () -> Void = {}
  @ObservationIgnored var onReload: () -> Void = {}
  @ObservationIgnored var onRetry: () -> Bool = { false }
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let lineFinder: Finder
  @ObservationIgnored private let scope: TaskScope
  /// The room for the page.
  @ObservationIgnored private var room = (columns: 80, rows: 20)

  init(_ context: PageContext, scope: TaskScope) {
    self.context = context
    self.scope = scope
    lineFinder = Finder(context)
    lineFinder.pane = self
  }

  func show(_ lines: [HomeModel.Part: [HomeLine]]) { view.show(lines) }

  public var subjects: [Subject] { view.selected?.subject.map { [$0] } ?? [] }
  public var shelfItems: [ShelfItem] { view.selected?.item.map { [$0] } ?? [] }
  public func reload() { onReload() }
  public func retry() -> Bool { onRetry() }

  public func resize(columns: Int, rows: Int) {
    room = (columns, rows)
    layOut()
  }

  private func layOut() {
    let height = room.rows - (coverBand.map { $0.rows + Self.bandGap } ?? 0)
    if view.resize(columns: room.columns, height: height) { onLayOut() }
  }

  // MARK: Covers

  /// The rows between covers and lines.
  public static let bandGap = 1

  /// How large each cover is, and how many stand side by side over the lines; nil where there are none, or no room.
  public var coverBand: (columns: Int, rows: Int, count: Int)? {
    guard context.pictures.isOn, !covers.isEmpty, room.rows >= 26, room.columns >= 60 else { return nil }
    let rows = room.rows >= 34 ? 8 : 6
    let count = min(covers.count, (room.columns - 1) / (2 * rows + 2))
    return (2 * rows, rows, count)
  }

  func show(covers: [PictureSubject]) {
    self.covers = covers
    wantCovers()
    layOut()
  }

  func wantCovers() {
    for cover in covers.prefix(coverBand?.count ?? 0) { context.pictures.want(cover, in: scope) }
  }

  func picturesChanged() {
    layOut()
    wantCovers()
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .open:
      guard let target = view.selected?.target else { return .refused(PageWords.nothingToOpen) }
      context.follow(target)
    case .nextPane: view.movePart(by: 1)
    case .previousPane: view.movePart(by: -1)
    default: return view.handle(command) ? .done : .passed
    }
    return .done
  }

  public var cursor: Int { view.position.map { $0.number - 1 } ?? 0 }
  public func select(row: Int) { view.select(number: row) }
  public func scroll(by lines: Int) { view.scroll(by: lines) }

  public var finder: Finder? { lineFinder }
  public var rowsToFind: FoundRows {
    FoundRows(count: view.selectable.count) { [lines = view.selectable] number in
      "\(lines[number].lead) \(lines[number].text) \(lines[number].trailing)"
    }
  }
}

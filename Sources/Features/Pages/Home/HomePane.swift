import Clients
import DiscogsModel
public import Observation
import Wording

/// The lines of Home: walked one by one, or part by part.
@Observable
public final class HomePane: FindablePane {
  public private(set) var view = HomeView()

  /// Called when there is room for other lines.
  @ObservationIgnored var onLayOut: () -> Void = {}
  @ObservationIgnored var onReload: () -> Void = {}
  @ObservationIgnored var onRetry: () -> Bool = { false }
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let lineFinder: Finder

  init(_ context: PageContext) {
    self.context = context
    lineFinder = Finder(context)
    lineFinder.pane = self
  }

  func show(_ lines: [HomeModel.Part: [HomeLine]]) { view.show(lines) }

  public var subjects: [Subject] { view.selected?.subject.map { [$0] } ?? [] }
  public var shelfItems: [ShelfItem] { view.selected?.item.map { [$0] } ?? [] }
  public func reload() { onReload() }
  public func retry() -> Bool { onRetry() }

  public func resize(columns: Int, rows: Int) {
    if view.resize(columns: columns, height: rows) { onLayOut() }
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

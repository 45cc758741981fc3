import Clients
import DiscogsModel
public import Observation
import Wording

/// The lines of Home: walked one by one, or part by part.
@Observable
public final class HomePane: Pane {
  public private(set) var view = HomeView()

  /// Called when there is room for other lines.
  @ObservationIgnored var onLayOut: () -> Void = {}
  @ObservationIgnored var onReload: () -> Void = {}
  @ObservationIgnored var onRetry: () -> Bool = { false }
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private var finding = ""

  init(_ context: PageContext) { self.context = context }

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
    case .find:
      guard let text = argument?.text else { return .passed }
      find(text, backwards: false)
    case .findNext: find(finding, backwards: false)
    case .findPrevious: find(finding, backwards: true)
    case .goToRow:
      guard let row = argument?.number else { return .passed }
      view.select(number: row - 1)
    default: return view.handle(command) ? .done : .passed
    }
    return .done
  }

  private func find(_ text: String, backwards: Bool) {
    finding = text
    context.say(text, ifNotFound: view.find(text, backwards: backwards))
  }
}

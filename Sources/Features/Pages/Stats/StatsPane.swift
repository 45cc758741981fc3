public import Observation

@Observable
public final class StatsPane: PanelPane {
  public var view = PanelView<StatsPart>(
    widths: StatsPart.widths, arrangements: StatsPart.arrangements, beginsWithCells: false)

  @ObservationIgnored public let context: PageContext
  @ObservationIgnored public let finder: Finder?
  @ObservationIgnored weak var model: StatsModel?

  init(_ context: PageContext) {
    self.context = context
    finder = Finder(context)
    finder?.pane = self
  }

  public func reload() { model?.load() }
  public func retry() -> Bool { model?.retry() ?? false }
  public func unfold(_ part: StatsPart) { model?.show(part.grouping) }

  public func resize(columns: Int, rows: Int) { if view.resize(columns: columns, height: rows) { model?.layOut() } }
}

public import Observation

/// The panels of Stats.
@Observable
public final class StatsPane: PanelPane {
  public var view = PanelView<StatsPart>(widths: StatsPart.widths, arrangements: StatsPart.arrangements)

  @ObservationIgnored public let context: PageContext
  /// Called when the lines have to be laid out again.
  @ObservationIgnored var onLayOut: () -> Void = {}
  @ObservationIgnored var onUnfold: (StatsPart) -> Void = { _ in }
  @ObservationIgnored var onReload: () -> Void = {}
  @ObservationIgnored var onRetry: () -> Bool = { false }
  @ObservationIgnored private let lineFinder: Finder

  init(_ context: PageContext) {
    self.context = context
    lineFinder = Finder(context)
    lineFinder.pane = self
  }

  public var finder: Finder? { lineFinder }
  public func reload() { onReload() }
  public func retry() -> Bool { onRetry() }
  public func unfold(_ part: StatsPart) { onUnfold(part) }

  public func resize(columns: Int, rows: Int) {
    if view.resize(columns: columns, height: rows) { onLayOut() }
  }
}

public import Clients
public import DiscogsModel
public import Observation
import Wording

/// Two to six pressings side by side.
@Observable
public final class CompareModel: PageModel {
  public let ids: [Release.ID]
  public let pane: ComparePane
  public let panes: Panes

  public init(_ ids: [Release.ID], context: PageContext, memento: PageMemento = PageMemento()) {
    self.ids = ids
    pane = ComparePane(ids, context: context, memento: memento)
    panes = Panes(pane, context: context)
  }

  public var route: Route { .compare(ids) }
}

@Observable
public final class ComparePane: TextPane, Loader {
  public private(set) var comparison: Comparison?
  public private(set) var failure: ClientError?
  public private(set) var showsOnlyDifferences = false

  @ObservationIgnored private let ids: [Release.ID]

  init(_ ids: [Release.ID], context: PageContext, memento: PageMemento) {
    self.ids = ids
    super.init(context, memento: memento)
    reload()
  }

  /// As wide as the screen: the wider the columns, the fewer lines are broken.
  override var mostColumns: Int { .max }
  public override var isReady: Bool { comparison != nil || failure != nil }

  public override func hear(_ event: Event) {
    switch event {
    case .picturesChanged: layOut(isSameWidth: true)
    case .reappeared: wantCovers()
    default: if event.isOfTheShelf { reload() }
    }
  }

  public override func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .nextType || command == .previousType else { return super.perform(command, argument) }
    showsOnlyDifferences.toggle()
    layOut(isSameWidth: false)
    return .done
  }

  /// On a low screen they would leave no room for what is compared.
  private var hasCovers: Bool { context.pictures.isOn && view.height >= 17 }

  private func wantCovers() {
    guard let comparison else { return }
    for picture in [comparison.sleeve] + comparison.pressings.map(\.picture) {
      if let picture { context.pictures.want(picture, .cover, in: context.scope) }
    }
  }

  public override func retry() -> Bool {
    guard failure != nil else { return false }
    reload()
    return true
  }

  public override func reload() {
    load { [ids] in
      try await Comparison(ids, from: $0)
    } then: {
      $0.take($1)
    } else: { pane, error in
      guard error != .cancelled else { return }
      if pane.comparison == nil { pane.failure = error }
      pane.context.report(PageWords.pageFailed, error)
    }
  }

  private func take(_ comparison: Comparison) {
    let isFirst = self.comparison == nil
    (self.comparison, failure) = (comparison, nil)
    if let error = comparison.pressings.lazy.compactMap(\.failure).first {
      context.report(PageWords.comparedInPart, error)
    }
    layOut(isSameWidth: true)
    if isFirst { restore() }
  }

  override func layOut(isSameWidth: Bool) {
    guard let comparison else { return }
    if hasCovers { wantCovers() }
    view.show(
      comparison.lines(
        columns: columns, measure: context.measure, rowsForCovers: hasCovers ? view.height : nil,
        onlyDifferences: showsOnlyDifferences),
      isSameWidth: isSameWidth)
  }
}

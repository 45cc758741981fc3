import Clients
public import DiscogsModel
public import Observation

/// The page of one pressing.
@Observable
public final class ReleaseModel: PageModel {
  public let id: Release.ID
  public let info: InfoPane

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private let community: CommunityModel

  public init(_ id: Release.ID, context: PageContext, memento: PageMemento = PageMemento()) {
    self.id = id
    self.context = context
    scope = TaskScope(context.tasks)
    let info = InfoPane(context, scope: scope, isPreview: false)
    self.info = info
    community = CommunityModel(id, context: context, scope: scope) { [weak info] in info?.supplement = $0 }
    info.supplement = community.supplement
    info.restore(line: memento.line, top: memento.top)
    info.show(.release(id))
  }

  public func hear(_ event: Event) {
    switch event {
    case .shelfChanged, .shelfFiled: info.shelfChanged()
    case .freshnessChanged(let shown): freshnessChanged(shown)
    default: break
    }
  }

  public var route: Route { .release(id) }
  public var isText: Bool { true }
  public var isReady: Bool { info.subject != nil || info.failure != nil }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.line = info.view.cursor
    memento.top = info.view.top
    return memento
  }

  public var subjects: [Subject] { info.loaded.map { [$0.subject] } ?? [] }

  public var shelfItems: [ShelfItem] { info.loaded?.release.map { [.release(ShelfFacts($0))] } ?? [] }
  public func handle(_ command: Command) -> Bool {
    if let stars = command.stars {
      guard context.isLive else { return false }
      community.rate(stars == 0 ? nil : stars)
      return true
    }
    switch command {
    case .togglePrices:
      guard context.isLive else { return false }
      community.togglePrices()
    case .previewDown: info.scroll(by: 1)
    case .previewUp: info.scroll(by: -1)
    case .openArtist:
      guard let credit = info.loaded?.release?.artists.first(where: { $0.id != nil }), let id = credit.id else {
        return false
      }
      context.follow(.entity(.artist(id)))
    case .openLabel:
      guard let id = info.loaded?.release?.labels.lazy.compactMap(\.id).first else { return false }
      context.follow(.entity(.label(id)))
    case .openMaster, .openVersions:
      guard let id = info.loaded?.release?.master else { return false }
      context.follow(.entity(.master(id)))
    default: return info.handle(command)
    }
    return true
  }

  public func disabledReason(_ command: Command) -> String? {
    if command.stars != nil { return "Rating needs Discogs itself: :source live" }
    return switch command {
    case .togglePrices: "Prices need Discogs itself: :source live"
    case .open: "This line has no name to follow"
    case .openMaster, .openVersions: "This release belongs to no master"
    case .openArtist: "The artist of this release has no page"
    case .openLabel: "The label of this release has no page"
    default: nil
    }
  }

  public func cancel() -> Bool { false }
  public func close() { scope.close() }
  public func resize(columns: Int, rows: Int) {
    info.resize(columns: SplitLayout.pageTextColumns(columns), rows: rows)
  }

  public func find(_ text: String) { info.find(text) }
  public func go(toRow row: Int) { info.move(to: row - 1) }
  public var selectedURL: String? { info.selectedURL }

  public func retry() -> Bool {
    let isRetrying = [info.retry(), community.retry()]
    return isRetrying.contains(true)
  }

  public func reload() {
    info.reload()
    community.reload()
  }

  public func refresh(_ command: Command) {
    info.refresh()
    community.refresh()
  }

  private func freshnessChanged(_ shown: Shown) {
    info.freshnessChanged(shown)
    community.freshnessChanged(shown)
  }
}

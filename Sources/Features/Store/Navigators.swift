public import Observation

/// The navigators that are open, one of which is on the screen. Each has pages, visits and work of its own.
@Observable
public final class Navigators {
  public private(set) var all: [Navigator]
  /// The one on the screen.
  public private(set) var current: Navigator
  /// As ``Navigator/onVisit`` and ``Navigator/onLeave`` of each.
  @ObservationIgnored var onVisit: (Route) -> Void = { _ in } { didSet { for each in all { each.onVisit = onVisit } } }
  @ObservationIgnored var onLeave: (any PageModel) -> Void = { _ in } {
    didSet { for each in all { each.onLeave = onLeave } }
  }
  @ObservationIgnored private let start: RootPage
  @ObservationIgnored private let make: (Route, PageMemento) -> any PageModel

  /// - Parameters:
  ///   - start: the page that each one begins with.
  ///   - make: makes a page for a route, as its memento describes it.
  init(start: RootPage, make: @escaping (Route, PageMemento) -> any PageModel) {
    (self.start, self.make) = (start, make)
    let first = Navigator(start: start, make: make)
    (all, current) = ([first], first)
  }

  /// Opens one more, on its first page, and shows it.
  public func open() {
    current = Navigator(start: start, make: make)
    (current.onVisit, current.onLeave) = (onVisit, onLeave)
    all.append(current)
  }

  /// Shows an open one, by its number from 0.
  public func show(_ number: Int) { current = all[number] }

  /// Closes every page and starts again with one navigator, for another source.
  func reset() {
    for navigator in all where navigator !== current { navigator.closeAll() }
    all = [current]
    current.reset()
  }

  func closeAll() { for navigator in all { navigator.closeAll() } }

  func forEachPage(_ tell: (any PageModel) -> Void) { for navigator in all { navigator.forEachPage(tell) } }
}

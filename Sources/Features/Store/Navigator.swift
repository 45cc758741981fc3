public import Observation

/// The pages that are open, and the order in which they were visited.
///
/// Every root page carries a stack of pages opened from it. Closing a page releases its view model; its state (route,
/// row, scroll, filter, sort) stays with the visit, so that history forward shows it as it was left.
@Observable
public final class Navigator {
  public private(set) var root: RootPage
  public private(set) var page: any PageModel

  /// The pages of records and users that were on the screen, latest first, each once.
  @ObservationIgnored public private(set) var recent: [Route] = []
  @ObservationIgnored private var stacks: [RootPage: [Opened]] = [:]
  /// The root pages that a link has led to, each with that of the link: back leads there.
  @ObservationIgnored private var origins: [RootPage: RootPage] = [:]
  @ObservationIgnored private var visits: [Visit] = []
  @ObservationIgnored private var visitIndex = 0
  @ObservationIgnored private var lastNumber = 0
  @ObservationIgnored private var lastVisited: Int?
  /// The visit of a page that was only passed through, as it is to show something else.
  @ObservationIgnored private var passing: Int?
  /// Called with the route of a record or a user when its page comes on the screen.
  @ObservationIgnored var onVisit: (Route) -> Void = { _ in }
  /// Called with a page that is left.
  @ObservationIgnored var onLeave: (any PageModel) -> Void = { _ in }
  @ObservationIgnored private let start: RootPage
  @ObservationIgnored private let make: (Route, PageMemento) -> any PageModel

  private struct Opened {
    let number: Int
    let page: any PageModel
  }

  private struct Visit {
    let number: Int
    let root: RootPage
    let route: Route
    var memento: PageMemento
    /// The numbers of the pages it lies on, root first.
    let below: [Int]
  }

  /// - Parameters:
  ///   - start: the page to begin with.
  ///   - make: makes a page for a route, as its memento describes it.
  public init(start: RootPage, make: @escaping (Route, PageMemento) -> any PageModel) {
    (self.start, self.make) = (start, make)
    root = start
    page = make(start.route, PageMemento())
    lastNumber = 1
    stacks[start] = [Opened(number: 1, page: page)]
    visits = [Visit(number: 1, root: start, route: start.route, memento: PageMemento(), below: [])]
  }

  /// How many pages are open on top of the root page.
  public var depth: Int { (stacks[root]?.count ?? 1) - 1 }

  /// The open pages from the root page to the one on the screen, as a trail to show.
  public var trail: [any PageModel] { (stacks[root] ?? []).map(\.page) }

  public func push(_ route: Route) {
    guard route != page.route else { return }
    remember()
    open(route, memento: PageMemento(), number: nil, on: root)
    recordVisit(route)
  }

  /// - Parameter isLinked: whether a link leads there, so that back returns from it.
  public func go(to newRoot: RootPage, isLinked: Bool = false) {
    if isLinked, newRoot != root { origins[newRoot] = root } else if !isLinked { origins[newRoot] = nil }
    // The number key of a page also returns to its list.
    defer { page.panes.returnToList() }
    if newRoot == root {
      popToRoot()
      return
    }
    leave {
      root = newRoot
      if stacks[newRoot] == nil { open(newRoot.route, memento: PageMemento(), number: nil, on: newRoot) }
    }
  }

  /// Closes the page on top, or returns from a root page that a link has led to; false on any other.
  public func pop() -> Bool {
    guard depth > 0 else {
      guard let origin = origins.removeValue(forKey: root) else { return false }
      leave { root = origin }
      return true
    }
    leave { closeTop() }
    return true
  }

  private func popToRoot() {
    guard depth > 0 else { return }
    leave { while depth > 0 { closeTop() } }
  }

  /// Leaves the page on the screen for the one that a change brings to the top.
  private func leave(_ change: () -> Void) {
    remember()
    change()
    showTop()
    recordVisit(page.route)
  }

  /// Walks the visits: -1 back, 1 forward. False at either end.
  public func walk(_ step: Int) -> Bool {
    let next = visitIndex + step
    guard visits.indices.contains(next) else { return false }
    remember()
    show(visit: next)
    return true
  }

  /// Notes whether the page on the screen is only passed through, as it is to show something else.
  func notePassing(_ isPassing: Bool) { passing = isPassing ? visitIndex : nil }

  /// Adds a visit of the page on the screen, which shows something else from now on. Its visits so far lead to what it
  /// showed before.
  ///
  /// - Parameter memento: the state of what it showed before.
  func turn(_ page: any PageModel, leaving memento: PageMemento) {
    guard page === self.page, let index = stacks[root]?.indices.last, let number = stacks[root]?[index].number else {
      return
    }
    for index in visits.indices where visits[index].number == number { visits[index].memento = memento }
    lastNumber += 1
    stacks[root]?[index] = Opened(number: lastNumber, page: page)
    // A page that was only passed through was not looked at.
    if passing == visitIndex, visitIndex > 0 {
      visits.remove(at: visitIndex)
      visitIndex -= 1
    }
    passing = nil
    recordVisit(page.route)
  }

  /// Switches between the last two pages; false where there is no other.
  public func toggleLast() -> Bool {
    guard let lastVisited, visits.indices.contains(lastVisited), lastVisited != visitIndex else { return false }
    remember()
    let here = visitIndex
    show(visit: lastVisited)
    self.lastVisited = here
    return true
  }

  /// Closes every page and starts again on the first one, for another source.
  public func reset() {
    closeAll()
    (stacks, origins) = ([:], [:])
    recent = []
    visits = []
    lastVisited = nil
    root = start
    open(start.route, memento: PageMemento(), number: nil, on: start)
    visits = [Visit(number: lastNumber, root: start, route: start.route, memento: PageMemento(), below: [])]
    visitIndex = 0
  }

  public func closeAll() { for stack in stacks.values { for opened in stack { opened.page.close() } } }

  public func forEachPage(_ tell: (any PageModel) -> Void) {
    for stack in stacks.values { for opened in stack { tell(opened.page) } }
  }

  // MARK: Stacks

  private func open(_ route: Route, memento: PageMemento, number: Int?, on root: RootPage) {
    let page = make(route, memento)
    if number == nil { lastNumber += 1 }
    stacks[root, default: []].append(Opened(number: number ?? lastNumber, page: page))
    self.page = page
  }

  private func closeTop() {
    guard let top = stacks[root]?.popLast() else { return }
    keep(top)
    top.page.close()
  }

  private func showTop() {
    guard let top = stacks[root]?.last, top.page !== page else { return }
    page = top.page
    page.hear(.reappeared)
  }

  // MARK: Visits

  private func recordVisit(_ route: Route) {
    noteRecent()
    let numbers = (stacks[root] ?? []).map(\.number)
    guard let number = numbers.last, visits[visitIndex].number != number else { return }
    lastVisited = visitIndex
    visits.removeSubrange((visitIndex + 1)...)
    visits.append(Visit(number: number, root: root, route: route, memento: PageMemento(), below: numbers.dropLast()))
    if visits.count > 200 {
      visits.removeFirst()
      lastVisited = lastVisited.map { $0 - 1 }
    }
    visitIndex = visits.count - 1
  }

  private func noteRecent() {
    let route = page.route
    let isUser = if case .user = route { true } else { false }
    guard isUser || route.reference != nil else { return }
    recent.removeAll { $0 == route }
    recent.insert(route, at: 0)
    if recent.count > 50 { recent.removeLast() }
    onVisit(route)
  }

  /// Saves the state of the page on the screen for all its visits.
  private func remember() {
    passing = nil
    if let top = stacks[root]?.last { keep(top) }
  }

  private func keep(_ opened: Opened) {
    // A page of a missing record was not visited.
    if opened.page.panes.main.isMissing { recent.removeAll { $0 == opened.page.route } }
    onLeave(opened.page)
    let memento = opened.page.memento
    for index in visits.indices where visits[index].number == opened.number { visits[index].memento = memento }
  }

  private func show(visit index: Int) {
    let visit = visits[index]
    lastVisited = visitIndex
    visitIndex = index
    root = visit.root
    let base = visit.below.first ?? visit.number
    if stacks[root]?.first?.number != base, let origin = visits.first(where: { $0.number == base }) {
      // The page at the bottom shows something else by now: the one that was there takes its place.
      while stacks[root]?.isEmpty == false { closeTop() }
      open(origin.route, memento: origin.memento, number: base, on: root)
    }
    if let depth = stacks[root]?.firstIndex(where: { $0.number == visit.number }) {
      while (stacks[root]?.count ?? 0) > depth + 1 { closeTop() }
      showTop()
    } else {
      // Pages opened since are closed, so that going back one level leads where it led.
      while let top = stacks[root]?.last, depth > 0, !visit.below.contains(top.number) { closeTop() }
      open(visit.route, memento: visit.memento, number: visit.number, on: root)
    }
    noteRecent()
  }
}

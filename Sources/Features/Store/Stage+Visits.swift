import Clients
import DiscogsModel
public import RunoutModel

/// Visits of the pages of records and users, kept for the next start.
extension Stage {
  /// The visits of this run, latest first, each once; records whose name is not known yet are left out.
  public var visits: [Visit] { navigator.recent.compactMap(visit) }

  private func visit(_ route: Route) -> Visit? {
    let time = visitTimes[route] ?? now
    if case .user(let name) = route { return Visit(.user(name), name: name, at: time) }
    guard let reference = route.reference, let name = context.name(of: reference) else { return nil }
    return Visit(.record(reference), name: name, detail: context.detail(of: reference), at: time)
  }

  /// Saves a visit of a page for the next start, unless its record is missing.
  func rememberVisit(of page: any PageModel) {
    let route = page.route
    guard !page.panes.main.isMissing, let visit = visit(route), keptVisits[route] != visit else { return }
    keptVisits[route] = visit
    // Otherwise it is on Home until the program ends.
    attempt(orLog: "Could not keep a visit") { [history = services.history] in try await history.recordVisit(visit) }
  }
}

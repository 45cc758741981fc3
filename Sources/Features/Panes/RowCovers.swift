import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Sleeves
import Wording

/// The covers of catalogue rows on a wall. Where a record costs no request, its cover is drawn from all of it; else a row
/// has an address.
@Observable
public final class RowCovers: PageContent, Loader {
  /// Of rows on the wall or near it.
  private var sleeves: [EntityReference: SleeveFacts] = [:]
  /// The first row of the screen when the list moved last.
  @ObservationIgnored private var top = 0

  @ObservationIgnored let context: PageContext
  @ObservationIgnored private weak var model: ListModel<CatalogueRow>?
  @ObservationIgnored private let rest = Rest()
  @ObservationIgnored private var reading: Task<Void, Never>?
  /// The work for the pictures wanted last.
  @ObservationIgnored private var scope: TaskScope

  init(of model: ListModel<CatalogueRow>) {
    (self.model, context, scope) = (model, model.context, model.context.scope.child())
  }

  private var readsRecords: Bool { !context.can(.refresh) }

  /// Returns the cover of a row; nil while it is unknown.
  public func picture(of row: CatalogueRow) -> PictureSubject? {
    readsRecords
      ? sleeves[row.reference].map { PictureSubject($0) } : PictureSubject(SleeveFacts(row), url: row.thumbnailURL)
  }

  public func hear(_ event: Event) {
    // Those that made room for others meanwhile are wanted again.
    if case .picturesChanged = event { want() } else if case .reappeared = event { want() }
  }

  /// Forgets all, as they are another source's.
  public func reload() {
    reading?.cancel()
    sleeves = [:]
  }

  /// Wants the covers in sight once the list has rested: most rows are passed. Those far from it are forgotten, as a
  /// page of covers is more to draw than to read.
  func listMoved() {
    guard let model, model.isWall else { return }
    if top != model.list.top, !sleeves.isEmpty { keepSleeves(of: model.rowsNearWall) }
    top = model.list.top
    rest.begin(context) { [weak self] in self?.want() }
  }

  private func keepSleeves(of rows: [CatalogueRow]) {
    let kept = sleeves.filter { reference, _ in rows.contains { $0.reference == reference } }
    if kept.count != sleeves.count { sleeves = kept }
  }

  private func want() {
    guard let model, model.isWall else { return }
    // Those that were passed are not waited for.
    scope.close()
    scope = context.scope.child()
    reading?.cancel()
    let rows = model.rowsNearWall
    guard readsRecords else { return rows.forEach(want) }
    keepSleeves(of: rows)
    let unknown = rows.filter { sleeves[$0.reference] == nil }
    rows.forEach(want)
    if !unknown.isEmpty { read(unknown) }
  }

  private func want(_ row: CatalogueRow) {
    if let picture = picture(of: row) { context.pictures.want(picture, .cover, in: scope) }
  }

  private func read(_ rows: [CatalogueRow]) {
    reading = load(orLog: "Could not read the records of covers") { services in
      try await Urgency.background { () async throws(ClientError) in
        var sleeves: [EntityReference: SleeveFacts] = [:]
        for row in rows { sleeves[row.reference] = try await services.catalogue.sleeve(of: row) ?? SleeveFacts(row) }
        return sleeves
      }
    } then: { covers, sleeves in
      guard !Task.isCancelled else { return }
      covers.sleeves.merge(sleeves) { $1 }
      rows.forEach(covers.want)
    }
  }
}

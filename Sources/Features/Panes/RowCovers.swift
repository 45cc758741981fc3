import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Sleeves
import Wording

/// The covers of catalogue rows on a wall. Where records cost no request, they are drawn from all of a record; else a row
/// names its photograph.
@Observable
public final class RowCovers: PageContent, Loader {
  /// Of rows on the wall or near it.
  private var sleeves: [EntityReference: SleeveFacts] = [:]

  @ObservationIgnored let context: PageContext
  @ObservationIgnored private weak var model: ListModel<CatalogueRow>?
  @ObservationIgnored private var reading: Task<Void, Never>?

  init(of model: ListModel<CatalogueRow>) { (self.model, context) = (model, model.context) }

  private var readsRecords: Bool { !context.can(.refresh) }

  /// Returns the cover of a row; nil while it is unknown. Once the wall has gone far there is none before it comes to rest,
  /// as a page of covers is more to draw than to read.
  public func picture(of row: CatalogueRow) -> PictureSubject? {
    guard readsRecords else { return PictureSubject(SleeveFacts(row), url: row.thumbnailURL) }
    return model?.isNearRest == true ? sleeves[row.reference].map { PictureSubject($0) } : nil
  }

  public func hear(_ event: Event) {
    // Those that made room for others meanwhile are wanted again.
    if case .reappeared = event { model?.wantPictures(again: true) }
  }

  /// Forgets all, as they are another source's.
  public func reload() {
    reading?.cancel()
    sleeves = [:]
  }

  /// Wants the covers of rows, of which the first are in sight. Those far from them are forgotten.
  func want(_ rows: [CatalogueRow], inSight: Int) {
    reading?.cancel()
    rows.forEach(want)
    guard readsRecords else { return }
    let kept = sleeves.filter { reference, _ in rows.contains { $0.reference == reference } }
    if kept.count != sleeves.count { sleeves = kept }
    read([rows.prefix(inSight), rows.dropFirst(inSight)].map { $0.filter { sleeves[$0.reference] == nil } })
  }

  private func want(_ row: CatalogueRow) {
    if let model, let picture = picture(of: row) { context.pictures.want(picture, .cover, in: model.pictureScope) }
  }

  /// Reads the records of rows, one part after the other.
  private func read(_ parts: [[CatalogueRow]]) {
    guard let rows = parts.first else { return }
    let rest = Array(parts.dropFirst())
    guard !rows.isEmpty else { return read(rest) }
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
      covers.read(rest)
    }
  }
}

import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Sleeves
import Wording

/// The covers beside groups of rows: a master's, beside it and the pressings below it.
@Observable
public final class GroupCovers: PageContent, Loader {
  /// The columns that they and the margins beside them take.
  nonisolated public static let columns = margin + RowCover.columns + 1
  nonisolated public static let margin = 1
  /// The columns that rows beside them need.
  private static let leastColumns = 62

  /// A cover with the line of the screen that it begins at: negative where its group began above it.
  public typealias Cover = (row: Int, picture: PictureSubject, line: Int)

  /// Of the groups in sight when the list last rested.
  private var pictures: [EntityReference: PictureSubject] = [:]
  /// The first row of the screen then.
  private var restedTop = 0
  /// Whether the first page has groups for them. All rows of a list stand where those stand.
  private var hasGroups = false

  @ObservationIgnored let context: PageContext
  @ObservationIgnored private weak var model: ListModel<CatalogueRow>?
  @ObservationIgnored private let rest = Rest()
  @ObservationIgnored private var reading: Task<Void, Never>?
  /// The work for the pictures wanted last.
  @ObservationIgnored private var scope: TaskScope

  init(of model: ListModel<CatalogueRow>) {
    (self.model, context, scope) = (model, model.context, model.context.scope.child())
  }

  /// Whether there is room for them.
  public var areShown: Bool {
    guard hasGroups, context.pictures.isOn, let model, !model.isWall, model.list.hasBlankLines, let room = model.room
    else { return false }
    return room.columns >= Self.columns + Self.leastColumns
  }

  /// Where a record costs no request, its cover is drawn from all of it; else a row has an address or no cover.
  private var readsRecords: Bool { !context.can(.refresh) }

  /// The covers in sight that are known. Pictures that do not scroll with the text come back once it rests, as each line
  /// would send all of them again.
  public var inSight: [Cover] {
    guard context.pictures.areCells || model?.list.top == restedTop else { return [] }
    return groups.compactMap { row, number, line in pictures[row.reference].map { (number, $0, line) } }
  }

  private var groups: [(row: CatalogueRow, number: Int, line: Int)] {
    guard let list = model?.list else { return [] }
    return list.groupsInSight(most: RowCover.rows).compactMap { group in
      guard group.line + RowCover.rows > 0, let row = list[group.rows.lowerBound] else { return nil }
      return (row, group.rows.lowerBound, group.line)
    }
  }

  func rowsCame(after before: Int) {
    guard before == 0, let list = model?.list else { return }
    let has = list.hasGroup && (readsRecords || list.rows.contains { !$0.thumbnailURL.isEmpty })
    if has != hasGroups { hasGroups = has }
    makeRoom()
  }

  /// Leaves each group the lines that its cover takes.
  private func makeRoom() {
    let lines = areShown ? RowCover.rows : 1
    if let model, model.list.groupLines != lines { model.list.groupLines = lines }
  }

  public func hear(_ event: Event) {
    switch event {
    // Those that made room for others meanwhile are wanted again.
    case .picturesChanged, .reappeared:
      makeRoom()
      want()
    default: break
    }
  }

  /// Forgets all, as they are another source's.
  public func reload() {
    reading?.cancel()
    pictures = [:]
  }

  /// Wants the covers in sight once the list has rested: most rows are passed.
  func listMoved() {
    makeRoom()
    if areShown { rest.begin(context) { [weak self] in self?.want() } }
  }

  private func want() {
    guard areShown, let list = model?.list else { return }
    // Those that were passed are not waited for.
    scope.close()
    scope = context.scope.child()
    reading?.cancel()
    if restedTop != list.top { restedTop = list.top }
    let rows = groups.map(\.row)
    var known = pictures.filter { reference, _ in rows.contains { $0.reference == reference } }
    for row in rows where !readsRecords && !row.thumbnailURL.isEmpty {
      known[row.reference] = PictureSubject(SleeveFacts(row), url: row.thumbnailURL).besideRows
    }
    if known != pictures { pictures = known }
    for picture in known.values { context.pictures.want(picture, .thumbnail, in: scope) }
    let unknown = rows.filter { known[$0.reference] == nil }
    if readsRecords, !unknown.isEmpty { read(unknown) }
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
      for (reference, sleeve) in sleeves {
        let picture = PictureSubject(sleeve).besideRows
        covers.pictures[reference] = picture
        covers.context.pictures.want(picture, .thumbnail, in: covers.scope)
      }
    }
  }
}

import Clients
public import DiscogsModel
public import RunoutModel
import Wording

/// The commands of every list, and the selection that other commands work on.
extension ListModel {
  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if move(command) { return .done }
    switch command {
    case .narrow:
      guard let text = argument?.text else { return .passed }
      narrow(text)
    case .mark: toggleMark()
    case .markRange: markRange()
    case .markAll: markAll()
    case .unfold:
      guard list.toggleFold() else { return .passed }
      unmarkHidden()
      selectionChanged()
      loadMoreIfNeeded()
    case .open where list.isRetrySelected: _ = retry()
    case .open, .openMaster, .openVersions, .openArtist, .openLabel: return follow(command)
    default:
      guard let sort = SortOrder(command, argument) else { return .passed }
      guard sorts.contains(sort.field) else { return .refused(source.sortRule ?? Self.rule(against: sort.field)) }
      self.sort(sort)
    }
    return .done
  }

  private func follow(_ command: Command) -> Outcome {
    guard let row = list.selected else { return .refused(PageWords.nothingToOpen) }
    switch command {
    case .open:
      guard let destination = row.destination else { return .passed }
      // Where others are marked, this row isn't among the page's subjects.
      if let record = row.record { context.note(record) }
      context.follow(destination)
    case .openMaster, .openVersions:
      guard let record = row.record, let master = record.master else {
        return .refused(context.source == .shelf ? SourceWords.onlyShelf : PageWords.noMasterKnown)
      }
      context.follow(.entity(.master(master)))
    default:
      guard let record = row.record else { return .passed }
      guard case .release(let id) = record.reference else {
        return .refused(command == .openArtist ? PageWords.openForArtist : PageWords.openForLabel)
      }
      context.followFact(command, of: id)
    }
    return .done
  }

  private static func rule(against field: SortOrder.Field) -> String {
    switch field {
    case .added, .rating: CommandWords.addedOnShelf
    case .price: CommandWords.priceOnMarket
    default: PageWords.cannotSort(by: field.rawValue)
    }
  }

  /// Returns false for a command that does not move.
  private func move(_ command: Command) -> Bool {
    // The setting may have changed meanwhile.
    if list.scrollLines != context.scrollLines { list.scrollLines = context.scrollLines }
    let page = list.shownInSight
    switch command {
    case .moveDown where cards != nil: moveAlongCards(by: 1)
    case .moveUp where cards != nil: moveAlongCards(by: -1)
    // Below the last full line of a wall, the last cover is the nearest.
    case .moveDown: move(by: list.stride)
    case .moveUp where list.row(-list.stride, from: list.cursor) >= 0: move(by: -list.stride)
    case .moveUp: break
    case .moveLeft: moveSideways(by: -1)
    case .moveRight: moveSideways(by: 1)
    case .halfPageDown: move(by: max(1, page / 2))
    case .halfPageUp: move(by: -max(1, page / 2))
    case .pageDown: move(by: page)
    case .pageUp: move(by: -page)
    case .moveToTop: select(row: 0)
    case .moveToBottom: select(row: .max)
    case .alignMiddle: align(.middle)
    case .alignTop: align(.top)
    case .alignBottom: align(.bottom)
    default: return false
    }
    return true
  }

  private func align(_ alignment: PagedList<Row>.Alignment) {
    list.align(alignment)
    selectionChanged()
    loadMoreIfNeeded()
  }

  private func moveSideways(by step: Int) {
    guard let cards else { return move(by: step) }
    if let row = cards.row(beside: list.cursor, step: step) { select(row: row) }
  }

  private func moveAlongCards(by step: Int) {
    if let row = cards?.row(from: list.cursor, step: step, past: Set(list.captions)) { select(row: row) }
  }

  public var sorts: Set<SortOrder.Field> { source.sorts }
  /// True for local lists, and for lists of Discogs that are here whole. Narrowing a search is another search.
  public var narrowsWhileTyping: Bool {
    guard let shown else { return true }
    guard case .list = shown, listBeforePeek == nil else { return false }
    return list.status == .complete || order.isCutDown
  }

  public var facets: FacetSource? {
    guard let facets = source.facets else { return nil }
    return answering { [order] filters in
      var order = order
      order.filters = filters
      return try await facets(order)
    }
  }

  // MARK: Selection

  public var selectedRow: (any PaneRow)? { list.selected }
  public var selectedReference: EntityReference? { list.selected?.recordReference }
  public var markedCount: Int { marked.count }
  public var subjects: [Subject] { markedOrSelected.compactMap(\.record) }
  public var shelfItems: [ShelfItem] { markedOrSelected.compactMap(\.shelfItem) }
  public var selectedURL: String? { list.selected?.webAddress }

  public func text(toCopy command: Command) -> String? {
    let lines = markedOrSelected.compactMap { $0.text(toCopy: command) }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

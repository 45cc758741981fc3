import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The records of a label, an artist or a master year by year, each year with a bar that opens its records.
@Observable
public final class TimelineModel: PageModel, Loader {
  nonisolated public enum Row: Hashable, Sendable {
    case year(YearTally)
    /// Years between two others in which nothing came out.
    case gap(years: Int)
  }

  public let owner: EntityReference
  public let years: SmallListPane<Row>
  public let panes: Panes
  public private(set) var name: String?
  /// The numbers of records with and without a year; nil until counted.
  public private(set) var counts: (known: Int, unknown: Int)?

  public init(_ owner: EntityReference, context: PageContext, memento: PageMemento = PageMemento()) {
    self.owner = owner
    years = SmallListPane(context: context, text: \.text) { $0.year == nil }
    panes = Panes(years, context: context)
    name = context.title(of: owner)
    years.list.replace(cursor: memento.list.cursor, top: memento.list.top)
    years.onReload = { [weak self] in self?.load() }
    load()
  }

  public var list: PagedList<Row> { years.list }
  public var route: Route { .timeline(owner) }

  private func load() {
    years.list.begin()
    load { [weak self, owner] in
      let names = try await $0.catalogue.names([owner])
      self?.name = names[owner].map { Homonym.strip($0) }
      return try await $0.digging.years(owner)
    } then: { model, found in
      model.counts = (found.tallies.reduce(0) { $0 + $1.records }, found.unknown)
      model.show(found.tallies)
    } else: {
      if $1 != .cancelled { $0.years.list.fail($1, keepsOldRows: false) }
    }
  }

  private func show(_ tallies: [YearTally]) {
    var rows: [Row] = []
    for tally in tallies {
      if let between = rows.last?.year.map({ tally.year - $0 - 1 }), between > 0 { rows.append(.gap(years: between)) }
      rows.append(.year(tally))
    }
    years.show(rows, total: tallies.count) { $0.year != nil && $0.year == $1.year }
  }

  /// The number of the selected year, from 1, gaps not counted.
  public var position: Int { list.rows.prefix(list.cursor + 1).count { $0.year != nil } }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .open else { return panes.perform(command, argument) }
    guard case .year(let tally)? = list.selected else { return .refused(PageWords.nothingToOpen) }
    guard tally.records > 0 else { return .refused(DigWords.emptyYear(tally.year)) }
    context.follow(.route(.dig(.years(owner, tally.year...tally.year))))
    return .done
  }
}

extension TimelineModel.Row {
  nonisolated var year: Int? { if case .year(let tally) = self { tally.year } else { nil } }
  nonisolated fileprivate var text: String { year.map(String.init) ?? "" }
}

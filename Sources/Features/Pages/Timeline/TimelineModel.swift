import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The records of a label, an artist or a master year by year, each year with a bar that opens its records.
@Observable
public final class TimelineModel: PageModel {
  nonisolated public enum Row: Hashable, Sendable {
    case year(YearTally)
    /// Years between two others in which nothing came out.
    case gap(years: Int)
  }

  public let owner: EntityReference
  public let years: SmallListPane<Row>
  public let panes: Panes
  /// The owner's name; nil until known.
  public private(set) var name: String?
  /// The numbers of records with and without a year; nil until counted.
  public private(set) var counts: (known: Int, unknown: Int)?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  public init(_ owner: EntityReference, context: PageContext, memento: PageMemento = PageMemento()) {
    (self.owner, self.context) = (owner, context)
    scope = TaskScope(context.tasks)
    years = SmallListPane(context: context, text: \.text) { if case .gap = $0 { true } else { false } }
    panes = Panes(years, context: context, scope: scope)
    name = context.title(of: owner)
    years.list.replace(cursor: memento.list.cursor, top: memento.list.top)
    years.onReload = { [weak self] in self?.load() }
    load()
  }

  public var list: PagedList<Row> { years.list }
  public var route: Route { .timeline(owner) }

  private func load() {
    years.list.begin()
    let (catalogue, digging, owner) = (context.services.catalogue, context.services.digging, owner)
    scope.run { [weak self] in
      do throws(ClientError) {
        let names = try await catalogue.names([owner])
        self?.name = names[owner].map { Homonym.strip($0) }
        let found = try await digging.years(owner)
        guard let self else { return }
        counts = (found.tallies.reduce(0) { $0 + $1.records }, found.unknown)
        show(found.tallies)
      } catch {
        guard error != .cancelled else { return }
        self?.years.list.fail(error, keepsOldRows: false)
      }
    }
  }

  private func show(_ tallies: [YearTally]) {
    var rows: [Row] = []
    for (number, tally) in tallies.enumerated() {
      if number > 0 {
        let between = tally.year - tallies[number - 1].year - 1
        if between > 0 { rows.append(.gap(years: between)) }
      }
      rows.append(.year(tally))
    }
    guard list.isStale || list.isEmpty else {
      return years.show(rows, total: tallies.count) { $0.year != nil && $0.year == $1.year }
    }
    years.list.append(Page(rows: rows, next: nil))
    years.list.total = .exactly(tallies.count)
  }

  /// The number of the selected year, from 1, gaps not counted.
  public var position: Int { list.rows.prefix(list.cursor + 1).count { $0.year != nil } }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .open:
      guard case .year(let tally)? = list.selected else { return .refused(PageWords.nothingToOpen) }
      guard tally.records > 0 else { return .refused(DigWords.emptyYear(tally.year)) }
      context.follow(.route(.dig(.years(owner, tally.year...tally.year))))
      return .done
    default: return panes.perform(command, argument)
    }
  }
}

extension TimelineModel.Row {
  nonisolated var year: Int? { if case .year(let tally) = self { tally.year } else { nil } }
  nonisolated fileprivate var text: String { year.map(String.init) ?? "" }
}

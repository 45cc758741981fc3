import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The records of a label, an artist or a master year by year, each year with a bar that opens its records.
@Observable
public final class TimelineModel: PageModel {
  public let owner: EntityReference
  public let years: SmallListPane<YearTally>
  public let panes: Panes
  /// Of the label or artist; nil until it is known.
  public private(set) var name: String?
  /// How many records have a year, and how many have none; nil until they are counted.
  public private(set) var counts: (known: Int, unknown: Int)?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  public init(_ owner: EntityReference, context: PageContext, memento: PageMemento = PageMemento()) {
    (self.owner, self.context) = (owner, context)
    scope = TaskScope(context.tasks)
    years = SmallListPane(context: context, text: { String($0.year) })
    panes = Panes(years, context: context, scope: scope)
    name = context.name(of: owner)
    years.list.replace(cursor: memento.list.cursor, top: memento.list.top)
    years.onReload = { [weak self] in self?.load() }
    load()
  }

  public var list: PagedList<YearTally> { years.list }
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
    guard list.isStale || list.isEmpty else {
      return years.show(tallies, total: tallies.count) { $0.year == $1.year }
    }
    years.list.append(Page(rows: tallies, next: nil))
    years.list.total = .exactly(tallies.count)
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .open:
      guard let tally = list.selected else { return .refused(PageWords.nothingToOpen) }
      guard tally.records > 0 else { return .refused(DigWords.emptyYear(tally.year)) }
      context.follow(.route(.dig(.years(owner, tally.year...tally.year))))
      return .done
    default: return panes.perform(command, argument)
    }
  }
}

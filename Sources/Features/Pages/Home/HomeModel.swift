import Clients
import Wording

/// Home: the shelf at a glance, and recent searches and pages. Each part loads and fails on its own.
public final class HomeModel: PageModel {
  public let lines: HomePane
  public let panes: Panes

  public init(context: PageContext, keys: [Command: [String]]) {
    lines = HomePane(context, keys: keys)
    panes = Panes(lines, context: context)
  }

  public var view: PanelView<HomePart> { lines.view }
  public var route: Route { .home }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .filter: .refused(PageWords.homeHasNoFacets)
    case .leaveWall: .refused(AppWords.firstPage(key: lines.keys[.quit]?.first ?? ""))
    case .randomPick: lines.pickAnother()
    default: panes.perform(command, argument)
    }
  }
}

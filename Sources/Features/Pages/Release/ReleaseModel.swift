import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

@Observable
public final class ReleaseModel: PageModel {
  public let id: Release.ID
  public let info: InfoPane
  public let panes: Panes

  @ObservationIgnored private let community: CommunityModel

  public init(_ id: Release.ID, context: PageContext, memento: PageMemento = PageMemento()) {
    self.id = id
    let info = InfoPane(context, isPreview: false, memento: memento)
    self.info = info
    community = CommunityModel(id, context: context) { [weak info] in info?.supplement = $0 }
    info.supplement = community.supplement
    panes = Panes(info, parts: [community], context: context)
    info.show(.release(id))
  }

  public var route: Route { .release(id) }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if let stars = command.stars {
      // The rating of an owned record is its copy's: the desk sets it.
      if info.loaded?.copies.isEmpty == false { return .passed }
      guard context.can(.people) else { return .refused(SourceWords.ratingNeedsLive) }
      community.rate(stars == 0 ? nil : stars)
      return .done
    }
    let release = info.loaded?.release
    switch command {
    case .togglePrices:
      guard context.can(.market) else { return .refused(SourceWords.pricesNeedLive) }
      community.togglePrices()
      return .done
    case .openArtist: return follow(release?.credited(for: command), orSay: PageWords.noPage(of: "artist"))
    case .openLabel: return follow(release?.credited(for: command), orSay: PageWords.noPage(of: "label"))
    case .openMaster, .openVersions:
      return follow(release?.master.map(EntityReference.master), orSay: PageWords.releaseHasNoMaster)
    default: return panes.perform(command, argument)
    }
  }

  private func follow(_ reference: EntityReference?, orSay sentence: String) -> Outcome {
    guard let reference else { return .refused(context.can(.browse) ? sentence : SourceWords.onlyShelf) }
    context.follow(.entity(reference))
    return .done
  }
}

import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// A master with its versions, or a label with its releases; record and list load side by side. Beside the list is its
/// selected row; the text of master or label covers it on request.
@Observable
public final class BrowseModel: PageModel {
  public let owner: EntityReference
  public let info: InfoPane
  public let panes: Panes
  public let list: CatalogueListModel

  @ObservationIgnored private let isMaster: Bool

  /// - Parameter owner: a master or label. A release has no list, and an artist's is divided: see `ArtistModel`.
  init(_ owner: EntityReference, list rows: BrowseRequest.List, context: PageContext, memento: PageMemento) {
    self.owner = owner
    info = InfoPane(context, isPreview: false, memento: memento)
    list = CatalogueListModel(browsing: rows, context: context, memento: memento.list)
    isMaster = owner.kind == .master
    panes = Panes(list.rows, record: info, isRecordBeside: false, hasPreview: true, parts: [list], context: context)
    info.show(owner)
    list.rows.loadMoreIfNeeded()
  }

  public var route: Route { Route(owner) }

  public var subjectsToBookmark: [Subject] { panes.markedOrOwn }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .nextType, .previousType: return .refused(PageWords.onlyArtistsHaveSections)
    case .openMaster where isMaster, .openLabel where !isMaster: panes.put(over: info)
    case .openVersions where isMaster: if !panes.leave() { panes.move(to: .main) }
    case .openArtist where isMaster && isAboutTheMaster:
      guard case .master(let master)? = info.loaded?.content, let id = master.artists.lazy.compactMap(\.id).first else {
        return .refused(PageWords.masterArtistHasNoPage)
      }
      context.follow(.entity(.artist(id)))
    default: return panes.perform(command, argument)
    }
    return .done
  }

  /// Selects the pressing that the user came from.
  public func show(_ request: ShowRequest) -> Bool {
    guard case .pressing(let id) = request, isMaster else { return false }
    list.rows.select { $0.reference == .release(id) }
    return true
  }

  private var isAboutTheMaster: Bool { panes.cover != nil || list.rows.list.isEmpty }
}

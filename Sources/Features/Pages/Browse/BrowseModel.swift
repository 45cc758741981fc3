import Clients
public import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// The page of a record that has a list: a master with its versions, an artist with a discography, a label with its
/// releases. The record and the list load side by side.
@Observable
public final class BrowseModel: PageModel {
  public let owner: ListOwner
  public let info: InfoPane
  public let panes: Panes
  public let list: CatalogueListModel
  /// On an artist's page: the parts of the discography.
  public let roles: ArtistRoles?

  @ObservationIgnored private let context: PageContext

  public init(_ owner: ListOwner, context: PageContext, memento: PageMemento = PageMemento()) {
    self.owner = owner
    self.context = context
    let scope = TaskScope(context.tasks)
    info = InfoPane(context, scope: scope, isPreview: false, memento: memento)
    list = CatalogueListModel(
      CatalogueListModel.source(browsing: owner.list(role: memento.role), context.services.catalogue),
      context: context, scope: scope, memento: memento.list)
    let roles: ArtistRoles? =
      if case .artist(let id) = owner {
        ArtistRoles(of: id, context: context, scope: scope, shown: memento.role)
      } else { nil }
    self.roles = roles
    let parts: [any PageContent] = [list] + (roles.map { [$0] } ?? [])
    panes = Panes(list.rows, info: info, parts: parts, context: context, scope: scope)
    info.show(owner.reference)
    list.rows.loadMoreIfNeeded()
  }

  public var route: Route { Route(owner.reference) }

  public var memento: PageMemento {
    var memento = panes.memento
    memento.role = roles?.shown
    return memento
  }

  /// The page's own record; of its list only what was marked for it.
  public var subjectsToBookmark: [Subject] {
    if !panes.isInfoFocused, !list.rows.marked.isEmpty { return list.rows.subjects }
    if let loaded = info.loaded { return [loaded.subject] }
    return context.name(of: owner.reference).map { [Subject(reference: owner.reference, title: $0)] } ?? []
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .nextType, .previousType:
      guard let roles else { return .refused(PageWords.onlyArtistsHaveRoles) }
      roles.step(by: command == .nextType ? 1 : -1)
      list.rows.reload(
        CatalogueListModel.source(browsing: owner.list(role: roles.shown), context.services.catalogue))
    case .openMaster where isMaster: panes.move(to: .info)
    case .openVersions where isMaster: panes.move(to: .main)
    case .openArtist where isMaster && isAboutTheMaster:
      guard case .master(let master)? = info.loaded?.content, let id = master.artists.lazy.compactMap(\.id).first else {
        return .refused(PageWords.masterArtistHasNoPage)
      }
      context.follow(.entity(.artist(id)))
    default: return panes.perform(command, argument)
    }
    return .done
  }

  private var isMaster: Bool { if case .master = owner { true } else { false } }
  private var isAboutTheMaster: Bool { panes.isInfoFocused || list.rows.list.isEmpty }
}

/// The parts of an artist's discography, with how many records each has.
@Observable
public final class ArtistRoles: PageContent {
  /// The part that is shown; nil for all of it.
  public private(set) var shown: ArtistRole?
  public private(set) var counts: [ArtistRole: Int] = [:]

  @ObservationIgnored private let artist: Artist.ID
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope

  init(of artist: Artist.ID, context: PageContext, scope: TaskScope, shown: ArtistRole?) {
    (self.artist, self.context, self.scope, self.shown) = (artist, context, scope, shown)
    reload()
  }

  public func reload() {
    let (catalogue, artist) = (context.services.catalogue, artist)
    scope.run { [weak self] in
      do throws(ClientError) {
        self?.counts = try await catalogue.artistRoles(artist)
      } catch {
        // The list shows every role all the same, and says itself what it could not read.
        self?.context.services.log.write(.warning, PageWords.rolesFailed, ["error": "\(error)"])
      }
    }
  }

  func step(by step: Int) {
    let all: [ArtistRole?] = [nil] + ArtistRole.allCases.filter { counts[$0] ?? 0 > 0 }
    let index = all.firstIndex(of: shown) ?? 0
    shown = all[(index + step + all.count) % all.count]
  }
}

/// A record that has a list. A release has none: its page is a `ReleaseModel`.
nonisolated public enum ListOwner: Hashable, Sendable {
  case master(Master.ID)
  case artist(Artist.ID)
  case label(Discogs.Label.ID)

  public var reference: EntityReference {
    switch self {
    case .master(let id): .master(id)
    case .artist(let id): .artist(id)
    case .label(let id): .label(id)
    }
  }

  /// - Parameter role: of an artist; nil for all.
  fileprivate func list(role: ArtistRole?) -> BrowseRequest.List {
    switch self {
    case .master(let id): .versions(id)
    case .artist(let id): .artistReleases(id, role: role)
    case .label(let id): .labelReleases(id)
    }
  }
}

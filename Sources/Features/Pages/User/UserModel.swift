public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// The page of a user of Discogs.
public final class UserModel: PageModel {
  public let name: String
  public let user: UserPane
  public let panes: Panes

  private let context: PageContext

  public init(_ name: String, context: PageContext, memento: PageMemento = PageMemento()) {
    self.name = name
    self.context = context
    let scope = TaskScope(context.tasks)
    user = UserPane(name, context: context, scope: scope, memento: memento)
    panes = Panes(user, context: context, scope: scope)
  }

  public static func address(of name: String) -> String { "https://www.discogs.com/user/\(name.asPathPart)" }

  public var route: Route { .user(name) }
  public var webAddress: String? { Self.address(of: name) }
  public var view: DocumentView { user.view }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .edit:
      guard let profile = user.profile else { return .passed }
      context.desks?.account.edit(profile, on: self)
      return .done
    default: return panes.perform(command, argument)
    }
  }

  func reload() { user.reload() }
}

/// The text about a user.
@Observable
public final class UserPane: TextPane {
  public let name: String
  public private(set) var profile: UserProfile?
  public private(set) var failure: ClientError?
  /// Whether the source has no users.
  public private(set) var isAbsent = false
  public private(set) var freshness: Freshness?

  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var names: [EntityReference: String] = [:]

  init(_ name: String, context: PageContext, scope: TaskScope, memento: PageMemento) {
    self.name = name
    self.scope = scope
    super.init(context, memento: memento)
    load()
  }

  public override var isMissing: Bool { if case .noSuchUser? = failure { true } else { isAbsent } }
  public override var isReady: Bool { profile != nil || failure != nil || isAbsent }

  private func load() {
    let (services, name) = (context.services, name)
    scope.run { [weak self] in
      do throws(ClientError) {
        let profile = try await services.community.profile(name)
        let mentioned = profile.map { TextMarkup(parsing: $0.profile).unnamedReferences } ?? []
        let names = try await LoadedRecord.names(of: mentioned, from: services)
        self?.take(profile, names)
      } catch {
        self?.fail(error)
      }
    }
  }

  private func take(_ profile: UserProfile?, _ names: [EntityReference: String]) {
    self.profile = profile
    self.names = names
    isAbsent = profile == nil
    failure = nil
    noteFreshness()
    layOut(isSameWidth: true)
    restore()
  }

  private func fail(_ error: ClientError) {
    guard !Task.isCancelled else { return }
    noteFreshness()
    if profile == nil { failure = error }
    context.report(PageWords.pageFailed, error)
  }

  private func noteFreshness() {
    let now = context.can(.people) ? context.services.freshness.of(.user(name)) : nil
    if now != freshness { freshness = now }
  }

  override func layOut(isSameWidth: Bool) {
    guard let profile else { return }
    var builder = DocumentBuilder(columns: columns, measure: context.measure)
    builder.paragraph([Span(profile.userName, .strong)])
    builder.blank()
    builder.fact(FieldWords.name, [Span(profile.realName)])
    builder.fact(FieldWords.location, [Span(profile.location)])
    builder.fact(
      FieldWords.member,
      [Span(profile.registered.isEmpty ? "" : RecordWords.since(String(profile.registered.prefix(10))))])
    builder.fact(FieldWords.collection, [Self.shelf(profile.collectionSize, .collection(of: profile.userName))])
    builder.fact(FieldWords.wants, [Self.shelf(profile.wantListSize, .wants(of: profile.userName))])
    builder.fact(FieldWords.lists, [Span(RecordWords.publicLists, link: .route(.lists(of: profile.userName)))])
    builder.fact(FieldWords.forSale, [Span(profile.copiesForSale > 0 ? profile.copiesForSale.grouped : "")])
    builder.fact(
      FieldWords.submitted, [Span(profile.releasesContributed > 0 ? profile.releasesContributed.grouped : "")])
    builder.fact(FieldWords.rated, [Span(profile.releasesRated > 0 ? PageWords.releases(profile.releasesRated) : "")])
    builder.fact(RecordWords.asSeller, [Span(Self.rating(profile.asSeller))])
    builder.fact(RecordWords.asBuyer, [Span(Self.rating(profile.asBuyer))])
    builder.fact(FieldWords.site, [Span(profile.homePage, link: .url(profile.homePage))])
    if !profile.profile.isEmpty {
      builder.blank()
      builder.markup(profile.profile, names: names)
    }
    view.show(builder.lines, isSameWidth: isSameWidth)
  }

  /// `1,204 records`, a link to them; `private` where they are hidden.
  private static func shelf(_ size: Int?, _ list: RecordList) -> Span {
    guard let size else { return Span(FieldWords.isPrivate) }
    return Span(PageWords.records(size), link: size > 0 ? .route(.records(list)) : nil)
  }

  /// `99.5 % of 1,204`; empty without a rating.
  private static func rating(_ rating: UserProfile.TradeRating) -> String {
    guard rating.count > 0 else { return "" }
    let tenths = Int((min(100, max(0, rating.percent)) * 10).rounded())
    return RecordWords.percent("\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")", of: rating.count)
  }

  public override func hear(_ event: Event) {
    if case .freshnessChanged(let shown) = event { freshnessChanged(shown) }
  }

  public override func retry() -> Bool {
    guard failure != nil else { return false }
    failure = nil
    load()
    return true
  }

  public override func reload() {
    // The account may have changed: a user's own page shows more than others see.
    profile = nil
    failure = nil
    view.show([])
    load()
  }

  public override func refresh() {
    let (freshness, shown) = (context.services.freshness, Shown.user(name))
    scope.run { [weak self] in
      do throws(ClientError) {
        try await freshness.refresh(shown)
        self?.load()
      } catch {
        self?.noteFreshness()
        self?.context.report(PageWords.pageRefreshFailed, error)
      }
    }
  }

  private func freshnessChanged(_ shown: Shown) {
    guard shown == .user(name), context.can(.people) else { return }
    let before = freshness
    noteFreshness()
    if freshness.isNews(after: before) { load() }
  }
}

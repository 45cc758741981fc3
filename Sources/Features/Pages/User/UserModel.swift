public import Clients
public import DiscogsModel
public import Observation
import RunoutModel
import Wording

public final class UserModel: PageModel {
  public let name: String
  public let user: UserPane
  public let panes: Panes

  public init(_ name: String, context: PageContext, memento: PageMemento = PageMemento()) {
    self.name = name
    user = UserPane(name, context: context, memento: memento)
    panes = Panes(user, context: context)
  }

  public static func address(of name: String) -> String { "https://www.discogs.com/user/\(name.asPathPart)" }

  public var route: Route { .user(name) }
  public var webAddress: String? { Self.address(of: name) }
  public var view: DocumentView { user.view }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .edit else { return panes.perform(command, argument) }
    guard let profile = user.profile else { return .passed }
    context.desks?.account.edit(profile, on: self)
    return .done
  }

  func reload() { user.reload() }
}

@Observable
public final class UserPane: TextPane, Loader {
  public let name: String
  public private(set) var profile: UserProfile?
  public private(set) var failure: ClientError?
  /// Whether the source has no users.
  public private(set) var isAbsent = false
  public private(set) var freshness: Freshness?

  @ObservationIgnored private var names: [EntityReference: String] = [:]

  init(_ name: String, context: PageContext, memento: PageMemento) {
    self.name = name
    super.init(context, memento: memento)
    load()
  }

  public override var isMissing: Bool { if case .noSuchUser? = failure { true } else { isAbsent } }
  public override var isReady: Bool { profile != nil || failure != nil || isAbsent }

  private func load() {
    load { [name] services in
      let profile = try await services.community.profile(name)
      let mentioned = profile.map { TextMarkup(parsing: $0.profile).unnamedReferences } ?? []
      return (profile, try await LoadedRecord.names(of: mentioned, from: services))
    } then: { pane, found in
      (pane.profile, pane.names) = found
      pane.isAbsent = pane.profile == nil
      pane.failure = nil
      pane.noteFreshness()
      pane.layOut(isSameWidth: true)
      pane.restore()
    } else: { pane, error in
      guard !Task.isCancelled else { return }
      pane.noteFreshness()
      if pane.profile == nil { pane.failure = error }
      pane.context.report(PageWords.pageFailed, error)
    }
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
    let since = profile.registered.isEmpty ? "" : RecordWords.since(String(profile.registered.prefix(10)))
    builder.fact(FieldWords.member, [Span(since)])
    builder.fact(FieldWords.collection, [Self.shelf(profile.collectionSize, .collection(of: profile.userName))])
    builder.fact(FieldWords.wants, [Self.shelf(profile.wantListSize, .wants(of: profile.userName))])
    builder.fact(FieldWords.lists, [Span(RecordWords.publicLists, link: .route(.lists(of: profile.userName)))])
    builder.fact(FieldWords.forSale, [Span(profile.copiesForSale > 0 ? profile.copiesForSale.grouped : "")])
    let contributed = profile.releasesContributed
    builder.fact(FieldWords.submitted, [Span(contributed > 0 ? contributed.grouped : "")])
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
    load { [name] in
      try await $0.freshness.refresh(.user(name))
    } then: { pane, _ in
      pane.load()
    } else: {
      $0.noteFreshness()
      $0.context.report(PageWords.pageRefreshFailed, $1)
    }
  }

  public override func hear(_ event: Event) {
    guard event == .freshnessChanged(.user(name)), context.can(.people) else { return }
    let before = freshness
    noteFreshness()
    if freshness.isNews(after: before) { load() }
  }
}

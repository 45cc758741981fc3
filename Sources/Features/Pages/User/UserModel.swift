public import Clients
public import DiscogsModel
public import Observation

/// What a user shows of themself.
@Observable
public final class UserModel: PageModel {
  public let name: String
  public private(set) var view = DocumentView()
  public private(set) var profile: UserProfile?
  public private(set) var failure: ClientError?
  /// The source has no users.
  public private(set) var isAbsent = false
  public private(set) var freshness: Freshness?

  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private var names: [EntityReference: String] = [:]
  @ObservationIgnored private var columns = 79
  /// The place to take once the text is there.
  @ObservationIgnored private var pending: PageMemento?

  public init(_ name: String, context: PageContext, memento: PageMemento = PageMemento()) {
    self.name = name
    self.context = context
    scope = TaskScope(context.tasks)
    pending = memento
    load()
  }

  public static func address(of name: String) -> String { "https://www.discogs.com/user/\(name)" }

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
    layOut()
    if let pending { view.restore(cursor: pending.line, top: pending.top) }
    pending = nil
  }

  private func fail(_ error: ClientError) {
    guard !Task.isCancelled else { return }
    noteFreshness()
    if profile == nil { failure = error }
    context.report("This page could not be loaded", error)
  }

  private func noteFreshness() {
    let now = context.isLive ? context.services.freshness.of(.user(name)) : nil
    if now != freshness { freshness = now }
  }

  private func layOut(isSameWidth: Bool = true) {
    guard let profile else { return }
    var builder = DocumentBuilder(columns: columns, measure: context.measure)
    builder.paragraph([Span(profile.userName, .strong)])
    builder.blank()
    builder.fact("Name", [Span(profile.realName)])
    builder.fact("Location", [Span(profile.location)])
    builder.fact("Member", [Span(profile.registered.isEmpty ? "" : "since \(profile.registered.prefix(10))")])
    builder.fact("Collection", [Self.shelf(profile.collectionSize, .collection(of: profile.userName))])
    builder.fact("Wants", [Self.shelf(profile.wantListSize, .wants(of: profile.userName))])
    builder.fact("Lists", [Span("public lists", link: .route(.lists(of: profile.userName)))])
    builder.fact("For sale", [Span(profile.copiesForSale > 0 ? profile.copiesForSale.grouped : "")])
    builder.fact("Submitted", [Span(profile.releasesContributed > 0 ? profile.releasesContributed.grouped : "")])
    builder.fact("Rated", [Span(profile.releasesRated > 0 ? "\(profile.releasesRated.grouped) releases" : "")])
    builder.fact("As seller", [Span(Self.rating(profile.asSeller))])
    builder.fact("As buyer", [Span(Self.rating(profile.asBuyer))])
    builder.fact("Site", [Span(profile.homePage, link: .url(profile.homePage))])
    if !profile.profile.isEmpty {
      builder.blank()
      builder.markup(profile.profile, names: names)
    }
    view.show(builder.lines, isSameWidth: isSameWidth)
  }

  /// `1,204 records`, which leads to them; `private` where nobody may see them.
  private static func shelf(_ size: Int?, _ list: RecordList) -> Span {
    guard let size else { return Span("private") }
    return Span("\(size.grouped) \(size == 1 ? "record" : "records")", link: size > 0 ? .route(.records(list)) : nil)
  }

  /// `99.5 % of 1,204`; empty without a rating.
  private static func rating(_ rating: UserProfile.TradeRating) -> String {
    guard rating.count > 0 else { return "" }
    let tenths = Int((min(100, max(0, rating.percent)) * 10).rounded())
    return "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)") % of \(rating.count.grouped)"
  }

  public func hear(_ event: Event) {
    switch event {
    case .freshnessChanged(let shown): freshnessChanged(shown)
    default: break
    }
  }

  public var route: Route { .user(name) }
  public var isText: Bool { true }
  public var isReady: Bool { profile != nil || failure != nil || isAbsent }

  public var memento: PageMemento {
    var memento = PageMemento()
    memento.line = view.cursor
    memento.top = view.top
    return memento
  }

  public var subjects: [Subject] { [] }
  public var webURL: String? { Self.address(of: name) }
  public var selectedURL: String? { if case .url(let url)? = view.selectedLink { url } else { nil } }

  public func handle(_ command: Command) -> Bool {
    switch command {
    case .open:
      guard let link = view.selectedLink else { return false }
      context.follow(link)
    case .nextLink: return view.nextLink()
    case .previousLink: return view.previousLink()
    case .edit:
      guard let profile else { return false }
      context.desks?.account.edit(profile, on: self)
    case .findNext: find(view.finding, backwards: false)
    case .findPrevious: find(view.finding, backwards: true)
    default: return view.handle(command)
    }
    return true
  }

  public func disabledReason(_ command: Command) -> String? {
    command == .open ? "This line has no name to follow" : nil
  }

  public func find(_ text: String) { find(text, backwards: false) }

  private func find(_ text: String, backwards: Bool) {
    context.say(text, ifNotFound: view.find(text, backwards: backwards))
  }

  public func cancel() -> Bool { false }
  public func close() { scope.close() }
  public func go(toRow row: Int) { view.move(to: row - 1) }

  public func retry() -> Bool {
    guard failure != nil else { return false }
    failure = nil
    load()
    return true
  }

  public func reload() {
    // Of one's own page more is told than others see.
    profile = nil
    failure = nil
    view.show([])
    load()
  }

  public func refresh(_ command: Command) {
    let (freshness, shown) = (context.services.freshness, Shown.user(name))
    scope.run { [weak self] in
      do throws(ClientError) {
        try await freshness.refresh(shown)
        self?.load()
      } catch {
        self?.noteFreshness()
        self?.context.report("This page could not be refreshed", error)
      }
    }
  }

  private func freshnessChanged(_ shown: Shown) {
    guard shown == .user(name), context.isLive else { return }
    let before = freshness
    noteFreshness()
    if freshness.isNews(after: before) { load() }
  }

  public func resize(columns: Int, rows: Int) {
    let columns = SplitLayout.pageTextColumns(columns)
    if columns != self.columns {
      self.columns = columns
      layOut(isSameWidth: false)
    }
    view.resize(height: rows)
  }
}

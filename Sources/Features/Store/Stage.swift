public import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// Everything in front of the user: pages, overlays, messages, and the room for them. Desks and overlays work on it.
@Observable
public final class Stage: PageHost {
  public let navigators: Navigators
  public let overlays = Overlays()
  public private(set) var columns = 80
  public private(set) var rows = 24
  /// One line for the footer, until the next key.
  public internal(set) var notice: String?
  /// One for each page with an error; gone with its page.
  private var banners: [PageBanner] = []

  @ObservationIgnored let context: PageContext
  /// The keys in force, by command.
  @ObservationIgnored public private(set) var keys: [Command: [String]]
  /// Tells the desks what has changed.
  @ObservationIgnored var onEvent: (Event) -> Void = { _ in }
  @ObservationIgnored var onEffect: (AppStore.Effect) -> Void = { _ in }

  /// When the pages of records and users were on the screen last, in seconds since 1970.
  @ObservationIgnored var visitTimes: [Route: Double] = [:]
  /// The visits that the history has already.
  @ObservationIgnored var keptVisits: [Route: Visit] = [:]

  private struct PageBanner {
    weak var page: (any PageModel)?
    var banner: ErrorBanner
  }

  /// - Parameter start: the page to begin with.
  init(_ context: PageContext, keys: [Command: [String]], start: RootPage) {
    (self.context, self.keys) = (context, keys)
    navigators = Navigators(start: start) { route, memento in
      let own = PageContext(like: context)
      let page = route.page(own, keys: (context.host as? Stage)?.shownKeys ?? keys, memento: memento)
      own.page = page
      return page
    }
    context.host = self
    navigators.onVisit = { [weak self] route in self?.visitTimes[route] = self?.now }
    navigators.onLeave = { [weak self] page in self?.rememberVisit(of: page) }
  }

  /// The navigator on the screen.
  public var navigator: Navigator { navigators.current }
  var page: any PageModel { navigator.page }
  var services: Services { context.services }
  var tasks: TaskTracker { context.tasks }
  var preparations: Preparations { context.preparations }
  public var notifications: Notifications { context.notifications }
  /// Seconds since 1970, for showing how long ago something was.
  public var now: Double { context.services.desktop.now() }

  /// The commands that matter most on the page, as its footer shows them.
  public var hints: () -> [Command] = { [] }

  /// The footer's words for commands on the page, where they differ from the command table's.
  @ObservationIgnored public var words: () -> [Command: String] = { [:] }
  /// How a key is shown: in the keymap's notation, until the screen has a sign or a name for it.
  @ObservationIgnored public var keyName: (String) -> String = { $0 } { didSet { use(keys: keys) } }

  /// The first key of a command as it is shown in hints; `:name` where it has none.
  public func key(_ command: Command) -> String { keys[command]?.first.map(keyName) ?? ":\(command.name)" }

  private var shownKeys: [Command: [String]] { keys.mapValues { $0.map(keyName) } }

  func use(keys: [Command: [String]]) {
    self.keys = keys
    let shown = shownKeys
    navigators.forEachPage { $0.hear(.keysChanged(shown)) }
  }

  /// The contexts in which keys are looked up, first match first, while the page has them and no letters are typed into
  /// it.
  var pageContexts: [Command.Context] {
    if page.panes.focused.isGrid { return [.pictures, .lists, .everywhere] }
    return [page.panes.focused.isText ? .text : .lists, .everywhere]
  }

  /// Returns whether a command means something on other pages only: an order that this page's list does not have.
  func isElsewhere(_ command: Command) -> Bool {
    guard let order = SortOrder(command) else { return false }
    return page.panes.list?.sorts.contains(order.field) != true
  }

  /// Tells every open page and every desk.
  func broadcast(_ event: Event) {
    navigators.forEachPage { $0.hear(event) }
    onEvent(event)
  }

  /// Opens a root page to show something.
  func show(_ request: ShowRequest, on root: RootPage, isLinked: Bool = false) {
    let before = page
    if navigator.root != root { navigator.go(to: root, isLinked: isLinked) }
    // Pages opened over it are closed: the root page itself is meant.
    if navigator.depth > 0 { navigator.go(to: root, isLinked: isLinked) }
    if case .type = request {} else { navigator.notePassing(page !== before) }
    _ = page.show(request)
    layOut()
  }

  // MARK: Messages

  public func isInFront(_ page: any PageModel) -> Bool { page === self.page }

  public func say(_ text: String) { notice = text }

  public func turn(_ page: any PageModel, leaving memento: PageMemento) { navigator.turn(page, leaving: memento) }

  /// Posts a message for the page of notifications. The footer shows it, too, unless it is an alert with a line of its
  /// own.
  @discardableResult
  public func notify(_ kind: Notification.Kind, _ text: String) -> Notification.ID {
    if kind != .high { notice = text }
    let id = notifications.post(kind, text, time: now)
    page.hear(.notified)
    layOut()
    return id
  }

  /// The banner of the page on the screen: an error belongs to the page on which it came up.
  public var banner: ErrorBanner? { banners.first { $0.page === page }?.banner }

  /// - Parameter origin: the page on which it happened; nil for the one on the screen.
  public func report(_ title: String, _ error: ClientError, from origin: (any PageModel)? = nil) {
    guard error != .cancelled else { return }
    services.log.write(.error, title, ["error": String(describing: error)])
    let origin = origin ?? page
    banners.removeAll { $0.page == nil }
    let index = banners.firstIndex { $0.page === origin }
    if let index, banners[index].banner.title == title, banners[index].banner.error == error {
      banners[index].banner.count += 1
    } else {
      if let index { banners.remove(at: index) }
      banners.append(PageBanner(page: origin, banner: ErrorBanner(title: title, error: error)))
    }
    layOut()
  }

  /// Works in the background; an error goes to the banner of a page, by default of the one on the screen then.
  @discardableResult
  func attempt(
    orSay title: String, from origin: (any PageModel)? = nil, _ work: @escaping () async throws -> Void
  ) -> Task<Void, Never> {
    tasks.run { [weak self, weak origin] in
      do { try await work() } catch { self?.report(title, ClientError(error), from: origin) }
    }
  }

  /// Works in the background; an error goes to the log alone.
  func attempt(orLog message: String, _ work: @escaping () async throws -> Void) {
    tasks.run { [log = services.log] in
      do { try await work() } catch { log.write(.warning, message, ["error": "\(error)"]) }
    }
  }

  func dismissBanner() { banners.removeAll { $0.page === page } }

  /// Dismisses the banners that ask for an account, now that there is one.
  func dismissSignInBanners() {
    banners.removeAll { if case .signInRequired = $0.banner.error { true } else { false } }
  }

  // MARK: Overlays

  func open(_ overlay: any Overlay) {
    overlays.push(overlay)
    layOut()
  }

  func close(_ overlay: any Overlay) { overlays.close(overlay) }

  /// Asks for a line of text at the bottom.
  ///
  /// - Parameters:
  ///   - cancel: called for Esc, before the prompt closes.
  ///   - command: carries out commands of this prompt alone; false for those of the field.
  ///   - submit: takes the trimmed text, and closes the prompt or shows an error.
  @discardableResult
  func ask(
    _ prompt: Prompt, onEdit edit: @escaping (PromptModel) -> Void = { _ in },
    onCancel cancel: @escaping (PromptModel) -> Void = { _ in },
    onCommand command: @escaping (Command, PromptModel) -> Bool = { _, _ in false },
    onSubmit submit: @escaping (String, PromptModel) -> Void
  ) -> PromptModel {
    let model = PromptModel(prompt, stage: self, onEdit: edit, onSubmit: submit, onCancel: cancel, onCommand: command)
    closePrompt()
    open(model)
    return model
  }

  /// Asks a yes-or-no question.
  ///
  /// - Parameters:
  ///   - takesEnter: false for a question that may come while the user presses keys for something else.
  ///   - no: the word for No.
  ///   - decline: called for No.
  ///   - cancel: called for Esc.
  ///   - replace: called for the third answer; nil where there is none.
  func ask(
    _ caption: String, about: String, _ facts: [Question.Fact] = [], advice: String? = nil, takesEnter: Bool = true,
    no: String = ScreenWords.no, orElse decline: @escaping () -> Void = {}, orCancel cancel: @escaping () -> Void = {},
    orReplace replace: (() -> Void)? = nil, then body: @escaping () -> Void
  ) {
    var actions: [Command: () -> Void] = [.confirm: body, .decline: decline]
    actions[.replace] = replace
    replacePopup(
      with: Question(
        caption: caption, about: about, facts: facts.filter { !$0.value.isEmpty },
        advice: advice ?? PageWords.undoesForADay(key: key(.undo)), takesEnter: takesEnter, no: no, stage: self,
        actions: actions, onCancel: cancel))
  }

  /// Opens a pop-up in place of the present one: one is open at a time.
  func replacePopup(with popup: any Popup) {
    closePopup()
    open(popup)
  }

  func closePrompt() { if let prompt = overlays.first(PromptModel.self) { overlays.close(prompt) } }
  func closePopup() { if let popup { overlays.close(popup) } }

  /// The pop-up over the page; nil for none.
  public var popup: (any Popup)? { overlays.compactMap { $0 as? any Popup }.last }

  // MARK: Room

  public var layout: FrameLayout {
    FrameLayout(columns: columns, rows: rows, hasBanner: banner != nil, hasAlert: notifications.alert != nil)
  }

  func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    context.pictures.rows = rows
    layOut()
  }

  func layOut() {
    let layout = layout
    // A page that cannot be seen keeps its scroll for when the window is large again.
    guard !layout.isTooSmall else { return }
    page.panes.resize(columns: layout.columns, rows: layout.bodyRows)
    overlays.resize(columns: layout.columns, rows: layout.bodyRows)
  }
}

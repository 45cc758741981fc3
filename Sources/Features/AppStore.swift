public import Clients
public import DiscogsModel
public import Observation

/// The whole state of the program: the open pages, what lies over them, and what is said to the user.
///
/// Commands come in through `perform`, text through `insert`; everything on the screen is drawn from here.
@Observable
public final class AppStore {
  /// What only the terminal can do.
  public enum Effect: Hashable, Sendable {
    case quit, suspend, redraw
  }

  public let navigator: Navigator
  public private(set) var columns = 80
  public private(set) var rows = 24
  public internal(set) var source: SourceStatus
  /// How it stands with the network.
  public internal(set) var network: NetworkStatus
  /// Who is signed in.
  public internal(set) var account: AccountState
  /// What is wrong on the page that is shown: a banner belongs to the page on which it came up.
  public var banner: ErrorBanner? { banners.first { $0.page === page.model }?.banner }
  /// One line for the footer, until the next key.
  public internal(set) var notice: String?
  /// The question over the page; nil while there is none.
  public internal(set) var popup: Popup?
  /// What Discogs does not have yet, oldest first.
  public internal(set) var pending: [PendingEdit] = []
  /// How the shelf stands to the account.
  public internal(set) var syncStatus: SyncStatus
  /// How far a change of many records has come; nil when none is under way.
  public internal(set) var shelfProgress: ShelfProgress?
  /// How far looking prices up has come; nil when nobody does.
  public internal(set) var priceProgress: MarketProgress?
  /// How far copying many records has come; nil when nothing is being copied.
  public internal(set) var copying: CopyProgress?
  public internal(set) var prompt: Prompt?
  public internal(set) var history: HistoryModel?
  /// The filters over the list of the page; nil while they are not open.
  public internal(set) var filterPanel: FilterModel?
  /// The chord whose first keys have been pressed; nil when none is under way.
  public var chord: Chord?

  /// What the letter is for that the next key is to be; nil where none is asked for.
  public internal(set) var letterRequest: LetterRequest?

  @ObservationIgnored public var onEffect: (Effect) -> Void = { _ in }
  @ObservationIgnored public let tasks: TaskTracker
  /// The keys in force, by command.
  @ObservationIgnored public let keys: [Command: [String]]
  @ObservationIgnored let context: PageContext
  @ObservationIgnored var watching: [Task<Void, Never>] = []
  /// The lines typed at the `:` prompt, latest first.
  @ObservationIgnored var commandLines: [String] = []
  /// Whether those of earlier runs are among them.
  @ObservationIgnored var hasCommandLines = false
  /// Reads them.
  @ObservationIgnored var loadingCommandLines: Task<Void, Never>?
  @ObservationIgnored var copyTask: Task<Void, Never>?
  /// Tells the present copying from those before it.
  @ObservationIgnored var copyNumber = 0
  @ObservationIgnored var shelfTask: Task<Void, Never>?
  /// Tells what is looked up for the shelf now from what was before.
  @ObservationIgnored var shelfNumber = 0
  /// What is looked up, while a pop-up may come of it.
  @ObservationIgnored var shelfPreparation: Preparation?
  /// The change made last: the next waits for it.
  @ObservationIgnored var lastShelfChange: Task<Void, Never>?
  /// Looks prices up.
  @ObservationIgnored var priceCheck: Task<Void, Never>?
  @ObservationIgnored var lastBookmarkWork: Task<Void, Never>?
  @ObservationIgnored var isShelfNewsDue = false
  /// The stuck changes that the user has been told of, and by what.
  @ObservationIgnored var toldEdits: [PendingEdit.ID: Notification.ID] = [:]
  /// What asks whether rows that are gone at Discogs go here, too; read once that is answered.
  @ObservationIgnored var toldRemovals: Notification.ID?
  @ObservationIgnored private var wasInterrupted = false
  /// Asks Discogs about what was typed to sign in.
  @ObservationIgnored var signingIn: Task<Void, Never>?
  /// Who was signed in when signing in began.
  @ObservationIgnored var accountBefore = AccountState.signedOut
  /// One for each page on which something went wrong; gone when its page is.
  var banners: [PageBanner] = []

  /// - Parameters:
  ///   - keys: the keys in force, by command; the command table's own where the user changed none.
  ///   - scrollLines: how many rows a list scrolls when the selection steps over its edge; 0 for half a screen.
  ///   - pause: how to wait for a moment.
  public init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment, measure: TextMeasure,
    keys: [Command: [String]], scrollLines: Int = 1, pause: Pause = .asTask
  ) {
    let context = PageContext(
      services, tasks: tasks, environment: environment, measure: measure, scrollLines: scrollLines,
      pause: pause)
    self.context = context
    self.tasks = tasks
    self.keys = keys
    let status = services.source.current()
    source = status
    network = services.network.status()
    account = services.account.state()
    syncStatus = services.sync.status()
    context.isLive = status.source == .live
    let link = StoreLink()
    navigator = Navigator { route, memento in
      let own = PageContext(like: context)
      let page = OpenPage(route, context: own, keys: keys, memento: memento)
      link.connect(own, of: page.model)
      return page
    }
    context.report = { [weak self] title, error in self?.report(title, error) }
    context.say = { [weak self] text in self?.notice = text }
    context.notify = { [weak self] kind, text in self?.notify(kind, text) }
    context.follow = { [weak self] link in self?.follow(link) }
    link.store = self
    layOut()
  }

  public var page: OpenPage { navigator.page }
  public var layout: FrameLayout {
    FrameLayout(columns: columns, rows: rows, hasBanner: banner != nil, hasAlert: notifications.alert != nil)
  }
  public var notifications: Notifications { context.notifications }
  /// What the next keys are meant for and is still on its way.
  public var preparations: Preparations { context.preparations }

  /// Starts following what changes without a key: the source, the network, the account.
  public func start() {
    followChanges()
  }

  public func stop() {
    for task in watching { task.cancel() }
    stopCopying()
    _ = stopShelfWork()
    _ = stopPriceCheck()
    closePopup()
    preparations.cancel()
    navigator.closeAll()
  }

  // MARK: Which keys mean what

  /// Where keys are looked up now, first match first.
  public var contexts: [Command.Context] {
    if history != nil { return [.history] }
    if takesText { return [.fields] }
    if popup != nil { return [.questions] }
    if filterPanel != nil { return [.lists, .everywhere] }
    return [page.isText ? .text : .lists, .everywhere]
  }

  /// Whether letters are typed into a field.
  public var takesText: Bool {
    if history != nil || prompt != nil { return true }
    if let popup { return popup.takesText }
    if case .search(let model) = page { return model.isEditing }
    return false
  }

  /// Puts typed or pasted text into the field that has the keys.
  public func insert(_ text: String) {
    notice = nil
    if let history {
      history.insert(text)
    } else if let prompt {
      guard !prompt.isBusy else { return }
      self.prompt?.field.insert(text)
      promptEdited()
    } else if case .chooser(let model) = popup {
      model.insert(text)
    } else if case .form(let model) = popup {
      model.insert(text)
    } else if popup == nil, case .search(let model) = page, model.isEditing {
      model.insert(text)
    }
  }

  /// Text pasted where no field has the keys is never run as keys: a Discogs address or id opens, the rest is declined.
  public func paste(_ text: String) {
    letterRequest = nil
    if takesText {
      insert(text)
    } else if popup != nil {
      notice = "Answer the question first; \(key(.cancel)) closes it"
    } else if let reference = EntityReference(pasted: text.trimmingSpaces) {
      notice = nil
      navigate(to: reference)
    } else {
      notice = "Pasted text goes into a prompt: \(key(.newSearch)) searches, \(key(.openPasted)) opens a pasted link"
    }
  }

  // MARK: Commands

  /// Carries out a command: what lies on top first, then the page, then the program.
  ///
  /// - Parameter isInterrupt: that it was typed as C-c, which quits when there is nothing left to cancel.
  public func perform(_ command: Command, isInterrupt: Bool = false) {
    let again = wasInterrupted && isInterrupt
    wasInterrupted = false
    notice = nil
    if command != .cancel { letterRequest = nil }
    switch command {
    case .redraw: onEffect(.redraw)
    case .suspend: onEffect(.suspend)
    case .cancel: cancel(isInterrupt: isInterrupt, again: again)
    default:
      if performInHistory(command) || performInPrompt(command) || performInPopup(command) || performInFilters(command) {
        break
      }
      if case .search(let model) = page, model.isEditing {
        if command == .openSearchHistory { openHistory() } else { _ = model.handle(command) }
        break
      }
      if performOnTasks(command) || performOnMarket(command) || performOnShelf(command) || performOnBookmarks(command)
        || performHere(command)
        || page.model.handle(command)
      {
        break
      }
      notice = page.model.disabledReason(command) ?? "\(command.entry.help): not on this page"
    }
    layOut()
  }

  private func performHere(_ command: Command) -> Bool {
    switch command {
    case .quit: onEffect(.quit)
    case .openHome: go(to: .home)
    case .openSearch: go(to: .search)
    case .openCollection: go(to: .collection)
    case .openWantList: go(to: .wantList)
    case .openLists: go(to: .lists)
    case .openMarket: go(to: .market)
    case .openStats: go(to: .stats)
    case .openTasks: go(to: .tasks)
    case .openLog: go(to: .log)
    case .openHelp: navigator.push(.help)
    case .openNotifications: navigator.push(.notifications)
    case .openSearchHistory: openHistory()
    case .newSearch: beginSearch()
    case .back, .closePage:
      if command == .back, page.model.leavePane() { break }
      if !navigator.pop() { notice = "This is the first page; \(key(.quit)) quits" }
    case .historyBack: if !navigator.walk(-1) { notice = "No page was visited before this one" }
    case .historyForward: if !navigator.walk(1) { notice = "No page was visited after this one" }
    case .lastView: if !navigator.toggleLast() { notice = "No other page has been looked at yet" }
    case .find: prompt = Prompt(.find)
    case .narrow:
      guard !page.isText, page.model.canBeNarrowed else { return false }
      prompt = Prompt(.narrow, text: page.model.narrowing)
    case .filter: return openFilters()
    case .commandLine: openCommandLine()
    case .openPasted: prompt = Prompt(.pasted)
    case .openInBrowser: openInBrowser()
    case .refresh, .refreshView: refresh(command)
    case .copyName, .copyURL, .copyID, .copyCatalogueNumber, .copyBarcode, .copyJSON: copy(command)
    case .signIn: beginSignIn(byOAuth: false)
    case .signOut: signOut()
    case .whoAmI: sayWhoIsSignedIn()
    case .selectProfile: listProfiles()
    case .selectSource: notice = "Which source? :source demo, :source catalogue or :source live"
    default: return false
    }
    return true
  }

  private func cancel(isInterrupt: Bool, again: Bool) {
    // Whatever is closed takes with it what was on its way for it.
    let isPreparing = preparations.isUnderWay
    defer { if isPreparing { preparations.cancel() } }
    if chord != nil || letterRequest != nil {
      chord = nil
      letterRequest = nil
    } else if history != nil {
      closeHistory()
    } else if let prompt {
      signingIn?.cancel()
      self.prompt = nil
      if prompt.kind == .narrow { page.model.narrow(prompt.before) }
    } else if popup != nil {
      cancelPopup()
    } else if filterPanel != nil {
      closeFilters()
    } else if case .search(let model) = page, model.isEditing {
      _ = model.handle(.cancel)
    } else if stopShelfWork() {
      notice = "Nothing was changed"
    } else if isPreparing {
      notice = "Cancelled"
    } else if stopCopying() {
      notice = "Nothing was copied"
    } else if banner != nil {
      dismissBanner()
    } else if let alert = notifications.alert {
      notifications.markRead(alert.id)
    } else if page.model.cancel() {
      return
    } else if case .market = page, stopPriceCheck() {
      notice = "Price check stopped; results kept"
    } else if isInterrupt, navigator.depth == 0 {
      if again {
        onEffect(.quit)
      } else {
        wasInterrupted = true
        notice = "C-c once more quits"
      }
    } else if isInterrupt {
      _ = navigator.pop()
    }
  }

  private func go(to root: RootPage) {
    navigator.go(to: root)
    if root.isOfTheShelf { syncByItself() }
  }

  private func beginSearch() {
    if navigator.root != .search || navigator.depth > 0 { navigator.go(to: .search) }
    if case .search(let model) = page { model.beginNewSearch() }
  }

  /// Opens the page a search was started for from outside: a query or a pasted address.
  public func open(_ text: String) {
    if let reference = EntityReference(pasted: text) {
      navigate(to: reference)
    } else if case .search(let model) = page {
      model.run(text, kind: nil)
    }
    layOut()
  }

  private func refresh(_ command: Command) {
    if !page.model.retry() { page.model.refresh(command) }
    // A page of the shelf shows what the last sync has brought.
    if command == .refreshView, context.isLive, account != .signedOut,
      [.collection, .wantList].contains(page.model.route)
    {
      sync(isFull: false)
    }
    if let banner, banner.offersRetry { dismissBanner() }
  }

  // MARK: Notifications and errors

  /// Says something in the footer and keeps it for the page of notifications.
  @discardableResult
  public func notify(_ kind: Notification.Kind, _ text: String) -> Notification.ID {
    if kind != .high { notice = text }
    let id = notifications.post(kind, text, time: now)
    if case .notifications(let model) = page {
      notifications.markRead()
      model.update()
    }
    layOut()
    return id
  }

  // MARK: Size

  public func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    layOut()
  }

  func layOut() {
    let layout = layout
    // A page that cannot be seen keeps its scroll for when the window is large again.
    guard !layout.isTooSmall else { return }
    page.model.resize(columns: layout.columns, rows: layout.bodyRows)
    history?.resize(rows: layout.bodyRows)
    filterPanel?.resize(rows: layout.filterRows)
    popup?.resize(columns: layout.columns, rows: layout.bodyRows)
  }

  /// Says something that was noticed while starting, such as a mistake in the configuration.
  public func warn(_ text: String) {
    context.services.log.write(.warning, text, [:])
    notify(.ordinary, text)
  }

  /// Says that a key means nothing here.
  public func unknownKey(_ key: String) {
    if popup != nil {
      _ = performInPopup(.openHelp)
      return
    }
    notice = "\(key) isn't a key here; \(self.key(.openHelp)) for help"
  }

  /// Says that more was typed ahead than is remembered.
  public func dropTypedAhead() { notice = "Too many keys at once: the last ones were dropped" }

  /// Whether the undo key brings a deleted entry of the search history back instead of being typed.
  public var undoesDeletion: Bool { history?.hasJustDeleted ?? false }

  /// Seconds since 1970, for showing how long ago something was.
  public var now: Double { context.services.desktop.now() }

  /// The first key of a command, for hints.
  public func key(_ command: Command) -> String { keys[command]?.first ?? ":\(command.rawValue)" }
}

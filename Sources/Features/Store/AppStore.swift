public import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// The whole state of the program: the stage with its pages and overlays, the desks, and the world outside.
///
/// Commands come in through `perform`, text through `insert`; everything on the screen is drawn from here.
@Observable
public final class AppStore {
  /// The work that only the terminal can do.
  public enum Effect: Hashable, Sendable {
    case quit, suspend, redraw
    case use(Settings)
    /// Rebinds the commands: ``AppStore/use(keys:)`` follows.
    case bind([String: [String]])
    /// Gives the terminal to the user's editor: ``AppStore/editorEnded(_:)`` follows.
    case edit(EditorCall)
  }

  public let stage: Stage
  public let desks: Desks
  public let mouse: Mouse
  public private(set) var source: SourceStatus
  public private(set) var network: NetworkStatus

  @ObservationIgnored private var watching: [Task<Void, Never>] = []
  @ObservationIgnored private var isStarted = false
  @ObservationIgnored private var wasInterrupted = false

  /// - Parameters:
  ///   - keys: the keys in force, by command; the command table's own where the user changed none.
  ///   - settings: the settings in force; nil for the defaults, but for lists that scroll row by row.
  ///   - start: the page to begin with; Search where the command line searches or opens something.
  ///   - pause: how to wait.
  public init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment, measure: TextMeasure,
    keys: [Command: [String]], settings: SettingsInForce? = nil, start: RootPage = .search, pause: Pause = .asTask
  ) {
    let context = PageContext(services, tasks: tasks, environment: environment, measure: measure, pause: pause)
    if let settings { context.use(settings.inForce) }
    source = services.source.current()
    network = services.network.status()
    context.source = services.source.current().source
    stage = Stage(context, keys: keys, start: start)
    desks = Desks(stage, settings: settings ?? SettingsInForce())
    mouse = Mouse(stage)
    context.desks = desks
    stage.onEvent = { [weak desks] event in for desk in desks?.all ?? [] { desk.hear(event) } }
    mouse.onCommand = { [weak self] in self?.perform($0) }
    desks.pages.onCommand = { [weak self] in self?.perform($0) }
    desks.commandLine.onLine = { [weak self] line in self?.perform(line.command, line.argument) }
    stage.layOut()
  }

  public var navigator: Navigator { stage.navigator }
  public var page: any PageModel { stage.page }
  public var overlays: Overlays { stage.overlays }
  public var notifications: Notifications { stage.notifications }
  public var layout: FrameLayout { stage.layout }
  public var banner: ErrorBanner? { stage.banner }
  public var notice: String? { stage.notice }
  /// Whether this run may not change the shelf.
  public var isReadOnly: Bool { stage.services.edits.refusal() != nil }
  public var keys: [Command: [String]] { stage.keys }
  public var tasks: TaskTracker { stage.tasks }
  public var now: Double { stage.now }
  /// The things on their way that the next keys are meant for.
  public var preparations: Preparations { stage.preparations }

  public var onEffect: (Effect) -> Void {
    get { stage.onEffect }
    set { stage.onEffect = newValue }
  }

  public func key(_ command: Command) -> String { stage.key(command) }

  public var pictures: PictureBoard { stage.context.pictures }

  /// Sets how fine pages show pictures; nil for no pictures.
  public func show(pictures resolution: PictureResolution?) {
    guard resolution != pictures.resolution else { return }
    pictures.resolution = resolution
    stage.broadcast(.picturesChanged)
  }

  public func resize(columns: Int, rows: Int) { stage.resize(columns: columns, rows: rows) }

  public func stop() {
    stage.rememberVisit(of: stage.page)
    for task in watching { task.cancel() }
    for desk in desks.all { desk.close() }
    overlays.closeAll()
    preparations.cancel()
    stage.navigators.closeAll()
  }

  // MARK: Keys

  /// The contexts in which keys are looked up now, first match first.
  public var contexts: [Command.Context] {
    if let top = overlays.top { return top.contexts }
    if page.takesText { return [.fields] }
    return stage.pageContexts
  }

  /// Whether letters are typed into a field.
  public var takesText: Bool { overlays.top?.takesText ?? page.takesText }

  public func isElsewhere(_ command: Command) -> Bool { stage.isElsewhere(command) }

  /// Whether the undo key undoes the last key of a pop-up, such as a deleted history entry, instead of being typed.
  public var undoesDeletion: Bool {
    (overlays.top as? HistoryModel)?.hasJustDeleted ?? (overlays.top as? IntakeModel)?.hasJustTaken ?? false
  }

  /// Inserts typed or pasted text into the field that has the keys.
  public func insert(_ text: String) {
    stage.notice = nil
    if let top = overlays.top { top.insert(text) } else { page.insert(text) }
  }

  /// Takes pasted text. Outside a field it is never run as keys: a Discogs address or id opens, the rest is declined.
  public func paste(_ text: String) {
    if let letter = overlays.top as? LetterModel, !letter.cancel() { stage.close(letter) }
    if takesText {
      insert(text)
    } else if stage.popup != nil {
      stage.notice = PageWords.answerFirst(key: key(.cancel))
    } else if let reference = EntityReference(pasted: text.trimmed()) {
      stage.notice = nil
      stage.navigate(to: reference)
    } else {
      stage.notice = PageWords.pasteIntoPrompt(search: key(.newSearch), open: key(.openPasted))
    }
  }

  // MARK: Commands

  /// Carries out a command: the topmost overlay gets it first, then the page, then the desks.
  ///
  /// - Parameters:
  ///   - argument: nil where the command was given none.
  ///   - isInterrupt: whether it was typed as C-c. With nothing left to cancel, that closes the page; twice on a root
  ///     page, it quits.
  public func perform(_ command: Command, _ argument: CommandArgument? = nil, isInterrupt: Bool = false) {
    let again = wasInterrupted && isInterrupt
    wasInterrupted = false
    stage.notice = nil
    switch command {
    case .redraw: onEffect(.redraw)
    case .suspend: onEffect(.suspend)
    case .cancel: cancel(isInterrupt: isInterrupt, again: again)
    default: pass(command, argument)
    }
    stage.layOut()
  }

  /// Offers a command to one after the other until one takes it.
  private func pass(_ command: Command, _ argument: CommandArgument?) {
    func isTaken(_ outcome: Outcome) -> Bool {
      switch outcome {
      case .done: break
      case .refused(let sentence): stage.notice = sentence
      case .unfinished(let text): desks.commandLine.open(with: text ?? "\(command.name) ")
      case .passed: return false
      }
      return true
    }
    if let top = overlays.top, isTaken(top.perform(command, argument)) { return }
    if command.entry.parameter.isRequired, argument == nil, isTaken(.unfinished()) { return }
    if isTaken(page.perform(command, argument)) { return }
    if page.takesText, command != .openSearchHistory { return }
    for desk in desks.all where isTaken(desk.perform(command, argument)) { return }
    switch command {
    case .quit: onEffect(.quit)
    case .selectSource: if let source = argument?.choice.flatMap(Source.init) { select(source) }
    default: stage.notice = PageWords.notHere(key(command), help: key(.openHelp))
    }
  }

  private func cancel(isInterrupt: Bool, again: Bool) {
    // Closing something cancels what was on its way for it.
    let isPreparing = preparations.isUnderWay
    defer { if isPreparing { preparations.cancel() } }
    if overlays.chord != nil {
      overlays.chord = nil
    } else if let top = overlays.top {
      if !top.cancel() { stage.close(top) }
    } else if page.takesText {
      _ = page.perform(.cancel)
    } else if let said = desks.interrupt() {
      stage.notice = said
    } else if isPreparing {
      stage.notice = ErrorWords.cancelled
    } else if banner != nil {
      stage.dismissBanner()
    } else if let alert = notifications.alert {
      notifications.markRead(alert.id)
    } else if page.perform(.cancel) == .done {
      return
    } else if isInterrupt, navigator.depth == 0 {
      if again {
        onEffect(.quit)
      } else {
        wasInterrupted = true
        stage.notice = PageWords.onceMore
      }
    } else if isInterrupt {
      _ = navigator.pop()
    }
  }

  /// Opens what the command line asks for: a pasted address, or the results of a query.
  public func open(_ text: String) {
    if let reference = EntityReference(pasted: text) {
      stage.navigate(to: reference)
    } else {
      stage.show(.search(text), on: .search)
    }
    stage.layOut()
  }

  // MARK: The world outside

  /// Starts following what changes without a key: the source, the network, the account.
  public func follow() {
    guard watching.isEmpty else { return }
    let services = stage.services
    if case .refused = desks.account.state { desks.account.reportRefusal() }
    watch(services.source.changes()) { $0.sourceChanged($1) }
    watch(services.network.changes()) { $0.networkChanged($1) }
    watch(services.account.changes()) { if $0.desks.account.take($1) { $0.desks.sync.syncByItself() } }
    watch(services.sync.changes()) { $0.desks.sync.take($1) }
    watch(services.settings.changes()) { $0.desks.settings.settingsChanged($1) }
    watch(services.edits.changes()) { store, _ in store.desks.changes.shelfMayHaveChanged() }
    watch(services.freshness.changes()) { $0.stage.broadcast(.freshnessChanged($1)) }
  }

  /// Begins what the first frame need not wait for: the sync, and reading what is still to be sent.
  public func start() {
    follow()
    guard !isStarted else { return }
    isStarted = true
    desks.sync.syncByItself(isStart: true)
    desks.sync.loadPending()
  }

  private func watch<Value: Sendable>(_ changes: AsyncStream<Value>, _ take: @escaping (AppStore, Value) -> Void) {
    watching.append(
      Task { [weak self] in
        for await value in changes {
          guard let self else { return }
          take(self, value)
        }
      })
  }

  private func networkChanged(_ status: NetworkStatus) {
    guard status != network else { return }
    let isBack = network.connection == .offline && status.connection != .offline
    network = status
    stage.broadcast(.networkChanged(status))
    // Requests that failed for want of a network are made again; loaded rows stay as they are.
    if isBack { stage.broadcast(.retryDue) }
  }

  /// - Parameter words: the confirmation; nil to name the source.
  func select(_ source: Source, saying words: String? = nil) {
    let client = stage.services.source
    stage.attempt(orSay: PageWords.sourceFailed) { [weak self] in
      let status = try await client.select(source)
      self?.sourceChanged(status)
      self?.stage.notify(.confirmation, words ?? PageWords.switched(to: source.rawValue))
    }
  }

  private func sourceChanged(_ status: SourceStatus) {
    guard status != source else { return }
    let (old, isOther) = (source, status.source != source.source)
    source = status
    stage.context.source = status.source
    stage.broadcast(.sourceChanged(status))
    if isOther {
      // Anything being typed was about the rows of the other source.
      overlays.closeAll()
      preparations.cancel()
      for desk in desks.all { desk.close() }
      desks.sync.reset()
      stage.navigators.reset()
      desks.sync.syncByItself()
    } else if status.generation != old.generation {
      stage.broadcast(.catalogueReplaced)
      stage.notify(.ordinary, PageWords.catalogueImported)
    }
    stage.layOut()
  }

  // MARK: From the terminal

  /// Logs and shows a problem noticed while starting, such as a mistake in the configuration.
  public func warn(_ text: String) {
    stage.services.log.write(.warning, text, [:])
    stage.notify(.ordinary, text)
  }

  /// Sets the keys that the screen shows.
  public func use(keys: [Command: [String]]) { stage.use(keys: keys) }

  /// Call when the terminal is back from the user's editor.
  public func editorEnded(_ ending: EditorEnding) { desks.settings.editorEnded(ending) }

  /// Says that a key means nothing here.
  public func unknownKey(_ key: String) {
    if let popup = stage.popup, case .refused(let sentence) = popup.perform(.openHelp) {
      stage.notice = sentence
    } else if stage.popup == nil {
      stage.notice = PageWords.notAKey(stage.keyName(key), help: self.key(.openHelp))
    }
  }

  /// Says that keys typed ahead were dropped, as there were too many.
  public func dropTypedAhead() { stage.notice = PageWords.tooManyKeys }
}

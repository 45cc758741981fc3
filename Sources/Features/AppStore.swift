public import Clients
import DiscogsModel
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
  public private(set) var source: SourceStatus
  public private(set) var banner: ErrorBanner?
  /// One line for the footer, until the next key.
  public private(set) var notice: String?
  public private(set) var prompt: Prompt?
  public private(set) var history: HistoryModel?
  /// What can follow the first keys of a chord; empty when no chord is under way.
  public var chord: [ChordHint] = []

  @ObservationIgnored public var onEffect: (Effect) -> Void = { _ in }
  @ObservationIgnored public let tasks: TaskTracker
  /// The keys in force, by command.
  @ObservationIgnored public let keys: [Command: [String]]
  @ObservationIgnored private let context: PageContext
  @ObservationIgnored private var watching: Task<Void, Never>?
  @ObservationIgnored private var commandLines: [String]?
  @ObservationIgnored private var wasInterrupted = false

  /// - Parameter keys: the keys in force, by command; the command table's own where the user changed none.
  public init(
    _ services: Services, tasks: TaskTracker, environment: AppEnvironment, measure: TextMeasure,
    keys: [Command: [String]]
  ) {
    let context = PageContext(services, tasks: tasks, environment: environment, measure: measure)
    self.context = context
    self.tasks = tasks
    self.keys = keys
    source = services.source.current()
    navigator = Navigator { route, memento in OpenPage(route, context: context, keys: keys, memento: memento) }
    context.report = { [weak self] title, error in self?.report(title, error) }
    context.say = { [weak self] text in self?.notice = text }
    context.follow = { [weak self] link in self?.follow(link) }
    layOut()
  }

  public var page: OpenPage { navigator.page }
  public var layout: FrameLayout {
    FrameLayout(columns: columns, rows: rows, bannerRows: banner == nil ? 0 : 2)
  }

  /// Starts following what other running programs do to the source.
  public func start() {
    let changes = context.services.source.changes()
    watching = Task { [weak self] in
      for await status in changes { self?.sourceChanged(status) }
    }
  }

  public func stop() {
    watching?.cancel()
    navigator.closeAll()
  }

  // MARK: Which keys mean what

  /// Where keys are looked up now, first match first.
  public var contexts: [Command.Context] {
    if history != nil { return [.history] }
    if takesText { return [.fields] }
    return [page.isText ? .text : .lists, .everywhere]
  }

  /// Whether letters are typed into a field.
  public var takesText: Bool {
    if history != nil || prompt != nil { return true }
    if case .search(let model) = page { return model.isEditing }
    return false
  }

  /// Puts typed or pasted text into the field that has the keys.
  public func insert(_ text: String) {
    notice = nil
    if let history {
      history.insert(text)
    } else if prompt != nil {
      prompt?.field.insert(text)
      promptEdited()
    } else if case .search(let model) = page, model.isEditing {
      model.insert(text)
    }
  }

  /// Text pasted where no field has the keys is never run as keys: a Discogs address or id opens, the rest is declined.
  public func paste(_ text: String) {
    if takesText {
      insert(text)
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
    switch command {
    case .redraw: onEffect(.redraw)
    case .suspend: onEffect(.suspend)
    case .cancel: cancel(isInterrupt: isInterrupt, again: again)
    default:
      if performInHistory(command) || performInPrompt(command) { break }
      if case .search(let model) = page, model.isEditing {
        if command == .openSearchHistory { openHistory() } else { _ = model.handle(command) }
        break
      }
      if performHere(command) || page.model.handle(command) { break }
      notice = page.model.disabledReason(command) ?? "\(command.entry.help): not on this page"
    }
    layOut()
  }

  private func performHere(_ command: Command) -> Bool {
    switch command {
    case .quit: onEffect(.quit)
    case .openSearch: go(to: .search)
    case .openCollection: go(to: .collection)
    case .openWantList: go(to: .wantList)
    case .openLog: go(to: .log)
    case .openHelp: navigator.push(.help)
    case .openSearchHistory: openHistory()
    case .newSearch: beginSearch()
    case .back, .closePage:
      if !navigator.pop() { notice = "This is the first page; \(key(.quit)) quits" }
    case .historyBack: if !navigator.walk(-1) { notice = "No page was visited before this one" }
    case .historyForward: if !navigator.walk(1) { notice = "No page was visited after this one" }
    case .lastView: if !navigator.toggleLast() { notice = "No other page has been looked at yet" }
    case .find: prompt = Prompt(.find)
    case .narrow:
      guard !page.isText else { return false }
      prompt = Prompt(.narrow, text: page.model.narrowing)
    case .commandLine: openCommandLine()
    case .openPasted: prompt = Prompt(.pasted)
    case .openInBrowser: openInBrowser()
    case .refresh, .refreshView: refresh()
    case .copyName, .copyURL, .copyID, .copyCatalogueNumber, .copyBarcode, .copyJSON: copy(command)
    case .selectSource: notice = "Which source? :source demo or :source catalogue"
    default: return false
    }
    return true
  }

  private func cancel(isInterrupt: Bool, again: Bool) {
    if !chord.isEmpty {
      chord = []
    } else if history != nil {
      closeHistory()
    } else if let prompt {
      self.prompt = nil
      if prompt.kind == .narrow { page.model.narrow("") }
    } else if case .search(let model) = page, model.isEditing {
      _ = model.handle(.cancel)
    } else if banner != nil {
      banner = nil
    } else if page.model.cancel() {
      return
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

  private func refresh() {
    page.model.reload()
    if let banner, banner.offersRetry { self.banner = nil }
  }

  // MARK: Following links

  private func follow(_ link: LinkTarget) {
    switch link {
    case .entity(let reference): navigate(to: reference)
    case .named(let kind, let name): follow(name: name, kind: kind)
    case .url(let url):
      if let reference = EntityReference(pasted: url) { navigate(to: reference) } else { openInBrowser(url) }
    case .search(let text):
      navigator.go(to: .search)
      if case .search(let model) = page { model.run(text, kind: nil) }
    }
    layOut()
  }

  private func navigate(to reference: EntityReference) {
    navigator.push(Route(reference))
    layOut()
  }

  private func follow(name: String, kind: EntityKind) {
    let catalogue = context.services.catalogue
    tasks.run { [weak self] in
      do throws(ClientError) {
        if let reference = try await catalogue.named(name, kind) {
          self?.navigate(to: reference)
        } else {
          self?.notice = "No \(kind.rawValue) called “\(name)” in this source"
        }
      } catch {
        self?.report("The \(kind.rawValue) could not be looked up", error)
      }
    }
  }

  private func openInBrowser() {
    guard let subject = page.model.subjects.first else {
      notice = "Nothing is selected that could be opened"
      return
    }
    guard !subject.reference.isDemo else {
      notice = "The demo's records are not on Discogs: there is no page to open"
      return
    }
    openInBrowser(subject.reference.webURL)
  }

  private func openInBrowser(_ url: String) {
    let desktop = context.services.desktop
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await desktop.open(url)
        self?.notice = "Opened \(url)"
      } catch {
        self?.report("The page could not be opened in a browser", error)
      }
    }
  }

  // MARK: Copying

  private func copy(_ command: Command) {
    let subjects = page.model.subjects
    guard !subjects.isEmpty else {
      notice = "Nothing is selected that could be copied"
      return
    }
    let services = context.services
    tasks.run { [weak self] in
      do throws(ClientError) {
        let copied = try await Copying.text(command, of: subjects, from: services)
        guard let copied else {
          self?.notice = command == .copyBarcode ? "No barcode is known" : "No catalogue number is known"
          return
        }
        let way = try await services.desktop.copy(copied)
        let lines = copied.split(separator: "\n").count
        self?.notice = lines > 1 ? "Copied \(lines) lines by \(way)" : "Copied “\(copied)” by \(way)"
      } catch {
        self?.report("Nothing was copied", error)
      }
    }
  }

  // MARK: Prompt

  private func performInPrompt(_ command: Command) -> Bool {
    guard var prompt else { return false }
    switch command {
    case .submit: submit(prompt)
    case .complete where prompt.kind == .command: complete()
    case .olderEntry where prompt.kind == .command: recall(older: true)
    case .newerEntry where prompt.kind == .command: recall(older: false)
    case .openSearchHistory:
      self.prompt = nil
      openHistory()
    default:
      // A backspace in an empty command line leaves it, as in vi.
      if command == .editDeleteLeft, prompt.field.isEmpty {
        self.prompt = nil
        return true
      }
      let before = prompt.field.text
      guard prompt.field.handle(command) else { return true }
      self.prompt = prompt
      if prompt.field.text != before { promptEdited() }
    }
    return true
  }

  private func promptEdited() {
    guard let prompt else { return }
    self.prompt?.error = nil
    self.prompt?.historyIndex = -1
    switch prompt.kind {
    case .narrow: page.model.narrow(prompt.field.text.trimmingSpaces)
    case .command:
      let text = prompt.field.text
      self.prompt?.completions = text.isEmpty ? [] : CommandLine.completions(of: text)
    case .find, .pasted: break
    }
  }

  private func submit(_ prompt: Prompt) {
    let text = prompt.field.text.trimmingSpaces
    switch prompt.kind {
    case .find:
      self.prompt = nil
      page.model.find(text)
    case .narrow:
      self.prompt = nil
      page.model.narrow(text)
    case .pasted:
      if let reference = EntityReference(pasted: text) {
        self.prompt = nil
        navigate(to: reference)
      } else {
        self.prompt?.error = "not a Discogs URL, nor an id such as r123, m45, a6 or l7"
      }
    case .command: run(text)
    }
  }

  private func openCommandLine() {
    prompt = Prompt(.command)
    guard commandLines == nil else { return }
    let history = context.services.history
    tasks.run { [weak self] in
      do throws(ClientError) {
        self?.commandLines = try await history.commandLines()
      } catch {
        self?.report("Earlier commands could not be read", error)
      }
    }
  }

  private func complete() {
    guard let prompt, let first = prompt.completions.first else { return }
    // As far as all completions agree; the whole word when there is only one.
    let shared = prompt.completions.reduce(first) { $0.commonPrefix(with: $1) }
    let text = shared.count > prompt.field.text.count ? shared : first
    self.prompt?.field.set(text)
    promptEdited()
  }

  private func recall(older: Bool) {
    guard var prompt, let lines = commandLines else { return }
    let next = prompt.historyIndex + (older ? 1 : -1)
    guard next >= -1, next < lines.count else { return }
    if prompt.historyIndex == -1 { prompt.draft = prompt.field.text }
    prompt.field.set(next == -1 ? prompt.draft : lines[next])
    prompt.historyIndex = next
    prompt.completions = []
    self.prompt = prompt
  }

  private func run(_ line: String) {
    do throws(CommandLineError) {
      guard let parsed = try CommandLine.parse(line) else {
        prompt = nil
        return
      }
      prompt = nil
      remember(line)
      switch parsed {
      case .command(let command): perform(command)
      case .row(let row): page.model.go(toRow: row)
      case .source(let name): if let source = Source(rawValue: name) { select(source) }
      case .sort(let name):
        guard let field = SortOrder.Field(rawValue: name), let command = Command.sort(by: field) else { return }
        perform(command)
      case .type(let name):
        guard case .search(let model) = page else {
          notice = "Only Search shows one type of record"
          return
        }
        model.show(kind: EntityKind(rawValue: name))
      }
    } catch {
      prompt?.error = error.message
    }
  }

  private func remember(_ line: String) {
    commandLines = [line] + (commandLines ?? []).filter { $0 != line }
    let history = context.services.history
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await history.recordCommandLine(line)
      } catch {
        self?.report("This command could not be remembered", error)
      }
    }
  }

  // MARK: Search history

  private func openHistory() {
    guard history == nil else { return }
    if case .search(let model) = page, model.isEditing { _ = model.handle(.cancel) }
    history = HistoryModel(context: context)
  }

  private func closeHistory() {
    history?.close()
    history = nil
  }

  private func performInHistory(_ command: Command) -> Bool {
    guard let history else { return false }
    switch command {
    case .submit, .editEntry:
      guard let entry = history.selected else { break }
      closeHistory()
      if navigator.root != .search || navigator.depth > 0 { navigator.go(to: .search) }
      guard case .search(let model) = page else { break }
      if command == .submit {
        model.run(entry.query, kind: entry.kind, sort: entry.sort)
      } else {
        model.edit(entry)
      }
    default:
      _ = history.handle(command)
    }
    return true
  }

  // MARK: Source

  private func select(_ source: Source) {
    let client = context.services.source
    tasks.run { [weak self] in
      do throws(ClientError) {
        let status = try await client.select(source)
        self?.sourceChanged(status)
        self?.notice = "Now on the \(source.rawValue)"
      } catch {
        self?.report("The source stays as it was", error)
      }
    }
  }

  private func sourceChanged(_ status: SourceStatus) {
    guard status != source else { return }
    let (old, isOther) = (source, status.source != source.source)
    source = status
    if isOther {
      navigator.reset()
    } else if status.generation != old.generation {
      navigator.reloadAll()
      notice = "A new catalogue has been imported"
    }
    layOut()
  }

  // MARK: Errors

  private func report(_ title: String, _ error: ClientError) {
    guard error != .cancelled else { return }
    context.services.log.write(.error, title, ["error": String(describing: error)])
    if let banner, banner.title == title, banner.error == error {
      self.banner?.count += 1
    } else {
      banner = ErrorBanner(title: title, error: error)
    }
    layOut()
  }

  // MARK: Size

  public func resize(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    layOut()
  }

  private func layOut() {
    let layout = layout
    page.model.resize(columns: layout.columns, rows: layout.bodyRows)
    history?.resize(rows: layout.bodyRows)
  }

  /// Says something that was noticed while starting, such as a mistake in the configuration.
  public func warn(_ text: String) {
    context.services.log.write(.warning, text, [:])
    notice = text
  }

  /// Says that a key means nothing here.
  public func unknownKey(_ key: String) {
    notice = "\(key) means nothing here; \(self.key(.openHelp)) shows the keys"
  }

  /// Whether the undo key brings a deleted entry of the search history back instead of being typed.
  public var undoesDeletion: Bool { history.map { $0.deleted != nil && $0.field.isEmpty } ?? false }

  /// Seconds since 1970, for showing how long ago something was.
  public var now: Double { context.services.desktop.now() }

  /// The first key of a command, for hints.
  public func key(_ command: Command) -> String { keys[command]?.first ?? ":\(command.rawValue)" }
}

/// One way a chord can go on.
nonisolated public struct ChordHint: Hashable, Sendable {
  public var keys: String
  public var help: String

  public init(keys: String, help: String) {
    self.keys = keys
    self.help = help
  }
}

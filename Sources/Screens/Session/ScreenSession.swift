public import Clients
public import Features
import Observation
public import Terminal

/// Connects a store with a terminal: keys in, frames out, one frame for a burst of changes.
public final class ScreenSession {
  public let store: AppStore
  private let driver: any TerminalDriver
  private let router: InputRouter
  private var frame: Frame
  /// The terminal's background as it last reported it, in this run or an earlier one.
  private var background: Colour?
  /// Whether ``background`` is of this run. One of an earlier run may have been another terminal's.
  private var isBackgroundReported = false
  private var settings: Settings
  private var isFrameDue = false
  private var isFrameScheduled = false
  /// Whether the state that the last frame was drawn from is being observed.
  private var isObserved = false
  /// Whether a batch of events is being handled: its changes are painted after the last of them.
  private var isTaking = false
  private var isOpen = false
  private var opening: Task<Void, Never>?
  /// The wait for a terminal that may not answer.
  private var waiting: Task<Void, Never>?
  private var ending: CheckedContinuation<Ending, Never>?
  private var ended: Ending?
  public private(set) var framesPainted = 0
  /// The last frame with its page and overlay: a click means what was on the screen.
  private var painted: (canvas: Canvas, page: any PageModel, overlay: (any Overlay)?)?
  /// The line or the column's end that the mouse is dragging; nil for none.
  private var dragged: Hit?
  private static let linesOfNotch = 3
  /// The time after the first frame that a remembered background is believed of a terminal that answers nothing.
  private static let answerTime: Duration = .seconds(1)
  /// Called with each background colour that the terminal reports.
  public var onBackground: (Colour) -> Void = { _ in }
  /// Called whenever input, work and frame have all settled.
  public var onIdle: () -> Void = {}

  /// The reason a session ended.
  public enum Ending: Hashable, Sendable {
    case quit
    /// The terminal is gone.
    case endOfInput
    case signal(TerminationSignal)
  }

  /// - Parameter background: the terminal's background as an earlier run remembered it; nil if unknown.
  public init(
    _ store: AppStore, driver: any TerminalDriver, keymap: Keymap, settings: Settings = Settings(),
    background: Colour? = nil
  ) {
    (self.store, self.driver, self.background, self.settings) = (store, driver, background, settings)
    router = InputRouter(store, keymap: keymap)
    frame = Frame(store, theme: Theme(settings, background: background, colours: driver.colours))
    store.resize(columns: driver.size.columns, rows: driver.size.rows)
    store.show(pictures: driver.pictureResolution)
    driver.events.onOtherWork = { [weak self] in self?.observe() }
    store.stage.hints = { [weak self] in self.map { PageView($0.store.page, style: $0.frame.style).hints } ?? [] }
    store.stage.words = { [weak self] in
      let words = self.map { PageView($0.store.page, style: $0.frame.style).words } ?? []
      return Dictionary(words.map { ($0.command, $0.text) }) { first, _ in first }
    }
    store.stage.keyName = { [weak self] in self?.driver.glyphs.key($0) ?? $0 }
    store.onEffect = { [weak self] effect in self?.perform(effect) }
    store.tasks.onIdle = { [weak self] in self?.settleIfQuiet() }
  }

  /// Shows the first screen and handles the terminal's events until the session ends.
  public func run() async -> Ending {
    store.follow()
    // Before the first records arrive, keys are handled already and a signal ends the program.
    driver.events.deliver { [weak self] batch in self?.take(batch) }
    openWhenReady()
    let ending = await withCheckedContinuation { continuation in
      if let ended { continuation.resume(returning: ended) } else { self.ending = continuation }
    }
    opening?.cancel()
    waiting?.cancel()
    store.stop()
    return ending
  }

  /// Paints the first frame once its records are there, or after `patience` without: no empty frame flashes by.
  private func openWhenReady(patience: Duration = .milliseconds(30)) {
    opening = Task { [weak self] in
      do { try await Task.sleep(for: patience) } catch { return }
      self?.begin()
    }
    openOnceReady()
  }

  private func openOnceReady() {
    guard !isOpen else { return }
    let isReady = withObservationTracking {
      store.page.panes.main.isReady
    } onChange: { [weak self] in
      // `onChange` comes before the change; the task runs after it.
      Task { @MainActor in self?.openOnceReady() }
    }
    if isReady { begin() }
  }

  /// Paints the first frame, and then begins what that need not wait for.
  private func begin() {
    open()
    if ended == nil { store.start() }
  }

  /// Paints the first frame, unless that has been done or the session has ended.
  public func open() {
    guard !isOpen, ended == nil else { return }
    opening?.cancel()
    isOpen = true
    paint()
    guard background?.rgb != nil, !isBackgroundReported else { return }
    waiting = Task { [weak self] in
      do { try await Task.sleep(for: Self.answerTime) } catch { return }
      guard let self else { return }
      endAnswers()
      if isFrameDue { scheduleFrame() }
    }
  }

  /// Forgets the background of an earlier run, since the terminal has not reported one in this.
  private func endAnswers() {
    waiting?.cancel()
    guard background?.rgb != nil, !isBackgroundReported else { return }
    background = nil
    chooseTheme()
  }

  // MARK: Input

  /// Handles all events that were read at once, and paints at most one frame for them.
  public func take(_ batch: [InputEvent]) {
    // Dragging anything else costs no frame.
    if dragged == nil, batch.allSatisfy(\.isOfDragging) { return settleIfQuiet() }
    var size: Size?
    isTaking = true
    for event in batch {
      switch event {
      case .key(let key): router.press(key)
      case .paste(let text): router.paste(text)
      case .click(let point):
        guard let hit = hit(at: point) else { break }
        dragged = hit.canBeDragged ? hit : nil
        router.click(hit)
      case .drag(let point): if let dragged { store.mouse.drag(dragged, to: point.column) }
      case .release:
        if let dragged { store.mouse.endDrag(of: dragged) }
        dragged = nil
      case .wheel(let point, let notches):
        if let hit = hit(at: point) { router.scroll(hit, by: notches * Self.linesOfNotch) }
      case .resize(let new): size = new
      case .resumed:
        driver.redraw()
        isFrameDue = true
      case .background(let colour):
        background = colour
        isBackgroundReported = true
        onBackground(colour)
        chooseTheme()
      case .profile:
        store.show(pictures: driver.pictureResolution)
        chooseTheme()
        isFrameDue = true
      case .answer(.attributes): endAnswers()
      case .focus, .answer: break
      case .endOfInput: end(.endOfInput)
      case .signal(let signal): end(.signal(signal))
      }
    }
    if let size { store.resize(columns: size.columns, rows: size.rows) }
    isTaking = false
    // At once: a task would go through Dispatch and back. Unobserved, a batch may have changed anything.
    if isFrameDue || !isObserved, isOpen, ended == nil { paint() } else { settleIfQuiet() }
  }

  /// The region shown at a cell; nil where there is none, or once another page or pop-up is on top.
  private func hit(at point: Point) -> Hit? {
    guard let painted, painted.page === store.page, painted.overlay === store.overlays.top else { return nil }
    return painted.canvas.hit(at: point)
  }

  private func perform(_ effect: AppStore.Effect) {
    switch effect {
    case .quit: end(.quit)
    case .suspend: driver.suspend()
    case .redraw:
      driver.redraw()
      isFrameDue = true
    case .use(let settings):
      driver.use(TerminalChoices(settings))
      store.show(pictures: driver.pictureResolution)
      self.settings = settings
      chooseTheme()
      scheduleFrame()
    case .bind(let keys):
      let keymap = Keymap(overrides: keys)
      router.keymap = keymap
      store.use(keys: keymap.keys)
      scheduleFrame()
    case .edit(let call): store.editorEnded(AppStore.EditorEnding(driver.run(call.command)))
    }
  }

  private func chooseTheme() {
    let theme = Theme(settings, background: background, colours: driver.colours)
    guard theme != frame.theme else { return }
    frame = Frame(store, theme: theme)
    isFrameDue = true
  }

  private func end(_ ending: Ending) {
    guard ended == nil else { return }
    ended = ending
    self.ending?.resume(returning: ending)
    self.ending = nil
  }

  // MARK: Frames

  private func scheduleFrame() {
    isFrameDue = true
    guard isOpen, !isTaking, !isFrameScheduled else { return }
    isFrameScheduled = true
    Task {
      isFrameScheduled = false
      if isFrameDue { paint() } else { settleIfQuiet() }
    }
  }

  private func paint() {
    isFrameDue = false
    // When only keys can change the state, it is not observed: that costs a third of a frame.
    let canvas = driver.events.isAlone ? compose() : composeObserved()
    driver.present(canvas)
    painted = (canvas, store.page, store.overlays.top)
    framesPainted += 1
    settleIfQuiet()
  }

  private func compose() -> Canvas {
    frame.compose(size: driver.size, glyphs: driver.glyphs, pictures: driver.pictureMode)
  }

  private func composeObserved() -> Canvas {
    isObserved = true
    return withObservationTracking {
      compose()
    } onChange: { [weak self] in
      // Called on the actor that makes the change: all of the store lives on the main actor.
      MainActor.assumeIsolated {
        self?.isObserved = false
        self?.scheduleFrame()
      }
    }
  }

  /// Makes the next change of the visible state schedule a frame.
  private func observe() {
    guard isOpen, ended == nil, !isObserved else { return }
    _ = composeObserved()
  }

  public func settleIfQuiet() { if isOpen, isSettled { onIdle() } }

  /// Whether no frame is due.
  public var isPainted: Bool { !isFrameDue && !isFrameScheduled }

  /// Whether no work is running and no frame is due.
  public var isSettled: Bool { store.tasks.isIdle && isPainted }

  /// Waits until work and frame have settled.
  public func settle() async {
    repeat {
      await store.tasks.settle()
      await Task.yield()
    } while !isSettled
  }
}

extension InputEvent {
  /// Whether the event matters only during a drag.
  fileprivate var isOfDragging: Bool {
    switch self {
    case .drag, .release: true
    default: false
    }
  }
}

extension Canvas {
  /// The meaning of the topmost region at a cell, with the row of a list resolved; nil outside all regions.
  func hit(at point: Point) -> Hit? {
    guard let region = region(at: point), let hit = region.meaning as? Hit else { return nil }
    return hit.line(point.row - region.area.row)
  }
}

extension TerminalChoices {
  /// The settings that concern the terminal.
  public init(_ settings: Settings) {
    self.init(
      mostColours: settings.colours.number, isASCII: settings.ascii, escapeTime: .milliseconds(settings.escapeTime),
      hasMouse: settings.mouse, asksBackground: settings.theme == ThemeColours.automatic,
      pictures: PictureMode(settings.pictures))
  }
}

extension PictureMode {
  /// Nil for `automatic`: the best mode that the terminal has.
  fileprivate init?(_ setting: Settings.Pictures) {
    switch setting {
    case .automatic: return nil
    case .off: self = .none
    case .kitty: self = .kitty
    case .iTerm2: self = .iTerm2
    case .sixel: self = .sixel
    case .symbols: self = .symbols
    }
  }
}

extension AppStore.EditorEnding {
  fileprivate init(_ ending: ProgramEnding) {
    switch ending {
    case .exited(let status): self = .exited(status)
    case .killed(let signal): self = .killed(signal: signal)
    case .notStarted(let reason): self = .notStarted(reason)
    case .noTerminal: self = .noTerminal
    }
  }
}

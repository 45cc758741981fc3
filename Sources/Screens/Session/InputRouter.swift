public import Features
public import Terminal

/// Turns keys into commands or typed text. No view model ever sees a key.
///
/// Keys typed while the store prepares a pop-up are meant for the pop-up, and wait here until it is open. Esc does not
/// wait: it cancels the preparation, and the waiting keys are dropped.
public final class InputRouter {
  private enum Input {
    case key(Key)
    case paste(String)
  }

  public var keymap: Keymap
  private let store: AppStore
  private var pending: [Key] = []
  /// Input for the pop-up in preparation, oldest first.
  private var waiting: [Input] = []
  private var isResuming = false

  /// A limit beyond all typing ahead: a key held down for half a minute.
  static let mostWaiting = 1_000

  public init(_ store: AppStore, keymap: Keymap) {
    self.store = store
    self.keymap = keymap
    store.preparations.onEnd = { [weak self] outcome in
      switch outcome {
      case .ready: self?.resume()
      case .failed: self?.waiting = []
      }
    }
  }

  public func press(_ key: Key) { take(.key(key)) }

  public func paste(_ text: String) { take(.paste(text)) }

  private func take(_ input: Input) {
    guard mustWait(input) else { return deliver(input) }
    if case .key(let key) = input, let command = urgentCommand(key) {
      if command == .cancel { waiting = [] }
      return deliver(input)
    }
    guard waiting.count < Self.mostWaiting else { return store.dropTypedAhead() }
    waiting.append(input)
  }

  /// Whether the input waits: behind a waiting key everything does, so that the order is kept.
  private func mustWait(_ input: Input) -> Bool { !waiting.isEmpty || isHeld(input) }

  private func isHeld(_ input: Input) -> Bool {
    switch store.preparations.hold {
    case .nothing: false
    case .everything: true
    case .commands:
      switch input {
      case .key(let key): !key.isText || !store.takesText
      case .paste: !store.takesText
      }
    }
  }

  /// The command of a key that does not wait for a preparation.
  private func urgentCommand(_ key: Key) -> Command? {
    if store.takesText, key.isText { return nil }
    guard case .command(let command) = keymap.match([key], in: store.contexts + [.everywhere]) else { return nil }
    return [.cancel, .redraw, .suspend].contains(command) ? command : nil
  }

  /// Delivers waiting input until some of it starts another preparation, for which the rest waits.
  private func resume() {
    guard !isResuming else { return }
    isResuming = true
    defer { isResuming = false }
    while let next = waiting.first, !isHeld(next) {
      waiting.removeFirst()
      deliver(next)
    }
  }

  private func deliver(_ input: Input) {
    switch input {
    case .key(let key): route(key)
    case .paste(let text): store.paste(text)
    }
  }

  private func route(_ key: Key) {
    if store.takesText {
      dropChord()
      pressInField(key)
      return
    }
    if let letter = store.overlays.top as? LetterModel {
      press(key, in: letter)
      return
    }
    let sequence = pending + [key]
    switch keymap.match(sequence, in: store.contexts) {
    case .command(.confirm) where store.isTooEasy(sequence):
      store.unknownKey(key.notation)
    case .command(let command):
      dropChord()
      store.perform(command, isInterrupt: key == InputRouter.interrupt)
    case .prefix:
      let chord = keymap.chord(of: sequence, in: store.contexts, isElsewhere: store.isElsewhere)
      guard !chord.hints.isEmpty else {
        dropChord()
        store.unknownKey(sequence.map(\.notation).joined())
        return
      }
      pending = sequence
      store.overlays.chord = chord
    case .none:
      let wasChord = !pending.isEmpty
      dropChord()
      let isDropped = wasChord && keymap.match([key], in: store.contexts) == .command(.cancel)
      if !isDropped { store.unknownKey(sequence.map(\.notation).joined()) }
    }
  }

  /// Handles the letter of a bookmark.
  private func press(_ key: Key, in letter: LetterModel) {
    dropChord()
    if keymap.match([key], in: store.contexts) == .command(.cancel) {
      store.perform(.cancel, isInterrupt: key == InputRouter.interrupt)
    } else if case .character(let character) = key.code, key.modifiers.isEmpty {
      letter.take(character)
    } else {
      letter.take(nil)
    }
  }

  private func pressInField(_ key: Key) {
    if case .character(let character) = key.code, key.modifiers.isEmpty {
      if store.undoesDeletion, keymap.match([key], in: [.history]) == .command(.undoDelete) {
        store.perform(.undoDelete)
      } else {
        store.insert(String(character))
      }
      return
    }
    switch keymap.match([key], in: store.contexts) {
    case .command(let command): store.perform(command, isInterrupt: key == InputRouter.interrupt)
    case .prefix, .none:
      // Paging moves the list behind a prompt, whichever field has the keys.
      if case .command(let command) = keymap.match([key], in: [.everywhere]), [.pageDown, .pageUp].contains(command) {
        store.perform(command)
      }
    }
  }

  // MARK: The mouse

  /// Handles a click at once or drops it: it was aimed at the screen as it is, not at a pop-up to come.
  public func click(_ hit: Hit) {
    if case .command(.cancel) = hit { waiting = [] }
    guard takesMouse(hit) else { return }
    if case .keys(let notation) = hit {
      for key in Key.sequence(notation) ?? [] { press(key) }
    } else if store.overlays.chord != nil {
      if hit != .overlay { dropChord() }
    } else if hit != .overlay {
      dropChord()
      store.mouse.click(hit)
    }
  }

  /// Scrolls the pane under the mouse; negative `lines` are upwards.
  public func scroll(_ hit: Hit, by lines: Int) { if takesMouse(hit) { store.mouse.scroll(hit, by: lines) } }

  private func takesMouse(_ hit: Hit) -> Bool {
    if case .command(let command) = hit, [.cancel, .redraw, .suspend].contains(command) { return true }
    return waiting.isEmpty && store.preparations.hold == .nothing
  }

  private func dropChord() {
    pending = []
    if store.overlays.chord != nil { store.overlays.chord = nil }
  }

  private static let interrupt = Key("c", .control)
}

extension Key {
  /// Whether the key types a letter into a field.
  fileprivate var isText: Bool { if case .character = code { modifiers.isEmpty } else { false } }
}

public import Features
public import Terminal

/// Turns keys into commands or typed text. No view model ever sees a key.
public final class InputRouter {
  public let keymap: Keymap
  private let store: AppStore
  private var pending: [Key] = []

  public init(_ store: AppStore, keymap: Keymap) {
    self.store = store
    self.keymap = keymap
  }

  public func press(_ key: Key) {
    if store.takesText {
      dropChord()
      pressInField(key)
      return
    }
    if store.letterRequest != nil {
      pressLetter(key)
      return
    }
    let sequence = pending + [key]
    switch keymap.match(sequence, in: store.contexts) {
    case .command(let command):
      dropChord()
      store.perform(command, isInterrupt: key == InputRouter.interrupt)
    case .prefix:
      pending = sequence
      store.chord = keymap.chord(of: sequence, in: store.contexts, isElsewhere: store.isElsewhere)
    case .none:
      let wasChord = !pending.isEmpty
      dropChord()
      let isDropped = wasChord && keymap.match([key], in: store.contexts) == .command(.cancel)
      if !isDropped { store.unknownKey(sequence.map(\.notation).joined()) }
    }
  }

  /// The key after one that asks for the letter of a bookmark.
  private func pressLetter(_ key: Key) {
    dropChord()
    if keymap.match([key], in: store.contexts) == .command(.cancel) {
      store.perform(.cancel, isInterrupt: key == InputRouter.interrupt)
    } else if case .character(let character) = key.code, key.modifiers.isEmpty {
      store.take(letter: character)
    } else {
      store.take(letter: nil)
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
      // Paging works on the list behind a prompt, whatever field has the keys.
      if case .command(let command) = keymap.match([key], in: [.everywhere]), [.pageDown, .pageUp].contains(command) {
        store.perform(command)
      }
    }
  }

  private func dropChord() {
    pending = []
    if store.chord != nil { store.chord = nil }
  }

  private static let interrupt = Key("c", .control)
}

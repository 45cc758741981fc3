import Clients
public import Observation
public import RunoutModel
import Wording

/// Takes the next key as a letter: of a bookmark to make, open or delete, or of a way to begin.
@Observable
public final class LetterModel: Overlay {
  nonisolated public enum Purpose: Hashable, Sendable {
    case bookmark(Subject)
    case go, delete
    /// The way to begin on the very first start.
    case start
  }

  public let purpose: Purpose
  /// Nil until they have been read.
  public internal(set) var bookmarks: [Bookmark]?
  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private let onLetter: (LetterModel, Character?) -> Void

  init(_ purpose: Purpose, stage: Stage, onLetter: @escaping (LetterModel, Character?) -> Void) {
    (self.purpose, self.stage, self.onLetter) = (purpose, stage, onLetter)
  }

  public var takesText: Bool { false }
  public var contexts: [Command.Context] { [.lists, .everywhere] }

  /// A command instead of a letter closes it and is carried out; on the first start it counts as no letter.
  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if purpose == .start {
      take(nil)
      return .done
    }
    stage.close(self)
    return .passed
  }

  /// Esc is an answer on the first start: a key that looks at the demo, as any other.
  public func cancel() -> Bool {
    guard purpose == .start else { return false }
    take(nil)
    return true
  }

  /// - Parameter letter: nil for a key that types nothing.
  public func take(_ letter: Character?) { onLetter(self, letter) }

  private static let ways = [
    (StartWords.demoKey, StartWords.lookAtDemo), (StartWords.importKey, StartWords.importFile),
    (StartWords.signInKey, StartWords.signIn), (StartWords.fetchKey, StartWords.fetch),
  ].map { ChordHint(keys: String($0), text: $1) }

  /// The keys that mean something here, and what a letter does.
  public var letters: (keys: String, word: String) {
    switch purpose {
    case .bookmark: (Self.anyLetter, BookmarkWords.sets)
    case .go: (Self.anyLetter, BookmarkWords.goes)
    case .delete: (Self.anyLetter, BookmarkWords.deletes)
    case .start: (Self.ways.map(\.keys).joined(separator: "/"), StartWords.begins)
    }
  }

  private static let anyLetter = "a…z"

  /// The content of the pop-up.
  public var chord: Chord {
    let caption =
      switch purpose {
      case .bookmark(let subject): BookmarkWords.prompt(subject.name)
      case .go: BookmarkWords.go
      case .delete: BookmarkWords.delete
      case .start: StartWords.caption
      }
    return Chord(caption: caption, hints: hints, pairsCapitals: false)
  }

  private var hints: [ChordHint] {
    if purpose == .start { return Self.ways }
    guard let bookmarks else { return [ChordHint(keys: Self.anyLetter, text: FieldWords.loading)] }
    if !bookmarks.isEmpty { return bookmarks.map { ChordHint(keys: $0.mark, text: $0.name) } }
    let isMaking = if case .bookmark = purpose { true } else { false }
    return [ChordHint(keys: Self.anyLetter, text: isMaking ? BookmarkWords.anyLetter : BookmarkWords.none)]
  }
}

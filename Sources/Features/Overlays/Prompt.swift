public import Clients
import Wording

/// The line at the bottom that asks for text.
nonisolated public struct Prompt: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case find, narrow, command, pasted
    /// A personal token.
    case token
    /// The three questions of OAuth: the user's own application, its secret, and the code that the browser shows.
    case consumerKey
    case consumerSecret(key: String)
    case code(Authorisation)
    /// The name of a folder of the collection that is to be made, or to be called otherwise.
    case newFolder
    case renameFolder(String)
    /// The name under which what is shown is kept as a smart crate, and the filter of one that is there.
    case newCrate
    case crateQuery(String)
    /// The path of a file to import.
    case file
  }

  public let kind: Kind
  public var field: TextField
  /// What the line was when the prompt opened, for Esc.
  public let before: String
  /// The lines that would complete what is typed.
  public var completions: [String] = []
  /// Which of them has been put in by going through them; nil before.
  public internal(set) var completionIndex: Int?
  /// Whether what is there stands selected: what is typed takes its place, and a key that edits goes on with it.
  public internal(set) var isSelected = false
  /// How far the offers have been scrolled by hand, away from where the one that was put in is in sight.
  private var scrolled = 0
  /// What there is to know before typing, such as an address to go to.
  public var message: String?
  /// The answer to what was typed is on its way: nothing can be typed, Esc gives it up.
  public var isBusy = false
  /// What is wrong with the line as it stands.
  public var error: String?
  /// Which line of the history is shown; -1 for the one being typed.
  public var historyIndex = -1
  public var draft = ""

  public init(_ kind: Kind, text: String = "", message: String? = nil) {
    self.kind = kind
    self.message = message
    before = text
    field = TextField(text)
    isSelected = kind == .narrow && !text.isEmpty
  }

  /// The first line that is offered on the screen, where so many have room.
  public func firstOffer(rows: Int) -> Int { within(rows, usualFirst(rows) + scrolled) }

  mutating func scroll(by lines: Int, rows: Int) {
    scrolled = within(rows, firstOffer(rows: rows) + lines) - usualFirst(rows)
  }

  mutating func choose(_ offer: Int) {
    field.set(completions[offer])
    completionIndex = offer
    scrolled = 0
  }

  mutating func edited() {
    error = nil
    historyIndex = -1
    completionIndex = nil
    scrolled = 0
  }

  private func usualFirst(_ rows: Int) -> Int { within(rows, (completionIndex ?? 0) - rows / 2) }
  private func within(_ rows: Int, _ first: Int) -> Int { max(0, min(first, completions.count - rows)) }

  /// How many offers are shown at once.
  ///
  /// - Parameter room: the rows above the line.
  public func offersShown(in room: Int) -> Int { min(completions.count, 10, room / 2) }

  /// Whether what is typed is a secret, shown as dots and kept nowhere.
  public var isHidden: Bool {
    switch kind {
    case .token, .consumerSecret: true
    case .find, .narrow, .command, .pasted, .consumerKey, .code, .newFolder, .renameFolder, .newCrate,
      .crateQuery, .file:
      false
    }
  }

  public var label: String {
    switch kind {
    case .find: "/"
    case .narrow: AppWords.filterPrompt
    case .command: ":"
    case .pasted: AppWords.openPrompt
    case .token: AppWords.tokenPrompt
    case .consumerKey: AppWords.keyPrompt
    case .consumerSecret: AppWords.secretPrompt
    case .code: AppWords.codePrompt
    case .newFolder: AppWords.newFolderPrompt
    case .renameFolder: AppWords.folderPrompt
    case .newCrate: AppWords.cratePrompt
    case .crateQuery(let name): "\(name): "
    case .file: StartWords.filePrompt
    }
  }
}

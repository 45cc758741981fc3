public import Clients
import Wording

/// The line at the bottom that asks for text.
nonisolated public struct Prompt: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case find, narrow, command, pasted
    case token
    /// The three questions of OAuth: the user's own application, its secret, and the code that the browser shows.
    case consumerKey
    case consumerSecret(key: String)
    case code(Authorisation)
    /// The name of a folder to make, or the new name of one.
    case newFolder
    case renameFolder(String)
    /// The name of a new smart crate, and the filter of one that exists.
    case newCrate
    case crateQuery(String)
    /// The path of a file to import.
    case file
  }

  public let kind: Kind
  public var field: TextField
  /// The text when the prompt opened, for Esc.
  public let before: String
  /// The lines that would complete what is typed.
  public var completions: [String] = []
  /// The one put in by stepping through them; nil for none.
  public internal(set) var completionIndex: Int?
  /// Whether the text is selected: typing or deleting replaces it, other editing keys go on with it.
  public internal(set) var isSelected = false
  /// How far the offers are scrolled by hand, away from the one put in.
  private var scrolled = 0
  /// A message to read before typing, such as an address to go to.
  public var message: String?
  /// Whether an answer is on its way: nothing can be typed, Esc gives it up.
  public var isBusy = false
  /// The error in the line as it stands.
  public var error: String?
  /// The line of the history that is shown; -1 for the one being typed.
  public var historyIndex = -1
  public var draft = ""

  public init(_ kind: Kind, text: String = "", message: String? = nil) {
    (self.kind, self.message) = (kind, message)
    before = text
    field = TextField(text, limit: TextField.sayingLimit)
    isSelected = kind == .narrow && !text.isEmpty
  }

  /// Returns the first offer on the screen, with room for `rows` of them.
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

  /// The error of a text that is longer than it may be; nil where it is not.
  var tooLong: String? {
    field.tooMany.map { count in
      switch kind {
      case .find, .narrow, .crateQuery: QueryWords.tooLong(count)
      default: AppWords.tooLong(count)
      }
    }
  }

  private func usualFirst(_ rows: Int) -> Int { within(rows, (completionIndex ?? 0) - rows / 2) }
  private func within(_ rows: Int, _ first: Int) -> Int { max(0, min(first, completions.count - rows)) }

  /// Returns how many offers are shown at once.
  ///
  /// - Parameter room: the rows above the line.
  public func offersShown(in room: Int) -> Int { min(completions.count, 10, room / 2) }

  /// Whether the text is a secret, shown as dots and kept nowhere.
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

import Clients
import DiscogsModel
public import Observation
public import RunoutModel
import Wording

/// A pop-up that asks for one of several: a folder, a copy, a theme. Typing narrows it.
@Observable
public final class ChooserModel: Popup, NarrowedOverlay, Loader {
  nonisolated public enum Choice: Hashable, Sendable {
    case folder(CollectionFolder)
    /// A folder to make, by the name typed.
    case newFolder(String)
    case copy(CollectionCopy)
    /// Rows that a sync has removed: one, or all of them.
    case removed([RemovedRow])
    case theme(String)
  }

  /// The choices, with a warning to read first.
  nonisolated public struct Offer: Sendable {
    public var choices: [Choice]
    public var warning: String?
    /// The number of the choice selected at first, from 0.
    public var selected: Int

    public init(_ choices: [Choice], selected: Int = 0, warning: String? = nil) {
      (self.choices, self.selected, self.warning) = (choices, selected, warning)
    }
  }

  public typealias Load = @Sendable () async throws -> Offer

  /// `Add to the collection`.
  public let caption: String
  /// The record it is about, or how many.
  public let about: String
  public let takesNewFolder: Bool
  public private(set) var warning: String?
  public internal(set) var field = TextField(limit: 200)
  public internal(set) var list = PagedList<Choice>()

  @ObservationIgnored private let source: Load
  @ObservationIgnored let context: PageContext
  @ObservationIgnored private let onChoice: (Choice) -> Void
  @ObservationIgnored private let onMove: (Choice?) -> Void
  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private var preparation: Preparation?
  @ObservationIgnored private var all: [Choice] = []
  @ObservationIgnored private var isChosen = false

  /// - Parameters:
  ///   - onMove: called when another choice is selected; with nil when the pop-up is closed without a choice.
  ///   - onChoice: called with the choice, once the pop-up is closed.
  init(
    _ caption: String, about: String, takesNewFolder: Bool = false, stage: Stage, source: @escaping Load,
    onMove: @escaping (Choice?) -> Void = { _ in }, onChoice: @escaping (Choice) -> Void
  ) {
    (self.caption, self.about, self.takesNewFolder, self.source) = (caption, about, takesNewFolder, source)
    (self.onChoice, self.onMove, self.stage) = (onChoice, onMove, stage)
    context = PageContext(like: stage.context)
    load()
  }

  private func load() {
    list.begin()
    // Text typed meanwhile is seen in the field already.
    let preparation = stage.preparations.begin(.commands, isShown: true)
    self.preparation = preparation
    load({ [source] _ in try await source() }) { model, offer in
      model.take(offer)
      // A warning has to be read first: keys typed meanwhile are dropped.
      preparation.end(offer.warning == nil ? .ready : .failed)
    } else: { model, error in
      if error != .cancelled { model.list.fail(error) }
      preparation.end(.failed)
    }
  }

  private func take(_ offer: Offer) {
    all = offer.choices
    warning = offer.warning
    show()
    list.moveCursor(to: offer.selected)
  }

  private func show() {
    let matches = matches
    var found = all.filter { matches($0.text) }
    let name = field.text.trimmed()
    let isThere = all.contains { $0.text.lowercased() == name.lowercased() }
    if takesNewFolder, !name.isEmpty, !isThere { found.append(.newFolder(name)) }
    list.replace()
    list.append(Page(rows: found, next: nil))
  }

  func narrow() {
    guard list.status == .complete else { return }
    show()
    moved()
  }

  func moved() { onMove(list.selected) }

  public func insert(_ text: String) { type(text) }
  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome { performInList(command) }

  func submit() {
    switch list.status {
    case .loading, .ready: break
    case .failed:
      list.retry()
      load()
    case .complete:
      guard let choice = list.selected else { return }
      isChosen = true
      stage.close(self)
      onChoice(choice)
    }
  }

  /// Around the list are a border, the subject, a field, and the warning.
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, min(10, rows - 6))) }

  public func close() {
    context.scope.close()
    preparation?.end(.failed)
    if !isChosen { onMove(nil) }
  }
}

extension ChooserModel.Choice {
  /// The text that typing searches.
  nonisolated var text: String {
    switch self {
    case .folder(let folder): folder.name
    case .newFolder(let name): name
    case .copy(let copy): ([copy.folder, copy.grades, copy.added, copy.notesText]).joined(separator: " ")
    case .theme(let name): name
    case .removed(let rows):
      rows.count == 1 ? rows.map { "\($0.facts.name) \($0.folder)" }.joined() : ShelfWords.all(rows.count)
    }
  }
}

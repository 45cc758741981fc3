public import Clients
public import Observation
public import RunoutModel
import Wording

/// A pop-up that asks which of several: a folder, a copy. Typing narrows it.
@Observable
public final class ChooserModel: Popup, NarrowedOverlay {
  nonisolated public enum Choice: Hashable, Sendable {
    case folder(CollectionFolder)
    /// One that is not there yet, by the name that was typed.
    case newFolder(String)
    case copy(CollectionCopy)
    /// What a sync has removed: one row, or all of it.
    case removed([RemovedRow])
    case theme(String)
  }

  /// What there is to choose from, and what has to be known before one does.
  nonisolated public struct Offer: Sendable {
    public var choices: [Choice]
    public var warning: String?
    /// The choice that is selected at first.
    public var selected: Int

    public init(_ choices: [Choice], selected: Int = 0, warning: String? = nil) {
      self.choices = choices
      self.selected = selected
      self.warning = warning
    }
  }

  public typealias Load = @Sendable () async throws(ClientError) -> Offer

  /// `Add to the collection`.
  public let caption: String
  /// What it is about: a record, or how many.
  public let about: String
  public let takesNewFolder: Bool
  public private(set) var warning: String?
  public internal(set) var field = TextField(limit: 200)
  public private(set) var list = PagedList<Choice>()

  @ObservationIgnored private let source: Load
  @ObservationIgnored private let scope: TaskScope
  @ObservationIgnored private let onChoice: (Choice) -> Void
  @ObservationIgnored private let onMove: (Choice?) -> Void
  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private var preparation: Preparation?
  @ObservationIgnored private var all: [Choice] = []
  @ObservationIgnored private var isChosen = false

  /// - Parameters:
  ///   - onMove: what is done when another choice is selected; with nil, when the pop-up is closed without a choice.
  ///   - onChoice: what is done with the choice; the pop-up is closed by then.
  init(
    _ caption: String, about: String, takesNewFolder: Bool = false, stage: Stage, source: @escaping Load,
    onMove: @escaping (Choice?) -> Void = { _ in }, onChoice: @escaping (Choice) -> Void
  ) {
    self.caption = caption
    self.about = about
    self.takesNewFolder = takesNewFolder
    self.source = source
    self.onChoice = onChoice
    self.onMove = onMove
    self.stage = stage
    scope = TaskScope(stage.tasks)
    load()
  }

  private func load() {
    let source = source
    list.begin()
    // What is typed can be seen in the field already.
    let preparation = stage.preparations.begin(.commands, isShown: true)
    self.preparation = preparation
    scope.run { [weak self] in
      do throws(ClientError) {
        let offer = try await source()
        self?.take(offer)
        // A warning is to be read before anything is chosen.
        preparation.end(offer.warning == nil ? .ready : .failed)
      } catch {
        if error != .cancelled { self?.list.fail(error) }
        preparation.end(.failed)
      }
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
    let name = field.text.trimmingSpaces
    let isThere = all.contains { $0.text.lowercased() == name.lowercased() }
    if takesNewFolder, !name.isEmpty, !isThere { found.append(.newFolder(name)) }
    list.replace()
    list.append(Page(rows: found, next: nil))
  }

  public func insert(_ text: String) {
    field.insert(text)
    narrow()
  }

  func narrow() {
    guard list.status == .complete else { return }
    show()
    onMove(list.selected)
  }

  func move(by lines: Int) {
    list.moveCursor(by: lines)
    onMove(list.selected)
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome { performInList(command) }

  var listHeight: Int { list.height }

  public func click(row: Int) {
    guard row != list.cursor else { return submit() }
    list.moveCursor(to: row)
    onMove(list.selected)
  }

  public func scroll(by lines: Int) { list.scroll(by: lines) }

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

  /// Around the list are a border, what it is about, a field, and what has to be known.
  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, min(10, rows - 6))) }

  public func close() {
    scope.close()
    preparation?.end(.failed)
    if !isChosen { onMove(nil) }
  }
}

extension ChooserModel.Choice {
  /// What typing looks for.
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

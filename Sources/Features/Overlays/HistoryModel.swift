import Clients
public import Observation
public import RunoutModel
import Wording

/// The pop-up with past searches, to filter, run, edit and delete.
@Observable
public final class HistoryModel: NarrowedOverlay, Loader {
  public internal(set) var field = TextField()
  public internal(set) var list = PagedList<HistoryEntry>()
  /// The entry deleted last, which undo brings back.
  public private(set) var deleted: HistoryEntry?
  /// Whether the deletion was the last action: `u` undoes it then instead of being typed.
  public private(set) var hasJustDeleted = false

  @ObservationIgnored private let stage: Stage
  @ObservationIgnored let context: PageContext
  @ObservationIgnored private var loading: Task<Void, Never>?
  @ObservationIgnored private var deleting: Task<Void, Never>?
  @ObservationIgnored private var preparation: Preparation?
  /// Entries being deleted: an answer that still has them is out of date.
  @ObservationIgnored private var gone: Set<HistoryEntry.ID> = []

  public init(_ stage: Stage) {
    self.stage = stage
    context = PageContext(like: stage.context)
    load()
  }

  private func load(keepingCursor: Bool = false) {
    let (filter, row) = (field.text, list.cursor)
    loading?.cancel()
    // Enter and the arrows wait for the entries; letters go into the field, and replace the entries on their way.
    let preparation = stage.preparations.begin(.commands, isShown: true)
    self.preparation?.end(.ready)
    self.preparation = preparation
    loading = load({
      let remembered = try await $0.history.entries(filter, 10_000)
      return try await Self.saved($0).filter { $0.isNamed(like: filter) } + remembered
    }) { model, found in
      defer { preparation.end(.ready) }
      guard filter == model.field.text else { return }
      let entries = found.filter { !model.gone.contains($0.id) }
      model.list.replace()
      model.list.append(Page(rows: entries, next: nil))
      model.list.total = .exactly(entries.count)
      if keepingCursor { model.list.moveCursor(to: row) }
    } else: { model, error in
      if filter == model.field.text { model.list.fail(error) }
      preparation.end(.failed)
    }
    // The pop-up has closed while an entry was being brought back.
    if loading == nil { preparation.end(.failed) }
  }

  /// The searches saved under a name, as entries.
  private static func saved(_ services: Services) async throws(ClientError) -> [HistoryEntry] {
    let source = services.source.current().source
    return try await services.crates.all(nil).map { search in
      // Below those of the history, and the same as long as the name is.
      let number = search.name.utf8.reduce(UInt32(5_381)) { $0 &* 33 ^ UInt32($1) }
      var entry = HistoryEntry(
        id: -1 - Int64(number), query: search.query, kind: nil, sort: .relevance, source: source, results: nil,
        lastRun: 0, runs: 0)
      entry.savedAs = search.name
      return entry
    }
  }

  func narrow() { load() }

  public var selected: HistoryEntry? { list.selected }

  public var contexts: [Command.Context] { [.history] }

  public func insert(_ text: String) {
    hasJustDeleted = false
    type(text)
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    hasJustDeleted = false
    switch command {
    case .editEntry: open { .edit($0) }
    case .deleteEntry: delete()
    case .undoDelete: restore()
    default: return performInList(command)
    }
    return .done
  }

  func submit() {
    hasJustDeleted = false
    open { .again($0) }
  }

  private func open(_ request: (HistoryEntry) -> ShowRequest) {
    guard let entry = selected else { return }
    stage.close(self)
    stage.show(request(entry), on: .search)
  }

  private func delete() {
    guard let entry = selected else { return }
    list.remove(list.cursor)
    gone.insert(entry.id)
    deleted = entry
    hasJustDeleted = true
    // Not cancelled with the pop-up: what was deleted is deleted even if it closes at once.
    deleting = stage.attempt(orSay: AppWords.entryDeleteFailed) { [weak self, stage] in
      do {
        if let name = entry.savedAs {
          _ = try await stage.services.crates.delete(name, nil)
        } else {
          try await stage.services.history.delete(entry.id)
        }
      } catch {
        self?.takeBack(entry)
        throw error
      }
    }
  }

  /// Shows an entry again whose deletion failed.
  private func takeBack(_ entry: HistoryEntry) {
    gone.remove(entry.id)
    if deleted == entry {
      deleted = nil
      hasJustDeleted = false
    }
    load(keepingCursor: true)
  }

  private func restore() {
    guard let entry = deleted else { return }
    deleted = nil
    // Nor is this; and it waits for the deletion, which would undo it.
    stage.attempt(orSay: AppWords.entryRestoreFailed) { [weak self, stage, deleting] in
      await deleting?.value
      if let name = entry.savedAs {
        _ = try await stage.services.crates.save(SmartCrate(name: name, query: entry.query, of: nil))
      } else {
        try await stage.services.history.restore(entry)
      }
      self?.gone.remove(entry.id)
      self?.load(keepingCursor: true)
    }
  }

  public func resize(columns: Int, rows: Int) { list.resize(height: max(1, rows - 2)) }

  public func close() {
    context.scope.close()
    preparation?.end(.failed)
  }
}

extension HistoryEntry {
  /// Whether every word of a filter is in the name or the query of a saved search.
  nonisolated fileprivate func isNamed(like filter: String) -> Bool {
    let text = TextFolding.fold("\(savedAs ?? "") \(query)")
    return TextFolding.typedWords(filter).map(TextFolding.fold).allSatisfy(text.contains)
  }
}

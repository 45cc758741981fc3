public import Clients
public import DiscogsModel
public import RunoutModel
import Synchronization

/// A shelf in memory whose changes take effect at once.
public final class FixtureShelf: Sendable {
  public struct Content: Sendable {
    public var copies: [CollectionCopy] = []
    public var wants: [WantListEntry] = []
    /// The copies played, in order.
    public var plays: [Int64] = []
    public var folders: [String] = []
    public var pending: [PendingEdit] = []
    public var fields = CollectionInstance.Field.usual
    public var crates: [SmartCrate] = []
    /// The limits that were changed; nil for one that was removed.
    public var limits: [Wanted: Money?] = [:]
    /// The rows that a sync has removed.
    public var removed: [RemovedRow] = []
  }

  private struct State {
    var content: Content { didSet { version += 1 } }
    var version = 0
    var done: [(title: String, before: Content)] = []
    var undone: [(title: String, before: Content)] = []
    var followers: [AsyncStream<Void>.Continuation] = []
  }

  private let state: Mutex<State>
  /// The requested changes, those made together in one element.
  public let performed = Recorder<[ShelfEdit]>()
  public let remedies = Recorder<PendingEditRemedy>()
  /// The rows requested to be restored, those restored together in one element.
  public let restored = Recorder<[RemovedRow.ID]>()

  public init(copies: [CollectionCopy] = [], wants: [WantListEntry] = [], folders: [String] = []) {
    let all = [ShelfEdit.uncategorised] + folders + copies.map(\.folder)
    var seen: Set<String> = []
    state = Mutex(
      State(content: Content(copies: copies, wants: wants, folders: all.filter { seen.insert($0).inserted })))
  }

  public var content: Content {
    get { state.withLock { $0.content } }
    set { state.withLock { $0.content = newValue } }
  }

  /// Notifies readers that another program has changed the shelf.
  public func announce() {
    change { $0.version += 1 }
  }

  /// Changes the shelf and tells its readers, as the library does with each commit.
  @discardableResult
  private func change<Answer>(_ body: (inout State) -> Answer) -> Answer {
    let (answer, followers) = state.withLock { (body(&$0), $0.followers) }
    for follower in followers { follower.yield() }
    return answer
  }

  /// The services with this shelf.
  public func services(_ base: Services = .fixture()) -> Services {
    var services = base
    services.shelf = shelf
    services.edits = edits
    services.crates = crates
    return services
  }

  private var shelf: ShelfClient {
    ShelfClient.test {
      $0.folders = { [self] in
        let content = content
        return content.folders.map { name in
          CollectionFolder(name: name, copies: content.copies.count { $0.folder == name })
        }
      }
      $0.copies = { [self] request, after, limit in FixtureCatalogue.page(copies(request), after: after, limit: limit) }
      $0.copyCount = { [self] request in copies(request).count }
      $0.wants = { [self] request, after, limit in FixtureCatalogue.page(wants(request), after: after, limit: limit) }
      $0.wantCount = { [self] request in wants(request).count }
      $0.marks = { [self] rows in
        let content = content
        var marks: [EntityReference: ShelfMarks] = [:]
        for row in rows {
          let isOwned = content.copies.contains { .release($0.release) == row.reference }
          let isWanted = content.wants.contains { want in
            want.wanted.reference == row.reference || (want.isAnyPressing && want.master == row.master)
          }
          let found = ShelfMarks(owned: isOwned ? .this : nil, wanted: isWanted ? .this : nil)
          if !found.isEmpty { marks[row.reference] = found }
        }
        return marks
      }
      $0.nearest = { _, _ in "" }
      $0.marksWithin = { [self] list, rows in
        let content = content
        let marks = rows.map { facts in
          let owned = content.copies.contains { $0.release == facts.release }
          let wanted = content.wants.contains { $0.wanted == facts.wanted }
          let found =
            list == .collection ? ShelfMarks(wanted: wanted ? .this : nil) : ShelfMarks(owned: owned ? .this : nil)
          return (facts.wanted.reference, found)
        }
        return Dictionary(marks.filter { !$0.1.isEmpty }) { first, _ in first }
      }
      $0.copiesOf = { [self] id in content.copies.filter { $0.release == id } }
      $0.placeOf = { _ in nil }
      $0.wantOf = { [self] wanted in content.wants.first { $0.wanted == wanted } }
    }
  }

  private var crates: CrateClient {
    CrateClient.test {
      $0.all = { [self] list in content.crates.filter { $0.list == list } }
      $0.save = { [self] crate in
        let before = content.crates.first { $0.name == crate.name && $0.list == crate.list }
        change { state in
          let others = state.content.crates.filter { $0 != before }
          state.content.crates = (others + [crate]).sorted { $0.name < $1.name }
        }
        return before
      }
      $0.delete = { [self] name, list in
        let before = content.crates.first { $0.name == name && $0.list == list }
        change { $0.content.crates.removeAll { $0 == before } }
        return before
      }
    }
  }

  private func wants(_ request: CollectionRequest) -> [WantListEntry] {
    let words = request.narrowing.lowercased().split(separator: " ")
    return content.wants.filter { want in
      let text = "\(want.artist) \(want.title)".lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  private func copies(_ request: CollectionRequest) -> [CollectionCopy] {
    let words = request.narrowing.lowercased().split(separator: " ")
    let copies = content.copies.filter { copy in
      let text = "\(copy.artist) \(copy.title)".lowercased()
      return (request.folder == nil || copy.folder == request.folder) && words.allSatisfy { text.contains($0) }
    }
    return request.sort == SortOrder(.added) ? copies.sorted { $0.added > $1.added } : copies
  }

  private var edits: ShelfEditClient {
    ShelfEditClient.test {
      $0.perform = { [self] edits in
        performed.append(edits)
        return change { state in
          let before = state.content
          let outcomes = edits.map { state.content.apply($0) }
          guard outcomes.contains(.done) else { return outcomes }
          state.done.append(("Change \(edits.count)", before))
          state.undone = []
          return outcomes
        }
      }
      $0.undo = { [self] in
        change { state in
          guard let last = state.done.popLast() else { return nil }
          state.undone.append((last.title, state.content))
          state.content = last.before
          return last.title
        }
      }
      $0.redo = { [self] in
        change { state in
          guard let last = state.undone.popLast() else { return nil }
          state.done.append((last.title, state.content))
          state.content = last.before
          return last.title
        }
      }
      $0.pending = { [self] in content.pending }
      $0.remedy = { [self] id, remedy in
        remedies.append(remedy)
        change { state in
          state.version += 1
          if remedy != .retry { state.content.pending.removeAll { $0.id == id } }
        }
      }
      $0.fields = { [self] in content.fields }
      $0.removed = { [self] in content.removed }
      $0.restore = { [self] ids in
        restored.append(ids)
        return change { state in
          let found = state.content.removed.filter { ids.contains($0.id) }
          state.content.removed.removeAll { ids.contains($0.id) }
          return found.first.map {
            found.count == 1 ? "Bring back \($0.facts.name)" : "Bring back \(found.count) records"
          }
        }
      }
      $0.version = { [self] in state.withLock { "\($0.version)" } }
      $0.changes = { [self] in
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.followers.append(continuation) }
        return stream
      }
    }
  }
}

extension FixtureShelf.Content {
  mutating func apply(_ edit: ShelfEdit) -> ShelfEditOutcome {
    switch edit {
    case .add(let facts, let folder, let values):
      guard folders.contains(folder) else { return .refused("There is no folder “\(folder)”") }
      copies.append(
        CollectionCopy(
          id: (copies.map(\.id).max() ?? 0) + 1, release: facts.release, master: facts.master, artist: facts.artist,
          title: facts.title, label: facts.label, catalogueNumber: facts.catalogueNumber, format: facts.format,
          year: facts.year, folder: folder, added: "2026-03-01 12:00:00",
          mediaCondition: values[ShelfEdit.mediaCondition] ?? "",
          sleeveCondition: values[ShelfEdit.sleeveCondition] ?? ""))
    case .remove(let id): copies.removeAll { $0.id == id }
    case .move(let id, let folder):
      guard folders.contains(folder) else { return .refused("There is no folder “\(folder)”") }
      change(id) { $0.folder = folder }
    case .rate(let id, let stars): change(id) { $0.rating = stars }
    case .setField(let id, let name, let value):
      change(id) { copy in
        switch name {
        case ShelfEdit.mediaCondition: copy.mediaCondition = value
        case ShelfEdit.sleeveCondition: copy.sleeveCondition = value
        default:
          copy.fields.removeAll { $0.name == name }
          if !value.isEmpty { copy.fields.append(.init(name: name, value: value)) }
        }
      }
    case .play(let id, _):
      guard copies.contains(where: { $0.id == id }) else { return .refused("There is no copy \(id)") }
      plays.append(id)
    case .want(let facts, let notes, let rating):
      guard !wants.contains(where: { $0.wanted == facts.wanted }) else {
        return .refused("\(facts.name) is on the want list already")
      }
      wants.append(
        WantListEntry(id: (wants.map(\.id).max() ?? 0) + 1, facts: facts, rating: rating, notes: notes))
    case .unwant(let wanted): wants.removeAll { $0.wanted == wanted }
    case .noteWant(let wanted, let notes):
      for index in wants.indices where wants[index].wanted == wanted { wants[index].notes = notes }
    case .rateWant(let wanted, let stars):
      for index in wants.indices where wants[index].wanted == wanted { wants[index].rating = stars }
    case .limitWant(let wanted, let limit):
      guard limit == nil || wants.contains(where: { $0.wanted == wanted }) else {
        return .refused("Only wants have limits, and this is not on your want list")
      }
      limits.updateValue(limit, forKey: wanted)
    case .makeFolder(let name):
      guard !folders.contains(name) else { return .refused("Folder “\(name)” already exists") }
      folders.append(name)
    case .renameFolder(let name, let new):
      guard !folders.contains(new) else { return .refused("There is a folder “\(new)” already") }
      folders = folders.map { $0 == name ? new : $0 }
      for index in copies.indices where copies[index].folder == name { copies[index].folder = new }
    case .deleteFolder(let name): folders.removeAll { $0 == name }
    }
    return .done
  }

  private mutating func change(_ id: Int64, _ body: (inout CollectionCopy) -> Void) {
    for index in copies.indices where copies[index].id == id { body(&copies[index]) }
  }
}

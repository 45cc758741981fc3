import DiscogsModel
import RunoutModel

/// The simple model: what the shelf must look like to the user. Undo goes back to the shelf before, redo forth again;
/// sending, syncing, lost answers and kills change nothing at all.
struct ShelfExpectation {
  struct Copy: Hashable {
    var release: Int
    var folder: String
    var rating: Int?
    var note = ""
  }

  struct Want: Hashable {
    var notes = ""
    var rating: Int?
  }

  struct Shelf: Hashable {
    var copies: [Int64: Copy] = [:]
    var wants: [Int: Want] = [:]
    /// Without the account's own.
    var folders: Set<String> = []
  }

  private(set) var shelf: Shelf
  private(set) var done: [Shelf] = []
  private(set) var undone: [Shelf] = []
  /// Releases that somebody else has changed too: what becomes of them is for the user to decide. Here and there must
  /// agree on them, and no more is expected.
  private(set) var contested: Set<Int> = []
  /// How often the user has meant a copy of a release to be added, taking removals back included.
  private(set) var additions: [Int: Int] = [:]

  init(_ shelf: Shelf) {
    self.shelf = shelf
  }

  mutating func contest(_ release: Int) { contested.insert(release) }

  // MARK: The user

  /// Changes made together, with what the library says became of each.
  mutating func perform(_ edits: [(edit: ShelfEdit, copy: Int64?, isChange: Bool)]) {
    guard edits.contains(where: \.isChange) else { return }
    done.append(shelf)
    undone = []
    for edit in edits where edit.isChange { perform(edit.edit, copy: edit.copy) }
    countAdditions(since: done[done.count - 1])
  }

  private mutating func perform(_ edit: ShelfEdit, copy: Int64?) {
    switch edit {
    case .add(let facts, let folder, _):
      if let copy { shelf.copies[copy] = Copy(release: facts.release.number, folder: folder) }
    case .remove(let copy): shelf.copies[copy] = nil
    case .move(let copy, let folder): shelf.copies[copy]?.folder = folder
    case .rate(let copy, let stars): shelf.copies[copy]?.rating = stars
    case .setField(let copy, _, let value): shelf.copies[copy]?.note = value
    case .want(let facts, let notes, let rating):
      shelf.wants[facts.release.number] = Want(notes: notes, rating: rating)
    case .unwant(let wanted): shelf.wants[wanted.reference.number] = nil
    case .noteWant(let wanted, let notes): shelf.wants[wanted.reference.number]?.notes = notes
    case .rateWant(let wanted, let stars): shelf.wants[wanted.reference.number]?.rating = stars
    case .limitWant, .play: break
    case .makeFolder(let name): shelf.folders.insert(name)
    case .renameFolder(let name, let new):
      shelf.folders.remove(name)
      shelf.folders.insert(new)
      for (copy, state) in shelf.copies where state.folder == name { shelf.copies[copy]?.folder = new }
    case .deleteFolder(let name): shelf.folders.remove(name)
    }
  }

  mutating func undo() {
    guard let before = done.popLast() else { return }
    undone.append(shelf)
    go(to: before)
  }

  mutating func redo() {
    guard let after = undone.popLast() else { return }
    done.append(shelf)
    go(to: after)
  }

  private mutating func go(to other: Shelf) {
    let before = shelf
    shelf = other
    countAdditions(since: before)
  }

  private mutating func countAdditions(since before: Shelf) {
    for (id, copy) in shelf.copies where before.copies[id] == nil {
      additions[copy.release, default: 0] += 1
      // Added here and added elsewhere cannot be told apart.
      if copy.release > 90 { contested.insert(copy.release) }
    }
  }

  // MARK: The others

  /// What a sync has brought was there all along, as far as undoing is concerned.
  mutating func adopt(_ actual: Shelf) {
    func isTheirs(_ release: Int) -> Bool { release > 90 && !contested.contains(release) }
    for (id, copy) in actual.copies where shelf.copies[id] == nil && isTheirs(copy.release) {
      change { $0.copies[id] = copy }
    }
    for (release, want) in actual.wants where shelf.wants[release] == nil && isTheirs(release) {
      change { $0.wants[release] = want }
    }
  }

  private mutating func change(_ body: (inout Shelf) -> Void) {
    body(&shelf)
    for index in done.indices { body(&done[index]) }
    for index in undone.indices { body(&undone[index]) }
  }

  // MARK: Comparing

  /// Without what is contested. Folders are told by what is in them while anything is.
  func uncontested(_ shelf: Shelf) -> Shelf {
    var rest = shelf
    rest.copies = shelf.copies.filter { !contested.contains($0.value.release) }
    rest.wants = shelf.wants.filter { !contested.contains($0.key) }
    if !contested.isEmpty { rest.folders = [] }
    return rest
  }
}

extension ShelfExpectation.Shelf: CustomStringConvertible {
  var description: String {
    let copies = copies.sorted { $0.key < $1.key }.map {
      "\($0.key): release \($0.value.release) in \($0.value.folder), \($0.value.rating.map(String.init) ?? "-")"
        + ($0.value.note.isEmpty ? "" : " “\($0.value.note)”")
    }
    let wants = wants.sorted { $0.key < $1.key }.map {
      "\($0.key) \($0.value.rating.map(String.init) ?? "-") “\($0.value.notes)”"
    }
    return "copies \(copies), wants \(wants), folders \(folders.sorted())"
  }
}

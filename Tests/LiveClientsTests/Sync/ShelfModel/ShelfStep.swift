/// One step of a sequence that a shelf is put through. What a step is about is named by its place in a list, counted
/// round and round, so that a sequence keeps its meaning when others are taken out of it.
enum ShelfStep: Hashable, Sendable {
  /// Changes made together, to be undone together.
  case edit([ShelfAction])
  case undo, redo
  /// Changes are sent until one fails, or the program is killed at this fault point. Without `isAsked` a change that
  /// waits for its time goes on waiting.
  case send([FickleAccount.Fault], isAsked: Bool, killedAt: Int?)
  /// Changes are sent, and the account is fetched.
  case sync([FickleAccount.Fault], isFull: Bool, killedAt: Int?)
  /// Something happens to the account that this program has no part in.
  case elsewhere(ElsewhereAction)
  /// The user has stuck changes tried again.
  case retryStuck
}

/// What a user does.
enum ShelfAction: Hashable, Sendable {
  case add(_ release: Int, folder: Int)
  case remove(Int)
  case move(Int, folder: Int)
  case rate(Int, Int?)
  case note(Int, String)
  case want(_ release: Int)
  case unwant(Int)
  case changeWant(Int, String)
  case rateWant(Int, Int?)
  case makeFolder(String)
  case renameFolder(Int, String)
  case deleteFolder(Int)
}

/// What happens on the web site, or in another program.
enum ElsewhereAction: Hashable, Sendable {
  case add(_ release: Int)
  case remove(Int)
  case rate(Int, Int)
  case want(_ release: Int)
  case unwant(Int)
}

extension ShelfStep: CustomStringConvertible {
  /// As it is written in a test.
  var description: String {
    switch self {
    case .edit(let actions): ".edit([\(actions.map(\.description).joined(separator: ", "))])"
    case .undo: ".undo"
    case .redo: ".redo"
    case .send(let faults, let isAsked, let kill):
      ".send([\(Self.text(faults))], isAsked: \(isAsked), killedAt: \(kill.map(String.init) ?? "nil"))"
    case .sync(let faults, let isFull, let kill):
      ".sync([\(Self.text(faults))], isFull: \(isFull), killedAt: \(kill.map(String.init) ?? "nil"))"
    case .elsewhere(let action): ".elsewhere(\(action.description))"
    case .retryStuck: ".retryStuck"
    }
  }

  private static func text(_ faults: [FickleAccount.Fault]) -> String {
    faults.map { ".\($0.rawValue)" }.joined(separator: ", ")
  }
}

extension ShelfAction: CustomStringConvertible {
  var description: String {
    switch self {
    case .add(let release, let folder): ".add(\(release), folder: \(folder))"
    case .remove(let place): ".remove(\(place))"
    case .move(let place, let folder): ".move(\(place), folder: \(folder))"
    case .rate(let place, let stars): ".rate(\(place), \(stars.map(String.init) ?? "nil"))"
    case .note(let place, let text): ".note(\(place), \"\(text)\")"
    case .want(let release): ".want(\(release))"
    case .unwant(let place): ".unwant(\(place))"
    case .changeWant(let place, let text): ".changeWant(\(place), \"\(text)\")"
    case .rateWant(let place, let stars): ".rateWant(\(place), \(stars.map(String.init) ?? "nil"))"
    case .makeFolder(let name): ".makeFolder(\"\(name)\")"
    case .renameFolder(let place, let name): ".renameFolder(\(place), \"\(name)\")"
    case .deleteFolder(let place): ".deleteFolder(\(place))"
    }
  }
}

extension ElsewhereAction: CustomStringConvertible {
  var description: String {
    switch self {
    case .add(let release): ".add(\(release))"
    case .remove(let place): ".remove(\(place))"
    case .rate(let place, let stars): ".rate(\(place), \(stars))"
    case .want(let release): ".want(\(release))"
    case .unwant(let place): ".unwant(\(place))"
    }
  }
}

// MARK: - Shrinking

extension ShelfStep {
  /// The same with less in it, the least first.
  var simpler: [ShelfStep] {
    switch self {
    case .edit(let actions):
      actions.count < 2 ? [] : actions.indices.map { index in .edit(Self.without(index, actions)) }
    case .send(let faults, let isAsked, let kill):
      (kill == nil ? [] : [.send(faults, isAsked: isAsked, killedAt: nil)])
        + Self.fewer(faults).map { .send($0, isAsked: isAsked, killedAt: kill) }
    case .sync(let faults, let isFull, let kill):
      [.send(faults, isAsked: true, killedAt: kill)]
        + (kill == nil ? [] : [.sync(faults, isFull: isFull, killedAt: nil)])
        + Self.fewer(faults).map { .sync($0, isFull: isFull, killedAt: kill) }
    case .undo, .redo, .elsewhere, .retryStuck: []
    }
  }

  private static func fewer(_ faults: [FickleAccount.Fault]) -> [[FickleAccount.Fault]] {
    if faults.isEmpty { return [] }
    let halves = [[], Array(faults.prefix(faults.count / 2))]
    let quieter = faults.indices.filter { faults[$0] != .none }.map { index in
      var changed = faults
      changed[index] = .none
      return changed
    }
    return halves.filter { $0 != faults } + faults.indices.reversed().map { without($0, faults) } + quieter
  }

  private static func without<Element>(_ index: Int, _ elements: [Element]) -> [Element] {
    var rest = elements
    rest.remove(at: index)
    return rest
  }
}

/// Makes a failing sequence as short as it can without letting it pass.
enum Shrinking {
  static func shortest(
    _ steps: [ShelfStep], whileFailing fails: ([ShelfStep]) async -> Bool
  ) async -> [ShelfStep] {
    var best = steps
    var trials = 0
    func isBetter(_ candidate: [ShelfStep]) async -> Bool {
      trials += 1
      guard trials < 600, await fails(candidate) else { return false }
      best = candidate
      return true
    }
    var hasChanged = true
    while hasChanged, trials < 600 {
      hasChanged = false
      var length = max(1, best.count / 2)
      while length >= 1 {
        var start = best.count - length
        while start >= 0 {
          var shorter = best
          shorter.removeSubrange(start..<min(start + length, best.count))
          if await isBetter(shorter) { hasChanged = true }
          start = min(start, best.count) - length
        }
        length /= 2
      }
      for index in best.indices {
        for simpler in best[index].simpler {
          var candidate = best
          candidate[index] = simpler
          if await isBetter(candidate) {
            hasChanged = true
            break
          }
        }
      }
    }
    return best
  }
}

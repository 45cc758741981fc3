import Clients
import DiscogsModel
import RunoutModel

/// Changes made together, and the sentences for them.
nonisolated struct ShelfBatch {
  struct Entry {
    /// `Artist – Title`.
    var name: String
    var edits: [ShelfEdit]
  }

  private(set) var entries: [Entry] = []
  /// The items that cannot be changed, and why.
  var refused: [(name: String, sentence: String)]
  /// `Moved to Jazz`, for one.
  let one: String
  /// `Moved 12 copies to Jazz`, for several.
  let many: (_ number: Int) -> String

  init(one: String, refused: [(name: String, sentence: String)] = [], many: @escaping (_ number: Int) -> String) {
    (self.one, self.refused, self.many) = (one, refused, many)
  }

  mutating func add(_ name: String, _ edits: [ShelfEdit]) { entries.append(Entry(name: name, edits: edits)) }

  var edits: [ShelfEdit] { entries.flatMap(\.edits) }

  /// Splits the batch into done and refused: an entry with one refused change counts as refused.
  func result(of outcomes: [ShelfEditOutcome]) -> (done: [String], refused: [(name: String, sentence: String)]) {
    var done: [String] = []
    var refused = refused
    var rest = outcomes[...]
    for entry in entries {
      let own = rest.prefix(entry.edits.count)
      rest = rest.dropFirst(entry.edits.count)
      let sentence = own.lazy.compactMap { if case .refused(let sentence) = $0 { sentence } else { nil } }.first
      if let sentence { refused.append((entry.name, sentence)) } else { done.append(entry.name) }
    }
    return (done, refused)
  }
}

public import Clients
import RunoutModel
import Wording

/// The sentences about changes of the shelf.
nonisolated public enum ShelfWording {
  static let whereToRate = ShelfWords.whereToRate

  /// `Miles Davis – Kind Of Blue`, or `12 records`.
  static func about(_ names: [String], _ what: String) -> String {
    names.count == 1 ? names[0] : counted(names.count, what)
  }

  /// `1 copy`, `12 copies`.
  static func counted(_ number: Int, _ what: String) -> String {
    guard number != 1 else { return "1 \(what)" }
    return "\(number.grouped) \(what.hasSuffix("y") ? "\(what.dropLast())ies" : "\(what)s")"
  }

  /// `You own this already: 2 copies (Jazz, VG+/VG; Rock)`.
  static func doubles(_ copies: [CollectionCopy]) -> String? {
    guard !copies.isEmpty else { return nil }
    let places = copies.prefix(3).map(\.summary).joined(separator: "; ") + (copies.count > 3 ? "; …" : "")
    return ShelfWords.doubles(copies.count, places)
  }

  static func rated(_ stars: Int?) -> String { ShelfWords.rated(stars) }
}

/// Changes that are made together, and what is said of them.
nonisolated struct ShelfBatch {
  struct Entry {
    /// `Artist – Title`.
    var name: String
    var edits: [ShelfEdit]
  }

  var entries: [Entry] = []
  /// What cannot be done, and why.
  var refused: [(name: String, sentence: String)] = []
  /// `Moved to Jazz`, for one.
  var one: String
  /// `Moved 12 copies to Jazz`, for so many.
  var many: (_ number: Int) -> String

  init(one: String, many: @escaping (_ number: Int) -> String) {
    self.one = one
    self.many = many
  }

  mutating func add(_ name: String, _ edits: ShelfEdit...) { entries.append(Entry(name: name, edits: edits)) }

  var edits: [ShelfEdit] { entries.flatMap(\.edits) }

  /// Sorts out what was done: one that has something refused is refused.
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

extension ShelfWording {
  /// How the shelf stands to the account: `as on Discogs 3 min ago`.
  ///
  /// - Parameter isLive: whether there is an account to stand to.
  static func state(_ status: SyncStatus, isLive: Bool, now: Double) -> String {
    switch status.phase {
    case .off: return isLive ? neverCompared : SyncWords.onlyHere
    case .running(let progress):
      return SyncWords.running("\(progress.part)", progress.done, of: progress.total)
    case .paused: return SyncWords.isPaused
    case .failed: return SyncWords.hasFailed
    case .idle:
      guard let agreed = status.agreedAt else { return neverCompared }
      let age = (now - agreed).secondsInWords
      return SyncWords.upToDate(age)
    }
  }

  private static let neverCompared = SyncWords.neverCompared

  /// What waits for Discogs: `3 to send, 1 needs you`.
  static func state(_ pending: [PendingEdit]) -> String {
    guard !pending.isEmpty else { return SyncWords.nothingToSend }
    let stuck = pending.count(where: \.isStuck)
    return SyncWords.toSend(pending.count, stuck: stuck)
  }

  /// `One of 44, not played for 8 months: Miles Davis – Kind Of Blue`. The reason comes before the name, which the page
  /// says too: a narrow footer ends before a long one does.
  public static func picked(_ pick: ShelfPick, now: Double) -> String {
    let why =
      pick.playedAt.map { ShelfWords.notPlayed(for: ShelfWords.days(Int((now - $0) / 86_400))) }
      ?? ShelfWords.neverPlayed
    return ShelfWords.pick(pick.copy.name, why: why)
  }

  /// `One of 44 to look for, wanted since 2019-03-02: Miles Davis – Kind Of Blue`.
  public static func picked(_ pick: WantPick) -> String {
    let added = pick.want.added.prefix(10)
    return ShelfWords.pickWant(pick.want.name, since: String(added))
  }

}

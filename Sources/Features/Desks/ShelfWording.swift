public import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Turns copies, picks and the state of the sync into the arguments of `ShelfWords` and `SyncWords`.
nonisolated public enum ShelfWording {
  /// `Miles Davis – Kind Of Blue`, or `12 records`.
  ///
  /// - Parameter counted: the sentence part for several.
  static func about(_ names: [String], _ counted: (_ number: Int) -> String) -> String {
    names.count == 1 ? names[0] : counted(names.count)
  }

  /// `You already own 2 copies (Jazz, VG+/VG; Rock)`.
  static func doubles(_ copies: [CollectionCopy]) -> String? {
    guard !copies.isEmpty else { return nil }
    let places = copies.prefix(3).map(\.summary).joined(separator: "; ") + (copies.count > 3 ? "; …" : "")
    return ShelfWords.doubles(copies.count, places)
  }

  /// How the shelf compares with the account: `synced 3 min ago`.
  ///
  /// - Parameter canSync: whether the source has an account.
  static func state(_ status: SyncStatus, canSync: Bool, now: Double) -> String {
    switch status.phase {
    case .off: canSync ? SyncWords.neverCompared : SyncWords.onlyHere
    case .running(let progress): SyncWords.running("\(progress.part)", progress.done, of: progress.total)
    case .paused: SyncWords.isPaused
    case .failed: SyncWords.hasFailed
    case .idle: status.agreedAt.map { SyncWords.upToDate((now - $0).secondsInWords) } ?? SyncWords.neverCompared
    }
  }

  /// Pending changes: `2 to send, 1 stuck`.
  static func state(_ pending: [PendingEdit]) -> String {
    guard !pending.isEmpty else { return SyncWords.nothingToSend }
    let stuck = pending.count(where: \.isStuck)
    return SyncWords.toSend(pending.count - stuck, stuck: stuck)
  }

  /// `Try Miles Davis – Kind Of Blue, not played for 8 months`.
  public static func picked(_ pick: ShelfPick, now: Double) -> String {
    let why =
      pick.playedAt.map { ShelfWords.notPlayed(for: ShelfWords.days(Int(clamping: (now - $0) / 86_400))) }
      ?? ShelfWords.neverPlayed
    return ShelfWords.pick(pick.copy.name, why: why)
  }

  /// `never played`, `played today`, `not played for 8 months`.
  static func rest(_ pick: ShelfPick, now: Double) -> String {
    guard let playedAt = pick.playedAt else { return ShelfWords.neverPlayed }
    let days = Int(clamping: (now - playedAt) / 86_400)
    return days < 1 ? HomeWords.playedToday : ShelfWords.notPlayed(for: ShelfWords.days(days))
  }

  /// `Look for Miles Davis – Kind Of Blue, wanted since 2019-03-02`.
  public static func picked(_ pick: WantPick) -> String {
    ShelfWords.pickWant(pick.want.name, since: String(pick.want.added.prefix(10)))
  }
}

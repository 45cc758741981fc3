internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import UserLibrary

/// The account's lists and the collection's value.
extension ShelfFetcher {
  /// Fetches the changed lists with their entries, and the collection's value: once a day, and in each full sync.
  ///
  /// - Parameter day: today's, such as `2026-03-01`.
  func fetchDaily(_ day: String, isFull: Bool) async throws {
    let last = try await keep(await library.dayOfLists())
    guard isFull || last != day else { return }
    try checkpoint()
    let worth = try await askIfAllowed(.collectionValue(of: user))
    if let value = worth.value {
      try await keep(await library.note(value, on: day))
    } else {
      try await keep(await library.noteValueRefused(worth.refusal?.message ?? ""))
    }
    var lists: [UserList] = []
    var (page, total) = (PageRequest.first, Int.max)
    while let rows = try await ask(.lists(of: user, page: page)) {
      guard !rows.isBeyondReading else { throw Stop.overcounted(.lists, rows.total) }
      let last = lists.suffix(rows.rows.count).map(\.id)
      lists += rows.rows
      guard rows.notGrowing(beyond: &total).goesOn(after: page) else { break }
      guard !rows.repeats(last, by: \.id) else { throw Stop.repeating(.lists) }
      page.number += 1
      try checkpoint()
    }
    let changed = try await keep(await library.mirror(lists: lists, of: user))
    for (done, list) in changed.enumerated() {
      try checkpoint()
      report(SyncStatus.Progress(part: "lists", done: done, total: changed.count))
      guard let whole = try await askIfAllowed(.list(list.id)).value else { continue }
      try await keep(await library.mirror(entries: whole.entries ?? [], of: list.id, changed: list.changed))
    }
    try await keep(await library.setDayOfLists(day))
  }

  /// The answer, or Discogs' refusal where it is missing or not for this account.
  private func askIfAllowed<Value: Sendable>(
    _ endpoint: Endpoint<Value>
  ) async throws(DiscogsError) -> (value: Value?, refusal: Refusal?) {
    do {
      return (try await askOne(endpoint), nil)
    } catch {
      switch error {
      case .notFound(let words): return (nil, words)
      case .forbidden(let words) where !words.isWebPage: return (nil, words)
      default: throw error
      }
    }
  }
}

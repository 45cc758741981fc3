internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel

/// Fetches an account's shelf into the library, page by page, newest first; every page is on disk before the next is
/// asked for, so that it goes on there after whatever happens.
struct ShelfFetcher: Sendable {
  let library: Library
  let user: String
  let discogs: DiscogsSource
  let turns: Turns
  /// In which the first page is asked for, as somebody may wait for it; the others come in the background's.
  let firstLane: Lane
  let faultPoint: @Sendable () -> Void
  let report: @Sendable (SyncStatus.Progress) -> Void
  /// Throws where the user wants a pause, or the program ends.
  let checkpoint: @Sendable () throws(Stop) -> Void

  enum Stop: Error {
    case paused
    case library(LibraryError)
    case discogs(DiscogsError)
  }

  /// How often a list is read anew that has changed while it was read.
  private static let rounds = 3

  /// - Returns: where the mirror and the account do not agree, in a sentence; nil where they do.
  func fetch(isFull: Bool) async throws(Stop) -> String? {
    let unfinished = try await keep { () throws(LibraryError) in try await library.mirrorProgress() }
    var differences: [String] = []
    var lane = firstLane
    if unfinished?.part != .wants {
      differences += try await pass(.collection, isFull: isFull, from: unfinished) { progress throws(Stop) in
        let first = progress.page == 1
        let page = try await ask(
          .collection(
            of: user, sorting: Sorting(by: .added, isDescending: true), page: PageRequest(progress.page)), lane)
        lane = .background
        let read = try await take(page, progress, as: { MirroredCopy($0) }) {
          rows, progress throws(LibraryError) in try await library.mirror(rows, progress)
        }
        // The rows come first: they are what somebody waits for.
        if first { try await fetchFrame(isFull: progress.isFull) }
        return read
      }
    }
    differences += try await pass(.wants, isFull: isFull, from: unfinished) { progress throws(Stop) in
      let page = try await ask(
        .wants(of: user, sorting: Sorting(by: .added, isDescending: true), page: PageRequest(progress.page)), lane)
      lane = .background
      return try await take(page, progress, as: { MirroredWant($0) }) {
        rows, progress throws(LibraryError) in try await library.mirror(rows, progress)
      }
    }
    return differences.isEmpty ? nil : differences.joined(separator: "; ")
  }

  /// What is fetched once a day, and with all of it: the lists with what is in them, and what the collection is worth.
  ///
  /// - Parameter day: today's, such as `2026-03-01`.
  func fetchDaily(_ day: String, isFull: Bool) async throws(Stop) {
    let last = try await keep { () throws(LibraryError) in try await library.dayOfLists() }
    guard isFull || last != day else { return }
    try checkpoint()
    if let value = try await askIfAllowed(.collectionValue(of: user)) {
      try await keep { () throws(LibraryError) in try await library.note(value, on: day) }
    }
    var lists: [UserList] = []
    var page = PageRequest.first
    while let rows = try await ask(.lists(of: user, page: page)) {
      lists += rows.rows
      guard rows.hasNext else { break }
      page.number += 1
      try checkpoint()
    }
    let changed = try await keep { [lists] () throws(LibraryError) in try await library.mirror(lists: lists, of: user) }
    for (done, list) in changed.enumerated() {
      try checkpoint()
      report(SyncStatus.Progress(part: "lists", done: done, total: changed.count))
      guard let whole = try await askIfAllowed(.list(list.id)) else { continue }
      try await keep { () throws(LibraryError) in
        try await library.mirror(entries: whole.entries ?? [], of: list.id, changed: list.changed)
      }
    }
    try await keep { () throws(LibraryError) in try await library.setDayOfLists(day) }
  }

  /// Nil for what is not there, or is not shown to this account.
  private func askIfAllowed<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(Stop) -> Value? {
    do throws(Stop) {
      return try await askOne(endpoint)
    } catch {
      switch error {
      case .discogs(.notFound): return nil
      case .discogs(.forbidden(let refusal)) where !refusal.isWebPage: return nil
      default: throw error
      }
    }
  }

  /// What one page has told.
  private struct Read {
    var progress: MirrorProgress
    var change: MirrorChange
    var isLast: Bool
  }

  /// Goes through one of the account's lists.
  private func pass(
    _ part: MirrorProgress.Part, isFull: Bool, from unfinished: MirrorProgress?,
    _ next: (MirrorProgress) async throws(Stop) -> Read
  ) async throws(Stop) -> [String] {
    var progress: MirrorProgress
    if let unfinished, unfinished.part == part {
      progress = unfinished
      // Rows may have moved since: the page before is read again.
      progress.page = max(1, progress.page - 1)
    } else {
      progress = try await keep { () throws(LibraryError) in try await library.beginPass(part, isFull: isFull) }
    }
    for round in 1...Self.rounds {
      progress = try await read(progress, next)
      let count = try await keep { [progress] () throws(LibraryError) in try await library.endPass(progress) }
      if count.agrees { return [] }
      if progress.isFull, round == Self.rounds {
        try await keep { () throws(LibraryError) in try await library.abandonPass() }
        return [Self.sentence(part, count)]
      }
      // Something else than additions; or rows that moved to a page that had been read before.
      progress = try await keep { () throws(LibraryError) in try await library.beginPass(part, isFull: true) }
    }
    return []
  }

  /// All pages, or as many as have something new.
  private func read(
    _ start: MirrorProgress, _ next: (MirrorProgress) async throws(Stop) -> Read
  ) async throws(Stop) -> MirrorProgress {
    var progress = start
    while true {
      try checkpoint()
      let read = try await turns.take { () throws(Stop) in try await next(progress) }
      progress = read.progress
      report(
        SyncStatus.Progress(
          part: progress.part == .wants ? "want list" : "collection",
          done: min((progress.page - 1) * PageRequest.mostRows, progress.total ?? .max), total: progress.total))
      if read.isLast { return progress }
      if !progress.isFull, read.change.isNone {
        let here = try await keep { () throws(LibraryError) in try await library.mirroredCount(start.part) }
        if here == progress.total { return progress }
      }
    }
  }

  /// Keeps one page; without one the list has ended before it.
  private func take<Item, Row>(
    _ page: Paged<Item>?, _ progress: MirrorProgress, as row: (Item) -> Row,
    _ mirror: ([Row], MirrorProgress) async throws(LibraryError) -> MirrorChange
  ) async throws(Stop) -> Read {
    guard let page else { return Read(progress: progress, change: MirrorChange(), isLast: true) }
    var next = progress
    next.page += 1
    next.total = page.total
    let rows = page.rows.map(row)
    let change = try await keep { () throws(LibraryError) in try await mirror(rows, next) }
    return Read(progress: next, change: change, isLast: !page.hasNext)
  }

  /// Folders, and with a full pass the fields.
  private func fetchFrame(isFull: Bool) async throws(Stop) {
    let folders = try await askOne(.folders(of: user))
    try await keep { () throws(LibraryError) in try await library.mirror(folders: folders) }
    guard isFull else { return }
    let fields = try await askOne(.fields(of: user))
    _ = try await keep { () throws(LibraryError) in try await library.mirror(fields: fields) }
  }

  private static func sentence(_ part: MirrorProgress.Part, _ count: MirrorCount) -> String {
    let what = part == .wants ? "the want list" : "the collection"
    return "Discogs says there are \(count.there) in \(what), and shows \(count.here)"
  }

  // MARK: Asking

  /// Nil for a page behind the last one: rows have gone since it was named.
  private func ask<Row: Sendable>(
    _ endpoint: Endpoint<Paged<Row>>, _ lane: Lane = .background
  ) async throws(Stop) -> Paged<Row>? {
    defer { faultPoint() }
    do throws(DiscogsError) {
      return try await discogs.askBehind(endpoint, lane: lane)
    } catch {
      if case .notFound = error { return nil }
      throw .discogs(error)
    }
  }

  private func askOne<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws(Stop) -> Value {
    defer { faultPoint() }
    do throws(DiscogsError) { return try await discogs.askBehind(endpoint) } catch { throw .discogs(error) }
  }

  private func keep<Value>(_ work: () async throws(LibraryError) -> Value) async throws(Stop) -> Value {
    defer { faultPoint() }
    do throws(LibraryError) { return try await work() } catch { throw .library(error) }
  }
}

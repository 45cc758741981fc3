internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import UserLibrary
internal import Wording

/// Fetches an account's shelf into the library, page by page, newest first. Each page is on disk before the next is
/// requested, so an interrupted pass resumes there.
///
/// A pass counts as a snapshot if every page has the same total, the first page lists the same rows when read again at
/// the end, and as many different rows were met as the total says. New rows come on top and numbers are never reused,
/// so a change during the pass breaks one of the three. Rows that were not met are looked for once more before they
/// are removed.
struct ShelfFetcher: Sendable {
  let library: Library
  let user: String
  let discogs: DiscogsSource
  let mutex: SyncMutex
  /// The lane of the first page and of the names its rows need, which a person may wait for; further pages use the
  /// background's.
  let firstLane: Lane
  let look: ReleaseLook
  let now: @Sendable () -> Double
  let faultPoint: @Sendable () -> Void
  let report: @Sendable (SyncStatus.Progress) -> Void
  /// Called before each page; throws where the user paused the sync, or the program ends.
  let checkpoint: @Sendable () throws -> Void

  enum Stop: Error {
    case paused
    /// Discogs sent no first page.
    case missing(MirrorProgress.Part)
    /// A page came without the list's total.
    case uncounted(MirrorProgress.Part)
    /// A page came with a total that no account has.
    case overcounted(MirrorProgress.Part, Int)
    /// A page came again in the place of the next one, and named one more.
    case repeating(MirrorProgress.Part)
  }

  /// How often a list is read from the start, where it changes meanwhile, before the fetcher gives up.
  private static let rounds = 3
  /// How long a known difference stands before an automatic sync reads the list again, in seconds.
  private static let longestKnown: Double = 86_400

  /// - Parameters:
  ///   - isFull: whether every page is read, even where the first has no news.
  ///   - isAsked: whether the user asked for it, so that a known difference is examined again.
  /// - Returns: how each list compares with the account's.
  /// - Throws: `Stop`, or an error of Discogs or the library.
  func fetch(isFull: Bool, isAsked: Bool) async throws -> [MirrorProgress.Part: MirrorStanding] {
    let unfinished = try await keep(await library.mirrorProgress())
    var standings: [MirrorProgress.Part: MirrorStanding] = [:]
    // An interrupted list goes first: the library stores the position of only one.
    let isWantsFirst = unfinished?.part == .wants
    if isWantsFirst {
      standings[.wants] = try await fetchWants(from: unfinished, lane: firstLane, isFull: isFull, isAsked: isAsked)
    }
    standings[.collection] = try await fetchCollection(
      from: unfinished, lane: isWantsFirst ? .background : firstLane, isFull: isFull, isAsked: isAsked)
    if !isWantsFirst {
      standings[.wants] = try await fetchWants(from: nil, lane: .background, isFull: isFull, isAsked: isAsked)
    }
    return standings
  }

  // MARK: The two lists

  private func fetchCollection(
    from unfinished: MirrorProgress?, lane first: Lane, isFull: Bool, isAsked: Bool
  ) async throws -> MirrorStanding {
    var lane = first
    // The account's counts in this round.
    var folders: [CollectionInstance.Folder]?
    var areFieldsRead = false
    let before = try await keep(await library.standing(of: .collection))
    var progress = try await start(.collection, unfinished, before, isFull: isFull)
    while true {
      let reading = try await read(
        progress, before, isAsked: isAsked,
        folders: {
          let counted = try await frame(folders, isFull: isFull)
          folders = counted
          return counted
        }
      ) { number, progress in
        let asked = lane
        let page = try await ask(
          .collection(of: user, sorting: Sorting(by: .added, isDescending: true), page: PageRequest(number)), asked)
        lane = .background
        return try await take(page, number, progress, key: \.id.number) { rows, progress in
          // Rows are stored with the names of their folders and fields, so these come first.
          if folders == nil { folders = try await frame(nil, isFull: isFull, asked) }
          if !isFull, !areFieldsRead { areFieldsRead = try await readFields(of: rows, asked) }
          return try await keep(await library.mirror(rows, progress))
        }
      }
      let difference: MirrorStanding.Difference
      switch reading {
      case .asBefore(let standing): return standing
      case .changing(let read): (progress, difference) = (read, .changing)
      case .whole(let read):
        progress = read
        let counted = try await frame(folders, isFull: isFull)
        if let standing = try await end(progress, counted) { return try await checked(standing, progress, counted) }
        difference = try await miscount(progress)
      }
      guard progress.round < Self.rounds else { return try await giveUp(progress, difference, folders ?? []) }
      progress = try await begin(.collection, isFull: true, round: progress.round + 1)
      folders = nil
    }
  }

  private func fetchWants(
    from unfinished: MirrorProgress?, lane first: Lane, isFull: Bool, isAsked: Bool
  ) async throws -> MirrorStanding {
    var lane = first
    let page: PageReader = { number, progress in
      let page = try await ask(
        .wants(of: user, sorting: Sorting(by: .added, isDescending: true), page: PageRequest(number)), lane)
      lane = .background
      return try await take(page, number, progress, key: \.release.id.number) {
        try await keep(await library.mirror($0, $1))
      }
    }
    let before = try await keep(await library.standing(of: .wants))
    var progress = try await start(.wants, unfinished, before, isFull: isFull)
    while true {
      var reading = try await read(progress, before, isAsked: isAsked, page)
      if case .whole(let read) = reading, try await isMissingWants(read) {
        // A single want cannot be looked up: it must be missing from the whole list twice.
        var again = MirrorProgress(pass: read.pass, part: .wants, isFull: true)
        again.round = read.round
        reading = try await self.read(again, nil, isAsked: true, page)
      }
      let difference: MirrorStanding.Difference
      switch reading {
      case .asBefore(let standing): return standing
      case .changing(let read): (progress, difference) = (read, .changing)
      case .whole(let read):
        progress = read
        if let standing = try await end(progress, []) { return standing }
        difference = try await miscount(progress)
      }
      guard progress.round < Self.rounds else { return try await giveUp(progress, difference, []) }
      progress = try await begin(.wants, isFull: true, round: progress.round + 1)
    }
  }

  private func isMissingWants(_ progress: MirrorProgress) async throws -> Bool {
    defer { faultPoint() }
    guard try await library.met(in: progress) == progress.total else { return false }
    return try await library.missingWants(in: progress) > 0
  }

  // MARK: A pass

  /// Resumes the unfinished pass of this list, or begins a new one.
  private func start(
    _ part: MirrorProgress.Part, _ unfinished: MirrorProgress?, _ before: MirrorStanding?, isFull: Bool
  ) async throws -> MirrorProgress {
    // Without a proof that both sides agreed, only a full pass will do.
    let isFull = isFull || before == nil || before?.difference != nil
    guard var unfinished, unfinished.part == part else { return try await begin(part, isFull: isFull, round: 1) }
    unfinished.isFull = unfinished.isFull || isFull
    return unfinished
  }

  private func begin(_ part: MirrorProgress.Part, isFull: Bool, round: Int) async throws -> MirrorProgress {
    try await keep(await library.beginPass(part, isFull: isFull, round: round))
  }

  /// One fetched and stored page.
  private struct Listed {
    /// The account's numbers of the rows, in their order.
    var keys: [Int]
    var total: Int
    var hasNext: Bool
    var change: MirrorChange
  }

  /// Fetches and stores the page of a number; nil where there is none.
  private typealias PageReader = (Int, MirrorProgress) async throws -> Listed?

  private enum Reading {
    /// No page showed a change since the last pass.
    case asBefore(MirrorStanding)
    /// All pages were read, and their totals and first page agree.
    case whole(MirrorProgress)
    /// The list changed while it was read.
    case changing(MirrorProgress)
  }

  /// Reads all pages, or up to the first without news.
  ///
  /// - Parameters:
  ///   - before: how the list compared after the last pass.
  ///   - folders: the account's number of copies in each folder; nil for the want list.
  private func read(
    _ start: MirrorProgress, _ before: MirrorStanding?, isAsked: Bool,
    folders: (() async throws -> [CollectionInstance.Folder])? = nil, _ next: PageReader
  ) async throws -> Reading {
    var progress = start
    var last: [Int]?
    while true {
      try checkpoint()
      let number = progress.page
      guard let page = try await mutex.withLock({ try await next(number, progress) }) else {
        // The list has become shorter since the page before.
        guard number > 1 else { throw Stop.missing(progress.part) }
        return .changing(progress)
      }
      progress = progress.having(page.keys, total: page.total, page.change)
      tell(progress)
      guard page.total == progress.total else { return .changing(progress) }
      if page.hasNext, page.keys == last { throw Stop.repeating(progress.part) }
      last = page.keys
      if number == 1, !isAsked, page.change.isNone, let before,
        try await stands(before, progress, folders: folders)
      {
        return try await leave(before)
      }
      guard page.hasNext else { return try await isSettled(progress, next) ? .whole(progress) : .changing(progress) }
      if !progress.isFull, page.change.isNone, let before, try await agrees(progress, folders: folders) {
        return try await isSettled(progress, next) ? leave(before) : .changing(progress)
      }
    }
  }

  private func tell(_ progress: MirrorProgress) {
    report(
      SyncStatus.Progress(
        part: progress.part == .wants ? SyncWords.wantList : SyncWords.collection,
        done: min((progress.page - 1) * PageRequest.mostRows, progress.total ?? .max), total: progress.total))
  }

  private func leave(_ before: MirrorStanding) async throws -> Reading {
    try await keep(await library.endUnchangedPass())
    return .asBefore(before)
  }

  /// Returns whether the first page still lists the rows it had at the start; a list of one page is not read again.
  private func isSettled(_ progress: MirrorProgress, _ next: PageReader) async throws -> Bool {
    guard progress.page > 2 else { return true }
    try checkpoint()
    guard let page = try await mutex.withLock({ try await next(1, progress) }) else {
      throw Stop.missing(progress.part)
    }
    return page.total == progress.total && page.keys == progress.first
  }

  /// Returns whether both sides have as many rows, in all and in each folder.
  private func agrees(
    _ progress: MirrorProgress, folders: (() async throws -> [CollectionInstance.Folder])?
  ) async throws -> Bool {
    let here = try await keep(await library.mirroredCount(progress.part))
    guard here == progress.total else { return false }
    guard let counted = try await folders?() else { return true }
    return try await different(counted).isEmpty
  }

  /// Returns whether a known difference is less than a day old and its counts are unchanged, so that another pass would
  /// find the same.
  private func stands(
    _ before: MirrorStanding, _ progress: MirrorProgress,
    folders: (() async throws -> [CollectionInstance.Folder])?
  ) async throws -> Bool {
    switch before.difference {
    case .counts, .folders, .removal, .kept: break
    case .changing, .unconfirmed, nil: return false
    }
    guard before.there == progress.total, (0..<Self.longestKnown).contains(now() - before.time) else { return false }
    let here = try await keep(await library.mirroredCount(progress.part))
    guard before.here == here else { return false }
    guard let counted = try await folders?() else { return true }
    return Self.counts(counted) == before.folders
  }

  /// Stores one page; nil where there is none, or Discogs sends the first page again in its place.
  private func take<Row>(
    _ page: Paged<Row>?, _ number: Int, _ progress: MirrorProgress, key: (Row) -> Int,
    _ mirror: ([Row], MirrorProgress) async throws -> MirrorChange
  ) async throws -> Listed? {
    guard let page else { return nil }
    if number > 1, !page.rows.isEmpty, page.repeats(progress.first, by: key) {
      guard page.total != progress.total || !page.goesOn(after: PageRequest(number)) else {
        throw Stop.repeating(progress.part)
      }
      return nil
    }
    guard page.isCounted else { throw Stop.uncounted(progress.part) }
    guard !page.isBeyondReading else { throw Stop.overcounted(progress.part, page.total) }
    let keys = page.rows.map(key)
    // The first page, read again at the end, must not set the position back.
    let following = number == progress.page ? progress.having(keys, total: page.total) : progress
    let change = try await mirror(page.rows, following)
    return Listed(keys: keys, total: page.total, hasNext: page.goesOn(after: PageRequest(number)), change: change)
  }

  // MARK: The end of a pass

  /// Ends a pass that has read a whole list; nil where the number of rows met differs from the total.
  private func end(_ progress: MirrorProgress, _ folders: [CollectionInstance.Folder]) async throws -> MirrorStanding? {
    let met = try await keep(await library.met(in: progress))
    guard met == progress.total else { return nil }
    let gone = progress.part == .collection ? try await lookForMissing(progress, folders) : []
    let time = now()
    return try await keep(await library.endPass(progress, gone: gone, folders: Self.counts(folders), at: time))
  }

  private func miscount(_ progress: MirrorProgress) async throws -> MirrorStanding.Difference {
    let met = try await keep(await library.met(in: progress))
    return .counts(there: progress.total ?? 0, shown: met)
  }

  private func giveUp(
    _ progress: MirrorProgress, _ difference: MirrorStanding.Difference, _ folders: [CollectionInstance.Folder]
  ) async throws -> MirrorStanding {
    let time = now()
    return try await keep(await library.endPass(progress, with: difference, folders: Self.counts(folders), at: time))
  }

  /// Compares the folders' counts, too; counts them once more where they differ, as a copy may just have been moved.
  private func checked(
    _ standing: MirrorStanding, _ progress: MirrorProgress, _ folders: [CollectionInstance.Folder]
  ) async throws -> MirrorStanding {
    guard standing.difference == nil, try await !different(folders).isEmpty else { return standing }
    let again = try await frame(nil, isFull: false)
    let names = try await different(again)
    return names.isEmpty ? standing : try await giveUp(progress, .folders(names), again)
  }

  private func different(_ folders: [CollectionInstance.Folder]) async throws -> [String] {
    try await keep(await library.folders(thatDifferFrom: folders))
  }

  private static func counts(_ folders: [CollectionInstance.Folder]) -> [Int: Int] {
    Dictionary(folders.map { ($0.id.number, $0.copies) }) { first, _ in first }
  }

  /// Fetches the folders, and in a full pass the fields, unless `known` already has them.
  private func frame(
    _ known: [CollectionInstance.Folder]?, isFull: Bool, _ lane: Lane = .background
  ) async throws -> [CollectionInstance.Folder] {
    if let known { return known }
    let folders = try await askOne(.folders(of: user), lane)
    try await keep(await library.mirror(folders: folders))
    if isFull { try await readFields(lane) }
    return folders
  }

  private func readFields(_ lane: Lane) async throws {
    let fields = try await askOne(.fields(of: user), lane)
    try await keep(await library.mirror(fields: fields))
  }

  /// Fetches the fields if a row has a value in one that is not known here: it was made since the last full pass.
  ///
  /// - Returns: whether they were fetched.
  private func readFields(of rows: [CollectionInstance], _ lane: Lane) async throws -> Bool {
    let known = try await keep(await library.fields())
    guard !Set(rows.flatMap(\.notes).map(\.field)).isSubset(of: known.map(\.id)) else { return false }
    try await readFields(lane)
    return true
  }

  // MARK: Asking

  /// Nil for a 404.
  func ask<Row: Sendable>(
    _ endpoint: Endpoint<Paged<Row>>, _ lane: Lane = .background
  ) async throws(DiscogsError) -> Paged<Row>? {
    do { return try await askOne(endpoint, lane) } catch .notFound { return nil }
  }

  func askOne<Value: Sendable>(
    _ endpoint: Endpoint<Value>, _ lane: Lane = .background
  ) async throws(DiscogsError) -> Value {
    defer { faultPoint() }
    return try await discogs.requestInBackground(endpoint, lane: lane)
  }

  /// Reads or writes the library; the program may be killed right after.
  func keep<Value>(_ work: @autoclosure () async throws -> Value) async throws -> Value {
    defer { faultPoint() }
    return try await work()
  }
}

extension MirrorProgress {
  /// The position after a page.
  fileprivate func having(_ keys: [Int], total: Int, _ change: MirrorChange = MirrorChange()) -> MirrorProgress {
    var progress = self
    if page == 1 { (progress.first, progress.total) = (keys, total) }
    progress.page += 1
    progress.hidden.formUnion(change.hidden)
    return progress
  }
}

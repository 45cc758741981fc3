public import DiscogsModel
public import RunoutModel
internal import SQLiteSupport
internal import Synchronization

/// Reads searches, lists and records from a catalogue.
///
///     let store = try CatalogueStore(path: "catalogue.sqlite")
///     let page = try await store.search(SearchRequest(query: try SearchQuery(parsing: "kind of blue")), limit: 50)
///
/// The file is only ever read. When another program replaces it, the store switches to the new one by itself and
/// `generation` rises. Work runs off the caller's actor, and stops within a moment when the calling task is cancelled:
/// the call then throws `CatalogueError.cancelled`.
public final class CatalogueStore: Sendable {
  public let path: String
  private let current: Mutex<Current>

  private struct Current {
    var snapshot: Snapshot
    /// A replacement that could not be opened and is not tried again.
    var rejected: Snapshot.Identity?
  }

  /// - Throws: `missing`, `notACatalogue`, `damaged`, `newerSchema`, `olderSchema` or `unreadable`.
  public init(path: String) throws(CatalogueError) {
    self.path = path
    current = Mutex(Current(snapshot: try Snapshot(path: path, generation: 0)))
  }

  /// Rises by one whenever the store switches to a new catalogue.
  public var generation: Int { current.withLock { $0.snapshot.generation } }

  /// Switches to a new catalogue if the file was replaced, as every call does; for idle programs. Costs one `stat`.
  @discardableResult public func refresh() -> Int { snapshot().generation }

  func snapshot() -> Snapshot {
    let (held, rejected) = current.withLock { ($0.snapshot, $0.rejected) }
    guard let identity = Snapshot.Identity(path: path), identity != held.identity, identity != rejected else {
      return held
    }
    let opened: Snapshot
    do { opened = try Snapshot(path: path, generation: held.generation + 1) } catch {
      // The replacement is no catalogue, so the open one stays. Passing errors are tried again.
      if error.isLasting { current.withLock { $0.rejected = identity } }
      return held
    }
    return current.withLock { current in
      // Another thread may have switched meanwhile.
      if current.snapshot.generation == held.generation { current = Current(snapshot: opened) }
      return current.snapshot
    }
  }

  public func info() async throws(CatalogueError) -> CatalogueInfo {
    try await snapshot().front.read { access in
      let meta = try access.statement("SELECT key, value FROM meta")
      var info = CatalogueInfo(counts: [:], namesOnly: 0, files: [])
      while try meta.next() {
        switch meta.text(0) {
        case "names_only": info.namesOnly = meta.integer(1)
        case "month": info.month = meta.text(1)
        case "only": info.only = meta.text(1)
        case "made": info.made = meta.real(1)
        case let key:
          if key.hasPrefix(CatalogueInfo.highestKey) {
            info.highest[String(key.dropFirst(CatalogueInfo.highestKey.count))] = meta.integer(1)
          }
          guard key.hasPrefix("count."), let kind = EntityKind(rawValue: String(key.dropFirst(6))) else { continue }
          info.counts[kind] = meta.integer(1)
        }
      }
      info.files = try CatalogueInfo.files(access.connection)
      if info.month.isEmpty { info.month = CatalogueInfo.month(of: info.files) }
      return info
    }
  }

  // MARK: Searching

  /// The most rows of a search, sorted or not, as in Discogs' own searches.
  public static let searchCeiling = 10_000

  /// One page of a search, best first unless sorted otherwise; never beyond `searchCeiling` rows.
  /// A sorted search puts the `searchCeiling` best matches in order.
  ///
  /// - Parameter shelf: answers `owned:` and `wanted:`; nil for an empty one.
  /// - Throws: `unknownCursor` for a cursor of another list.
  public func search(
    _ search: SearchRequest, after cursor: PageCursor? = nil, limit: Int = 50, shelf: ShelfContents? = nil
  ) async throws(CatalogueError) -> Page<CatalogueRow> {
    let snapshot = snapshot()
    let held = try await ranks(of: shelf, in: snapshot)
    if search.sort.field.columns != nil || search.sort.isReversed {
      let key = Snapshot.OrderKey.search(search, shelf: shelf?.version)
      return try await page(in: snapshot, for: key, cursor, limit, rows: { try $0.rows($1.map(Int.init)) }) { access in
        let found = try SearchRunner(search, access, snapshot, shelf: held).ranks(after: nil, limit: Self.searchCeiling)
        return try access.sorted(found.map { UInt32($0.rank) }, by: search.sort)
      }
    }
    let after = cursor == .end ? nil : try (cursor?.token).map(Cursor.init)
    return try await snapshot.front.read { access in
      let runner = try SearchRunner(search, access, snapshot, shelf: held)
      if cursor == .end {
        let found = try runner.ranks(after: nil, limit: Self.searchCeiling)
        return .end(of: try access.rows(found.suffix(max(limit, 0)).map(\.rank)), total: found.count)
      }
      let offset = after?.offset ?? 0
      let wanted = min(max(limit, 0), Self.searchCeiling - offset)
      guard wanted > 0 else { return Page(rows: [], next: nil) }
      var place = after?.place
      if let after {
        if case .position = after.place { throw CatalogueError.unknownCursor }
        if try after.stamp != access.stamp { place = try access.place(of: after, runner) }
      }
      // One more than requested shows whether there is another page.
      let found = try runner.ranks(after: place, limit: wanted + 1)
      let shown = found.prefix(wanted)
      return try access.page(
        of: access.rows(shown.map(\.rank)), hasMore: found.count > wanted && offset + wanted < Self.searchCeiling,
        offset: offset, place: shown.last?.place)
    }
  }

  /// A page of a list that is first sorted as a whole, once for all its pages.
  func page(
    in snapshot: Snapshot, for request: Snapshot.OrderKey, _ cursor: PageCursor?, _ limit: Int,
    rows: @escaping @Sendable (Reader.Access, ArraySlice<UInt32>) throws -> [CatalogueRow],
    order: @escaping @Sendable (Reader.Access) throws -> [UInt32]
  ) async throws(CatalogueError) -> Page<CatalogueRow> {
    let after = cursor == .end ? nil : try (cursor?.token).map(Cursor.init)
    return try await snapshot.back().read { access in
      let entries = try snapshot.order(for: request) { try order(access) }
      if cursor == .end { return .end(of: try rows(access, entries.suffix(max(limit, 0))), total: entries.count) }
      var start = 0
      if let after {
        guard case .position(let position) = after.place else { throw CatalogueError.unknownCursor }
        start = try after.stamp == access.stamp ? position : access.position(behind: after, entries, rows)
      }
      let shown = entries.dropFirst(start).prefix(max(limit, 0))
      return try access.page(
        of: rows(access, shown), hasMore: shown.endIndex < entries.count, offset: start,
        place: .position(shown.endIndex))
    }
  }

  /// The number of a search's rows: exact below `searchCeiling`, a lower bound from there on.
  public func count(_ search: SearchRequest, shelf: ShelfContents? = nil) async throws(CatalogueError) -> RowCount {
    let snapshot = snapshot()
    let held = try await ranks(of: shelf, in: snapshot)
    return try await snapshot.back().read { access in
      let found = try SearchRunner(search, access, snapshot, shelf: held).count(upTo: Self.searchCeiling)
      return found < Self.searchCeiling ? .exactly(found) : .atLeast(found)
    }
  }

  // MARK: Records

  public func release(_ id: Release.ID) async throws(CatalogueError) -> Release {
    try await record(.release(id)) { try $0.release(id) }
  }

  public func master(_ id: Master.ID) async throws(CatalogueError) -> Master {
    try await record(.master(id)) { try $0.master(id) }
  }

  /// An artist known only from credits has a name and nothing else.
  public func artist(_ id: Artist.ID) async throws(CatalogueError) -> Artist {
    try await record(.artist(id)) { try $0.artist(id) }
  }

  /// A label known only from releases has a name and nothing else.
  public func label(_ id: Discogs.Label.ID) async throws(CatalogueError) -> Discogs.Label {
    try await record(.label(id)) { try $0.label(id) }
  }

  private func record<Record: Sendable>(
    _ reference: EntityReference, _ body: @escaping @Sendable (Reader.Access) throws -> Record?
  ) async throws(CatalogueError) -> Record {
    guard let record = try await snapshot().front.read(body) else { throw .notFound(reference) }
    return record
  }

  /// The most popular page with exactly this name, homonym number included; nil for none.
  public func reference(named name: String, kind: EntityKind) async throws(CatalogueError) -> EntityReference? {
    try await snapshot().front.read { try $0.reference(named: name, kind) }
  }

  /// The names of pages; unknown ones are absent.
  public func names(of references: [EntityReference]) async throws(CatalogueError) -> [EntityReference: String] {
    try await snapshot().front.read { access in
      var names: [EntityReference: String] = [:]
      for reference in references where names[reference] == nil { names[reference] = try access.name(of: reference) }
      return names
    }
  }

  // MARK: Lists

  /// One page of a list that belongs to a record.
  ///
  /// - Throws: `unknownCursor` for a cursor of another list.
  public func rows(
    of list: CatalogueList, after cursor: PageCursor? = nil, limit: Int = 50
  ) async throws(CatalogueError) -> Page<CatalogueRow> {
    let snapshot = snapshot()
    let narrowing = Narrowing(list.narrowing)
    guard list.isKeptInOrder, narrowing.isEmpty, cursor != .end else {
      return try await page(
        in: snapshot, for: .list(list), cursor, limit, rows: { try ListReader(list.content, $0).rows(Array($1)) }
      ) { try ListReader(list.content, $0).ordered(by: list.sort, narrowing: narrowing) }
    }
    let after = try (cursor?.token).map(Cursor.init)
    return try await snapshot.front.read { access in
      let reader = ListReader(list.content, access)
      var start = 0
      if let after {
        guard case .position(let position) = after.place else { throw CatalogueError.unknownCursor }
        start = try after.stamp == access.stamp ? position : access.position(behind: after, in: reader)
      }
      var entries: [ListReader.Entry] = []
      let wanted = max(limit, 0)
      try reader.forEach(from: start) { entry in
        entries.append(entry)
        return entries.count <= wanted
      }
      let shown = entries.prefix(wanted)
      return try access.page(
        of: reader.rows(shown.map(reader.token)), hasMore: entries.count > wanted, offset: after?.offset ?? 0,
        place: shown.last.map { .position($0.position + 1) })
    }
  }

  public func count(of list: CatalogueList) async throws(CatalogueError) -> RowCount {
    let snapshot = snapshot()
    let narrowing = Narrowing(list.narrowing)
    guard !narrowing.isEmpty else {
      return .exactly(try await snapshot.front.read { try ListReader(list.content, $0).count() })
    }
    return try await snapshot.back().read { access in
      let entries = try snapshot.order(for: .list(list)) {
        try ListReader(list.content, access).ordered(by: list.sort, narrowing: narrowing)
      }
      return .exactly(entries.count)
    }
  }

  /// The number of works in each section of an artist's discography; sections without any are absent.
  public func sections(of artist: Artist.ID) async throws(CatalogueError) -> [DiscographySection: Int] {
    try await snapshot().back().read { try ListReader(.discography(artist, section: nil), $0).works() }
  }
}

extension Page {
  fileprivate static func end(of rows: [Row], total: Int) -> Page {
    Page(rows: rows, next: nil, first: total - rows.count)
  }
}

extension CatalogueList {
  /// Whether the catalogue stores the list in this order.
  fileprivate var isKeptInOrder: Bool {
    if case .artistReleases = content { return false }
    return sort.field.columns == nil && !sort.isReversed
  }
}

extension Reader.Access {
  /// Identifies this file, and with it its ranks.
  fileprivate var stamp: Int {
    get throws { try first("SELECT value FROM meta WHERE key = 'stamp'") { $0.integer(0) } ?? 0 }
  }

  fileprivate func page(
    of rows: [CatalogueRow], hasMore: Bool, offset: Int, place: Cursor.Place?
  ) throws -> Page<CatalogueRow> {
    guard hasMore, let last = rows.last, let place else { return Page(rows: rows, next: nil) }
    let cursor = Cursor(place: place, offset: offset + rows.count, last: last.reference, stamp: try stamp)
    return Page(rows: rows, next: PageCursor(token: cursor.token))
  }

  /// Where a search continues that began in another catalogue: behind its last row, or at the same offset.
  fileprivate func place(of cursor: Cursor, _ runner: SearchRunner) throws -> Cursor.Place? {
    let found = try runner.ranks(after: nil, limit: CatalogueStore.searchCeiling)
    for (rank, place) in found where try reference(ofRank: rank) == cursor.last { return place }
    return found.prefix(cursor.offset).last?.place
  }

  fileprivate func position(
    behind cursor: Cursor, _ entries: [UInt32], _ rows: (Reader.Access, ArraySlice<UInt32>) throws -> [CatalogueRow]
  ) throws -> Int {
    for start in stride(from: 0, to: entries.count, by: 500) {
      try cancellation.check()
      let slice = entries.dropFirst(start).prefix(500)
      if let index = try rows(self, slice).firstIndex(where: { $0.reference == cursor.last }) {
        return start + index + 1
      }
    }
    return min(cursor.offset, entries.count)
  }

  fileprivate func position(behind cursor: Cursor, in reader: ListReader) throws -> Int {
    var found: Int?
    var passed = 0
    var atOffset = 0
    try reader.forEach { entry in
      if try reference(ofRank: reader.rank(reader.token(entry))) == cursor.last { found = entry.position + 1 }
      passed += 1
      if passed == cursor.offset { atOffset = entry.position + 1 }
      return found == nil
    }
    return found ?? atOffset
  }
}

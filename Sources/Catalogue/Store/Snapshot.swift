internal import Foundation
internal import LibC
internal import RunoutModel
internal import Synchronization

/// An open catalogue file. It stays readable when another replaces it.
final class Snapshot: Sendable {
  /// Distinguishes this file from a replacement.
  struct Identity: Hashable {
    private var device: UInt64
    private var inode: UInt64
    private var size: Int

    /// Nil where there is no file. Times need no comparing, since no other file gets the inode number of an open one.
    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
      size = Int(status.st_size)
    }
  }

  let identity: Identity
  let generation: Int
  /// For queries that a person waits for.
  let front: Reader
  private let path: String
  private let state = Mutex(State())

  private struct State {
    var back: Reader?
    var facets: FacetValues?
    var orders = Recent<OrderKey, [UInt32]>()
    var shelf: (version: String, ranks: ShelfRanks)?
    /// The places of the shelf's records, kept from one state to the next.
    var shelfPlaces = ShelfRanksReader.Known()
    var dug = Recent<DugKey, DugRows>()
  }

  enum OrderKey: Hashable, Sendable {
    /// With the version of the shelf if the search uses it.
    case search(SearchRequest, shelf: String?)
    case list(CatalogueList)
    case part(CatalogueList, ListPart, shelf: String?)
  }

  struct DugKey: Hashable, Sendable {
    var dig: CatalogueDig
    var shelf: String?
    var ceiling: Int
  }

  init(path: String, generation: Int) throws(CatalogueError) {
    guard let identity = Identity(path: path) else {
      if errno == ENOENT { throw .missing(path: path) }
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    (self.identity, self.generation, self.path) = (identity, generation, path)
    front = try Reader(path: path)
  }

  /// For longer queries: counts, and lists sorted as a whole. Opened when first needed, or `front` if the path has
  /// another file by then, or none.
  func back() -> Reader {
    if let back = state.withLock({ $0.back }) { return back }
    // Opened without the lock; of two opened at the same time, one is dropped. Where opening fails, because the file is
    // gone or descriptors have run out, the front serves these queries too, only later.
    let opened = try? Reader(path: path)
    let reader = opened.flatMap { Identity(path: path) == identity ? $0 : nil } ?? front
    return state.withLock { state in
      let back = state.back ?? reader
      state.back = back
      return back
    }
  }

  func facets(_ access: Reader.Access) throws -> FacetValues {
    if let facets = state.withLock({ $0.facets }) { return facets }
    let facets = try FacetValues(access.connection)
    state.withLock { $0.facets = facets }
    return facets
  }

  func shelfRanks(for version: String) -> ShelfRanks? {
    state.withLock { $0.shelf?.version == version ? $0.shelf?.ranks : nil }
  }

  var shelfPlaces: ShelfRanksReader.Known { state.withLock { $0.shelfPlaces } }

  func keep(_ ranks: ShelfRanks, _ places: ShelfRanksReader.Known, for version: String) {
    state.withLock { ($0.shelf, $0.shelfPlaces) = ((version, ranks), places) }
  }

  /// A sorted list, which is made unless it was kept: ranks of a search, or entries of a list of a record.
  func order(for key: OrderKey, _ make: () throws -> [UInt32]) rethrows -> [UInt32] {
    if let known = state.withLock({ $0.orders[key] }) { return known }
    let made = try make()
    state.withLock { $0.orders[key] = made }
    return made
  }

  func dug(for key: DugKey) -> DugRows? { state.withLock { $0.dug[key] } }
  func keep(_ rows: DugRows, for key: DugKey) { state.withLock { $0.dug[key] = rows } }
}

/// The few values used last.
private struct Recent<Key: Equatable, Value> {
  /// The latest last.
  private var values: [(key: Key, value: Value)] = []
  private static var most: Int { 4 }

  subscript(key: Key) -> Value? {
    mutating get {
      guard let index = values.firstIndex(where: { $0.key == key }) else { return nil }
      values.append(values.remove(at: index))
      return values.last?.value
    }
    set {
      values.removeAll { $0.key == key }
      if let newValue { values.append((key, newValue)) }
      if values.count > Self.most { values.removeFirst() }
    }
  }
}

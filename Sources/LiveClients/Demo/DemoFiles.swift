internal import Catalogue
internal import DiscogsModel
internal import LibC
internal import Logging
internal import Platform
internal import RunoutModel
internal import UserLibrary
import Wording

/// The demo's databases, made from the resources when they are first needed.
///
/// `demo-<hash>.sqlite` is the catalogue, `demo-<hash>-shelf.sqlite` its shelf. The shelf is not in `library.sqlite`,
/// which holds only the user's own data: no mistake in a query can mix the two, and the demo's shelf goes with the
/// cache. The hash is over the names, sizes and dates of the resources and the importer's edition; new resources make
/// new databases.
///
/// Where the cache directory cannot be written to or its disk is full, the catalogue is made in a temporary directory,
/// which `cleanUp` removes, and the shelf in memory.
///
/// Unfinished files bear the number of their process, so that `Leftovers` finds those of killed ones:
/// `demo-<hash>.sqlite.<process>`, with the importer's and SQLite's own files beside it, and
/// `runout-demo-<process>-XXXXXX` for a temporary directory.
struct DemoFiles: Sendable {
  /// The demo's folder among the resources.
  let resources: String
  let leftovers: Leftovers
  /// Seconds since 1970.
  let now: @Sendable () -> Double
  let log: Logger

  private var cacheDirectory: String { leftovers.cacheDirectory }

  struct Opened: Sendable {
    var store: CatalogueStore
    /// The directory to remove when closing; nil when the catalogue is in the cache.
    var temporary: String?
  }

  // MARK: The catalogue

  /// Opens the demo catalogue, building it first where it is missing, damaged or of another program's version.
  /// Blocks for as long as that takes.
  func openCatalogue() throws -> Opened {
    let hash = try hash()
    if let place = writableCache() {
      do {
        return Opened(store: try openCatalogue(at: place.appending(path: "demo-\(hash).sqlite")), temporary: nil)
      } catch let error as CatalogueError {
        switch error {
        case .noRoom, .diskFull:
          log.notice("No room for the demo catalogue in the cache", metadata: ["cause": "\(error)"])
        default: throw error
        }
      }
    }
    leftovers.removeDemos()
    // The place for the catalogue where the cache cannot be written to.
    let place = leftovers.temporaryDirectory
    var template = Array("\(place)/\(Self.temporaryPrefix)\(getpid())-XXXXXX".utf8CString)
    // `mkdtemp` returns the template itself, with the name filled in: the pointer is valid only in this closure.
    let made = template.withUnsafeMutableBufferPointer { letters in
      letters.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let directory = made else {
      let code = errno
      throw FileError(.create, place.appending(path: Self.temporaryPrefix), code: code)
    }
    log.notice("Cannot use the cache folder", metadata: ["instead": "\(directory)"])
    return Opened(store: try openCatalogue(at: directory.appending(path: "demo.sqlite")), temporary: directory)
  }

  private func openCatalogue(at path: String) throws -> CatalogueStore {
    let isThere = FileSystem.isFile(path)
    let known = try builtCatalogue(at: path) { error in
      if isThere { log.warning("Rebuilding the demo catalogue", metadata: ["cause": "\(error)"]) }
    }
    if let known { return known }
    // Without locks on the file system no process waits; the finished file is moved into place atomically anyway.
    let lock = FileLock.wait(path + ".lock")
    defer { withExtendedLifetime(lock) {} }
    // Another program may have built it while this one waited for the lock.
    if let store = try builtCatalogue(at: path) { return store }
    leftovers.removeDemos()
    let unfinished = "\(path).\(getpid())"
    let dumps = try FileSystem.names(in: resources).filter { $0.hasSuffix(".xml") || $0.hasSuffix(".xml.gz") }.sorted()
    do {
      _ = try CatalogueImporter.import(
        files: dumps.map { resources.appending(path: $0) }, into: unfinished, now: now(),
        newsStart: DemoExtras.newsStart)
    } catch {
      unlink(unfinished)
      throw error
    }
    try FileSystem.rename(unfinished, to: path)
    removeOutdated(except: path)
    log.notice("Built the demo catalogue", metadata: ["file": "\(path)"])
    return try CatalogueStore(path: path)
  }

  /// Nil where it has to be built: it is missing, damaged or of another program's version.
  private func builtCatalogue(
    at path: String, report: (CatalogueError) -> Void = { _ in }
  ) throws(CatalogueError) -> CatalogueStore? {
    do {
      return try CatalogueStore(path: path)
    } catch {
      switch error {
      case .newerSchema: break
      default: guard error.callsForRebuild else { throw error }
      }
      report(error)
      return nil
    }
  }

  // MARK: The shelf

  /// Opens the demo's shelf, filling it first where it is missing or damaged.
  func openShelf(_ catalogue: CatalogueStore) async throws -> Library {
    guard let place = writableCache() else { return try await shelfInMemory(catalogue) }
    do {
      return try await openShelf(at: place.appending(path: "demo-\(try hash())-shelf.sqlite"), catalogue)
    } catch let error as LibraryError {
      // On a full disk SQLite also fails to open the new file: there is no room for its `-shm` file.
      switch error {
      case .diskFull, .unopenable:
        log.notice("Cannot save the demo shelf in the cache", metadata: ["cause": "\(error)"])
        return try await shelfInMemory(catalogue)
      default: throw error
      }
    }
  }

  private func openShelf(at path: String, _ catalogue: CatalogueStore) async throws -> Library {
    if let library = try openShelf(at: path) {
      // An earlier version left facts out.
      if !library.isReadOnly, try await library.factsSource() == nil { try await learn(library, catalogue) }
      return library
    }
    let lock = await Blocking.run { FileLock.wait(path + ".lock") }
    defer { withExtendedLifetime(lock) {} }
    // Another program may have filled it while this one waited for the lock.
    if let library = try openShelf(at: path) { return library }
    leftovers.removeDemos()
    let unfinished = "\(path).\(getpid())"
    do {
      let library = try await Blocking.run { try Library.open(at: unfinished) }
      try await fill(library, catalogue)
      try library.close()
    } catch {
      removeDatabase(unfinished)
      throw error
    }
    removeDatabase(path)
    try FileSystem.rename(unfinished, to: path)
    // The `-wal` and `-shm` files keep the old name.
    removeDatabase(unfinished)
    guard let library = try openShelf(at: path) else {
      throw LibraryError.unopenable(path: path, reason: LibraryWords.vanished)
    }
    return library
  }

  private func shelfInMemory(_ catalogue: CatalogueStore) async throws(LibraryError) -> Library {
    let library = try Library.inMemory()
    try await fill(library, catalogue)
    return library
  }

  /// Nil where the shelf is missing, empty, damaged or of a newer version.
  private func openShelf(at path: String) throws(LibraryError) -> Library? {
    // The machine may have stopped just after creating the file.
    guard let facts = FileSystem.facts(of: path), !facts.isDirectory, facts.bytes > 0 else { return nil }
    do {
      return try Library.open(at: path)
    } catch {
      switch error {
      case .damaged, .newerSchema:
        log.warning("Refilling the demo shelf", metadata: ["cause": "\(error)"])
        return nil
      default: throw error
      }
    }
  }

  private func learn(_ library: Library, _ catalogue: CatalogueStore) async throws(LibraryError) {
    try await library.learnFacts(from: catalogue)
    try await library.setFactsSource("demo")
  }

  private func fill(_ library: Library, _ catalogue: CatalogueStore) async throws(LibraryError) {
    var skipped: [ShelfImport.SkippedRow] = []
    let collection = resources.appending(path: "collection.csv")
    if FileSystem.isFile(collection) { skipped += try await library.importCollection(from: collection).skipped }
    let wantList = resources.appending(path: "wantlist.csv")
    if FileSystem.isFile(wantList) { skipped += try await library.importWantList(from: wantList).skipped }
    for row in skipped {
      log.warning("Skipped a row of the demo shelf", metadata: ["line": "\(row.line)", "cause": "\(row.reason)"])
    }
    try await learn(library, catalogue)
    try await DemoExtras(resources: resources, now: now, log: log).fill(library, offers: offers(), catalogue)
  }

  // MARK: The market

  /// The offers of the demo's market; none where its file is missing or unreadable.
  func offers() -> [MarketOffer] {
    let path = resources.appending(path: "market.csv")
    guard FileSystem.isFile(path) else { return [] }
    do {
      return try MarketFile(FileSystem.read(path), named: path, owner: DemoMarket.owner).offers
    } catch {
      log.warning("Cannot read the demo's market", metadata: ["cause": "\(error)"])
      return []
    }
  }

  // MARK: Files

  private func hash() throws(FileError) -> String {
    let names = try FileSystem.names(in: resources).sorted()
    let lines = names.compactMap { name in
      FileSystem.facts(of: resources.appending(path: name)).map { "\(name) \($0.bytes) \($0.changed)\n" }
    }
    let digits = String((lines.joined() + "edition \(CatalogueImporter.edition)\n").hash64, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The cache directory, created if needed; nil where it cannot be written to.
  private func writableCache() -> String? {
    do {
      try FileSystem.makeDirectory(cacheDirectory)
    } catch {
      log.info("Cannot create the cache folder", metadata: ["cause": "\(error)"])
      return nil
    }
    return access(cacheDirectory, W_OK) == 0 ? cacheDirectory : nil
  }

  private func removeDatabase(_ path: String) { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }

  /// Removes the databases of former resources. Programs that have one open can go on reading it.
  private func removeOutdated(except path: String) {
    let names: [String]
    do {
      names = try FileSystem.names(in: cacheDirectory)
    } catch {
      // They only take up space.
      log.info("Could not look for old demo catalogues", metadata: ["cause": "\(error)"])
      return
    }
    let current = path.dropLast(".sqlite".count)
    for name in names where Self.endOfDatabase(name[...]) != nil {
      let candidate = cacheDirectory.appending(path: name)
      if !candidate.hasPrefix(current) { unlink(candidate) }
    }
  }

  private static let temporaryPrefix = "runout-demo-"

  /// The process in the name of an unfinished database; nil for other names.
  static func builder(ofUnfinished name: String) -> Int32? {
    // The importer's own files begin with a dot.
    let name = name.hasPrefix(".") ? name.dropFirst() : name[...]
    guard let end = endOfDatabase(name), name[end...].hasPrefix(".") else { return nil }
    return Int32(name[end...].dropFirst().prefix { $0.isASCII && $0.isNumber })
  }

  /// The end of `demo-<hash>.sqlite` or `demo-<hash>-shelf.sqlite` in a name that begins so; nil for other names, such
  /// as the user's `demo-tape.sqlite`.
  private static func endOfDatabase(_ name: Substring) -> Substring.Index? {
    guard name.hasPrefix("demo-") else { return nil }
    let rest = name.dropFirst("demo-".count)
    guard rest.prefix(16).utf8.count(where: { "0123456789abcdef".utf8.contains($0) }) == 16 else { return nil }
    let ending = rest.dropFirst(16)
    return ["-shelf.sqlite", ".sqlite"].first(where: ending.hasPrefix).map {
      ending.index(ending.startIndex, offsetBy: $0.count)
    }
  }

  /// The process in the name of a temporary directory; nil for other names.
  static func owner(ofTemporary name: String) -> Int32? {
    guard name.hasPrefix(temporaryPrefix) else { return nil }
    let rest = name.dropFirst(temporaryPrefix.count)
    return rest.firstIndex(of: "-").flatMap { Int32(rest[..<$0]) }
  }

  /// Removes the temporary directory of `openCatalogue`.
  static func cleanUp(_ temporary: String) {
    // The system clears its temporary directory sooner or later.
    do {
      for name in try FileSystem.names(in: temporary) { try FileSystem.remove(temporary.appending(path: name)) }
    } catch { return }
    rmdir(temporary)
  }
}

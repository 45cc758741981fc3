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
  private let resources: String
  private let cacheDirectory: String
  /// The place for the catalogue where the cache cannot be written to.
  private let temporaryDirectory: String
  private let leftovers: Leftovers
  /// Seconds since 1970.
  private let now: @Sendable () -> Double
  private let log: Logger

  init(
    resources: String, cacheDirectory: String, temporaryDirectory: String, leftovers: Leftovers,
    now: @escaping @Sendable () -> Double, log: Logger
  ) {
    self.resources = resources.appending(path: "Demo")
    self.cacheDirectory = cacheDirectory
    self.temporaryDirectory = temporaryDirectory
    self.leftovers = leftovers
    self.now = now
    self.log = log
  }

  /// An error of reading the resources, or of making or opening a database.
  enum Failure: Error {
    case file(FileError)
    case catalogue(CatalogueError)
    case library(LibraryError)
  }

  struct Opened: Sendable {
    var store: CatalogueStore
    /// The directory to remove when closing; nil when the catalogue is in the cache.
    var temporary: String?
  }

  // MARK: The catalogue

  /// Opens the demo catalogue, building it first where it is missing, damaged or of another program's version.
  /// Blocks for as long as that takes.
  func openCatalogue() throws(Failure) -> Opened {
    let hash = try hash()
    if let place = writableCache() {
      do throws(Failure) {
        return Opened(store: try openCatalogue(at: place.appending(path: "demo-\(hash).sqlite")), temporary: nil)
      } catch {
        switch error {
        case .catalogue(.noRoom), .catalogue(.diskFull):
          log.notice("No room for the demo catalogue in the cache", metadata: ["cause": "\(error)"])
        default: throw error
        }
      }
    }
    leftovers.removeDemos()
    var template = Array("\(temporaryDirectory)/\(Self.temporaryPrefix)\(getpid())-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .file(FileError(.create, temporaryDirectory.appending(path: Self.temporaryPrefix), code: errno))
    }
    let directory = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    log.notice("Cannot use the cache folder", metadata: ["instead": "\(directory)"])
    return Opened(store: try openCatalogue(at: directory.appending(path: "demo.sqlite")), temporary: directory)
  }

  private func openCatalogue(at path: String) throws(Failure) -> CatalogueStore {
    do throws(CatalogueError) {
      return try CatalogueStore(path: path)
    } catch {
      guard requiresRebuild(error) else { throw .catalogue(error) }
      if FileSystem.isFile(path) {
        log.warning("Rebuilding the demo catalogue", metadata: ["cause": "\(error)"])
      }
    }
    // Without locks on the file system no process waits; the finished file is moved into place atomically anyway.
    let lock = FileLock.wait(path + ".lock")
    defer { withExtendedLifetime(lock) {} }
    do throws(CatalogueError) {
      // Another program may have built it while this one waited for the lock.
      return try CatalogueStore(path: path)
    } catch {
      guard requiresRebuild(error) else { throw .catalogue(error) }
    }
    leftovers.removeDemos()
    let unfinished = "\(path).\(getpid())"
    let sources = try dumps()
    do throws(CatalogueError) {
      _ = try CatalogueImporter.import(files: sources, into: unfinished, now: now())
    } catch {
      unlink(unfinished)
      throw .catalogue(error)
    }
    try rename(unfinished, to: path)
    removeOutdated(except: path)
    log.notice("Built the demo catalogue", metadata: ["file": "\(path)"])
    do throws(CatalogueError) {
      return try CatalogueStore(path: path)
    } catch {
      throw .catalogue(error)
    }
  }

  /// Removes a damaged catalogue, so that opening rebuilds it.
  func discardCatalogue(_ store: CatalogueStore) {
    unlink(store.path)
  }

  private func requiresRebuild(_ error: CatalogueError) -> Bool {
    if case .newerSchema = error { return true }
    return error.callsForRebuild
  }

  private func dumps() throws(Failure) -> [String] {
    do throws(FileError) {
      return try FileSystem.names(in: resources).filter { $0.hasSuffix(".xml") || $0.hasSuffix(".xml.gz") }.sorted()
        .map { resources.appending(path: $0) }
    } catch {
      throw .file(error)
    }
  }

  // MARK: The shelf

  /// Opens the demo's shelf, filling it first where it is missing or damaged.
  func openShelf(_ catalogue: CatalogueStore) async throws(Failure) -> Library {
    guard let place = writableCache() else { return try await shelfInMemory(catalogue) }
    do throws(Failure) {
      return try await openShelf(at: place.appending(path: "demo-\(try hash())-shelf.sqlite"), catalogue)
    } catch {
      // On a full disk SQLite also fails to open the new file: there is no room for its `-shm` file.
      switch error {
      case .library(.diskFull), .library(.unopenable):
        log.notice("Cannot save the demo shelf in the cache", metadata: ["cause": "\(error)"])
        return try await shelfInMemory(catalogue)
      default: throw error
      }
    }
  }

  private func openShelf(at path: String, _ catalogue: CatalogueStore) async throws(Failure) -> Library {
    if let library = try openShelf(at: path) { return try await learnt(library, catalogue) }
    let lock = await Blocking.run { FileLock.wait(path + ".lock") }
    defer { withExtendedLifetime(lock) {} }
    // Another program may have filled it while this one waited for the lock.
    if let library = try openShelf(at: path) { return library }
    leftovers.removeDemos()
    let unfinished = "\(path).\(getpid())"
    do throws(LibraryError) {
      let library = try await Blocking.run { () throws(LibraryError) in try Library.open(at: unfinished) }
      try await fill(library, catalogue)
      try library.close()
    } catch {
      removeDatabase(unfinished)
      throw .library(error)
    }
    removeDatabase(path)
    try rename(unfinished, to: path)
    // The `-wal` and `-shm` files keep the old name.
    removeDatabase(unfinished)
    guard let library = try openShelf(at: path) else {
      throw .library(.unopenable(path: path, reason: LibraryWords.vanished))
    }
    return library
  }

  private func shelfInMemory(_ catalogue: CatalogueStore) async throws(Failure) -> Library {
    do throws(LibraryError) {
      let library = try Library.inMemory()
      try await fill(library, catalogue)
      return library
    } catch {
      throw .library(error)
    }
  }

  /// Nil where the shelf is missing, empty, damaged or of a newer version.
  private func openShelf(at path: String) throws(Failure) -> Library? {
    // The machine may have stopped just after creating the file.
    guard let facts = FileSystem.facts(of: path), !facts.isDirectory, facts.bytes > 0 else { return nil }
    do throws(LibraryError) {
      return try Library.open(at: path)
    } catch {
      switch error {
      case .damaged, .newerSchema:
        log.warning("Refilling the demo shelf", metadata: ["cause": "\(error)"])
        return nil
      default: throw .library(error)
      }
    }
  }

  /// Completes the facts of a shelf that an earlier version made.
  private func learnt(_ library: Library, _ catalogue: CatalogueStore) async throws(Failure) -> Library {
    do throws(LibraryError) {
      if !library.isReadOnly, try await library.factsSource() == nil { try await learn(library, catalogue) }
      return library
    } catch {
      throw .library(error)
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
      log.warning(
        "Skipped a row of the demo shelf", metadata: ["line": "\(row.line)", "cause": "\(row.reason)"])
    }
    try await learn(library, catalogue)
    let extras = DemoExtras(resources: resources, now: now, log: log)
    try await extras.fill(library, offers: offers(), catalogue)
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

  private func hash() throws(Failure) -> String {
    let names: [String]
    do throws(FileError) { names = try FileSystem.names(in: resources).sorted() } catch { throw .file(error) }
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    let lines = names.compactMap { name in
      FileSystem.facts(of: resources.appending(path: name)).map { "\(name) \($0.bytes) \($0.changed)\n" }
    }
    for line in lines + ["edition \(CatalogueImporter.edition)\n"] {
      for byte in line.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The cache directory, created if needed; nil where it cannot be written to.
  private func writableCache() -> String? {
    do throws(FileError) {
      try FileSystem.makeDirectory(cacheDirectory)
    } catch {
      log.info("Cannot create the cache folder", metadata: ["cause": "\(error)"])
      return nil
    }
    return access(cacheDirectory, W_OK) == 0 ? cacheDirectory : nil
  }

  private func rename(_ path: String, to target: String) throws(Failure) {
    do throws(FileError) { try FileSystem.rename(path, to: target) } catch { throw .file(error) }
  }

  private func removeDatabase(_ path: String) {
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
  }

  /// Removes the databases of former resources. Programs that have one open can go on reading it.
  private func removeOutdated(except path: String) {
    let names: [String]
    do throws(FileError) {
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
    do throws(FileError) {
      for name in try FileSystem.names(in: temporary) { try FileSystem.remove(temporary.appending(path: name)) }
    } catch {
      // The system clears its temporary directory sooner or later.
      return
    }
    rmdir(temporary)
  }
}

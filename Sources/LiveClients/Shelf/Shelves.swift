internal import Clients
internal import DiscogsModel
internal import Logging
internal import RunoutModel
internal import Synchronization
internal import UserLibrary

/// The user's library, the shelves of profiles and the demo's, each opened on first use.
final class Shelves: Sendable {
  private let libraryFile: String
  /// The file of the shelf in use: the library for the default profile, a file of its own for others.
  private let shelfFile: @Sendable () -> String
  private let users = Mutex<[String: Shared<Library, ClientError>]>([:])
  private let demo: Shared<Library, ClientError>
  let sources: SourceSwitch
  let discogs: DiscogsSource
  private let isSignedIn: @Sendable () async throws(ClientError) -> Bool
  private let now: @Sendable () -> Double
  let translate: ErrorTranslator
  /// Waits for the time to look for other programs' changes; false when the looking has ended.
  private let poll: @Sendable () async -> Bool
  private let filling = Mutex(Filling())
  private let broadcast = Broadcast<Void>()
  private let following = Mutex<Set<ObjectIdentifier>>([])
  private let isClosed = Mutex(false)
  private let work: BackgroundWork

  private struct Filling {
    /// The path of the shelf and the identity of the catalogue last asked in this run.
    var asked: String?
    var task: Task<Void, Never>?
  }

  /// - Parameter interval: the pause between looks for other programs' changes of the shelf.
  init(
    libraryFile: String, shelfFile: @escaping @Sendable () -> String, sources: SourceSwitch, discogs: DiscogsSource,
    isSignedIn: @escaping @Sendable () async throws(ClientError) -> Bool, now: @escaping @Sendable () -> Double,
    demoFiles: @escaping @Sendable () throws(ClientError) -> DemoFiles,
    clock: any Clock<Duration>, interval: Duration, work: BackgroundWork, translate: ErrorTranslator
  ) {
    self.work = work
    self.libraryFile = libraryFile
    self.shelfFile = shelfFile
    self.sources = sources
    self.discogs = discogs
    self.isSignedIn = isSignedIn
    self.now = now
    self.translate = translate
    poll = {
      // A pause can only fail by being cancelled.
      do { try await clock.sleep(for: interval) } catch { return false }
      return !Task.isCancelled
    }
    demo = Shared {
      do throws(ClientError) {
        let catalogue = try await sources.open(.demo)
        let files = try demoFiles()
        do throws(DemoFiles.Failure) {
          return .success(try await files.openShelf(catalogue))
        } catch {
          return .failure(translate(error))
        }
      } catch {
        return .failure(error)
      }
    }
  }

  /// `library.sqlite`: the history, and the default profile's shelf.
  func library() async throws(ClientError) -> Library { try await opened(libraryFile).get() }

  /// The shelf of the profile in use.
  func shelf() async throws(ClientError) -> Library { try await opened(shelfFile()).get() }

  var fileInUse: String { shelfFile() }

  func isInUse(_ shelf: Library) -> Bool { shelf.path == shelfFile() }

  /// Tells the shelf's pages that another shelf is in use.
  func announceSwitch() { broadcast.tell(()) }

  /// - Throws: `cancelled` while closing: a file opened then would stay open.
  private func checkIsOpen() throws(ClientError) {
    if isClosed.withLock({ $0 }) { throw .cancelled }
  }

  private func opened(_ path: String) throws(ClientError) -> Shared<Library, ClientError> {
    try checkIsOpen()
    return known(path)
  }

  private func known(_ path: String) -> Shared<Library, ClientError> {
    users.withLock { [translate] users in
      if let known = users[path] { return known }
      let new = Shared<Library, ClientError> {
        do throws(LibraryError) {
          return .success(try await Blocking.run { () throws(LibraryError) in try Library.open(at: path) })
        } catch {
          return .failure(translate(error))
        }
      }
      users[path] = new
      return new
    }
  }

  /// Asks the shelf that goes with the source that is on.
  func ask<Answer: Sendable>(
    _ question: @Sendable (Library) async throws -> Answer
  ) async throws(ClientError) -> Answer {
    let library = try await current()
    do { return try await question(library) } catch { throw translate(error) }
  }

  /// The shelf that goes with the source that is on.
  func current() async throws(ClientError) -> Library {
    try checkIsOpen()
    let library: Library
    if sources.current.source.hasDemoShelf {
      library = try await demo.get()
    } else {
      library = try await shelf()
      startLearning(library)
    }
    follow(library)
    return library
  }

  /// Returns whether changes of the shelf go to an account, which it mirrors or was adopted for; the demo's never do.
  func sendsChanges() async throws(ClientError) -> Bool {
    guard !sources.current.source.hasDemoShelf else { return false }
    let library = try await shelf()
    do { return try await library.isOfAccount() } catch { throw translate(error) }
  }

  /// Adopts an empty shelf for the signed-in user: later additions go to the account.
  func adoptIfEmpty() async throws(ClientError) {
    guard !sources.current.source.hasDemoShelf else { return }
    let library = try await shelf()
    do {
      guard !library.isReadOnly, try await !library.isOfAccount(), try await library.isShelfEmpty() else { return }
    } catch {
      throw translate(error)
    }
    guard try await isSignedIn() else { return }
    do { try await library.adopt(at: now()) } catch { throw translate(error) }
  }

  /// Whether the source can sync.
  var isOnline: Bool { sources.can(.sync) }

  /// The shelf's facts of an owned or wanted release; nil for others.
  func facts(of release: Release.ID) async throws(ClientError) -> ShelfFacts? {
    try await ask { library in
      if let copy = try await library.copies(of: release, withRefused: true).first { return copy.facts }
      return try await library.want(of: .release(release))?.facts
    }
  }

  // MARK: Changes

  /// An element each time that a shelf in use has changed, by this program or another.
  func changes() -> AsyncStream<Void> { broadcast.stream(buffering: .bufferingNewest(1)) }

  private func follow(_ library: Library) {
    following.withLock { following in
      guard following.insert(ObjectIdentifier(library)).inserted else { return }
      let version = LatestVersion(broadcast)
      let learn = { @Sendable [weak self] (library: Library) async -> Void in await self?.learnPersons(library) }
      work.start("changes of a shelf", priority: .utility) { [poll] in
        async let others: Void = Self.poll(library, poll, version)
        async let names: Void = Self.followNames(library, poll, learn)
        for await number in await library.shelfVersions() { version.note(number) }
        await others
        await names
      }
    }
  }

  private static func poll(
    _ library: Library, _ wait: @Sendable () async -> Bool, _ version: LatestVersion
  ) async {
    while await wait() {
      // Reading the shelf itself reports what cannot be read.
      do throws(LibraryError) { version.note(try await library.shelfVersion()) } catch { return }
    }
  }

  /// Asks the user's library, whichever source is on.
  func askLibrary<Answer: Sendable>(
    _ question: @Sendable (Library) async throws -> Answer
  ) async throws(ClientError) -> Answer {
    let library = try await self.library()
    do { return try await question(library) } catch { throw translate(error) }
  }

  // MARK: What exports do not tell

  /// Completes the shelf's facts from the catalogue in the background, once for each catalogue. Marks of other
  /// pressings appear when it is done.
  private func startLearning(_ library: Library) {
    guard !library.isReadOnly, let identity = sources.catalogueIdentity else { return }
    filling.withLock { filling in
      let asked = "\(library.path)\n\(identity)"
      guard filling.asked != asked else { return }
      filling.asked = asked
      filling.task?.cancel()
      filling.task = work.start("facts of a shelf", priority: .background) { [self] in
        do throws(LibraryError) {
          if try await library.factsSource() != identity { await learnFacts(library) }
        } catch {
          report(error)
        }
      }
    }
  }

  /// Completes the shelf's facts from the imported catalogue, if there is one.
  func learnFacts(_ library: Library) async {
    guard let identity = sources.catalogueIdentity else { return }
    do throws(ClientError) {
      let catalogue = try await sources.open(.catalogue)
      do throws(LibraryError) {
        let filled = try await library.learnFacts(from: catalogue)
        try await library.setFactsSource(identity)
        translate.log.info("Completed the shelf from the catalogue", metadata: ["rows": "\(filled)"])
      } catch {
        report(error)
      }
    } catch {
      // The catalogue reports this itself when a person asks it for something.
      return
    }
  }

  // MARK: Who is a person

  /// Looks up the artists of new rows after each change, while the shelf is filed by last names.
  private static func followNames(
    _ library: Library, _ wait: @Sendable () async -> Bool, _ learn: @Sendable (Library) async -> Void
  ) async {
    for await _ in await library.shelfVersions() {
      // Reading the shelf itself reports what cannot be read.
      do throws(LibraryError) {
        guard try await library.filing().personsByLastName else { continue }
      } catch {
        return
      }
      await learn(library)
      guard await wait() else { return }
    }
  }

  /// Looks up which of a shelf's artists are persons, in the demo's or the imported catalogue.
  func learnPersons(_ library: Library) async {
    guard !library.isReadOnly else { return }
    do throws(ClientError) {
      let isDemo = await demo.made() === library
      guard let identity = isDemo ? "demo" : sources.catalogueIdentity else { return }
      let catalogue = try await sources.open(isDemo ? .demo : .catalogue)
      do throws(LibraryError) {
        try await library.learnPersons(from: catalogue, named: identity)
      } catch {
        report(error)
      }
    } catch {
      // The catalogue reports this itself when a person asks it for something.
      return
    }
  }

  private func report(_ error: LibraryError) {
    guard error != .cancelled else { return }
    translate.log.warning("Could not close the library properly", metadata: ["cause": "\(error)"])
  }

  /// Waits for open queries and closes the files. Call once background work has ended.
  func close() async {
    isClosed.withLock { $0 = true }
    broadcast.finish()
    for shared in users.withLock({ Array($0.values) }) + [demo] {
      guard let library = await shared.made() else { continue }
      do throws(LibraryError) { try await library.closeWhenIdle() } catch { report(error) }
    }
  }
}

/// Tells its broadcast when the number differs from the last; the first is no news.
private final class LatestVersion: Sendable {
  private let known = Mutex<Int64?>(nil)
  private let broadcast: Broadcast<Void>

  init(_ broadcast: Broadcast<Void>) {
    self.broadcast = broadcast
  }

  func note(_ version: Int64) {
    let isNews = known.withLock { known in
      defer { known = version }
      return known != nil && known != version
    }
    if isNews { broadcast.tell(()) }
  }
}

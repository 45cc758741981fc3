internal import Clients
internal import DiscogsModel
internal import Logging
internal import Platform
internal import RunoutModel
internal import Synchronization
internal import UserLibrary

/// The user's library, the shelves of profiles and the demo's, each opened on first use.
final class Shelves: Sendable {
  private let configuration: LiveConfiguration
  private let users = Mutex<[String: Shared<Library>]>([:])
  private let demo: Shared<Library>
  private let sources: SourceSwitch
  private let accounts: Accounts
  let translate: ErrorTranslator
  private let filling = Mutex(Filling())
  private let broadcast = Broadcast<Void>()
  private let following = Mutex<Set<ObjectIdentifier>>([])
  private let isClosed = Mutex(false)
  private let contentsRead = ShelfAnswers<String, ShelfContents>()
  private let work: BackgroundWork

  private struct Filling {
    /// The path of the shelf and the identity of the catalogue last asked in this run.
    var asked: String?
    var task: Task<Void, Never>?
  }

  init(
    _ configuration: LiveConfiguration, _ sources: SourceSwitch, _ accounts: Accounts,
    demoFiles: @escaping @Sendable () throws -> DemoFiles, work: BackgroundWork, translate: ErrorTranslator
  ) {
    (self.configuration, self.sources, self.accounts) = (configuration, sources, accounts)
    (self.work, self.translate) = (work, translate)
    demo = Shared(translate) {
      let catalogue = try await sources.open(.demo)
      return try await demoFiles().openShelf(catalogue)
    }
  }

  /// `library.sqlite`: the history, and the default profile's shelf.
  func library() async throws(ClientError) -> Library { try await opened(configuration.paths.library) }

  /// The shelf of the profile in use.
  func shelf() async throws(ClientError) -> Library { try await opened(fileInUse) }

  /// The file of the shelf in use: the library for the default profile, a file of its own for others.
  var fileInUse: String { configuration.paths.library(ofProfile: accounts.profile) }

  func isInUse(_ shelf: Library) -> Bool { shelf.path == fileInUse }

  /// Tells the shelf's pages that another shelf is in use.
  func announceSwitch() { broadcast.tell(()) }

  /// - Throws: `cancelled` while closing: a file opened then would stay open.
  private func checkIsOpen() throws(ClientError) { if isClosed.withLock({ $0 }) { throw .cancelled } }

  private func opened(_ path: String) async throws(ClientError) -> Library {
    try checkIsOpen()
    let shared = users.withLock { [translate] users in
      if let known = users[path] { return known }
      let new = Shared(translate) { try await Blocking.run { try Library.open(at: path) } }
      users[path] = new
      return new
    }
    return try await shared.get()
  }

  /// Asks the shelf that goes with the source that is on.
  func ask<Answer: Sendable>(
    _ question: @Sendable (Library) async throws -> Answer
  ) async throws(ClientError) -> Answer {
    let library = try await current()
    return try await translate.errors { try await question(library) }
  }

  /// A call of a client that asks the shelf.
  func answering<each Argument: Sendable, Answer: Sendable>(
    _ question: @escaping @Sendable (Library, repeat each Argument) async throws -> Answer
  ) -> @Sendable (repeat each Argument) async throws(ClientError) -> Answer {
    translate.answering { [self] (argument: repeat each Argument) in
      try await question(current(), repeat each argument)
    }
  }

  /// As `answering`, from the user's library, whichever source is on.
  func answeringFromLibrary<each Argument: Sendable, Answer: Sendable>(
    _ question: @escaping @Sendable (Library, repeat each Argument) async throws -> Answer
  ) -> @Sendable (repeat each Argument) async throws(ClientError) -> Answer {
    translate.answering { [self] (argument: repeat each Argument) in
      try await question(library(), repeat each argument)
    }
  }

  /// The shelf that goes with the source that is on.
  func current() async throws(ClientError) -> Library {
    try checkIsOpen()
    let library: Library
    if isDemo {
      library = try await demo.get()
    } else {
      library = try await shelf()
      startLearning(library)
    }
    follow(library)
    return library
  }

  private var isDemo: Bool { sources.current.source.hasDemoShelf }

  /// Returns whether changes of the shelf go to an account, which it mirrors or was adopted for; the demo's never do.
  func sendsChanges() async throws(ClientError) -> Bool {
    if isDemo { return false }
    let library = try await shelf()
    return try await translate.errors { try await library.isOfAccount() }
  }

  /// Adopts an empty shelf for the signed-in user: later additions go to the account.
  func adoptIfEmpty() async throws {
    if isDemo { return }
    let library = try await shelf()
    guard !library.isReadOnly, try await !library.isOfAccount(), try await library.isShelfEmpty(),
      try await accounts.isSignedIn()
    else { return }
    try await library.adopt(at: configuration.now())
  }

  /// The ids of everything owned or wanted.
  func contents() async throws(ClientError) -> ShelfContents {
    try await ask { library in
      try await contentsRead.answer(to: "contents", in: library) { try await library.contents() }
    }
  }

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
      work.start("changes of a shelf", priority: .utility) { [pause] in
        async let others: Void = Self.poll(library, pause, version)
        async let names: Void = Self.followNames(library, pause, learn)
        for await number in await library.shelfVersions() { version.note(number) }
        await others
        await names
      }
    }
  }

  /// Waits for the time to look for other programs' changes; false when the looking has ended.
  private var pause: @Sendable () async -> Bool {
    let (clock, interval) = (configuration.headerClock, configuration.pollingInterval)
    return {
      // A pause can only fail by being cancelled.
      do { try await clock.sleep(for: interval) } catch { return false }
      return !Task.isCancelled
    }
  }

  private static func poll(_ library: Library, _ wait: @Sendable () async -> Bool, _ version: LatestVersion) async {
    while await wait() {
      // Reading the shelf itself reports what cannot be read.
      do { version.note(try await library.shelfVersion()) } catch { return }
    }
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
        do { if try await library.factsSource() != identity { await learnFacts(library) } } catch { report(error) }
      }
    }
  }

  /// Completes the shelf's facts from the imported catalogue, if there is one.
  func learnFacts(_ library: Library) async {
    // A catalogue that does not open reports it when a person asks it for something.
    guard let identity = sources.catalogueIdentity, let catalogue = await sources.openIfPossible(.catalogue) else {
      return
    }
    do {
      let filled = try await library.learnFacts(from: catalogue)
      try await library.setFactsSource(identity)
      translate.log.info("Completed the shelf from the catalogue", metadata: ["rows": "\(filled)"])
    } catch {
      report(error)
    }
  }

  // MARK: Who is a person

  /// Looks up the artists of new rows after each change, while the shelf is filed by last names.
  private static func followNames(
    _ library: Library, _ wait: @Sendable () async -> Bool, _ learn: @Sendable (Library) async -> Void
  ) async {
    for await _ in await library.shelfVersions() {
      // Reading the shelf itself reports what cannot be read.
      do { guard try await library.filing().personsByLastName else { continue } } catch { return }
      await learn(library)
      guard await wait() else { return }
    }
  }

  /// Looks up which of a shelf's artists are persons, in the demo's or the imported catalogue.
  func learnPersons(_ library: Library) async {
    guard !library.isReadOnly else { return }
    let isOfDemo = await demo.made() === library
    // A catalogue that does not open reports it when a person asks it for something.
    guard let identity = isOfDemo ? "demo" : sources.catalogueIdentity,
      let catalogue = await sources.openIfPossible(isOfDemo ? .demo : .catalogue)
    else { return }
    do { try await library.learnPersons(from: catalogue, named: identity) } catch { report(error) }
  }

  private func report(_ error: any Error) {
    if case LibraryError.cancelled = error { return }
    translate.log.warning("Could not close the library properly", metadata: ["cause": "\(error)"])
  }

  /// Waits for open queries and closes the files. Call once background work has ended.
  func close() async {
    isClosed.withLock { $0 = true }
    broadcast.finish()
    for shared in users.withLock({ Array($0.values) }) + [demo] {
      guard let library = await shared.made() else { continue }
      do { try await library.closeWhenIdle() } catch { report(error) }
    }
  }
}

/// Tells its broadcast when the number differs from the last; the first is no news.
private final class LatestVersion: Sendable {
  private let known = Mutex<Int64?>(nil)
  private let broadcast: Broadcast<Void>

  init(_ broadcast: Broadcast<Void>) { self.broadcast = broadcast }

  func note(_ version: Int64) {
    let isNews = known.withLock { known in
      defer { known = version }
      return known != nil && known != version
    }
    if isNews { broadcast.tell(()) }
  }
}

internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import LibC
internal import Logging
internal import Platform
internal import RunoutModel
internal import Synchronization
internal import Wording

/// Opens the sources, switches between them, and reports changes of the one in use.
final class SourceSwitch: Sendable {
  private let catalogue: Shared<CatalogueStore>
  private let demo: Shared<DemoFiles.Opened>
  private let configuration: LiveConfiguration
  private let demoFiles: @Sendable () throws -> DemoFiles
  private let leftovers: Leftovers
  private let alsoLook: @Sendable () async -> Void
  private let work: BackgroundWork
  private let translate: ErrorTranslator
  private let state: Mutex<State>
  private let broadcast = Broadcast<SourceStatus>()

  private struct State {
    var status: SourceStatus
    /// The generation of the store that the status describes; nil before it opened.
    var storeGeneration: Int?
    var polling: Task<Void, Never>?
    /// The only rebuilding in a run: repeated damage has another cause. Calls that find the damage wait for it, since a
    /// page and its count are requested at the same time.
    var rebuilding: Task<Void, Never>?
  }

  /// - Parameter alsoLook: called after each look for a catalogue that another program imported; a look is one `stat`.
  init(
    _ configuration: LiveConfiguration, source: Source, demoFiles: @escaping @Sendable () throws -> DemoFiles,
    leftovers: Leftovers, alsoLook: @escaping @Sendable () async -> Void, work: BackgroundWork,
    translate: ErrorTranslator
  ) {
    (self.configuration, self.demoFiles, self.leftovers) = (configuration, demoFiles, leftovers)
    (self.alsoLook, self.work, self.translate) = (alsoLook, work, translate)
    state = Mutex(State(status: SourceStatus(source: source)))
    catalogue = Shared(translate) { try await Blocking.run { try CatalogueStore(path: configuration.paths.catalogue) } }
    demo = Shared(translate) { try await Blocking.run { try demoFiles().openCatalogue() } }
  }

  // MARK: The status

  var current: SourceStatus { state.withLock { $0.status } }

  func can(_ ability: Source.Abilities) -> Bool { current.source.can(ability) }

  /// All changes from now on. The first call starts the polling for other programs' changes.
  func changes() -> AsyncStream<SourceStatus> {
    state.withLock { state in
      if state.polling == nil {
        state.polling = work.start("other programs", priority: .background) { [weak self] in await self?.poll() }
      }
    }
    return broadcast.stream()
  }

  /// Switches to another source once it has opened; the old one stays in use until then.
  func select(_ source: Source) async throws(ClientError) -> SourceStatus {
    if source.can(.refresh), let refusal = configuration.discogs.refusal { throw .refused(refusal) }
    // Only these have their records in a catalogue on this machine.
    let store = source.can(.dig) ? try await open(source) : nil
    var info: CatalogueInfo?
    if let store {
      info = await self.info(store)
      if Task.isCancelled { throw .cancelled }
    }
    return change { state in
      let generation = state.status.source == source ? state.status.generation : state.status.generation + 1
      state.storeGeneration = store?.generation
      state.status = SourceStatus(source: source, generation: generation)
      state.status.take(info)
    }
  }

  /// Changes the state, reports the status if it is new, and returns it.
  @discardableResult
  private func change(_ body: (inout State) -> Void) -> SourceStatus {
    broadcast.tell {
      state.withLock { state in
        let before = state.status
        body(&state)
        return state.status == before ? nil : state.status
      }
    }
    return current
  }

  // MARK: Stores

  /// A call of a client that asks the catalogue in use.
  func answering<each Argument: Sendable, Answer: Sendable>(
    _ question: @escaping @Sendable (CatalogueStore, repeat each Argument) async throws -> Answer
  ) -> @Sendable (repeat each Argument) async throws(ClientError) -> Answer {
    { (argument: repeat each Argument) async throws(ClientError) -> Answer in
      try await self.ask { store in try await question(store, repeat each argument) }
    }
  }

  /// Asks the catalogue in use. A damaged demo is rebuilt once, and asked again.
  private func ask<Answer: Sendable>(
    _ question: @Sendable (CatalogueStore) async throws -> Answer
  ) async throws(ClientError) -> Answer {
    let source = current.source
    let store = try await open(source)
    await notice(store, of: source)
    do {
      return try await question(store)
    } catch {
      guard source == .demo, let damage = error as? CatalogueError, damage.callsForRebuild,
        await rebuildDemo(store, because: damage)
      else { throw translate(error) }
    }
    return try await translate.errors { try await question(try await open(source)) }
  }

  /// Opens the catalogue of a local source.
  ///
  /// - Throws: `refused` for Discogs and the shelf, which have none.
  func open(_ source: Source) async throws(ClientError) -> CatalogueStore {
    switch source {
    case .catalogue: try await catalogue.get()
    case .demo: try await demo.get().store
    case .live: throw .refused(SourceWords.liveIsNoCatalogue)
    case .shelf: throw .refused(SourceWords.shelfIsNoCatalogue)
    }
  }

  /// The imported catalogue, whichever source is on; nil where there is none, or it does not open.
  func catalogueIfAny() async -> CatalogueStore? {
    FileSystem.isFile(configuration.paths.catalogue) ? await openIfPossible(.catalogue) : nil
  }

  /// Opens the catalogue in use, and shows its month and size, before the first request; that reports a failure.
  func openEarly() async {
    let source = current.source
    if let store = await openIfPossible(source) { await notice(store, of: source) }
  }

  /// Nil where the catalogue does not open, which is logged.
  func openIfPossible(_ source: Source) async -> CatalogueStore? {
    do { return try await open(source) } catch { return nil }
  }

  /// Adds what a local source's catalogue knows of a release or master.
  func completed(_ facts: ShelfFacts, by source: Source) async -> ShelfFacts {
    do {
      let store = try await open(source)
      guard case .master(let master) = facts.wanted else {
        return facts.completed(by: try await store.release(facts.release))
      }
      let versions = try await store.count(of: CatalogueList(.versions(master))).number
      return ShelfFacts(try await store.master(master), versions: versions)
    } catch {
      // Opening the catalogue reports its errors; the change is made with the facts at hand.
      return facts
    }
  }

  private func rebuildDemo(_ store: CatalogueStore, because error: CatalogueError) async -> Bool {
    let rebuilding = state.withLock { state -> Task<Void, Never>? in
      if let rebuilding = state.rebuilding { return rebuilding }
      let rebuilding = work.start("rebuilding the demo") { [self] in
        translate.log.warning("Rebuilding the demo catalogue", metadata: ["cause": "\(error)"])
        unlink(store.path)
        await demo.forget()
      }
      state.rebuilding = rebuilding
      return rebuilding
    }
    await rebuilding?.value
    return rebuilding != nil
  }

  /// Updates the status after the store has opened or was replaced by another program.
  private func notice(_ store: CatalogueStore, of source: Source) async {
    let generation = store.generation
    let isNew = state.withLock { $0.status.source == source && $0.storeGeneration != generation }
    guard isNew else { return }
    let info = await info(store)
    change { state in
      guard state.status.source == source, state.storeGeneration != generation else { return }
      var status = state.status
      status.take(info)
      if state.storeGeneration != nil { status.generation += 1 }
      state.storeGeneration = generation
      state.status = status
    }
  }

  private func info(_ store: CatalogueStore) async -> CatalogueInfo? {
    do {
      return try await store.info()
    } catch {
      if error != .cancelled { translate.log.warning("Could not count the releases", metadata: ["cause": "\(error)"]) }
      return nil
    }
  }

  // MARK: Other programs

  private func poll() async {
    if isCatalogueInUse { await openEarly() }
    guard await pauses() else { return }
    // Only in long runs, and once the first page is there: nothing waits for it.
    leftovers.remove()
    repeat {
      await lookForReplacement()
      await alsoLook()
    } while await pauses()
  }

  /// Waits until the next look; false once that is cancelled.
  private func pauses() async -> Bool {
    do { try await configuration.clock.sleep(for: configuration.pollingInterval) } catch { return false }
    return true
  }

  /// Whether the imported catalogue is in use, which other programs may replace.
  private var isCatalogueInUse: Bool { current.source == .catalogue }

  private func lookForReplacement() async {
    guard isCatalogueInUse, let store = await catalogue.made() else { return }
    store.refresh()
    await notice(store, of: .catalogue)
  }

  /// Identifies the catalogue file across runs, until another import replaces it; nil where there is none.
  var catalogueIdentity: String? {
    FileSystem.facts(of: configuration.paths.catalogue).map { "\($0.device)-\($0.number)-\($0.bytes)-\($0.changed)" }
  }

  /// Ends all streams and removes a demo in the temporary directory.
  func close() async {
    state.withLock { $0.polling.take() }?.cancel()
    broadcast.finish()
    _ = await catalogue.made()
    if let temporary = await demo.made()?.temporary { DemoFiles.cleanUp(temporary) }
  }
}

extension SourceClient {
  static func live(_ sources: SourceSwitch) -> SourceClient {
    SourceClient {
      $0.current = { sources.current }
      $0.select = sources.select
      $0.changes = { sources.changes() }
    }
  }
}

extension ShelfFacts {
  /// The facts of its release, whose list may lack some.
  func completed(by release: Release) -> ShelfFacts {
    var known = ShelfFacts(release)
    known.master = known.master ?? master
    return known
  }
}

extension SourceStatus {
  /// Copies a catalogue's description; clears it where the catalogue could not be read.
  fileprivate mutating func take(_ info: CatalogueInfo?) {
    releases = info.map { $0.counts[.release] ?? 0 }
    month = info?.month ?? ""
    only = info?.only ?? ""
  }
}

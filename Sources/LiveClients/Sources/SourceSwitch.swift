internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import Logging
internal import Platform
internal import RunoutModel
internal import Synchronization
internal import Wording

/// Opens the sources, switches between them, and reports changes of the one in use.
final class SourceSwitch: Sendable {
  private let catalogue: Shared<CatalogueStore, ClientError>
  private let demo: Shared<DemoFiles.Opened, ClientError>
  private let catalogueFile: String
  private let demoFiles: @Sendable () throws(ClientError) -> DemoFiles
  private let leftovers: Leftovers
  /// The reason that Discogs cannot be used; nil where it can.
  private let liveRefusal: String?
  private let clock: any Clock<Duration>
  private let interval: Duration
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
    var rebuilding: Task<Bool, Never>?
  }

  /// - Parameters:
  ///   - interval: the pause between looks for a catalogue that another program imported; a look is one `stat`.
  ///   - alsoLook: called after each look.
  init(
    source: Source, catalogueFile: String, demoFiles: @escaping @Sendable () throws(ClientError) -> DemoFiles,
    leftovers: Leftovers, liveRefusal: String?, clock: any Clock<Duration>, interval: Duration,
    alsoLook: @escaping @Sendable () async -> Void, work: BackgroundWork, translate: ErrorTranslator
  ) {
    self.work = work
    self.alsoLook = alsoLook
    self.catalogueFile = catalogueFile
    self.demoFiles = demoFiles
    self.leftovers = leftovers
    self.liveRefusal = liveRefusal
    self.clock = clock
    self.interval = interval
    self.translate = translate
    state = Mutex(State(status: SourceStatus(source: source)))
    catalogue = Shared {
      do throws(CatalogueError) {
        return .success(try await Blocking.run { () throws(CatalogueError) in try CatalogueStore(path: catalogueFile) })
      } catch {
        return .failure(translate(error))
      }
    }
    demo = Shared {
      do throws(ClientError) {
        return .success(
          try await Blocking.run { () throws(ClientError) in
            let files = try demoFiles()
            do { return try files.openCatalogue() } catch { throw translate(error) }
          })
      } catch {
        return .failure(error)
      }
    }
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
    if source == .live, let liveRefusal { throw .refused(liveRefusal) }
    guard source.hasStore else {
      return change { state in
        let generation = state.status.source == source ? state.status.generation : state.status.generation + 1
        state.storeGeneration = nil
        state.status = SourceStatus(source: source, generation: generation)
      }
    }
    let store = try await open(source)
    let info = await info(store)
    if Task.isCancelled { throw .cancelled }
    return change { state in
      let generation = state.status.source == source ? state.status.generation : state.status.generation + 1
      state.storeGeneration = store.generation
      var status = SourceStatus(source: source, generation: generation)
      status.take(info)
      state.status = status
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

  /// Asks the catalogue in use. A damaged demo is rebuilt once, and asked again.
  func ask<Answer: Sendable>(
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
    let rebuilt = try await open(source)
    do { return try await question(rebuilt) } catch { throw translate(error) }
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
    guard FileSystem.isFile(catalogueFile) else { return nil }
    do throws(ClientError) { return try await catalogue.get() } catch { return nil }
  }

  private func rebuildDemo(_ store: CatalogueStore, because error: CatalogueError) async -> Bool {
    let rebuilding = state.withLock { state -> Task<Bool, Never>? in
      if let rebuilding = state.rebuilding { return rebuilding }
      let rebuilding = work.start("rebuilding the demo") { [self] in
        translate.log.warning("Rebuilding the demo catalogue", metadata: ["cause": "\(error)"])
        do throws(ClientError) { try demoFiles().discardCatalogue(store) } catch { return false }
        await demo.forget()
        return true
      }
      state.rebuilding = rebuilding
      return rebuilding
    }
    return await rebuilding?.value ?? false
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
    do throws(CatalogueError) {
      return try await store.info()
    } catch {
      if error != .cancelled { translate.log.warning("Could not count the releases", metadata: ["cause": "\(error)"]) }
      return nil
    }
  }

  // MARK: Other programs

  private func poll() async {
    // Here, as only long runs listen: a verb need not tidy up before it answers.
    leftovers.remove()
    await describe()
    while !Task.isCancelled {
      do { try await clock.sleep(for: interval) } catch { return }
      await lookForReplacement()
      await alsoLook()
    }
  }

  /// Shows the imported catalogue's month and size before the first request. A failure is reported by the first page.
  private func describe() async {
    guard current.source == .catalogue, let store = await catalogueIfAny() else { return }
    await notice(store, of: .catalogue)
  }

  private func lookForReplacement() async {
    guard current.source == .catalogue, let store = await catalogue.made() else { return }
    store.refresh()
    await notice(store, of: .catalogue)
  }

  /// Identifies the catalogue file across runs, until another import replaces it; nil where there is none.
  var catalogueIdentity: String? {
    FileSystem.facts(of: catalogueFile).map { "\($0.device)-\($0.number)-\($0.bytes)-\($0.changed)" }
  }

  /// Ends all streams and removes a demo in the temporary directory.
  func close() async {
    state.withLock { $0.polling.take() }?.cancel()
    broadcast.finish()
    _ = await catalogue.made()
    if let temporary = await demo.made()?.temporary { DemoFiles.cleanUp(temporary) }
  }
}

extension Source {
  /// Whether the source's records are in a catalogue on this machine.
  fileprivate var hasStore: Bool { self == .demo || self == .catalogue }
}

extension SourceStatus {
  /// Copies a catalogue's description; clears it where the catalogue could not be read.
  fileprivate mutating func take(_ info: CatalogueInfo?) {
    releases = info.map { $0.counts[.release] ?? 0 }
    month = info?.month ?? ""
    only = info?.only ?? ""
  }
}

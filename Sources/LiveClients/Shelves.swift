internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import Logging
internal import Synchronization

/// The user's library and the demo's shelf, opened when they are first asked.
final class Shelves: Sendable {
  private let user: Shared<Library, ClientError>
  private let demo: Shared<Library, ClientError>
  private let sources: SourceSwitch
  private let translate: ErrorTranslator
  private let filling = Mutex(Filling())

  private struct Filling {
    /// The catalogue that the masters were last asked of in this run.
    var identity: String?
    var task: Task<Void, Never>?
  }

  init(
    libraryFile: String, sources: SourceSwitch, demoFiles: @escaping @Sendable () throws(ClientError) -> DemoFiles,
    translate: ErrorTranslator
  ) {
    self.sources = sources
    self.translate = translate
    user = Shared {
      do throws(LibraryError) {
        return .success(try await Blocking.run { () throws(LibraryError) in try Library.open(at: libraryFile) })
      } catch {
        return .failure(translate(error))
      }
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

  /// `library.sqlite`: the history, and the user's own shelf.
  func library() async throws(ClientError) -> Library { try await user.get() }

  /// Asks the shelf that goes with the source that is on.
  func ask<Answer: Sendable>(
    _ question: @Sendable (Library) async throws(LibraryError) -> Answer
  ) async throws(ClientError) -> Answer {
    let library: Library
    switch sources.current.source {
    case .demo: library = try await demo.get()
    case .catalogue, .live:
      library = try await user.get()
      startFillingMasters(library)
    }
    do throws(LibraryError) { return try await question(library) } catch { throw translate(error) }
  }

  /// Asks the user's library, whichever source is on.
  func askLibrary<Answer: Sendable>(
    _ question: @Sendable (Library) async throws(LibraryError) -> Answer
  ) async throws(ClientError) -> Answer {
    let library = try await user.get()
    do throws(LibraryError) { return try await question(library) } catch { throw translate(error) }
  }

  // MARK: Masters

  /// Asks the catalogue for the masters of what is on the shelf, in the background and once for each catalogue: badges
  /// of other pressings come when it is done.
  private func startFillingMasters(_ library: Library) {
    guard !library.isReadOnly, let identity = sources.catalogueIdentity else { return }
    filling.withLock { filling in
      guard filling.identity != identity else { return }
      filling.identity = identity
      filling.task?.cancel()
      filling.task = Task.detached(priority: .background) { [self] in
        do throws(LibraryError) {
          if try await library.mastersSource() != identity { await fillMasters(library) }
        } catch {
          report(error)
        }
      }
    }
  }

  /// Asks the imported catalogue, where there is one, for the masters of what is on the user's shelf.
  func fillMasters(_ library: Library) async {
    guard let identity = sources.catalogueIdentity else { return }
    do throws(ClientError) {
      let catalogue = try await sources.open(.catalogue)
      do throws(LibraryError) {
        let filled = try await library.fillMasters(from: catalogue)
        try await library.setMastersSource(identity)
        translate.log.info("The shelf learnt its masters", metadata: ["rows": "\(filled)"])
      } catch {
        report(error)
      }
    } catch {
      // The catalogue says so itself when it is asked for something that somebody waits for.
      return
    }
  }

  private func report(_ error: LibraryError) {
    guard error != .cancelled else { return }
    translate.log.warning("The library was not finished with", metadata: ["cause": "\(error)"])
  }

  /// Finishes what is being written and closes the files.
  func close() async {
    let running = filling.withLock { $0.task }
    running?.cancel()
    await running?.value
    for shared in [user, demo] {
      guard let library = await shared.made() else { continue }
      do throws(LibraryError) { try library.close() } catch { report(error) }
    }
  }
}

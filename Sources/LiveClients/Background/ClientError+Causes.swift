internal import Catalogue
internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import Logging
internal import Platform
internal import UserLibrary
internal import Wording

/// Turns errors of stores, files and Discogs into ones that a user can act on, and logs the cause.
///
/// Errors change their type here and nowhere else: at the edge of a client, or where a stand-in is looked for.
struct ErrorTranslator: Sendable {
  let log: Logger

  /// Errors of other types become a `ClientError` without being logged.
  func callAsFunction(_ error: any Error) -> ClientError {
    switch error {
    case CatalogueError.cancelled, LibraryError.cancelled: return .cancelled
    case CatalogueError.notFound(let reference): return .notFound(reference)
    case CatalogueError.missing: return .refused(SourceWords.noCatalogue)
    case LibraryError.query(let error): return .query(error)
    case CatalogueError.unknownCursor, LibraryError.unknownCursor: return .refused("\(error)")
    case LibraryError.shelfFile:
      log.warning("Import refused a file", metadata: ["cause": "\(error)"])
      return .refused("\(error)")
    case is CatalogueError: return failed("The catalogue failed", error)
    case is LibraryError: return failed("The library failed", error)
    case is FileError: return failed("A file failed", error)
    case let error as DiscogsError: return self(error, about: nil)
    default: return ClientError(error)
    }
  }

  private func failed(_ message: Logger.Message, _ error: any Error) -> ClientError {
    log.error(message, metadata: ["cause": "\(error)"])
    return .storage("\(error)")
  }

  /// Does some work, and translates its error.
  func errors<Value>(
    isolation: isolated (any Actor)? = #isolation, of work: () async throws -> Value
  ) async throws(ClientError) -> Value {
    do { return try await work() } catch { throw self(error) }
  }

  /// A call of a client whose errors are translated.
  func answering<each Argument, Answer>(
    _ body: @escaping @Sendable (repeat each Argument) async throws -> Answer
  ) -> @Sendable (repeat each Argument) async throws(ClientError) -> Answer {
    { (argument: repeat each Argument) async throws(ClientError) -> Answer in
      do { return try await body(repeat each argument) } catch { throw self(error) }
    }
  }
}

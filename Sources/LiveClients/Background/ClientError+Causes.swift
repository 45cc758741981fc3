internal import Catalogue
internal import Clients
internal import DiscogsModel
internal import Logging
internal import Platform
internal import UserLibrary
internal import Wording

/// Turns errors of stores, files and Discogs into ones that a user can act on, and logs the cause.
///
/// Errors change their type here and nowhere else.
struct ErrorTranslator: Sendable {
  let log: Logger

  static let noCatalogue = SourceWords.noCatalogue

  /// Errors of other types become a `ClientError` without being logged.
  func callAsFunction(_ error: any Error) -> ClientError {
    switch error {
    case let error as CatalogueError: self(error)
    case let error as LibraryError: self(error)
    case let error as FileError: self(error)
    case let error as DemoFiles.Failure: self(error)
    default: ClientError(error)
    }
  }

  func callAsFunction(_ error: CatalogueError) -> ClientError {
    switch error {
    case .cancelled: return .cancelled
    case .notFound(let reference): return .notFound(reference)
    case .missing: return .refused(Self.noCatalogue)
    case .unknownCursor: return .refused(error.description)
    default:
      log.error("The catalogue failed", metadata: ["cause": "\(error)"])
      return .storage(error.description)
    }
  }

  func callAsFunction(_ error: LibraryError) -> ClientError {
    switch error {
    case .cancelled: return .cancelled
    case .query(let error): return .query(error)
    case .unknownCursor: return .refused(error.description)
    case .shelfFile:
      log.warning("Import refused a file", metadata: ["cause": "\(error)"])
      return .refused(error.description)
    default:
      log.error("The library failed", metadata: ["cause": "\(error)"])
      return .storage(error.description)
    }
  }

  func callAsFunction(_ error: FileError) -> ClientError {
    log.error("A file failed", metadata: ["cause": "\(error)"])
    return .storage("\(error)")
  }
}

extension ErrorTranslator {
  func callAsFunction(_ error: DemoFiles.Failure) -> ClientError {
    switch error {
    case .file(let error): self(error)
    case .catalogue(let error): self(error)
    case .library(let error): self(error)
    }
  }
}

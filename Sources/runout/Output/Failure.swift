import Catalogue
import Clients
import DiscogsModel
import RunoutModel
import Screens
import Wording

/// The program's exit codes, which scripts rely on.
enum ExitStatus: Int32 {
  case failed = 1
  case usage = 2
  case notFound = 3
  case signInNeeded = 4
  case network = 5
  case rateLimited = 6
}

/// A failure with its one-line message.
struct Failure: Error {
  var message: String
  var code: ExitStatus

  init(_ message: String, _ code: ExitStatus = .failed) { (self.message, self.code) = (message, code) }

  /// For errors that were already reported one by one.
  static func reported(_ code: ExitStatus) -> Failure { Failure("", code) }

  /// Runs the body; an error that it throws becomes a failure with the error's description.
  static func explaining<Value>(_ code: ExitStatus = .failed, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as CatalogueError { throw Failure(error) } catch {
      throw Failure("\(error)", code)
    }
  }
}

extension Failure {
  /// Turns a client's error into a message and an exit code for scripts.
  ///
  /// - Parameter source: the source that was asked: for a shelf, the message says what finds more.
  @MainActor init(_ error: ClientError, in source: Source? = nil) {
    let code: ExitStatus =
      switch error {
      case .notFound, .noSuchUser: .notFound
      case .query: .usage
      case .signInRequired: .signInNeeded
      case .offline, .notDiscogs, .proxy, .timedOut, .server, .unreadable: .network
      case .rateLimited: .rateLimited
      case .refused, .storage, .forbidden, .cancelled: .failed
      }
    var sentence = Wording.sentence(error)
    if let source, !source.can(.browse), case .notFound(let reference) = error {
      sentence = SourceWords.notOnShelf(reference.kind.rawValue, reference.number)
    }
    self.init(code == .signInNeeded ? VerbWords.signInNeeded(sentence) : sentence, code)
  }

  init(_ error: CatalogueError) {
    let isMissing = if case .missing = error { true } else { false }
    self.init(error.description, isMissing ? .notFound : .failed)
  }
}

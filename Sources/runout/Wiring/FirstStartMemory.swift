import Logging
import Platform

/// Whether the question of the very first start was answered, kept in a file of its own.
nonisolated struct FirstStartMemory: Sendable {
  private let path: String
  private let log: Logger

  init(directory: String, log: Logger) {
    path = "\(directory)/first-start-answered"
    self.log = log
  }

  var isAnswered: Bool { FileSystem.isFile(path) }

  /// Where it cannot be kept, the next start asks again.
  @concurrent func noteAnswer() async {
    do throws(FileError) { try AtomicFile.write([], to: path, permissions: 0o600) } catch {
      log.warning("Could not note that the first start was answered", metadata: ["cause": "\(error)"])
    }
  }
}

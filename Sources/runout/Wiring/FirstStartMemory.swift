import Logging
import Platform

/// Remembers, by an empty file, that the question of the first start was answered.
nonisolated struct FirstStartMemory: Sendable {
  private let path: String
  private let log: Logger

  init(directory: String, log: Logger) {
    path = "\(directory)/first-start-answered"
    self.log = log
  }

  var isAnswered: Bool { FileSystem.isFile(path) }

  /// If the file cannot be written, the next start asks again.
  @concurrent func noteAnswer() async {
    do { try AtomicFile.write([], to: path, permissions: 0o600) } catch {
      log.warning("Could not note that the first start was answered", metadata: ["cause": "\(error)"])
    }
  }
}

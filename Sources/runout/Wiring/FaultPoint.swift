import Foundation
import Synchronization
import Wording

/// Kills the program at a given step, as a power cut would, for tests: `RUNOUT_FAULT_POINT=7` does so at the seventh
/// step of changing and syncing the shelf. Part of every build, so that tests run the released code.
nonisolated final class FaultPoint: Sendable {
  private let steps = Atomic<Int>(0)
  private let deadly: Int

  /// Nil unless the variable is set.
  init?(_ text: String?) throws {
    guard let text else { return nil }
    guard let number = Int(text), number > 0 else { throw Failure(VerbWords.faultPoint(text), .usage) }
    deadly = number
  }

  func pass() { if steps.add(1, ordering: .sequentiallyConsistent).newValue == deadly { kill(getpid(), SIGKILL) } }
}

import Foundation
import Synchronization
import Wording

/// Where a test ends the program, as a power cut would: `RUNOUT_FAULT_POINT=7` does so at the seventh step of changing
/// and syncing the shelf. In every build, so that what is tested is what people run.
nonisolated final class FaultPoint: Sendable {
  private let steps = Atomic<Int>(0)
  private let deadly: Int

  /// Nil where nothing of the kind is asked for.
  init?(_ text: String?) throws {
    guard let text, !text.isEmpty else { return nil }
    guard let number = Int(text), number > 0 else {
      throw Failure(VerbWords.faultPoint(text), .usage)
    }
    deadly = number
  }

  func pass() {
    if steps.add(1, ordering: .sequentiallyConsistent).newValue == deadly { kill(getpid(), SIGKILL) }
  }
}

internal import Synchronization

/// Carries a task's cancellation to code that runs outside of it.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  func cancel() { flag.store(true, ordering: .relaxed) }
  func check() throws(CatalogueError) { if flag.load(ordering: .relaxed) { throw .cancelled } }
}

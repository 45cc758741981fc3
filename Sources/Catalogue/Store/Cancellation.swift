internal import Synchronization

/// Whether the task that asked has been cancelled, for code that runs outside of it.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  func cancel() {
    flag.store(true, ordering: .relaxed)
  }

  func check() throws(CatalogueError) {
    if flag.load(ordering: .relaxed) { throw .cancelled }
  }
}

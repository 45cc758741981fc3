import Dispatch
import RunoutModel
import Synchronization
import Testing

@testable import UserLibrary

struct LibraryClosingTests {
  /// What happened, in order.
  private final class Events: Sendable {
    private let noted = Mutex<[String]>([])

    var all: [String] { noted.withLock { $0 } }
    func note(_ event: String) { noted.withLock { $0.append(event) } }
  }

  private let scratch: LibraryScratch

  init() throws { scratch = try LibraryScratch() }

  @Test(.timeLimit(.minutes(1)))
  func `closing waits for readers, and later calls get no answer`() async throws {
    let library = try scratch.open()
    let events = Events()
    let (entered, inside) = AsyncStream.makeStream(of: Void.self)
    let held = DispatchSemaphore(value: 0)
    let reading = Task {
      try await library.read { _ in
        inside.yield()
        held.wait()
        events.note("read")
      }
    }
    for await _ in entered { break }
    let closing = Task {
      try await library.closeWhenIdle()
      events.note("closed")
    }
    var refusal: LibraryError?
    while refusal == nil {
      do { _ = try await library.searchCount() } catch { refusal = error as? LibraryError }
    }
    #expect(refusal == .cancelled)
    held.signal()
    try await reading.value
    try await closing.value
    #expect(events.all == ["read", "closed"])
    await #expect(throws: LibraryError.cancelled) {
      try await library.remember(SearchRecord(query: "late", source: .demo), at: 0)
    }
    for await _ in await library.shelfVersions() {}
  }

  /// GRDB frees its readers as it closes: who asked for one at that moment met memory that was gone.
  @Test(.timeLimit(.minutes(5)))
  func `many may read and watch while the file is closed under them`() async throws {
    for _ in 1...150 {
      let library = try scratch.open()
      await withTaskGroup { group in
        for number in 1...8 {
          group.addTask {
            do {
              while true {
                if number == 1 { _ = try await library.perform([.play(copy: 2)], at: 1_764_000_000, isSent: false) }
                _ = try await library.searchCount()
              }
            } catch {
              #expect(error as? LibraryError == .cancelled)
            }
          }
          group.addTask { for await _ in await library.shelfVersions() {} }
        }
        group.addTask {
          await Task.yield()
          do { try await library.closeWhenIdle() } catch { Issue.record(error) }
        }
      }
    }
  }
}

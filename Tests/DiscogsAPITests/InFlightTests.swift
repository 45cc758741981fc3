import Testing

@testable import DiscogsAPI

@Suite(.timeLimit(.minutes(1)))
struct InFlightTests {
  private typealias Flights = InFlight<String, Int, String>
  private let flights = Flights()
  private let gate = Gate()
  private let started = Recorder<Int>()
  private let joined = Gate()

  private func call(_ key: String?, _ context: Int = 1) -> Task<Result<String, DiscogsError>, Never> {
    Task {
      do throws(DiscogsError) {
        let value = try await flights.value(for: key) {
          context
        } join: { _ in
          joined.open()
        } work: { context in
          started.append(context)
          return await gate.wait() ? .success("done \(context)") : .failure(.timedOut(endpoint: "work was cancelled"))
        }
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
  }

  @Test func `equal calls share one piece of work`() async {
    let first = call("a", 1)
    await joined.pass(1)
    let second = call("a", 2)
    await joined.pass(2)
    gate.open()
    #expect(await first.value == .success("done 1"))
    #expect(await second.value == .success("done 1"))
    #expect(started.values == [1])
  }

  @Test func `other calls, and calls without a key, go by themselves`() async {
    let calls = [call("a", 1), call("b", 2), call(nil, 3), call(nil, 4)]
    await joined.pass(4)
    gate.open(4)
    for call in calls { #expect(await call.value != .failure(.cancelled)) }
    #expect(Set(started.values) == [1, 2, 3, 4])
  }

  @Test func `one who leaves does not take the others along`() async {
    let first = call("a")
    await joined.pass(1)
    let second = call("a")
    await joined.pass(2)
    first.cancel()
    #expect(await first.value == .failure(.cancelled))
    gate.open()
    #expect(await second.value == .success("done 1"))
  }

  @Test func `the last to leave ends the work, and the next one starts it again`() async {
    let first = call("a", 1)
    await joined.pass(1)
    first.cancel()
    #expect(await first.value == .failure(.cancelled))
    await gate.hasEnded(1)
    let second = call("a", 2)
    await joined.pass(2)
    gate.open()
    #expect(await second.value == .success("done 2"))
  }

  @Test func `the work can be ended for everyone`() async {
    let first = call("a", 7)
    let second = call("a", 7)
    await joined.pass(2)
    flights.cancel { $0 == 7 }
    #expect(await first.value == .failure(.cancelled))
    #expect(await second.value == .failure(.cancelled))
  }
}

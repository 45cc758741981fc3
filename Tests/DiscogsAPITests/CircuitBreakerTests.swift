import Testing

@testable import DiscogsAPI

struct CircuitBreakerTests {
  private let clock = TestClock()
  private let error = DiscogsError.timedOut(endpoint: "e")
  private let breaker: CircuitBreaker

  init() {
    breaker = CircuitBreaker(.init(threshold: 3, rest: .seconds(30)), time: MonotonicTime(clock))
  }

  private func pass(byHand: Bool = false) throws -> CircuitBreaker.Pass {
    guard case .pass(let pass) = breaker.admit(byHand: byHand) else { throw error }
    return pass
  }

  private func rest() -> Duration? {
    if case .rest(let rest, _) = breaker.preview(byHand: false) { rest } else { nil }
  }

  private func open() throws {
    for _ in 1...3 { breaker.failed(try pass(), with: error) }
  }

  @Test func `it opens after as many failures in a row as it is set to`() throws {
    breaker.failed(try pass(), with: error)
    breaker.failed(try pass(), with: error)
    breaker.succeeded(try pass())
    breaker.failed(try pass(), with: error)
    breaker.failed(try pass(), with: error)
    #expect(breaker.state == .closed)
    breaker.failed(try pass(), with: error)
    #expect(breaker.state == .open)
    #expect(rest() == .seconds(30))
  }

  @Test func `after its rest one request passes, to the millisecond`() throws {
    try open()
    clock.advance(by: .milliseconds(29_999))
    #expect(rest() == .milliseconds(1))
    #expect(breaker.state == .open)
    clock.advance(by: .milliseconds(1))
    #expect(breaker.state == .halfOpen)
    let probe = try pass()
    #expect(probe.isProbe)
    #expect(rest() == .zero)
    breaker.succeeded(probe)
    #expect(breaker.state == .closed)
  }

  @Test func `a probe that fails opens it for another rest`() throws {
    try open()
    clock.advance(by: .seconds(30))
    breaker.failed(try pass(), with: error)
    #expect(breaker.state == .open)
    #expect(rest() == .seconds(30))
  }

  @Test func `a cancelled probe makes room for the next`() throws {
    try open()
    clock.advance(by: .seconds(30))
    breaker.abandoned(try pass())
    #expect(try pass().isProbe)
  }

  @Test func `a user who tries again gets through at once, but only one`() throws {
    try open()
    let probe = try pass(byHand: true)
    #expect(probe.isProbe)
    #expect(throws: DiscogsError.self) { try pass(byHand: true) }
    breaker.succeeded(probe)
    #expect(breaker.state == .closed)
  }

  @Test func `a late answer from before the opening does not close it`() throws {
    let early = try pass()
    try open()
    breaker.succeeded(early)
    #expect(breaker.state == .open)
  }
}

import Testing

@testable import DiscogsAPI

struct RateLimiterTests {
  private let clock = TestClock()
  private let log = Recorder<String>()

  private func limiter(size: Int = 4, reserve: Int = 0, spacing: Duration = .zero) -> RateLimiter {
    let limits = RateLimits(assumedSize: size, backgroundReserve: reserve, backgroundSpacing: spacing)
    return RateLimiter(limits, time: MonotonicTime(clock))
  }

  private func headers(_ size: Int, used: Int) -> RateLimitHeaders? {
    RateLimitHeaders([
      "x-discogs-ratelimit": "\(size)", "x-discogs-ratelimit-used": "\(used)",
      "x-discogs-ratelimit-remaining": "\(size - used)",
    ])
  }

  /// Takes a turn that must be free, and has it answered.
  private func send(_ limiter: RateLimiter, _ ticket: UInt64, _ headers: RateLimitHeaders? = nil) async {
    #expect(await limiter.take(ticket, { .user }, longest: .zero) == .yours)
    limiter.answered(ticket, headers: headers)
  }

  /// Starts to wait for a turn, and returns once it does.
  private func queue(
    _ limiter: RateLimiter, _ ticket: UInt64, _ lane: Lane = .user
  ) async -> Task<RateLimiter.Turn, Never> {
    let others = limiter.budget.waiting
    let task = Task { await limiter.take(ticket, { lane }, longest: .seconds(600)) }
    await waiting(limiter, others + 1)
    return task
  }

  /// Returns once so many requests wait for their turn.
  private func waiting(_ limiter: RateLimiter, _ requests: Int) async {
    for await _ in limiter.budgets where limiter.budget.waiting == requests { break }
  }

  @Test func `a full window lets the next go when its oldest request leaves it, to the millisecond`() async {
    let limiter = limiter()
    await send(limiter, 1)
    clock.advance(by: .seconds(10))
    for ticket in 2...4 { await send(limiter, UInt64(ticket)) }
    #expect(limiter.budget.remaining == 0)
    #expect(limiter.budget.resumesIn == .seconds(50))
    let next = await queue(limiter, 5)
    await clock.sleepers()
    clock.advance(by: .milliseconds(49_999))
    #expect(limiter.budget.waiting == 1)
    #expect(limiter.budget.resumesIn == .milliseconds(1))
    clock.advance(by: .milliseconds(1))
    #expect(await next.value == .yours)
    #expect(limiter.budget.waiting == 0)
  }

  @Test func `a wait that is known to be too long is not begun`() async {
    let limiter = limiter(size: 1)
    await send(limiter, 1)
    #expect(await limiter.take(2, { .user }, longest: .seconds(59)) == .tooLong(.seconds(60)))
  }

  @Test func `a 429 ends calls that cannot wait so long, and patient ones continue`() async {
    let limiter = limiter(size: 1)
    #expect(await limiter.take(1, { .user }, longest: .zero) == .yours)
    let hasty = Task { await limiter.take(2, { .user }, longest: .seconds(90)) }
    await waiting(limiter, 1)
    let patient = await queue(limiter, 3)
    limiter.refused(1, headers: nil, retryAfter: .seconds(300))
    #expect(await hasty.value == .tooLong(.seconds(300)))
    await clock.sleepers()
    clock.advance(by: .seconds(300))
    #expect(await patient.value == .yours)
  }

  @Test func `no 429 stops all traffic for longer than the limits say`() {
    let limiter = limiter()
    limiter.refused(1, headers: nil, retryAfter: .seconds(86_400))
    #expect(limiter.budget.resumesIn == RateLimits().longestPause)
  }

  @Test func `the size of the window is learnt from the answers`() async {
    let limiter = limiter(size: 25)
    #expect(!limiter.budget.isLearnt)
    await send(limiter, 1, headers(60, used: 1))
    #expect(limiter.budget.size == 60)
    #expect(limiter.budget.remaining == 59)
    #expect(limiter.budget.isLearnt)
  }

  @Test func `requests of other programs on the address are noticed`() async {
    let limiter = limiter(size: 60)
    await send(limiter, 1, headers(60, used: 41))
    #expect(limiter.budget.used == 1)
    #expect(limiter.budget.usedByOthers == 40)
    #expect(limiter.budget.remaining == 19)
    clock.advance(by: .milliseconds(59_999))
    #expect(limiter.budget.usedByOthers == 40)
    clock.advance(by: .milliseconds(1))
    #expect(limiter.budget.remaining == 60)
  }

  @Test func `the budget says when it grows by itself`() async {
    let limiter = limiter(size: 60)
    #expect(limiter.budget.growsIn == nil)
    await send(limiter, 1, headers(60, used: 1))
    clock.advance(by: .seconds(20))
    await send(limiter, 2, headers(60, used: 2))
    #expect(limiter.budget.growsIn == .seconds(40))
    clock.advance(by: .seconds(40))
    #expect(limiter.budget.remaining == 59)
    #expect(limiter.budget.growsIn == .seconds(20))
    clock.advance(by: .seconds(20))
    #expect(limiter.budget.growsIn == nil)
  }

  @Test func `the server's smaller count replaces ours`() async {
    let limiter = limiter(size: 60)
    for ticket in 1...9 { await send(limiter, UInt64(ticket)) }
    await send(limiter, 10, headers(60, used: 3))
    #expect(limiter.budget.used == 3)
  }

  @Test func `an answer that was overtaken changes nothing`() async {
    let limiter = limiter(size: 60)
    #expect(await limiter.take(1, { .user }, longest: .zero) == .yours)
    for ticket in 2...5 { await send(limiter, UInt64(ticket), headers(60, used: ticket)) }
    limiter.answered(1, headers: headers(60, used: 1))
    #expect(limiter.budget.used == 5)
  }

  @Test func `users go before the background, each in order`() async {
    let limiter = limiter(size: 1)
    await send(limiter, 1)
    var tasks: [Task<Void, Never>] = []
    for (ticket, lane) in [(2, Lane.background), (3, .user), (4, .background), (5, .user)] {
      let task = await queue(limiter, UInt64(ticket), lane)
      tasks.append(
        Task {
          #expect(await task.value == .yours)
          log.append("\(lane.rawValue) \(ticket)")
          limiter.answered(UInt64(ticket), headers: nil)
        })
    }
    for count in 1...4 {
      await clock.sleepers()
      clock.advance(by: .seconds(60))
      for await budget in limiter.budgets where budget.waiting == 4 - count { break }
    }
    for task in tasks { await task.value }
    #expect(log.values == ["user 3", "user 5", "background 2", "background 4"])
  }

  @Test func `the background leaves its reserve to the user`() async {
    let limiter = limiter(size: 4, reserve: 2)
    for ticket in 1...2 {
      #expect(await limiter.take(UInt64(ticket), { .background }, longest: .zero) == .yours)
      limiter.answered(UInt64(ticket), headers: nil)
    }
    #expect(await limiter.take(3, { .background }, longest: .zero) == .tooLong(.seconds(60)))
    #expect(await limiter.take(4, { .user }, longest: .zero) == .yours)
  }

  @Test func `the background goes evenly`() async {
    let limiter = limiter(size: 60, spacing: .seconds(1))
    #expect(await limiter.take(1, { .background }, longest: .zero) == .yours)
    #expect(await limiter.take(2, { .background }, longest: .zero) == .tooLong(.seconds(1)))
    clock.advance(by: .milliseconds(1000))
    #expect(await limiter.take(3, { .background }, longest: .zero) == .yours)
  }

  @Test func `a server that allows more than Discogs does is asked by the background more often`() async {
    let limiter = limiter(size: 60, spacing: .seconds(1))
    #expect(await limiter.take(1, { .background }, longest: .zero) == .yours)
    limiter.answered(1, headers: headers(6_000, used: 1))
    #expect(await limiter.take(2, { .background }, longest: .zero) == .tooLong(.milliseconds(10)))
    clock.advance(by: .milliseconds(10))
    #expect(await limiter.take(3, { .background }, longest: .zero) == .yours)
  }

  @Test func `a request waiting in the background can move to the user's lane`() async {
    let limiter = limiter(size: 4, reserve: 2)
    for ticket in 1...2 { await send(limiter, UInt64(ticket)) }
    let waiting = await queue(limiter, 3, .background)
    limiter.promote(3)
    #expect(await waiting.value == .yours)
  }

  @Test func `a 429 stops everyone, and then lets one go first`() async {
    let limiter = limiter(size: 60)
    #expect(await limiter.take(1, { .user }, longest: .zero) == .yours)
    limiter.refused(1, headers: headers(60, used: 61), retryAfter: .seconds(7))
    #expect(limiter.budget.isPaused)
    #expect(limiter.budget.resumesIn == .seconds(7))
    let first = await queue(limiter, 2)
    let second = await queue(limiter, 3)
    await clock.sleepers()
    clock.advance(by: .milliseconds(6999))
    #expect(limiter.budget.waiting == 2)
    clock.advance(by: .milliseconds(1))
    #expect(await first.value == .yours)
    #expect(limiter.budget.waiting == 1)
    #expect(limiter.budget.resumesIn == nil)
    limiter.answered(2, headers: headers(60, used: 1))
    #expect(await second.value == .yours)
  }

  @Test func `a storm of 429s costs one request for every pause`() async {
    let limiter = limiter(size: 60)
    #expect(await limiter.take(1, { .user }, longest: .zero) == .yours)
    limiter.refused(1, headers: nil, retryAfter: nil)
    let first = await queue(limiter, 2)
    let second = await queue(limiter, 3)
    await clock.sleepers()
    clock.advance(by: .seconds(60))
    #expect(await first.value == .yours)
    limiter.refused(2, headers: nil, retryAfter: nil)
    #expect(limiter.budget.resumesIn == .seconds(60))
    #expect(limiter.budget.waiting == 1)
    second.cancel()
    #expect(await second.value == .cancelled)
  }

  @Test func `an answer sent before the 429 does not end the caution`() async {
    let limiter = limiter(size: 60)
    for ticket in 1...2 { #expect(await limiter.take(UInt64(ticket), { .user }, longest: .zero) == .yours) }
    limiter.refused(1, headers: nil, retryAfter: .seconds(5))
    limiter.answered(2, headers: headers(60, used: 60))
    clock.advance(by: .seconds(5))
    #expect(await limiter.take(3, { .user }, longest: .zero) == .yours)
    #expect(limiter.budget.resumesIn == nil)
  }

  @Test func `giving up the wait takes no turn and no time`() async {
    let limiter = limiter(size: 1)
    await send(limiter, 1)
    let waiting = await queue(limiter, 2)
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    #expect(limiter.budget.waiting == 0)
    clock.advance(by: .seconds(60))
    #expect(limiter.budget.remaining == 1)
  }

  @Test func `a request that certainly did not arrive does not count, a lost one does`() async {
    let limiter = limiter(size: 2)
    for ticket in 1...2 { #expect(await limiter.take(UInt64(ticket), { .user }, longest: .zero) == .yours) }
    limiter.withdraw(1)
    limiter.lose(2)
    #expect(limiter.budget.remaining == 1)
  }

  @Test func `answers without figures, as of images, correct nothing`() async {
    let limiter = limiter(size: 60)
    await send(limiter, 1, headers(60, used: 1))
    for ticket in 2...6 { await send(limiter, UInt64(ticket)) }
    #expect(limiter.budget.used == 6)
    // They did not count after all, as the next answer tells.
    await send(limiter, 7, headers(60, used: 2))
    #expect(limiter.budget.used == 2)
  }

  @Test func `invalid headers are ignored`() {
    #expect(RateLimitHeaders(["X-Discogs-Ratelimit": "many"]) == nil)
    #expect(RateLimitHeaders(["X-Discogs-Ratelimit": "-1"]) == nil)
    #expect(RateLimitHeaders([:]) == nil)
    let careful = RateLimitHeaders([
      "X-Discogs-Ratelimit": "60", "X-Discogs-Ratelimit-Used": "2", "X-Discogs-Ratelimit-Remaining": "3",
    ])
    #expect(careful?.used == 57)
  }

  @Test(arguments: [Int.min, -1, 0, 61, .max], [Int.min, -1, 0, 61, .max])
  func `headers of any size are taken as far as they can be true`(used: Int, remaining: Int) throws {
    let headers = try #require(
      RateLimitHeaders([
        "X-Discogs-Ratelimit": "60", "X-Discogs-Ratelimit-Used": "\(used)",
        "X-Discogs-Ratelimit-Remaining": "\(remaining)",
      ]))
    #expect(headers.size == 60)
    #expect((0...100_000).contains(try #require(headers.used)))
  }
}

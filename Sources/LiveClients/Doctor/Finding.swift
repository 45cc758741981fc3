/// The result of one check.
public struct Finding: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable {
    case ok
    /// The program works around it, or a part of it does not work.
    case warning
    case failed
  }

  /// The name of the check, in a word or two: `database library`.
  public var check: String
  public var verdict: Verdict
  public var text: String
  /// The suggested fix; empty where none is needed or known.
  public var advice: String

  public init(_ check: String, _ verdict: Verdict, _ text: String, advice: String = "") {
    (self.check, self.verdict, self.text, self.advice) = (check, verdict, text, advice)
  }

  /// Makes a finding with the verdict `ok`.
  public init(_ check: String, _ text: String) { self.init(check, .ok, text, advice: "") }
}

/// Probes with a deadline.
enum Bounded {
  /// The answer, or nil when none comes in time. The work is then cancelled, but not waited for.
  static func run<Value: Sendable>(
    _ limit: Duration, _ clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let (answers, continuation) = AsyncStream.makeStream(of: Value?.self)
    let asking = Task.detached { continuation.yield(await work()) }
    let timer = Task.detached {
      do { try await clock.sleep(for: limit) } catch { return }
      continuation.yield(nil)
    }
    defer {
      asking.cancel()
      timer.cancel()
    }
    for await answer in answers { return answer }
    return nil
  }
}

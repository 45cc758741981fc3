/// One thing that was looked at, and how it is.
public struct Finding: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable {
    case ok
    /// The program copes, or part of it does not work.
    case warning
    case failed
  }

  /// What was looked at, in a word or two: `database library`.
  public var check: String
  public var verdict: Verdict
  public var text: String
  /// What to do about it; empty where nothing has to be done.
  public var advice: String

  public init(_ check: String, _ verdict: Verdict, _ text: String, advice: String = "") {
    self.check = check
    self.verdict = verdict
    self.text = text
    self.advice = advice
  }

  /// All is well.
  public init(_ check: String, _ text: String) {
    self.init(check, .ok, text, advice: "")
  }
}

/// Probes that end in time, whatever they look at.
enum Bounded {
  /// The answer, or nil when none comes in time. The work then goes on in the background.
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

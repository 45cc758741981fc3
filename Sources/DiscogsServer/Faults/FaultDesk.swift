internal import Synchronization

/// Applies the plan in force, and counts the requests that match each rule.
public final class FaultDesk: Sendable {
  private struct State {
    let plan: FaultPlan
    /// The number of matching requests so far, by rule.
    var fits: [Int]
    var random: UInt64

    init(_ plan: FaultPlan) {
      self.plan = plan
      fits = Array(repeating: 0, count: plan.rules.count)
      random = plan.seed
    }
  }

  private let state: Mutex<State>

  init(_ plan: FaultPlan) { state = Mutex(State(plan)) }

  /// The plan in force. Setting one resets the counts and the seed.
  public var plan: FaultPlan {
    get { state.withLock { $0.plan } }
    set { state.withLock { $0 = State(newValue) } }
  }

  /// The faults of one request.
  struct Verdict: Sendable {
    var delay: Duration = .zero
    /// Seconds added to the date.
    var skew = 0
    /// The fault other than delay and skew; nil for none.
    var fault: Fault?
  }

  /// Decides on a request, and counts it.
  func judge(method: String, path: String, query: String) -> Verdict {
    state.withLock { state in
      var verdict = Verdict()
      for (index, rule) in state.plan.rules.enumerated() where rule.fits(method: method, path: path, query: query) {
        // Rules after the deciding one do not count the request.
        if verdict.fault != nil { break }
        state.fits[index] += 1
        let number = state.fits[index] - rule.from
        guard number >= 0, number < rule.times ?? .max else { continue }
        if let chance = rule.chance, Self.fraction(&state.random) >= chance { continue }
        switch rule.fault {
        case .delay(let time, let jitter): verdict.delay += time + jitter * Self.fraction(&state.random)
        case .clockSkew(let seconds): verdict.skew += seconds
        default: verdict.fault = rule.fault
        }
      }
      return verdict
    }
  }

  /// From 0 up to 1, by SplitMix64.
  private static func fraction(_ state: inout UInt64) -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) / Double(1 << 53)
  }
}

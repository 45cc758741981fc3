import Catalogue
import Glibc
import Screens
import Synchronization
import Terminal
import Wording

/// Shows how far an import has come: a bar that is redrawn on a terminal, else one plain line every few seconds.
nonisolated final class ProgressDisplay: Sendable {
  private struct State {
    var phase: ImportProgress.Phase?
    var phaseStart = ContinuousClock.now
    let start = ContinuousClock.now
    var lastShown: ContinuousClock.Instant?
    var isLineOpen = false
  }

  private let isLive: Bool
  private let state = Mutex(State())

  init(isLive: Bool) {
    self.isLive = isLive
  }

  func show(_ progress: ImportProgress) {
    let now = ContinuousClock.now
    state.withLock { state in
      if state.phase != progress.phase {
        state.phase = progress.phase
        state.phaseStart = now
      }
      let pause: Duration = isLive ? .milliseconds(100) : .seconds(3)
      // Without a bar, a short import says nothing in between.
      if let last = state.lastShown ?? (isLive ? nil : state.start), now - last < pause { return }
      state.lastShown = now
      let elapsed =
        Double((now - state.phaseStart).components.seconds) + Double((now - state.phaseStart).components.attoseconds)
        / 1e18
      let text = Self.text(progress, elapsed: elapsed, withBar: isLive)
      if isLive {
        write("\r\u{1B}[K\(text)")
        state.isLineOpen = true
      } else {
        write(text + "\n")
      }
    }
  }

  /// Says that Ctrl-C was heard, while a slow file holds the bar up.
  func stopping() {
    guard isLive else { return }
    state.withLock { state in
      write(VerbWords.stopping)
      state.isLineOpen = true
    }
  }

  /// Removes the bar, so that output continues on a fresh line.
  func clear() {
    state.withLock { state in
      if state.isLineOpen { write("\r\u{1B}[K") }
      state.isLineOpen = false
    }
  }

  static func text(_ progress: ImportProgress, elapsed: Double, withBar: Bool) -> String {
    var parts: [String] = []
    if let total = progress.total, total > 0 {
      let share = min(1, Double(progress.done) / Double(total))
      let percent = "\(Int(share * 100)) %"
      if withBar {
        let full = Int(share * 20)
        parts.append("[\(String(repeating: "#", count: full))\(String(repeating: ".", count: 20 - full))] \(percent)")
      } else {
        parts.append(percent)
      }
    }
    parts.append(name(progress))
    if progress.records > 0 { parts.append(VerbWords.records(progress.records)) }
    if progress.phase == .reading {
      parts.append(VerbWords.read(ByteCount.display(progress.done), of: progress.total.map { ByteCount.display($0) }))
      if elapsed > 1 { parts.append(VerbWords.perSecond(Int(Double(progress.records) / elapsed))) }
    }
    if progress.skipped > 0 { parts.append(VerbWords.skipped(progress.skipped)) }
    if let total = progress.total, elapsed > 2, progress.done > 0, progress.done < total {
      let left = elapsed / Double(progress.done) * Double(total - progress.done)
      parts.append(VerbWords.left(time(left)))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private static func name(_ progress: ImportProgress) -> String {
    switch progress.phase {
    case .reading: Harmless.text(progress.file)
    case .keeping: VerbWords.keeping
    case .ranking: VerbWords.ranking
    case .indexing: VerbWords.indexing
    case .finishing: VerbWords.finishing
    }
  }

  private static func time(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    return VerbWords.time(seconds: seconds)
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}

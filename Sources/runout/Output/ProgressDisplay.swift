import Catalogue
import DiscogsModel
import LibC
import Screens
import Synchronization
import Terminal
import Wording

/// Shows the progress of an import: a bar that is redrawn on a terminal, else a plain line every few seconds.
nonisolated final class ProgressDisplay: Sendable {
  private struct State {
    var phase: ImportProgress.Phase?
    var phaseStart = ContinuousClock.now
    /// The bytes done when the phase began: a resumed update has done some before.
    var phaseDone = 0
    var phaseRecords = 0
    let start = ContinuousClock.now
    var lastShown: ContinuousClock.Instant?
    var isLineOpen = false
    /// Whether Ctrl-C has been confirmed, which no bar overwrites.
    var isStopping = false
  }

  private let isLive: Bool
  private let state = Mutex(State())

  init(isLive: Bool) { self.isLive = isLive }

  func show(_ progress: ImportProgress) {
    let now = ContinuousClock.now
    state.withLock { state in
      if state.phase != progress.phase {
        state.phase = progress.phase
        state.phaseStart = now
        state.phaseDone = progress.done
        state.phaseRecords = progress.records
      }
      let pause: Duration = isLive ? .milliseconds(100) : .seconds(3)
      // Without a bar, a short import writes no progress.
      if let last = state.lastShown ?? (isLive ? nil : state.start), now - last < pause { return }
      if state.isStopping { return }
      state.lastShown = now
      let elapsed = (now - state.phaseStart) / .seconds(1)
      let text = Self.text(progress, elapsed: elapsed, columns: columns, since: (state.phaseDone, state.phaseRecords))
      if isLive {
        write("\r\u{1B}[K\(text)")
        state.isLineOpen = true
      } else {
        write(text + "\n")
      }
    }
  }

  /// The width of the line: a wrapped line cannot be overwritten. Nil without a bar.
  private var columns: Int? {
    guard isLive else { return nil }
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 79 }
    return Int(size.ws_col) - 1
  }

  /// Writes a permanent line above the bar.
  func note(_ text: String) {
    state.withLock { state in
      write((state.isLineOpen ? "\r\u{1B}[K" : "") + Harmless.text(text) + "\n")
      state.isLineOpen = false
    }
  }

  /// Confirms Ctrl-C, as a slow file can hold up the bar.
  func stopping() {
    guard isLive else { return }
    state.withLock { state in
      write(VerbWords.stopping)
      (state.isLineOpen, state.isStopping) = (true, true)
    }
  }

  /// Removes the bar before other output.
  func clear() {
    state.withLock { state in
      if state.isLineOpen { write("\r\u{1B}[K") }
      state.isLineOpen = false
    }
  }

  /// - Parameters:
  ///   - columns: the width; a narrow line loses the bar first, then the least important parts. Nil for a line of any
  ///     length without a bar.
  ///   - since: the bytes and records done when `elapsed` began.
  static func text(
    _ progress: ImportProgress, elapsed: Double, columns: Int?, since: (done: Int, records: Int) = (0, 0)
  ) -> String {
    var line = FittedLine()
    if let total = progress.total, total > 0 {
      let share = min(1, Double(progress.done) / Double(total))
      let full = Int(share * 20)
      if columns != nil {
        line.add("[\(String(repeating: "#", count: full))\(String(repeating: ".", count: 20 - full))]", .bar)
      }
      line.add("\(Int(share * 100)) %", .share)
    }
    line.add(name(progress), .name)
    if progress.records > 0 { line.add(ShelfWords.records(progress.records), .records) }
    if progress.phase == .reading {
      let total = progress.total.map { ByteCount.display($0) }
      line.add(VerbWords.read(ByteCount.display(progress.done), of: total), .bytes)
      if elapsed > 1 {
        line.add(VerbWords.perSecond(Int(clamping: Double(progress.records - since.records) / elapsed)), .rate)
      }
    }
    if progress.skipped > 0 { line.add(VerbWords.skipped(progress.skipped), .skipped) }
    let done = progress.done - since.done
    if let total = progress.total, elapsed > 2, done > 0, progress.done < total {
      let left = elapsed / Double(done) * Double(total - progress.done)
      line.add(VerbWords.left(VerbWords.time(seconds: Int(clamping: left))), .left)
    }
    return line.text(columns: columns)
  }

  private static func name(_ progress: ImportProgress) -> String {
    switch progress.phase {
    case .reading: Harmless.text(short(progress.file))
    case .keeping: VerbWords.keeping
    case .ranking: VerbWords.ranking
    case .indexing: VerbWords.indexing
    case .finishing: VerbWords.finishing
    }
  }

  /// Shortens Discogs' file names to `releases`; other names stay.
  private static func short(_ file: String) -> String {
    guard let parts = file.wholeMatch(of: /discogs_\d{8}_(\w+)\.xml(\.gz)?/) else { return file }
    return String(parts.output.1)
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = LibC.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}

/// A line of progress that drops parts if it is too narrow.
nonisolated private struct FittedLine {
  /// In the order in which they are dropped.
  enum Part: Int {
    case bar, skipped, rate, bytes, records, name, left, share
  }

  private var parts: [(text: String, part: Part)] = []

  mutating func add(_ text: String, _ part: Part) { if !text.isEmpty { parts.append((text, part)) } }

  func text(columns: Int?) -> String {
    var parts = parts
    func joined() -> String {
      // Bar and share belong together.
      parts.map(\.text).joined(separator: "  ").replacing("]  ", with: "] ")
    }
    guard let columns else { return joined() }
    while parts.count > 1, joined().count > columns, let first = parts.map(\.part.rawValue).min() {
      parts.removeAll { $0.part.rawValue == first }
    }
    return String(joined().prefix(max(0, columns)))
  }
}

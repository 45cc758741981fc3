import Catalogue
import DiscogsModel
import LibC
import Screens
import Synchronization
import Terminal
import Wording

/// Shows how far an import has come: a bar that is redrawn on a terminal, else one plain line every few seconds.
nonisolated final class ProgressDisplay: Sendable {
  private struct State {
    var phase: ImportProgress.Phase?
    var phaseStart = ContinuousClock.now
    /// What was done when the phase began: an update that continues has done some of it before.
    var phaseDone = 0
    var phaseRecords = 0
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
        state.phaseDone = progress.done
        state.phaseRecords = progress.records
      }
      let pause: Duration = isLive ? .milliseconds(100) : .seconds(3)
      // Without a bar, a short import says nothing in between.
      if let last = state.lastShown ?? (isLive ? nil : state.start), now - last < pause { return }
      state.lastShown = now
      let elapsed =
        Double((now - state.phaseStart).components.seconds) + Double((now - state.phaseStart).components.attoseconds)
        / 1e18
      let text = Self.text(
        progress, elapsed: elapsed, columns: columns, since: (state.phaseDone, state.phaseRecords))
      if isLive {
        write("\r\u{1B}[K\(text)")
        state.isLineOpen = true
      } else {
        write(text + "\n")
      }
    }
  }

  /// How many cells the line may take: one that wraps cannot be taken back. Nil where there is no bar.
  private var columns: Int? {
    guard isLive else { return nil }
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 79 }
    return Int(size.ws_col) - 1
  }

  /// Says something that stays, above the bar.
  func note(_ text: String) {
    state.withLock { state in
      write((state.isLineOpen ? "\r\u{1B}[K" : "") + Harmless.text(text) + "\n")
      state.isLineOpen = false
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

  /// - Parameters:
  ///   - columns: how wide it may be; the bar goes first where that is too little, and then what one can do without.
  ///     Nil for a line without a bar, however long.
  ///   - since: what was done, and how many records, when `elapsed` began.
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
    if progress.records > 0 { line.add(VerbWords.records(progress.records), .records) }
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
      line.add(VerbWords.left(time(left)), .left)
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

  /// `releases` for a file as Discogs calls it, any other as it is.
  private static func short(_ file: String) -> String {
    guard let parts = file.wholeMatch(of: /discogs_\d{8}_(\w+)\.xml(\.gz)?/) else { return file }
    return String(parts.output.1)
  }

  private static func time(_ seconds: Double) -> String {
    VerbWords.time(seconds: Int(clamping: seconds))
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = LibC.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}

/// The parts of a line of progress, some of which stay away where it is too narrow.
nonisolated private struct FittedLine {
  /// The first to go first.
  enum Part: Int {
    case bar, skipped, rate, bytes, records, name, left, share
  }

  private var parts: [(text: String, part: Part)] = []

  mutating func add(_ text: String, _ part: Part) {
    if !text.isEmpty { parts.append((text, part)) }
  }

  func text(columns: Int?) -> String {
    var parts = parts
    func joined() -> String {
      // Bar and share are one.
      parts.map(\.text).joined(separator: "  ").replacing("]  ", with: "] ")
    }
    guard let columns else { return joined() }
    while parts.count > 1, joined().count > columns, let first = parts.map(\.part.rawValue).min() {
      parts.removeAll { $0.part.rawValue == first }
    }
    return String(joined().prefix(max(0, columns)))
  }
}

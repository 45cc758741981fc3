import Clients

/// Brings reports of progress to the main actor, from any thread.
final class ProgressBoard {
  /// Called with the progress; nil once it is over, as the rows follow the last page.
  var onReport: (MarketProgress?) -> Void

  init(onReport: @escaping (MarketProgress?) -> Void = { _ in }) { self.onReport = onReport }

  var report: @Sendable (MarketProgress) -> Void {
    { progress in Task { @MainActor [weak self] in self?.onReport(progress.done < progress.total ? progress : nil) } }
  }

  /// Call when nothing more comes, however it ended.
  nonisolated func end() { Task { @MainActor [weak self] in self?.onReport(nil) } }
}

import Clients

/// Brings what is told of progress to the page, from wherever it is told.
final class ProgressBoard {
  var onReport: (MarketProgress) -> Void

  init(onReport: @escaping (MarketProgress) -> Void = { _ in }) {
    self.onReport = onReport
  }

  var report: @Sendable (MarketProgress) -> Void {
    { progress in Task { @MainActor [weak self] in self?.onReport(progress) } }
  }
}

import Clients
import Platform
import Wording

/// The line that shows the progress of many requests.
final class VerbProgress {
  private let what: String
  private var isOpen = Output.isErrorTerminal
  private var isWritten = false

  init(_ what: String) { self.what = what }

  var report: MarketReport {
    { progress in
      Task { @MainActor in
        guard self.isOpen else { return }
        self.isWritten = true
        Output.overwrite(VerbWords.progress(progress.done, of: progress.total, self.what))
      }
    }
  }

  /// Removes the line; later reports are dropped.
  func end() {
    if isWritten { Output.overwrite("") }
    isOpen = false
  }
}

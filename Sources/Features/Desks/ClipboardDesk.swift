import Clients
public import Observation
import RunoutModel
import Wording

/// The progress of copying many records; Esc stops it.
nonisolated public struct CopyProgress: Hashable, Sendable {
  public var done: Int
  public var total: Int

  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}

/// Copies the selected records.
@Observable
public final class ClipboardDesk: Desk {
  /// Nil unless several records are being copied.
  public private(set) var progress: CopyProgress?
  let stage: Stage

  @ObservationIgnored private var work: Task<Void, Never>?
  /// Tells the present copying from earlier ones.
  @ObservationIgnored private var number = 0

  init(_ stage: Stage) { self.stage = stage }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .copyName, .copyURL, .copyID, .copyCatalogueNumber, .copyBarcode, .copyJSON: copy(command)
    default: return .passed
    }
    return .done
  }

  func interrupt() -> String? { stop() ? CopyingWords.stopped : nil }
  func close() { stop() }

  private func copy(_ command: Command) {
    if let text = page.panes.text(toCopy: command) { return copy(text) }
    let subjects = page.panes.subjects
    if command == .copyURL, let url = page.webAddress { return copy(url) }
    guard !subjects.isEmpty else {
      notice = CopyingWords.nothingSelected
      return
    }
    if command == .copyURL, subjects.contains(where: \.reference.isDemo) {
      notice = CopyingWords.demoHasNoAddress
      return
    }
    stop()
    let services = services
    let current = number
    if subjects.count > 1 { progress = CopyProgress(done: 0, total: subjects.count) }
    work = tasks.run { [weak self] in
      do throws(ClientError) {
        let copied = try await Copying.text(command, of: subjects, from: services) { done in
          guard let self, self.number == current else { return }
          self.progress?.done = done
        }
        guard let self, number == current else { return }
        progress = nil
        guard let copied else {
          notice = command == .copyBarcode ? CopyingWords.noBarcode : CopyingWords.noCatalogueNumber
          return
        }
        let lines = copied.split(separator: "\n").count
        try await put(
          copied,
          as: command == .copyJSON
            ? (subjects.count > 1 ? CopyingWords.records(subjects.count) : CopyingWords.theRecord)
            : lines > 1 ? CopyingWords.lines(lines) : "“\(copied)”")
      } catch {
        if self?.number == current { self?.progress = nil }
        self?.report(CopyingWords.stopped, error)
      }
    }
  }

  private func copy(_ text: String) {
    let lines = text.split(separator: "\n").count
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await self?.put(text, as: lines > 1 ? CopyingWords.lines(lines) : "“\(text)”")
      } catch {
        self?.report(CopyingWords.stopped, error)
      }
    }
  }

  private func put(_ text: String, as what: String) async throws(ClientError) {
    _ = try await services.desktop.copy(text)
    notify(.confirmation, CopyingWords.copied(what))
  }

  /// Stops reading the records to copy; false when none are being read.
  @discardableResult
  private func stop() -> Bool {
    number += 1
    work?.cancel()
    work = nil
    guard progress != nil else { return false }
    progress = nil
    return true
  }
}

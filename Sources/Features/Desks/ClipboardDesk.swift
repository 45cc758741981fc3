import Clients
import DiscogsModel
public import Observation
import RunoutModel
import Wording

/// Copies the selected records.
@Observable
public final class ClipboardDesk: Desk {
  /// Nil unless several records are being copied.
  public private(set) var progress: WorkProgress?
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
    guard !subjects.isEmpty else { return say(CopyingWords.nothingSelected) }
    if command == .copyURL, subjects.contains(where: \.reference.isDemo) {
      notice = CopyingWords.demoHasNoAddress
      return
    }
    stop()
    let current = number
    if subjects.count > 1 { progress = WorkProgress(done: 0, total: subjects.count) }
    work = attempt(orSay: CopyingWords.stopped) { desk in
      defer { if desk.number == current { desk.progress = nil } }
      let copied = try await desk.text(command, of: subjects, as: current)
      guard desk.number == current else { return }
      desk.progress = nil
      guard let copied else {
        return desk.say(command == .copyBarcode ? CopyingWords.noBarcode : CopyingWords.noCatalogueNumber)
      }
      guard command == .copyJSON else { return try await desk.put(copied) }
      try await desk.put(copied, as: subjects.count > 1 ? CopyingWords.records(subjects.count) : CopyingWords.theRecord)
    }
  }

  /// - Parameter current: the number of this copying.
  /// - Returns: a line for each value; nil when there is nothing of the kind to copy.
  private func text(_ command: Command, of subjects: [Subject], as current: Int) async throws -> String? {
    var lines: [String] = []
    for (done, subject) in subjects.enumerated() {
      try Task.checkCancellation()
      if done % 50 == 49, number == current { progress?.done = done }
      // A title pasted into a shell must not run: each value is one harmless line.
      lines += try await self.lines(command, of: subject).map(TextField.clean)
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private func lines(_ command: Command, of subject: Subject) async throws -> [String] {
    switch command {
    case .copyURL: return [subject.reference.webURL]
    case .copyID: return [String(subject.reference.number)]
    case .copyCatalogueNumber: return subject.catalogueNumber.isEmpty ? [] : [subject.catalogueNumber]
    case .copyBarcode:
      guard case .release(let id) = subject.reference else { return [] }
      return try await services.catalogue.release(id).identifiers.filter { $0.kind == Identifier.barcode }.map(\.value)
    case .copyJSON: return [try await LoadedRecord(subject.reference, from: services).json]
    default: return [subject.name]
    }
  }

  private func copy(_ text: String) { attempt(orSay: CopyingWords.stopped) { try await $0.put(text) } }

  /// - Parameter words: names the text; nil for the text itself, or the number of its lines.
  private func put(_ text: String, as words: String? = nil) async throws {
    let lines = text.split(separator: "\n").count
    _ = try await services.desktop.copy(text)
    notify(.confirmation, CopyingWords.copied(words ?? (lines > 1 ? CopyingWords.lines(lines) : "“\(text)”")))
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

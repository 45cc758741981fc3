import Clients
import DiscogsModel

/// How far copying many records has come; Esc stops it.
nonisolated public struct CopyProgress: Hashable, Sendable {
  public var done: Int
  public var total: Int

  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }
}

extension AppStore {
  func copy(_ command: Command) {
    if let text = page.model.text(toCopy: command) { return copy(text) }
    let subjects = page.model.subjects
    if command == .copyURL, let url = page.model.webURL { return copy(url) }
    guard !subjects.isEmpty else {
      notice = "Nothing is selected that could be copied"
      return
    }
    if command == .copyURL, subjects.contains(where: \.reference.isDemo) {
      notice = "The demo's records are not on Discogs: there is no address to copy"
      return
    }
    stopCopying()
    let services = context.services
    let number = copyNumber
    if subjects.count > 1 { copying = CopyProgress(done: 0, total: subjects.count) }
    copyTask = tasks.run { [weak self] in
      do throws(ClientError) {
        let copied = try await Copying.text(command, of: subjects, from: services) { done in
          guard let self, self.copyNumber == number else { return }
          self.copying?.done = done
        }
        guard let self, copyNumber == number else { return }
        copying = nil
        guard let copied else {
          notice = command == .copyBarcode ? "No barcode is known" : "No catalogue number is known"
          return
        }
        let lines = copied.split(separator: "\n").count
        try await put(
          copied,
          as: command == .copyJSON
            ? (subjects.count > 1 ? "\(subjects.count) records as JSON" : "the record as JSON")
            : lines > 1 ? "\(lines) lines" : "“\(copied)”")
      } catch {
        if self?.copyNumber == number { self?.copying = nil }
        self?.report("Nothing was copied", error)
      }
    }
  }

  private func copy(_ text: String) {
    let lines = text.split(separator: "\n").count
    tasks.run { [weak self] in
      do throws(ClientError) {
        try await self?.put(text, as: lines > 1 ? "\(lines) lines" : "“\(text)”")
      } catch {
        self?.report("Nothing was copied", error)
      }
    }
  }

  private func put(_ text: String, as what: String) async throws(ClientError) {
    let way = try await context.services.desktop.copy(text)
    notify(.confirmation, "Copied \(what) through \(way)")
  }

  /// Gives up reading the records that were to be copied; false when none are being read.
  @discardableResult
  func stopCopying() -> Bool {
    copyNumber += 1
    copyTask?.cancel()
    copyTask = nil
    guard copying != nil else { return false }
    copying = nil
    return true
  }
}

import Clients
import DiscogsModel
import RunoutModel

/// The text that copy commands put on the clipboard.
enum Copying {
  /// - Parameter progress: called every 50 subjects with how many have been read.
  /// - Returns: a line for each value; nil when there is nothing of the kind to copy.
  /// - Throws: `cancelled` soon after the task is.
  static func text(
    _ command: Command, of subjects: [Subject], from services: Services, progress: (Int) -> Void
  ) async throws(ClientError) -> String? {
    var lines: [String] = []
    for (done, subject) in subjects.enumerated() {
      if Task.isCancelled { throw .cancelled }
      if done % 50 == 49 { progress(done) }
      // A title pasted into a shell must not run: each value is one harmless line.
      lines += try await self.lines(command, of: subject, from: services).map(TextField.clean)
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func lines(_ command: Command, of subject: Subject, from services: Services)
    async throws(ClientError) -> [String]
  {
    switch command {
    case .copyURL: return [subject.reference.webURL]
    case .copyID: return [String(subject.reference.number)]
    case .copyCatalogueNumber: return subject.catalogueNumber.isEmpty ? [] : [subject.catalogueNumber]
    case .copyBarcode:
      guard case .release(let id) = subject.reference else { return [] }
      return try await services.catalogue.release(id).identifiers.filter { $0.kind == Identifier.barcode }.map(\.value)
    case .copyJSON:
      return [try await LoadedRecord(subject.reference, from: services).json]
    default: return [subject.name]
    }
  }
}

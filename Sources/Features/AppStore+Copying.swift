import Clients
import DiscogsModel

extension AppStore {
  func copy(_ text: String) {
    let desktop = context.services.desktop
    tasks.run { [weak self] in
      do throws(ClientError) {
        self?.notify(.confirmation, "Copied “\(text)” by \(try await desktop.copy(text))")
      } catch {
        self?.report("Nothing was copied", error)
      }
    }
  }

  func copy(_ command: Command) {
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
    let services = context.services
    tasks.run { [weak self] in
      do throws(ClientError) {
        let copied = try await Copying.text(command, of: subjects, from: services)
        guard let copied else {
          self?.notice = command == .copyBarcode ? "No barcode is known" : "No catalogue number is known"
          return
        }
        let way = try await services.desktop.copy(copied)
        let lines = copied.split(separator: "\n").count
        let what =
          command == .copyJSON
          ? (subjects.count > 1 ? "\(subjects.count) records as JSON" : "the record as JSON")
          : lines > 1 ? "\(lines) lines" : "“\(copied)”"
        self?.notify(.confirmation, "Copied \(what) by \(way)")
      } catch {
        self?.report("Nothing was copied", error)
      }
    }
  }
}

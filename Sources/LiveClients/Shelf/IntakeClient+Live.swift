internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

extension IntakeClient {
  /// Looks in the source in use, and keeps lines beside the shelf that goes with it.
  static func live(_ records: RecordSources, _ shelves: Shelves) -> IntakeClient {
    IntakeClient {
      $0.pressings = records.answering { source, text, last in
        let catalogue = source.catalogue
        if case .release(let id)? = EntityReference(pasted: text) {
          do { return [CatalogueRow(try await catalogue.release(id))] } catch {
            guard case ClientError.notFound = error else { throw error }
            return []
          }
        }
        for query in IntakeText.queries(text) {
          let request = SearchRequest(query: query, kind: .release)
          let found = try await catalogue.search(request, nil, mostPressings).rows
          if !found.isEmpty { return found.sorted(near: last) }
        }
        return []
      }
      $0.lines = shelves.answering { try await $0.intakeLines() }
      $0.keep = shelves.answering { try await $0.keepIntake($1, folder: $2) }
      $0.drop = shelves.answering { try await $0.dropIntake($1) }
    }
  }

  private static let mostPressings = 50
}

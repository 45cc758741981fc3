import Clients
import DiscogsModel
import RunoutModel

/// Looks up the names behind numbers in a text, such as `[a123]`, that no earlier page has shown.
extension InfoPane {
  /// A profile can mention a hundred pages, and each name is a request.
  nonisolated static let mostNames = 5

  /// Asks for the first few, one after the other, in the background, while the page is on the screen.
  func lookUpNames() {
    naming?.cancel()
    guard !isPreview, context.can(.refresh), let loaded else { return }
    let missing = loaded.mentioned.filter { loaded.names[$0] == nil }.prefix(Self.mostNames)
    guard !missing.isEmpty else { return }
    let (subject, services, pause, rest) = (subject, context.services, context.pause, context.previewDelay)
    naming = context.scope.run { [weak self] in
      for reference in missing {
        let next = ContinuousClock.now + rest
        do { try await pause.until { next } } catch { return }
        guard let self, self.subject == subject, context.isInFront else { return }
        do {
          take(
            try await Urgency.background { () throws(ClientError) in try await services.catalogue.name(of: reference) },
            of: reference)
        } catch {
          // The text keeps the number. After a missing page the next is asked for; after any other error, none.
          guard case .notFound = ClientError(error) else { return }
        }
      }
    }
  }
}

extension CatalogueClient {
  fileprivate func name(of reference: EntityReference) async throws(ClientError) -> String {
    switch reference {
    case .release(let id): try await release(id).title
    case .master(let id): try await master(id).title
    case .artist(let id): try await artist(id).fullName
    case .label(let id): try await label(id).fullName
    }
  }
}

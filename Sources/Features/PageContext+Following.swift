import Clients
public import DiscogsModel

extension PageContext {
  /// Goes to the artist or label of a release that is only known as a row.
  public func followFact(_ command: Command, of id: Release.ID, scope: TaskScope) {
    let catalogue = services.catalogue
    scope.run { [weak self] in
      do throws(ClientError) {
        let release = try await catalogue.release(id)
        let artist = release.artists.lazy.compactMap(\.id).first.map(EntityReference.artist)
        let label = release.labels.lazy.compactMap(\.id).first.map(EntityReference.label)
        if let reference = command == .openArtist ? artist : label {
          self?.follow(.entity(reference))
        } else {
          self?.say(
            command == .openArtist ? "The artist of this release has no page" : "The label of this release has no page")
        }
      } catch {
        self?.report("This release could not be read", error)
      }
    }
  }
}

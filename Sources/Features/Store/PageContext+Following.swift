import Clients
public import DiscogsModel
import RunoutModel
import Wording

extension PageContext {
  /// Opens the artist or label of a release of which only the row is known.
  public func followFact(_ command: Command, of id: Release.ID, scope: TaskScope) {
    let catalogue = services.catalogue
    let preparation = beginFollowing()
    let task = scope.run { [weak self] in
      defer { preparation?.end(.failed) }
      do {
        let release = try await catalogue.release(id)
        guard preparation?.isOpen ?? true else { return }
        let artist = release.artists.lazy.compactMap(\.id).first.map(EntityReference.artist)
        let label = release.labels.lazy.compactMap(\.id).first.map(EntityReference.label)
        if let reference = command == .openArtist ? artist : label {
          self?.follow(.entity(reference))
          preparation?.end(.ready)
        } else if self?.can(.browse) == false {
          self?.say(SourceWords.onlyShelf)
        } else {
          self?.say(command == .openArtist ? PageWords.artistHasNoPage : PageWords.labelHasNoPage)
        }
      } catch {
        self?.report(PageWords.releaseFailed, error)
      }
    }
    if task == nil { preparation?.end(.failed) }
  }

  /// Begins a look-up of the page to open, which keys wait for. Nil where it takes the network: the list stays usable.
  func beginFollowing() -> Preparation? { can(.refresh) ? nil : preparations.begin() }
}

import Clients
public import DiscogsModel
import RunoutModel
import Wording

extension PageContext {
  /// Opens the artist or label of a release of which only the row is known.
  public func followFact(_ command: Command, of id: Release.ID) {
    let catalogue = services.catalogue
    let preparation = beginFollowing()
    let task = scope.run { [weak self] in
      defer { preparation?.end(.failed) }
      do {
        let release = try await catalogue.release(id)
        guard preparation?.isOpen ?? true else { return }
        if let reference = release.credited(for: command) {
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

extension Release {
  /// The first artist with a page for `openArtist`, the first label for any other command.
  func credited(for command: Command) -> EntityReference? {
    guard command == .openArtist else { return labels.lazy.compactMap(\.id).first.map(EntityReference.label) }
    return artists.lazy.compactMap(\.id).first.map(EntityReference.artist)
  }
}

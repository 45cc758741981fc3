import Clients
import DiscogsModel
import RunoutModel
import Sleeves

extension CatalogueClient {
  /// Reads the record of a row for its cover.
  ///
  /// - Returns: nil for a record that cannot be read, as the row says enough for a cover, and for artists and labels.
  nonisolated func sleeve(of row: CatalogueRow) async throws(ClientError) -> SleeveFacts? {
    do {
      switch row.reference {
      case .release(let id): return SleeveFacts(try await release(id))
      case .master(let id):
        let master = try await master(id)
        guard let key = master.keyRelease else { return SleeveFacts(master, keyRelease: nil) }
        return SleeveFacts(master, keyRelease: try await release(key))
      case .artist, .label: return nil
      }
    } catch {
      if error == .cancelled { throw error }
      return nil
    }
  }
}

extension LoadedRecord {
  /// The record's main picture.
  nonisolated var picture: PictureSubject { PictureSubject(sleeve, url: Self.url(images)) }

  /// All photographs, the front first; the drawn sleeve where there are none.
  nonisolated var pictures: [PictureSubject] {
    let urls = [picture.url] + images.map(\.url).filter { $0 != picture.url }
    return urls.filter { !$0.isEmpty || urls.count == 1 }.map { PictureSubject(sleeve, url: $0) }
  }

  nonisolated private var sleeve: SleeveFacts {
    switch content {
    case .release(let release): SleeveFacts(release)
    case .master(let master): SleeveFacts(master, keyRelease: keyRelease)
    case .artist(let artist): SleeveFacts(artist)
    case .label(let label): SleeveFacts(label)
    }
  }

  nonisolated private var images: [Discogs.Image] {
    switch content {
    case .release(let release): release.images
    case .master(let master): master.images
    case .artist(let artist): artist.images
    case .label(let label): label.images
    }
  }

  /// The address of the front, or of the first image.
  nonisolated private static func url(_ images: [Discogs.Image]) -> String {
    (images.first { $0.kind == "primary" } ?? images.first)?.url ?? ""
  }
}

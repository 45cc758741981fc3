internal import Clients
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

extension Shelves {
  /// What the shelf has of a search that Discogs cannot be asked: copies, then wants, each release once.
  ///
  /// Empty where the shelf knows nothing of what is asked, such as track titles, and where it cannot be read: what is
  /// wrong with the search is said where it was made.
  func rows(of request: SearchRequest) async -> [CatalogueRow] {
    let isForReleases = request.kind == nil || request.kind == .release
    guard isForReleases, !request.query.isEmpty else { return [] }
    let asked = CollectionRequest(narrowing: request.wholeQuery.description)
    do throws(ClientError) {
      return try await ask { library throws(LibraryError) in
        let copies = try await library.copies(asked, after: nil, limit: 200).rows.map(CatalogueRow.init)
        let wants = try await library.wants(asked, after: nil, limit: 200).rows.map(CatalogueRow.init)
        var seen: Set<EntityReference> = []
        return (copies + wants).filter { seen.insert($0.reference).inserted }
      }
    } catch {
      return []
    }
  }
}

extension CatalogueRow {
  fileprivate init(_ copy: CollectionCopy) {
    self.init(
      reference: .release(copy.release), title: copy.title, artist: copy.artist, year: copy.year, format: copy.format,
      label: copy.label, catalogueNumber: copy.catalogueNumber, master: copy.master)
  }

  fileprivate init(_ want: WantListEntry) {
    self.init(
      reference: want.wanted.reference, title: want.title, artist: want.artist, year: want.year, format: want.format,
      label: want.label, catalogueNumber: want.catalogueNumber, count: want.facts.versions, master: want.master)
  }
}

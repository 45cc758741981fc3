internal import DiscogsModel
internal import RunoutModel
internal import SQLiteSupport

extension Reader.Access {
  /// Nil also for a record that cannot be unpacked; other errors, cancellation above all, are thrown.
  func readable(_ id: Release.ID) throws -> Release? {
    do { return try release(id) } catch CatalogueError.damagedRecord { return nil }
  }

  func readable(_ id: Master.ID) throws -> Master? {
    do { return try master(id) } catch CatalogueError.damagedRecord { return nil }
  }

  func readableRelease(ofRank rank: Int) throws -> Release? {
    guard case .release(let id)? = try reference(ofRank: rank) else { return nil }
    return try readable(id)
  }

  /// The rank of a head (see `Ranking`), found by its whole name.
  func rank(of reference: EntityReference, _ artists: [ArtistCredit], _ title: String) throws -> Int? {
    let artist = artists.displayName
    let statement = try statement("SELECT rank FROM exact WHERE name = ?", purpose: "record")
    // Few records share artist and title, but thousands are called Untitled.
    statement.bind(1, Int(SearchText.hash(TextFolding.exactKey(artist.isEmpty ? title : "\(artist) \(title)"))))
    defer { statement.reset() }
    while try statement.next() {
      let rank = statement.integer(0)
      if try self.reference(ofRank: rank) == reference { return rank }
    }
    return nil
  }

  /// The rank of the work of a release: its master, or itself.
  func head(of release: Release) throws -> Int? {
    if let master = try release.master.flatMap({ try readable($0) }),
      let rank = try rank(of: .master(master.id), master.artists, master.title)
    {
      return rank
    }
    return try rank(of: .release(release.id), release.artists, release.title)
  }
}

public import DiscogsModel

/// The record a command such as "copy" is about.
nonisolated public struct Subject: Hashable, Sendable {
  public var reference: EntityReference
  public var artist: String
  public var title: String
  public var catalogueNumber: String
  public var master: Master.ID?

  public init(
    reference: EntityReference, artist: String = "", title: String, catalogueNumber: String = "",
    master: Master.ID? = nil
  ) {
    (self.reference, self.artist, self.title) = (reference, artist, title)
    (self.catalogueNumber, self.master) = (catalogueNumber, master)
  }

  public init(_ row: CatalogueRow) {
    let master: Master.ID? = if case .master(let id) = row.reference { id } else { row.master }
    self.init(
      reference: row.reference, artist: row.artist, title: row.title, catalogueNumber: row.catalogueNumber,
      master: master)
  }

  /// `Artist – Title`, or the known one of them; the number where neither is known.
  public var name: String { reference.name(artist: artist, title: artist.isEmpty ? Homonym.strip(title) : title) }

  /// Artist and title where each has a place of its own. A name that has only one of them, or only the number, is the
  /// title.
  public var names: (artist: String, title: String) {
    artist.isBlank || title.isBlank ? ("", reference.name(artist: artist, title: title)) : (artist, title)
  }
}

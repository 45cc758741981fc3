/// A release on the want list.
public struct WantListEntry: Hashable, Sendable, Identifiable {
  public var id: Int64
  public var release: Release.ID
  public var master: Master.ID?
  public var artist: String
  public var title: String
  public var label: String
  public var catalogueNumber: String
  public var format: String
  public var year: Int?
  public var rating: Int?
  public var notes: String
  /// As Discogs exports dates: `2020-11-12 12:24:52`, without a zone. Empty when unknown.
  public var added: String

  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, rating: Int? = nil, notes: String = "",
    added: String = ""
  ) {
    self.id = id
    self.release = release
    self.master = master
    self.artist = artist
    self.title = title
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.format = format
    self.year = year
    self.rating = rating
    self.notes = notes
    self.added = added
  }
}

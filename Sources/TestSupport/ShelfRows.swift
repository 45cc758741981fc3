public import DiscogsModel
public import RunoutModel

extension CollectionCopy {
  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, folder: String = ShelfEdit.uncategorised,
    rating: Int? = nil, added: String = "", mediaCondition: String = "", sleeveCondition: String = "",
    fields: [Field] = []
  ) {
    self.init(
      id: id,
      facts: ShelfFacts(
        release: release, master: master, artist: artist, title: title, label: label,
        catalogueNumber: catalogueNumber, format: format, year: year), folder: folder, rating: rating, added: added,
      mediaCondition: mediaCondition, sleeveCondition: sleeveCondition, fields: fields)
  }
}

extension WantListEntry {
  public init(
    id: Int64, release: Release.ID, master: Master.ID? = nil, artist: String, title: String, label: String = "",
    catalogueNumber: String = "", format: String = "", year: Int? = nil, rating: Int? = nil, notes: String = "",
    added: String = ""
  ) {
    self.init(
      id: id,
      facts: ShelfFacts(
        release: release, master: master, artist: artist, title: title, label: label,
        catalogueNumber: catalogueNumber, format: format, year: year), rating: rating, notes: notes, added: added)
  }
}

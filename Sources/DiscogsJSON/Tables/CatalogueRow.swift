package import DiscogsModel

extension CatalogueRow {
  /// The row as a verb shows it, under the names of a search where Discogs has them.
  package var shown: JSONObject {
    var object = JSONObject()
    object.add("type", reference.kind.rawValue)
    object.add("id", reference.number)
    object.add("title", artist.isEmpty ? title : "\(artist) - \(title)")
    object.add("year", year)
    object.add("released", released)
    object.add("country", country)
    object.add("format", format)
    object.add("label", label)
    object.add("catno", catalogueNumber)
    object.add("role", role)
    object.add("master_id", master)
    object.add(reference.kind == .master ? "versions_count" : "releases_count", count)
    object.add("uri", reference.webURL)
    return object
  }
}

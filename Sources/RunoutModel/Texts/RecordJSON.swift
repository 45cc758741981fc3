public import DiscogsModel

/// Records as JSON, under the Discogs API's field names where it has them.
///
/// Missing values are left out. Text is UTF-8, on one line. The SDK's `Codable` conformances differ: they write every
/// field so that it can be read back, and pages and verbs do not import the SDK.
public enum RecordJSON {
  public static func text(_ release: Release) -> String {
    var object = JSONObject()
    object.add("id", release.id.number)
    object.add("status", release.status)
    object.add("title", release.title)
    object.add("artists", release.artists.map(credit))
    object.add("artists_sort", release.artists.displayName)
    object.add("labels", release.labels.map(label))
    object.add("series", release.series.map(label))
    object.add("companies", release.companies.map(label))
    object.add("formats", release.formats.map(format))
    object.add("genres", strings: release.genres)
    object.add("styles", strings: release.styles)
    object.add("country", release.country)
    object.add("released", release.released)
    object.add("year", release.year)
    object.add("notes", release.notes)
    object.add("data_quality", release.dataQuality)
    object.add("master_id", release.master?.number)
    object.add("is_main_release", release.isKeyRelease)
    object.add("tracklist", release.tracklist.map(track))
    object.add("extraartists", release.credits.map(credit))
    object.add("identifiers", release.identifiers.map(identifier))
    object.add("videos", release.videos.map(video))
    object.add("images", release.images.map(image))
    return object.text
  }

  public static func text(_ master: Master) -> String {
    var object = JSONObject()
    object.add("id", master.id.number)
    object.add("title", master.title)
    object.add("main_release", master.keyRelease?.number)
    object.add("artists", master.artists.map(credit))
    object.add("genres", strings: master.genres)
    object.add("styles", strings: master.styles)
    object.add("year", master.year)
    object.add("notes", master.notes)
    object.add("data_quality", master.dataQuality)
    object.add("tracklist", master.tracklist.map(track))
    object.add("videos", master.videos.map(video))
    object.add("images", master.images.map(image))
    return object.text
  }

  public static func text(_ artist: Artist) -> String {
    var object = JSONObject()
    object.add("id", artist.id.number)
    object.add("name", artist.name)
    object.add("realname", artist.realName)
    object.add("profile", artist.profile)
    object.add("data_quality", artist.dataQuality)
    object.add("urls", strings: artist.urls)
    object.add("namevariations", strings: artist.nameVariations)
    object.add("aliases", artist.aliases.map { named($0.id?.number, $0.name) })
    object.add("members", artist.members.map { named($0.id?.number, $0.name) })
    object.add("groups", artist.groups.map { named($0.id?.number, $0.name) })
    object.add("images", artist.images.map(image))
    return object.text
  }

  public static func text(_ label: Discogs.Label) -> String {
    var object = JSONObject()
    object.add("id", label.id.number)
    object.add("name", label.name)
    object.add("contact_info", label.contact)
    object.add("profile", label.profile)
    object.add("data_quality", label.dataQuality)
    if let parent = label.parent { object.add("parent_label", named(parent.id?.number, parent.name)) }
    object.add("urls", strings: label.urls)
    object.add("sublabels", label.sublabels.map { named($0.id?.number, $0.name) })
    object.add("images", label.images.map(image))
    return object.text
  }

  /// The fields of a search result.
  public static func text(_ row: CatalogueRow) -> String { object(row).text }

  /// The row's fields, for callers that add more.
  package static func object(_ row: CatalogueRow) -> JSONObject {
    var object = JSONObject()
    object.add("type", row.reference.kind.rawValue)
    object.add("id", row.reference.number)
    object.add("title", row.artist.isEmpty ? row.title : "\(row.artist) - \(row.title)")
    object.add("year", row.year)
    object.add("country", row.country)
    object.add("format", row.format)
    object.add("label", row.label)
    object.add("catno", row.catalogueNumber)
    object.add("role", row.role)
    object.add("master_id", row.master?.number)
    object.add(row.reference.kind == .master ? "versions_count" : "releases_count", row.count)
    object.add("uri", row.reference.webURL)
    return object
  }

  private static func credit(_ credit: ArtistCredit) -> JSONObject {
    var object = JSONObject()
    object.add("id", credit.id?.number)
    object.add("name", credit.name)
    object.add("anv", credit.variation)
    object.add("join", credit.join)
    object.add("role", credit.role)
    object.add("tracks", credit.tracks)
    return object
  }

  private static func label(_ label: LabelCredit) -> JSONObject {
    var object = JSONObject()
    object.add("id", label.id?.number)
    object.add("name", label.name)
    object.add("catno", label.catalogueNumber)
    object.add("entity_type", label.roleNumber.map(String.init) ?? "")
    object.add("entity_type_name", label.role)
    return object
  }

  private static func format(_ format: Format) -> JSONObject {
    var object = JSONObject()
    object.add("name", format.name)
    object.add("qty", format.quantity)
    object.add("descriptions", strings: format.descriptions)
    object.add("text", format.freeText)
    return object
  }

  private static func track(_ track: Track) -> JSONObject {
    var object = JSONObject()
    object.add("position", track.position)
    object.add("type_", track.kind.rawValue)
    object.add("title", track.title)
    object.add("duration", track.duration)
    object.add("artists", track.artists.map(credit))
    object.add("extraartists", track.credits.map(credit))
    object.add("sub_tracks", track.parts.map(self.track))
    return object
  }

  private static func identifier(_ identifier: Identifier) -> JSONObject {
    var object = JSONObject()
    object.add("type", identifier.kind)
    object.add("value", identifier.value)
    object.add("description", identifier.description)
    return object
  }

  private static func video(_ video: Video) -> JSONObject {
    var object = JSONObject()
    object.add("uri", video.url)
    object.add("title", video.title)
    object.add("description", video.description)
    object.add("duration", video.duration.map { Int($0.components.seconds) })
    object.add("embed", video.mayBeEmbedded)
    return object
  }

  private static func image(_ image: Discogs.Image) -> JSONObject {
    var object = JSONObject()
    object.add("type", image.kind)
    object.add("uri", image.url)
    object.add("uri150", image.thumbnailURL)
    object.add("width", image.width == 0 ? nil : image.width)
    object.add("height", image.height == 0 ? nil : image.height)
    return object
  }

  private static func named(_ number: Int?, _ name: String) -> JSONObject {
    var object = JSONObject()
    object.add("id", number)
    object.add("name", name)
    return object
  }
}

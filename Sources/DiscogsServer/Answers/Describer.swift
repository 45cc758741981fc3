internal import DiscogsJSON
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

/// Describes records in the API's JSON, with every member that Discogs always sends.
///
/// Facts that dumps lack (addresses of pictures, sellers, dates of edits) have Discogs' own value for none. Have and
/// want count this server's users.
struct Describer: Sendable {
  /// The address of this server, for `resource_url`.
  var base: String

  func url(_ reference: EntityReference) -> JSON { .text("\(base)/\(reference.kind.rawValue)s/\(reference.number)") }

  // MARK: Release

  func release(_ release: Release, community figures: LocalFigures) -> JSONObject {
    var object = credits(of: release)
    object["status"] = .text(release.status.isEmpty ? "Accepted" : release.status)
    object["uri"] = .text(EntityReference.release(release.id).webURL)
    object["artists_sort"] = .text(release.artists.map(\.name).joined(separator: ", "))
    object["series"] = .objects(release.series.map(label))
    object["companies"] = .objects(release.companies.map(label))
    object["format_quantity"] = .int(quantity(release.formats))
    object["community"] = .object(community(release, figures))
    object["num_for_sale"] = .int(0)
    object["lowest_price"] = .null
    object["country"] = release.country.isEmpty ? nil : .text(release.country)
    if !release.released.isEmpty {
      object["released"] = .text(release.released)
      object["released_formatted"] = .text(Self.formatted(release.released))
    }
    object["notes"] = release.notes.isEmpty ? nil : .text(release.notes)
    object["master_id"] = release.master.map { .int($0.number) }
    object["master_url"] = release.master.map { url(.master($0)) }
    object["identifiers"] = .objects(release.identifiers.map(identifier))
    object["tracklist"] = .objects(release.tracklist.map(track))
    object["extraartists"] = release.credits.isEmpty ? nil : .objects(release.credits.map(artist))
    object["images"] = .objects(images(release.images, of: .release(release.id)))
    object["videos"] = release.videos.isEmpty ? nil : .objects(release.videos.map(video))
    object["thumb"] = .text("")
    object["data_quality"] = .text(release.dataQuality)
    object["blocked_from_sale"] = .flag(false)
    return object
  }

  private func credits(of release: Release) -> JSONObject {
    var object = JSONObject()
    object["id"] = .int(release.id.number)
    object["title"] = .text(release.title)
    object["year"] = .int(release.year ?? 0)
    object["resource_url"] = url(.release(release.id))
    object["artists"] = .objects(release.artists.map(artist))
    object["labels"] = .objects(release.labels.map(label))
    object["formats"] = .objects(release.formats.map(format))
    object["genres"] = .texts(release.genres)
    object["styles"] = release.styles.isEmpty ? nil : .texts(release.styles)
    return object
  }

  private func community(_ release: Release, _ figures: LocalFigures) -> JSONObject {
    var object = JSONObject()
    object["have"] = .int(figures.have)
    object["want"] = .int(figures.want)
    object["rating"] = .object(rating(figures))
    object["contributors"] = .list([])
    object["data_quality"] = .text(release.dataQuality)
    object["status"] = .text(release.status.isEmpty ? "Accepted" : release.status)
    return object
  }

  func rating(_ figures: LocalFigures) -> JSONObject {
    var object = JSONObject()
    object["count"] = .int(figures.ratings)
    object["average"] = .double(figures.average)
    return object
  }

  // MARK: Master, artist, label

  /// - Parameters:
  ///   - key: the key release, whose tracklist is used.
  ///   - latest: the version with the highest number, as the one added last.
  func master(_ master: Master, key: Release?, latest: Release.ID?) -> JSONObject {
    var object = JSONObject()
    object["id"] = .int(master.id.number)
    object["title"] = .text(master.title)
    object["year"] = .int(master.year ?? 0)
    object["main_release"] = .int(master.keyRelease?.number ?? 0)
    object["main_release_url"] = master.keyRelease.map { url(.release($0)) } ?? .text("")
    object["most_recent_release"] = latest.map { .int($0.number) }
    object["most_recent_release_url"] = latest.map { url(.release($0)) }
    object["versions_url"] = .text("\(base)/masters/\(master.id)/versions")
    object["resource_url"] = url(.master(master.id))
    object["uri"] = .text(EntityReference.master(master.id).webURL)
    object["artists"] = .objects(master.artists.map(artist))
    object["genres"] = .texts(master.genres)
    object["styles"] = master.styles.isEmpty ? nil : .texts(master.styles)
    object["tracklist"] = .objects((key?.tracklist ?? []).map(track))
    object["notes"] = master.notes.isEmpty ? nil : .text(master.notes)
    object["images"] = .objects(images(master.images, of: .master(master.id)))
    object["videos"] = master.videos.isEmpty ? nil : .objects(master.videos.map(video))
    object["num_for_sale"] = .int(0)
    object["lowest_price"] = .null
    object["data_quality"] = .text(master.dataQuality)
    return object
  }

  func artist(_ artist: Artist) -> JSONObject {
    var object = JSONObject()
    object["id"] = .int(artist.id.number)
    object["name"] = .text(artist.name)
    object["resource_url"] = url(.artist(artist.id))
    object["uri"] = .text(EntityReference.artist(artist.id).webURL)
    object["releases_url"] = .text("\(base)/artists/\(artist.id)/releases")
    object["realname"] = artist.realName.isEmpty ? nil : .text(artist.realName)
    object["profile"] = .text(artist.profile)
    object["data_quality"] = .text(artist.dataQuality)
    object["urls"] = artist.urls.isEmpty ? nil : .texts(artist.urls)
    object["namevariations"] = artist.nameVariations.isEmpty ? nil : .texts(artist.nameVariations)
    object["aliases"] = named(artist.aliases.map { ($0.id?.number, $0.name) }, .artist)
    object["members"] = named(artist.members.map { ($0.id?.number, $0.name) }, .artist, isActive: true)
    object["groups"] = named(artist.groups.map { ($0.id?.number, $0.name) }, .artist, isActive: true)
    object["images"] = .objects(images(artist.images, of: .artist(artist.id)))
    return object
  }

  func label(_ label: Discogs.Label) -> JSONObject {
    var object = JSONObject()
    object["id"] = .int(label.id.number)
    object["name"] = .text(label.name)
    object["resource_url"] = url(.label(label.id))
    object["uri"] = .text(EntityReference.label(label.id).webURL)
    object["releases_url"] = .text("\(base)/labels/\(label.id)/releases")
    object["profile"] = label.profile.isEmpty ? nil : .text(label.profile)
    object["contact_info"] = label.contact.isEmpty ? nil : .text(label.contact)
    object["data_quality"] = .text(label.dataQuality)
    object["urls"] = label.urls.isEmpty ? nil : .texts(label.urls)
    object["parent_label"] = label.parent.map { .object(named($0.id?.number, $0.name, .label)) }
    object["sublabels"] = named(label.sublabels.map { ($0.id?.number, $0.name) }, .label)
    object["images"] = .objects(images(label.images, of: .label(label.id)))
    return object
  }

  private func named(_ number: Int?, _ name: String, _ kind: EntityKind) -> JSONObject {
    var object = JSONObject()
    object["id"] = .int(number ?? 0)
    object["name"] = .text(name)
    object["resource_url"] = number.map { url(EntityReference(kind, $0)) } ?? .text("")
    return object
  }

  private func named(_ names: [(number: Int?, name: String)], _ kind: EntityKind, isActive: Bool? = nil) -> JSON? {
    guard !names.isEmpty else { return nil }
    return .objects(
      names.map {
        var object = named($0.number, $0.name, kind)
        object["active"] = isActive.map(JSON.flag)
        return object
      })
  }

  // MARK: Parts of records

  func artist(_ credit: ArtistCredit) -> JSONObject {
    var object = JSONObject()
    object["name"] = .text(credit.name)
    object["anv"] = .text(credit.variation)
    object["join"] = .text(credit.join)
    object["role"] = .text(credit.role)
    object["tracks"] = .text(credit.tracks)
    object["id"] = .int(credit.id?.number ?? 0)
    object["resource_url"] = credit.id.map { isStandIn($0) ? .text("") : url(.artist($0)) } ?? .text("")
    return object
  }

  /// Various, Unknown Artist, No Artist: numbers without a page.
  private func isStandIn(_ id: Artist.ID) -> Bool { [194, 355, 118_760].contains(id) }

  func label(_ credit: LabelCredit) -> JSONObject {
    var object = JSONObject()
    object["name"] = .text(credit.name)
    object["catno"] = .text(credit.catalogueNumber)
    object["entity_type"] = .text(credit.roleNumber.map(String.init) ?? "1")
    object["entity_type_name"] = .text(credit.role.isEmpty ? "Label" : credit.role)
    object["id"] = .int(credit.id?.number ?? 0)
    object["resource_url"] = credit.id.map { url(.label($0)) } ?? .text("")
    return object
  }

  func format(_ format: Format) -> JSONObject {
    var object = JSONObject()
    object["name"] = .text(format.name)
    object["qty"] = .text(format.quantity)
    object["descriptions"] = format.descriptions.isEmpty ? nil : .texts(format.descriptions)
    object["text"] = format.freeText.isEmpty ? nil : .text(format.freeText)
    return object
  }

  private func track(_ track: Track) -> JSONObject {
    var object = JSONObject()
    object["position"] = .text(track.position)
    object["type_"] = .text(track.kind.rawValue)
    object["title"] = .text(track.title)
    object["duration"] = .text(track.duration)
    object["artists"] = track.artists.isEmpty ? nil : .objects(track.artists.map(artist))
    object["extraartists"] = track.credits.isEmpty ? nil : .objects(track.credits.map(artist))
    object["sub_tracks"] = track.kind == .index ? .objects(track.parts.map(self.track)) : nil
    return object
  }

  private func identifier(_ identifier: Identifier) -> JSONObject {
    var object = JSONObject()
    object["type"] = .text(identifier.kind)
    object["value"] = .text(identifier.value)
    object["description"] = identifier.description.isEmpty ? nil : .text(identifier.description)
    return object
  }

  private func video(_ video: Video) -> JSONObject {
    var object = JSONObject()
    object["uri"] = .text(video.url)
    object["title"] = .text(video.title)
    object["description"] = video.description.isEmpty ? .null : .text(video.description)
    object["duration"] = .int(video.duration.map { Int($0.components.seconds) } ?? 0)
    object["embed"] = .flag(video.mayBeEmbedded)
    return object
  }

  /// Dumps have no addresses of pictures: this server draws the first.
  private func images(_ images: [Discogs.Image], of reference: EntityReference) -> [JSONObject] {
    guard images.first?.url.isEmpty ?? true else { return images.map(image) }
    let address = "\(base)/images/\(reference.kind.rawValue)s/\(reference.number)"
    let drawn = Discogs.Image(
      kind: "primary", url: "\(address)/600", thumbnailURL: "\(address)/150", width: 600, height: 600)
    return [image(drawn)] + images.dropFirst().map(image)
  }

  private func image(_ image: Discogs.Image) -> JSONObject {
    var object = JSONObject()
    object["type"] = .text(image.kind)
    object["uri"] = .text(image.url)
    object["resource_url"] = .text(image.url)
    object["uri150"] = .text(image.thumbnailURL)
    object["width"] = .int(image.width)
    object["height"] = .int(image.height)
    return object
  }

  /// The number of carriers; a quantity that is no sensible number counts as one.
  func quantity(_ formats: [Format]) -> Int {
    formats.filter { $0.name != "Box Set" && $0.name != "All Media" }
      .reduce(0) { $0 + min(9999, max(0, Int($1.quantity) ?? 1)) }
  }

  /// `1994`, `Mar 1994`, `12 Mar 1994`.
  private static func formatted(_ released: String) -> String {
    let parts = released.split(separator: "-")
    guard parts.count == 3, let month = Int(parts[1]), (1...12).contains(month) else {
      return String(parts.first ?? "")
    }
    let names = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = Int(parts[2]) ?? 0
    return day == 0 ? "\(names[month - 1]) \(parts[0])" : "\(parts[2]) \(names[month - 1]) \(parts[0])"
  }
}

extension Describer {
  // MARK: Shelves

  /// `basic_information` of a collection or a want list.
  func basicInformation(_ release: Release) -> JSONObject {
    var object = credits(of: release)
    object["styles"] = .texts(release.styles)
    object["thumb"] = .text("")
    object["cover_image"] = .text("")
    object["master_id"] = .int(release.master?.number ?? 0)
    object["master_url"] = release.master.map { url(.master($0)) } ?? .null
    return object
  }

  /// The same for a release that the catalogue no longer has, from the facts stored when it was added.
  func basicInformation(_ record: ShelfFacts) -> JSONObject {
    let carrier = record.format.split(separator: ", ").map(String.init)
    return basicInformation(
      Release(
        id: record.release, title: record.title, artists: [ArtistCredit(id: nil, name: record.artist)],
        labels: [LabelCredit(id: nil, name: record.label, catalogueNumber: record.catalogueNumber)],
        formats: [Format(name: carrier.first ?? "", descriptions: Array(carrier.dropFirst()))],
        released: record.year.map(String.init) ?? "", master: record.master))
  }
}

extension ShelfFacts {
  /// Makes the facts that a shelf stores of a release.
  init(noting release: Release) {
    self.init(
      release: release.id, master: release.master, artist: release.artists.map(\.name).joined(separator: ", "),
      title: release.title, label: release.labels.map(\.name).joined(separator: ", "),
      catalogueNumber: release.labels.map(\.catalogueNumber).joined(separator: ", "),
      format: release.formats.shortName, year: release.year)
  }
}

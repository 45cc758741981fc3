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
    let status = release.status.isEmpty ? "Accepted" : release.status
    return credits(of: release).with([
      "status": .text(status), "uri": .text(EntityReference.release(release.id).webURL),
      "artists_sort": .text(release.artists.map(\.name).joined(separator: ", ")),
      "series": .objects(release.series.map(label)), "companies": .objects(release.companies.map(label)),
      "format_quantity": .int(quantity(release.formats)),
      "community": .object([
        "have": .int(figures.have), "want": .int(figures.want), "rating": .object(rating(figures)),
        "contributors": .list([]), "data_quality": .text(release.dataQuality), "status": .text(status),
      ]),
      "num_for_sale": .int(0), "lowest_price": .null, "country": .told(release.country),
      "released": .told(release.released), "released_formatted": .told(Self.formatted(release.released)),
      "notes": .told(release.notes), "master_id": release.master.map { .int($0.number) },
      "master_url": release.master.map { url(.master($0)) },
      "identifiers": .objects(release.identifiers.map(identifier)),
      "tracklist": .objects(release.tracklist.map(track)), "extraartists": told(release.credits, artist),
      "images": .objects(images(release.images, of: .release(release.id))), "videos": told(release.videos, video),
      "thumb": .text(""), "data_quality": .text(release.dataQuality), "blocked_from_sale": .flag(false),
    ])
  }

  private func credits(of release: Release) -> JSONObject {
    [
      "id": .int(release.id.number), "title": .text(release.title), "year": .int(release.year ?? 0),
      "resource_url": url(.release(release.id)), "artists": .objects(release.artists.map(artist)),
      "labels": .objects(release.labels.map(label)), "formats": .objects(release.formats.map(format)),
      "genres": .texts(release.genres), "styles": .told(release.styles),
    ]
  }

  func rating(_ figures: LocalFigures) -> JSONObject {
    ["count": .int(figures.ratings), "average": .double(figures.average)]
  }

  // MARK: Master, artist, label

  /// - Parameters:
  ///   - key: the key release, whose tracklist is used.
  ///   - latest: the version with the highest number, as the one added last.
  func master(_ master: Master, key: Release?, latest: Release.ID?) -> JSONObject {
    [
      "id": .int(master.id.number), "title": .text(master.title), "year": .int(master.year ?? 0),
      "main_release": .int(master.keyRelease?.number ?? 0),
      "main_release_url": master.keyRelease.map { url(.release($0)) } ?? .text(""),
      "most_recent_release": latest.map { .int($0.number) },
      "most_recent_release_url": latest.map { url(.release($0)) },
      "versions_url": .text("\(base)/masters/\(master.id)/versions"), "resource_url": url(.master(master.id)),
      "uri": .text(EntityReference.master(master.id).webURL), "artists": .objects(master.artists.map(artist)),
      "genres": .texts(master.genres), "styles": .told(master.styles),
      "tracklist": .objects((key?.tracklist ?? []).map(track)), "notes": .told(master.notes),
      "images": .objects(images(master.images, of: .master(master.id))), "videos": told(master.videos, video),
      "num_for_sale": .int(0), "lowest_price": .null, "data_quality": .text(master.dataQuality),
    ]
  }

  func artist(_ artist: Artist) -> JSONObject {
    [
      "id": .int(artist.id.number), "name": .text(artist.name), "resource_url": url(.artist(artist.id)),
      "uri": .text(EntityReference.artist(artist.id).webURL),
      "releases_url": .text("\(base)/artists/\(artist.id)/releases"), "realname": .told(artist.realName),
      "profile": .text(artist.profile), "data_quality": .text(artist.dataQuality), "urls": .told(artist.urls),
      "namevariations": .told(artist.nameVariations), "aliases": told(artist.aliases) { named($0) },
      "members": told(artist.members) { named($0, isActive: true) },
      "groups": told(artist.groups) { named($0, isActive: true) },
      "images": .objects(images(artist.images, of: .artist(artist.id))),
    ]
  }

  func label(_ label: Discogs.Label) -> JSONObject {
    [
      "id": .int(label.id.number), "name": .text(label.name), "resource_url": url(.label(label.id)),
      "uri": .text(EntityReference.label(label.id).webURL),
      "releases_url": .text("\(base)/labels/\(label.id)/releases"), "profile": .told(label.profile),
      "contact_info": .told(label.contact), "data_quality": .text(label.dataQuality), "urls": .told(label.urls),
      "parent_label": label.parent.map { .object(named($0)) }, "sublabels": told(label.sublabels, named),
      "images": .objects(images(label.images, of: .label(label.id))),
    ]
  }

  private func named(_ artist: NamedArtist, isActive: Bool? = nil) -> JSONObject {
    [
      "id": .int(artist.id?.number ?? 0), "name": .text(artist.name),
      "resource_url": artist.id.map { url(.artist($0)) } ?? .text(""), "active": isActive.map(JSON.flag),
    ]
  }

  private func named(_ label: NamedLabel) -> JSONObject {
    [
      "id": .int(label.id?.number ?? 0), "name": .text(label.name),
      "resource_url": label.id.map { url(.label($0)) } ?? .text(""),
    ]
  }

  // MARK: Parts of records

  /// Nil for an empty list.
  private func told<Part>(_ parts: [Part], _ describe: (Part) -> JSONObject) -> JSON? {
    parts.isEmpty ? nil : .objects(parts.map(describe))
  }

  func artist(_ credit: ArtistCredit) -> JSONObject {
    [
      "name": .text(credit.name), "anv": .text(credit.variation), "join": .text(credit.join),
      "role": .text(credit.role), "tracks": .text(credit.tracks), "id": .int(credit.id?.number ?? 0),
      "resource_url": credit.id.map { isStandIn($0) ? .text("") : url(.artist($0)) } ?? .text(""),
    ]
  }

  /// Various, Unknown Artist, No Artist: numbers without a page.
  private func isStandIn(_ id: Artist.ID) -> Bool { [194, 355, 118_760].contains(id) }

  func label(_ credit: LabelCredit) -> JSONObject {
    [
      "name": .text(credit.name), "catno": .text(credit.catalogueNumber),
      "entity_type": .text(credit.roleNumber.map(String.init) ?? "1"),
      "entity_type_name": .text(credit.role.isEmpty ? "Label" : credit.role), "id": .int(credit.id?.number ?? 0),
      "resource_url": credit.id.map { url(.label($0)) } ?? .text(""),
    ]
  }

  func format(_ format: Format) -> JSONObject {
    [
      "name": .text(format.name), "qty": .text(format.quantity), "descriptions": .told(format.descriptions),
      "text": .told(format.freeText),
    ]
  }

  private func track(_ track: Track) -> JSONObject {
    [
      "position": .text(track.position), "type_": .text(track.kind.rawValue), "title": .text(track.title),
      "duration": .text(track.duration), "artists": told(track.artists, artist),
      "extraartists": told(track.credits, artist),
      "sub_tracks": track.kind == .index ? .objects(track.parts.map(self.track)) : nil,
    ]
  }

  private func identifier(_ identifier: Identifier) -> JSONObject {
    ["type": .text(identifier.kind), "value": .text(identifier.value), "description": .told(identifier.description)]
  }

  private func video(_ video: Video) -> JSONObject {
    [
      "uri": .text(video.url), "title": .text(video.title),
      "description": video.description.isEmpty ? .null : .text(video.description),
      "duration": .int(video.duration.map { Int($0.components.seconds) } ?? 0), "embed": .flag(video.mayBeEmbedded),
    ]
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
    [
      "type": .text(image.kind), "uri": .text(image.url), "resource_url": .text(image.url),
      "uri150": .text(image.thumbnailURL), "width": .int(image.width), "height": .int(image.height),
    ]
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
    let name = "\(CivilDate.months[month - 1]) \(parts[0])"
    return (Int(parts[2]) ?? 0) == 0 ? name : "\(parts[2]) \(name)"
  }
}

extension Describer {
  // MARK: Shelves

  /// `basic_information` of a collection or a want list.
  func basicInformation(_ release: Release) -> JSONObject {
    credits(of: release).with([
      "styles": .texts(release.styles), "thumb": .text(""), "cover_image": .text(""),
      "master_id": .int(release.master?.number ?? 0), "master_url": release.master.map { url(.master($0)) } ?? .null,
    ])
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

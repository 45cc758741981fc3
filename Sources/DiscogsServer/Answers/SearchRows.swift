internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel

extension Describer {
  /// One line of a search.
  func searchRow(
    _ row: CatalogueRow, _ records: CatalogueRecords, holdings: Holdings, community: [Release.ID: LocalFigures]
  ) -> JSONObject {
    var object = JSONObject()
    let title = row.artist.isEmpty ? row.title : "\(row.artist) - \(row.title)"
    switch row.reference {
    case .release(let id):
      if let release = records.releases[id] { add(release, to: &object, community[id]) }
      object["format_quantity"] = records.releases[id].map { .int(quantity($0.formats)) }
      object["formats"] = records.releases[id].map { .objects($0.formats.map(format)) }
      object["master_id"] = .int(row.master?.number ?? 0)
      object["master_url"] = row.master.map { url(.master($0)) } ?? .null
    case .master(let id):
      let key = records.masters[id]?.keyRelease
      if let release = key.flatMap({ records.releases[$0] }) { add(release, to: &object, community[release.id]) }
      if let year = records.masters[id]?.year { object["year"] = .text(String(year)) }
      object["master_id"] = .int(id.number)
      object["master_url"] = url(.master(id))
    case .artist, .label:
      object["master_id"] = .null
      object["master_url"] = .null
    }
    object["id"] = .int(row.reference.number)
    object["type"] = .text(row.reference.kind.rawValue)
    object["user_data"] = .object(userData(row.reference, records, holdings))
    object["uri"] = .text("/\(row.reference.kind.rawValue)/\(row.reference.number)")
    object["title"] = .text(title)
    object["thumb"] = .text("")
    object["cover_image"] = .text("https://st.discogs.com/none/images/spacer.gif")
    object["resource_url"] = url(row.reference)
    return object
  }

  private func add(_ release: Release, to object: inout JSONObject, _ figures: LocalFigures?) {
    object["country"] = .text(release.country)
    object["year"] = release.year.map { .text(String($0)) }
    object["format"] = .texts(release.formats.flatMap { [$0.name] + $0.descriptions })
    object["label"] = .texts((release.labels + release.companies).map(\.name))
    object["genre"] = .texts(release.genres)
    object["style"] = .texts(release.styles)
    object["barcode"] = .texts(release.identifiers.map(\.value))
    object["catno"] = .text(release.labels.map(\.catalogueNumber).first ?? "")
    let community: JSONObject = [
      "want": .int(figures?.want ?? 0),
      "have": .int(figures?.have ?? 0),
    ]
    object["community"] = .object(community)
  }

  /// `user_data`: whether the user wants or has it; for a master its key release counts.
  private func userData(_ reference: EntityReference, _ records: CatalogueRecords, _ holdings: Holdings) -> JSONObject {
    var release: Release.ID?
    switch reference {
    case .release(let id): release = id
    case .master(let id): release = records.masters[id]?.keyRelease
    case .artist, .label: break
    }
    return [
      "in_wantlist": .flag(release.map(holdings.wanted.contains) ?? false),
      "in_collection": .flag(release.map(holdings.owned.contains) ?? false),
    ]
  }

  /// `stats` of a row: the haves and wants of all users and of this one.
  func stats(_ id: Release.ID, _ community: LocalFigures?, _ holdings: Holdings?) -> JSON {
    func counts(_ have: Int, _ want: Int) -> JSON {
      .object([
        "in_collection": .int(have),
        "in_wantlist": .int(want),
      ])
    }
    return .object([
      "community": counts(community?.have ?? 0, community?.want ?? 0),
      "user": holdings.map { counts($0.owned.contains(id) ? 1 : 0, $0.wanted.contains(id) ? 1 : 0) },
    ])
  }
}

/// The releases, of some, that a user has and wants.
struct Holdings: Sendable {
  var owned: Set<Release.ID> = []
  var wanted: Set<Release.ID> = []
}

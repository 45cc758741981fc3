internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel

extension Describer {
  /// One line of a search.
  func searchRow(
    _ row: CatalogueRow, _ records: CatalogueRecords, holdings: Holdings, community: [Release.ID: LocalFigures]
  ) -> JSONObject {
    var object = JSONObject()
    switch row.reference {
    case .release(let id):
      if let release = records.releases[id] {
        object = facts(of: release, community[id]).with([
          "format_quantity": .int(quantity(release.formats)), "formats": .objects(release.formats.map(format)),
        ])
      }
      object["master_id"] = .int(row.master?.number ?? 0)
      object["master_url"] = row.master.map { url(.master($0)) } ?? .null
    case .master(let id):
      let master = records.masters[id]
      if let release = master?.keyRelease.flatMap({ records.releases[$0] }) {
        object = facts(of: release, community[release.id])
      }
      if let year = master?.year { object["year"] = .text(String(year)) }
      object["master_id"] = .int(id.number)
      object["master_url"] = url(.master(id))
    case .artist, .label:
      object["master_id"] = .null
      object["master_url"] = .null
    }
    let kind = row.reference.kind.rawValue
    // Of a master its key release counts.
    let release = records.release(of: row.reference)
    return object.with([
      "id": .int(row.reference.number), "type": .text(kind),
      "user_data": .object([
        "in_wantlist": .flag(release.map(holdings.wanted.contains) ?? false),
        "in_collection": .flag(release.map(holdings.owned.contains) ?? false),
      ]),
      "uri": .text("/\(kind)/\(row.reference.number)"),
      "title": .text(row.artist.isEmpty ? row.title : "\(row.artist) - \(row.title)"), "thumb": .text(""),
      "cover_image": .text("https://st.discogs.com/none/images/spacer.gif"), "resource_url": url(row.reference),
    ])
  }

  private func facts(of release: Release, _ figures: LocalFigures?) -> JSONObject {
    [
      "country": .text(release.country), "year": release.year.map { .text(String($0)) },
      "format": .texts(release.formats.flatMap { [$0.name] + $0.descriptions }),
      "label": .texts((release.labels + release.companies).map(\.name)), "genre": .texts(release.genres),
      "style": .texts(release.styles), "barcode": .texts(release.identifiers.map(\.value)),
      "catno": .text(release.labels.first?.catalogueNumber ?? ""),
      "community": .object(["want": .int(figures?.want ?? 0), "have": .int(figures?.have ?? 0)]),
    ]
  }
}

extension CatalogueRecords {
  /// The release a row is about: a master's key release.
  func release(of reference: EntityReference) -> Release.ID? {
    switch reference {
    case .release(let id): id
    case .master(let id): masters[id]?.keyRelease
    case .artist, .label: nil
    }
  }
}

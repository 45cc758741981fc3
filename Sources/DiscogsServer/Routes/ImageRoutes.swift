internal import Catalogue
internal import DiscogsModel
internal import Raster
internal import Sleeves

/// Sleeves drawn for records, as PNG, since dumps have no pictures.
struct ImageRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    table.at(
      "images/releases/:id/:side",
      get: { call in
        let release = try await backend.release(call.number("id", else: .noRelease))
        return try picture(SleeveFacts(release), call)
      })
    table.at(
      "images/masters/:id/:side",
      get: { call in
        let id = Master.ID(try call.number("id", else: .noMaster))
        let (master, key) = try await backend.ask(else: .noMaster) { () async throws(CatalogueError) in
          let master = try await backend.catalogue.master(id)
          let records = try await backend.catalogue.records(of: [.master(id)])
          return (master, master.keyRelease.flatMap { records.releases[$0] })
        }
        return try picture(SleeveFacts(master, keyRelease: key), call)
      })
    table.at(
      "images/artists/:id/:side",
      get: { call in
        let id = Artist.ID(try call.number("id", else: .noArtist))
        let artist = try await backend.ask(else: .noArtist) { () async throws(CatalogueError) in
          try await backend.catalogue.artist(id)
        }
        return try picture(SleeveFacts(artist), call)
      })
    table.at(
      "images/labels/:id/:side",
      get: { call in
        let id = Discogs.Label.ID(try call.number("id", else: .noLabel))
        let label = try await backend.ask(else: .noLabel) { () async throws(CatalogueError) in
          try await backend.catalogue.label(id)
        }
        return try picture(SleeveFacts(label), call)
      })
  }

  /// Discogs has pictures in two sizes.
  private func picture(_ facts: SleeveFacts, _ call: RouteCall) throws -> RouteAnswer {
    guard let side = Int(call.parameters["side"] ?? ""), [150, 600].contains(side) else { throw RouteRefusal.notFound }
    var answer = RouteAnswer(status: 200, contentType: "image/png")
    answer.bytes = Sleeve.draw(facts, side: side).png()
    return answer
  }
}

internal import Catalogue
internal import DiscogsModel
internal import Raster
internal import Sleeves

/// Sleeves drawn for records, as PNG, since dumps have no pictures.
struct ImageRoutes: Sendable {
  let backend: Backend

  func add(to table: inout RouteTable) {
    at("images/releases/:id/:side", &table) { SleeveFacts(try await backend.release($0)) }
    at("images/masters/:id/:side", &table) { call in
      let (master, key) = try await backend.master(call)
      return SleeveFacts(master, keyRelease: key)
    }
    at("images/artists/:id/:side", &table) { SleeveFacts(try await backend.artist($0)) }
    at("images/labels/:id/:side", &table) { SleeveFacts(try await backend.label($0)) }
  }

  /// Discogs has pictures in two sizes.
  private func at(
    _ path: StaticString, _ table: inout RouteTable,
    draw facts: @escaping @Sendable (RouteCall) async throws -> SleeveFacts
  ) {
    let draw: RouteTable.Handler = { call in
      let facts = try await facts(call)
      guard let side = Int(call.parameters["side"] ?? ""), [150, 600].contains(side) else {
        throw RouteRefusal.notFound
      }
      return RouteAnswer(status: 200, contentType: "image/png", bytes: Sleeve.draw(facts, side: side).png())
    }
    table.at(path, get: draw)
  }
}

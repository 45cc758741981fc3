import Catalogue
import DiscogsModel
import Raster
import RunoutModel
import Sleeves
import TestSupport
import Testing

/// The sleeves of the records that everybody sees first.
struct DemoSleevesTests {
  /// Every release of the demo, those together that share a sleeve.
  private func releases() async throws -> [[Release]] {
    let catalogue = try await TestServer.start(stocked: false).catalogue
    let rows = try await catalogue.search(SearchRequest(kind: .release), limit: 1_000).rows
    var releases: [Release] = []
    for row in rows {
      guard case .release(let id) = row.reference else { continue }
      releases.append(try await catalogue.release(id))
    }
    return Dictionary(grouping: releases) { SleeveFacts($0).seed }.sorted { $0.key < $1.key }.map(\.value)
  }

  @Test func `no two records of the demo have sleeves that look alike`() async throws {
    let groups = try await releases()
    #expect(groups.count > 90)
    let small = groups.map { Sleeve.draw(SleeveFacts($0[0]), side: 96).scaled(width: 16, height: 16) }
    var least = (distance: Double.infinity, between: ("", ""))
    for one in small.indices {
      for other in 0..<one {
        let distance = small[one].difference(from: small[other])
        if distance < least.distance { least = (distance, (groups[one][0].title, groups[other][0].title)) }
      }
    }
    // The mean difference of a channel in small, of 255.
    #expect(least.distance > 8, "the nearest two: \(least)")
  }
}

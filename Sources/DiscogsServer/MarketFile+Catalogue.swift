public import Catalogue
internal import DiscogsModel
public import UserLibrary

extension MarketFile {
  /// Refuses what the catalogue does not have: nothing could be said of it but its number.
  public func check(against catalogue: CatalogueStore) async throws {
    var missing: [Release.ID] = []
    var rest = releases[...]
    // Some at a time: their records take more room than their offers.
    while !rest.isEmpty {
      let some = rest.prefix(1_000)
      let known = try await catalogue.records(of: some.map { .release($0) }).releases
      missing += some.filter { known[$0] == nil }
      rest = rest.dropFirst(some.count)
    }
    if let refusal = refusal(of: missing) { throw refusal }
  }
}

public import Catalogue
internal import DiscogsModel
public import UserLibrary

extension MarketFile {
  /// Refuses what the catalogue does not have: nothing could be said of it but its number.
  public func check(against catalogue: CatalogueStore) async throws {
    let known = try await catalogue.records(of: releases.map { .release($0) }).releases
    if let refusal = refusal(of: releases.filter { known[$0] == nil }) { throw refusal }
  }
}

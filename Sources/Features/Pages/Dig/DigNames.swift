public import Clients
public import DiscogsModel
import RunoutModel

extension EntityReference {
  /// Parses `label:123`, `series:123` (a label to Discogs), an id with its letter, or a page's address.
  public nonisolated init?(named text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let number = Int(parts[1]), number > 0,
      let kind = parts[0] == "series" ? .label : EntityKind(rawValue: String(parts[0]))
    {
      self.init(kind, number)
    } else if let pasted = EntityReference(pasted: text) ?? EntityReference(pasted: "[\(text)]") {
      self = pasted
    } else {
      return nil
    }
  }
}

extension CatalogueClient {
  /// Returns the artist meant: by id or address, by the whole name, or the best known that a search finds; nil for
  /// none.
  public nonisolated func artist(meantBy text: String) async throws(ClientError) -> Artist.ID? {
    if case .artist(let id)? = EntityReference(named: text) { return id }
    if case .artist(let id)? = try await named(text, .artist) { return id }
    let query: SearchQuery
    // A text that is not a query may still be a name, but then it was found above.
    do { query = try SearchQuery(parsing: text) } catch { return nil }
    guard !query.isEmpty, !query.asksShelf else { return nil }
    let found = try await search(SearchRequest(query: query, kind: .artist), nil, 1).rows.first
    if case .artist(let id)? = found?.reference { return id }
    return nil
  }

  /// Returns the release, master or artist meant by id or address, or the artist of that name; nil for none.
  public nonisolated func played(meantBy text: String) async throws(ClientError) -> EntityReference? {
    if let reference = EntityReference(named: text) { return reference.kind == .label ? nil : reference }
    return try await artist(meantBy: text).map { .artist($0) }
  }
}

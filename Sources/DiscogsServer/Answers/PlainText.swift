internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel

extension Backend {
  /// Adds `profile_plaintext` beside `profile`, and so on, for `Accept: application/vnd.discogs.v2.plaintext+json`.
  /// Numbers are replaced by names where the catalogue has them.
  ///
  /// - Parameter names: the names of the texts; missing ones are ignored.
  func addPlainText(of names: String..., to object: inout JSONObject, _ call: RouteCall) async throws {
    guard call.fields["accept"]?.lowercased().contains("application/vnd.discogs.v2.plaintext") == true else { return }
    for name in names {
      guard case .text(let text)? = object[name] else { continue }
      let markup = TextMarkup(parsing: text)
      let known = try await ask { () async throws(CatalogueError) in
        try await catalogue.names(of: markup.unnamedReferences)
      }
      object["\(name)_plaintext"] = .text(markup.naming(known).plain)
    }
  }
}

internal import Catalogue
internal import DiscogsJSON
internal import DiscogsModel

extension Backend {
  /// Returns the object with `profile_plaintext` beside `profile`, and so on, for
  /// `Accept: application/vnd.discogs.v2.plaintext+json`. Numbers are replaced by names where the catalogue has them.
  ///
  /// - Parameter names: the names of the texts; missing ones are ignored.
  func plain(_ names: String..., in object: JSONObject, _ call: RouteCall) async throws -> JSONObject {
    var object = object
    let isAsked = call.fields["accept"]?.lowercased().contains("application/vnd.discogs.v2.plaintext") == true
    for name in names where isAsked {
      guard case .text(let text)? = object[name] else { continue }
      let markup = TextMarkup(parsing: text)
      let known = try await catalogue.names(of: markup.unnamedReferences)
      object["\(name)_plaintext"] = .text(markup.naming(known).plain)
    }
    return object
  }
}

import Foundation

extension Endpoint {
  /// The request in words: `release 249504`, `search “miles”, page 3`; ``name`` for a request without any.
  public var title: String { CallTitle(method, path, query).words ?? name }
}

/// Finds words for a call in what it sends, so that nothing has to be said twice where endpoints are made.
private struct CallTitle {
  private let method: HTTP.Method
  private let path: String
  private let parts: [String]
  private let query: [QueryItem]

  init(_ method: HTTP.Method, _ path: String, _ query: [QueryItem]) {
    (self.method, self.path, self.query) = (method, path, query)
    // Few have anything to decode, and decoding takes longer than all else. In bytes, as Foundation searches text by the
    // rules of a locale.
    func decode(_ part: Substring) -> String {
      let isPlain = !part.utf8.contains(UInt8(ascii: "%"))
      return isPlain ? String(part) : part.removingPercentEncoding ?? String(part)
    }
    parts = path.split(separator: "/").map(decode)
  }

  var words: String? {
    if path.hasPrefix("http") { return Origin(path).map { "picture from \($0.host)" } }
    guard parts.count >= 2 else { return nil }
    let rest = Array(parts.dropFirst(2))
    return switch parts[0] {
    case "database": search
    case "oauth": "signed-in user"
    case "releases": release(parts[1], rest)
    case "masters": rest.isEmpty ? "master \(parts[1])" : paged("versions of master \(parts[1])")
    case "artists": rest.isEmpty ? "artist \(parts[1])" : paged("releases of artist \(parts[1])")
    case "labels": rest.isEmpty ? "label \(parts[1])" : paged("releases of label \(parts[1])")
    case "lists": "list \(parts[1])"
    case "users": user(parts[1], rest)
    case "marketplace": market(parts[1], rest)
    case "inventory": inventory(parts[1], rest)
    default: nil
    }
  }

  /// Without a number for the first page.
  private func paged(_ words: String) -> String {
    guard let page = query.first(where: { $0.name == "page" })?.value, page != "1" else { return words }
    return "\(words), page \(page)"
  }

  private var search: String {
    let order: Set = ["page", "per_page", "sort", "sort_order", "type"]
    let sought = query.filter { !order.contains($0.name) }.map(\.value).joined(separator: " ")
    let kind = query.first { $0.name == "type" }.map { "\($0.value) " } ?? ""
    return paged(sought.isEmpty ? "search for any \(kind.isEmpty ? "record" : kind.dropLast())" : "search “\(sought)”")
  }

  private func release(_ id: String, _ rest: [String]) -> String? {
    switch (rest.first, rest.count, method) {
    case (nil, _, _): "release \(id)"
    case ("stats", _, _): "figures of release \(id)"
    case ("rating", 1, _): "rating of release \(id)"
    case ("rating", 2, .get): "rating of release \(id) by \(rest[1])"
    case ("rating", 2, .delete): "clear the rating of release \(id)"
    case ("rating", 2, _): "rate release \(id)"
    default: nil
    }
  }

  private func user(_ name: String, _ rest: [String]) -> String? {
    switch (rest.first, method) {
    case (nil, .get): return "profile of \(name)"
    case (nil, _): return "edit the profile of \(name)"
    case ("wants", _) where rest.count == 1: return paged("want list of \(name)")
    case ("wants", .put): return "add release \(rest[1]) to the want list"
    case ("wants", .delete): return "remove release \(rest[1]) from the want list"
    case ("wants", _): return "edit the want for release \(rest[1])"
    case ("submissions", _), ("contributions", _), ("lists", _), ("inventory", _):
      return paged("\(rest[0]) of \(name)")
    case ("collection", _): return collection(name, Array(rest.dropFirst()))
    default: return nil
    }
  }

  private func collection(_ name: String, _ rest: [String]) -> String? {
    switch (rest.first, rest.count) {
    case ("fields", _): return "collection fields of \(name)"
    case ("value", _): return "collection value of \(name)"
    case ("releases", 2): return paged("copies of release \(rest[1])")
    case ("folders", 1): return method == .get ? "folders of \(name)" : "create a folder"
    case ("folders", 2):
      switch method {
      case .get: return "folder \(rest[1]) of \(name)"
      case .delete: return "delete folder \(rest[1])"
      case .post, .put: return "rename folder \(rest[1])"
      }
    case ("folders", 3): return paged(rest[1] == "0" ? "collection of \(name)" : "folder \(rest[1]) of \(name)")
    case ("folders", 4): return "add release \(rest[3]) to the collection"
    case ("folders", 6) where method == .delete: return "remove a copy of release \(rest[3]) from the collection"
    case ("folders", 6...): return "edit a copy of release \(rest[3])"
    default: return nil
    }
  }

  private func market(_ what: String, _ rest: [String]) -> String? {
    switch (what, rest.count, method) {
    case ("listings", 0, _): return "list a copy for sale"
    case ("listings", _, .get): return "listing \(rest[0])"
    case ("listings", _, .delete): return "delete listing \(rest[0])"
    case ("listings", _, _): return "edit listing \(rest[0])"
    case ("orders", 0, _): return paged("orders")
    case ("orders", 1, .get): return "order \(rest[0])"
    case ("orders", 1, _): return "edit order \(rest[0])"
    case ("orders", _, .get): return paged("messages about order \(rest[0])")
    case ("orders", _, _): return "send a message about order \(rest[0])"
    case ("fee", 1..., _): return "fee for \(rest.joined(separator: " "))"
    case ("price_suggestions", 1, _): return "suggested prices for release \(rest[0])"
    case ("stats", 1, _): return "market figures of release \(rest[0])"
    default: return nil
    }
  }

  private func inventory(_ what: String, _ rest: [String]) -> String? {
    guard what == "export" || what == "upload" else { return nil }
    switch (rest.count, method) {
    case (0, .get): return paged("inventory \(what)s")
    case (0, _): return "export the inventory"
    case (1, .get): return "inventory \(what) \(rest[0])"
    case (1, _): return "upload an inventory to \(rest[0])"
    default: return "file of inventory export \(rest[0])"
    }
  }
}

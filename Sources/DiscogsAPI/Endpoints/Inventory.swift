import DiscogsJSON
public import DiscogsModel

/// A downloaded file.
public struct DownloadedFile: Hashable, Sendable {
  /// Its name on Discogs; empty if it has none.
  public var name: String
  /// The whole file.
  public var bytes: [UInt8]

  /// Creates a downloaded file.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The effect of an uploaded file on the inventory.
public enum UploadKind: String, CaseIterable, Hashable, Sendable {
  case add, change, delete
}

extension Endpoint where Value == InventoryTransfer.ID? {
  /// Starts an export of the inventory. Refused (409) while another export runs.
  public static var startExport: Endpoint {
    starting("/inventory/export")
  }

  /// Uploads a file. Refused (409) while another upload runs.
  ///
  /// - Parameter csv: with a header row of small letters. To add: `release_id`, `price`, `media_condition` and more; to
  ///   change: `release_id` and the columns to change; to delete: `listing_id`.
  public static func upload(_ csv: [UInt8], named name: String = "inventory.csv", to kind: UploadKind) -> Endpoint {
    starting(
      "/inventory/upload/\(kind.rawValue)",
      body: .file(field: "upload", name: name, contentType: "text/csv", bytes: csv))
  }

  /// The answer has no body; the number stands in its `Location`.
  private static func starting(_ path: String, body: RequestBody? = nil) -> Endpoint {
    Endpoint("POST " + path, method: .post, path: path, body: body, credentials: .user, isIdempotent: false) {
      response in
      let number = response.headers["Location"].flatMap { location in
        location.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.flatMap { Int($0) }
      }
      if let number, number > 0 { return Decoded(InventoryTransfer.ID(number)) }
      return Decoded(nil, problems: [DecodingFailure(field: "Location", reason: "the new export has no number")])
    }
  }
}

extension Endpoint where Value == Paged<InventoryTransfer> {
  /// One page of the exports asked for so far.
  public static func exports(page: PageRequest = .first) -> Endpoint { transfers("/inventory/export", page) }
  /// One page of the files sent so far.
  public static func uploads(page: PageRequest = .first) -> Endpoint { transfers("/inventory/upload", page) }

  private static func transfers(_ path: String, _ page: PageRequest) -> Endpoint {
    reading(path, path: path, query: page.query, credentials: .user, rows: "items")
  }
}

extension Endpoint where Value == InventoryTransfer {
  /// The progress of an export: ask until it is done, then ``download(_:)`` it.
  public static func export(_ id: InventoryTransfer.ID) -> Endpoint { transfer("/inventory/export", id) }
  /// The progress of an upload, and the errors Discogs found in it.
  public static func upload(_ id: InventoryTransfer.ID) -> Endpoint { transfer("/inventory/upload", id) }

  private static func transfer(_ path: String, _ id: InventoryTransfer.ID) -> Endpoint {
    reading(path + "/{id}", path: "\(path)/\(id)", credentials: .user)
  }
}

extension Endpoint where Value == Revision<InventoryTransfer> {
  /// The progress of an export since the answer dated `last`; nil for the first time.
  public static func export(_ id: InventoryTransfer.ID, since last: LastModified?) -> Endpoint {
    transfer("/inventory/export", id, last)
  }

  /// The progress of an upload since the answer dated `last`; nil for the first time.
  public static func upload(_ id: InventoryTransfer.ID, since last: LastModified?) -> Endpoint {
    transfer("/inventory/upload", id, last)
  }

  private static func transfer(_ path: String, _ id: InventoryTransfer.ID, _ last: LastModified?) -> Endpoint {
    Endpoint(
      "GET \(path)/{id}", path: "\(path)/\(id)", credentials: .user, isIdempotent: true, unlessSame: last
    ) { response throws(DecodingFailure) in
      if response.status == 304 { return Decoded(.same) }
      let transfer = try Endpoint<InventoryTransfer>.decode(response) { json throws(DecodingFailure) in
        try InventoryTransfer(json)
      }
      let date = response.headers["Last-Modified"].flatMap { LastModified($0) }
      return Decoded(
        .changed(transfer.value, date), problems: transfer.problems, additional: transfer.additional)
    }
  }
}

extension Endpoint where Value == DownloadedFile {
  /// The file of a finished export.
  public static func download(_ export: InventoryTransfer.ID) -> Endpoint {
    Endpoint(
      "GET /inventory/export/{id}/download", path: "/inventory/export/\(export)/download", credentials: .user,
      isIdempotent: true
    ) { response in
      Decoded(DownloadedFile(name: response.headers["Content-Disposition"]?.fileName ?? "", bytes: response.body))
    }
  }
}

extension String {
  /// `attachment; filename="x.csv"` names `x.csv`. Never more than a name: no folder it would be written to.
  fileprivate var fileName: String {
    for part in split(separator: ";") {
      let words = part.split(separator: "=", maxSplits: 1)
      guard words.count == 2, words[0].filter({ $0 != " " }).lowercased() == "filename" else { continue }
      let name = words[1].drop { $0 == " " || $0 == "\"" }.prefix { $0 != "\"" }
      let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
      return last.allSatisfy { $0 == "." } ? "" : String(last)
    }
    return ""
  }
}

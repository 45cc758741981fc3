import DiscogsJSON
public import DiscogsModel

/// A downloaded file.
public struct DownloadedFile: Hashable, Sendable {
  /// Its name on Discogs; empty if it has none.
  public var name: String
  /// The whole file.
  public var bytes: [UInt8]

  /// Creates a downloaded file.
  public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// The effect of an uploaded file on the inventory.
public enum UploadKind: String, CaseIterable, Hashable, Sendable {
  case add, change, delete
}

extension Endpoint {
  public static func upload(
    _ csv: [UInt8], named name: String = "inventory.csv", to kind: UploadKind
  ) -> Endpoint where Value == InventoryTransfer.ID? {
    starting(
      "/inventory/upload/\(kind.rawValue)",
      body: .file(field: "upload", name: name, contentType: "text/csv", bytes: csv))
  }

  /// The answer has no body; the number stands in its `Location`.
  private static func starting(
    _ path: String, body: RequestBody? = nil
  ) -> Endpoint where Value == InventoryTransfer.ID? {
    Endpoint("POST " + path, method: .post, path: path, body: body, credentials: .user, isIdempotent: false) {
      response in
      let number = response.headers["Location"].flatMap { location in
        location.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.flatMap { Int($0) }
      }
      if let number, number > 0 { return Decoded(InventoryTransfer.ID(number)) }
      return Decoded(nil, problems: [DecodingFailure(field: "Location", reason: "the new export has no number")])
    }
  }

  public static func exports(page: PageRequest = .first) -> Endpoint where Value == Paged<InventoryTransfer> {
    transfers("/inventory/export", page)
  }

  public static func uploads(page: PageRequest = .first) -> Endpoint where Value == Paged<InventoryTransfer> {
    transfers("/inventory/upload", page)
  }

  private static func transfers(
    _ template: PathTemplate, _ page: PageRequest
  ) -> Endpoint where Value == Paged<InventoryTransfer> {
    reading(template, query: page.query, credentials: .user, rows: "items")
  }

  public static func export(_ id: InventoryTransfer.ID) -> Endpoint where Value == InventoryTransfer {
    reading("/inventory/export/\(id)", credentials: .user)
  }

  public static func upload(_ id: InventoryTransfer.ID) -> Endpoint where Value == InventoryTransfer {
    reading("/inventory/upload/\(id)", credentials: .user)
  }

  public static func export(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) -> Endpoint where Value == Revision<InventoryTransfer> {
    transfer("/inventory/export/\(id)", last)
  }

  public static func upload(
    _ id: InventoryTransfer.ID, since last: LastModified?
  ) -> Endpoint where Value == Revision<InventoryTransfer> {
    transfer("/inventory/upload/\(id)", last)
  }

  private static func transfer(
    _ template: PathTemplate, _ last: LastModified?
  ) -> Endpoint where Value == Revision<InventoryTransfer> {
    Endpoint(
      "GET \(template.form)", path: template.path, credentials: .user, isIdempotent: true, unlessSame: last
    ) { response throws(DecodingFailure) in
      if response.status == 304 { return Decoded(.same) }
      let transfer = try Endpoint<InventoryTransfer>.decode(response) { try InventoryTransfer($0) }
      let date = response.headers["Last-Modified"].flatMap { LastModified($0) }
      return Decoded(.changed(transfer.value, date), problems: transfer.problems, additional: transfer.additional)
    }
  }

  public static func download(_ export: InventoryTransfer.ID) -> Endpoint where Value == DownloadedFile {
    let template: PathTemplate = "/inventory/export/\(export)/download"
    return Endpoint("GET \(template.form)", path: template.path, credentials: .user, isIdempotent: true) { response in
      Decoded(DownloadedFile(name: response.headers["Content-Disposition"]?.fileName ?? "", bytes: response.body))
    }
  }
}

extension Endpoint where Value == InventoryTransfer.ID? {
  public static var startExport: Endpoint { starting("/inventory/export") }
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

import DiscogsModel
import Foundation

@testable import DiscogsAPI

/// The answers in `Fixtures`.
enum Fixture {
  /// The answer whose files bear this name: `get-release-200`.
  static func response(_ name: String) throws -> HTTP.Response {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let lines = try String(contentsOf: folder.appending(path: name + ".header"), encoding: .utf8).split(separator: "\n")
    var response = HTTP.Response(status: Int(lines[0].split(separator: " ")[1]) ?? 0)
    for line in lines.dropFirst() {
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      response.headers[String(line[..<colon])] = String(line[colon...].dropFirst(2))
    }
    let isText = response.headers["Content-Type"]?.hasPrefix("text/csv") ?? false
    response.body = Array(try Data(contentsOf: folder.appending(path: name + (isText ? ".csv" : ".json"))))
    return response
  }

  static func read<Value>(_ name: String, as endpoint: Endpoint<Value>) throws -> Value {
    let decoded = try endpoint.read(try response(name))
    guard decoded.problems.isEmpty else { throw Problems(decoded.problems) }
    return decoded.value
  }

  struct Problems: Error {
    let problems: [DecodingFailure]
    init(_ problems: [DecodingFailure]) { self.problems = problems }
  }
}

extension Endpoint {
  /// Reads a body written in the test.
  func read(_ json: String) throws(DecodingFailure) -> Decoded<Value> {
    try read(.json(json))
  }

  /// What goes over the wire: `PUT /users/x/wants/1 {"rating":4}`.
  var wire: String {
    let query = query.isEmpty ? "" : "?" + PercentEncoding.query(query)
    let body =
      switch body {
      case nil: ""
      case .json(let bytes): " " + String(decoding: bytes, as: UTF8.self)
      case .file(let field, let name, let type, let bytes):
        " \(field): \(name) (\(type)) " + String(decoding: bytes, as: UTF8.self)
      }
    return "\(method.rawValue) \(path)\(query)\(body)"
  }

  /// What else the client is told of it: idempotent, credentials, kept as.
  var manner: String {
    "\(isIdempotent ? "again" : "once") \(credentials) \(cacheKind?.rawValue ?? "-")"
  }
}

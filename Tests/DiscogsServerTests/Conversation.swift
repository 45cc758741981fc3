import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport

/// A client without any idea of Discogs, to see what the server says word by word.
struct Conversation {
  let server: TestServer
  var token: String? = TestServer.token
  var agent: String? = "RunoutTests/1.0"

  init(_ server: TestServer, token: String? = TestServer.token) {
    self.server = server
    self.token = token
  }

  struct Reply {
    var status: Int
    var headers: HTTPHeaders
    var text: String

    /// The body as JSON.
    var json: Document { get throws { Document(try JSONSerialization.jsonObject(with: Data(text.utf8))) } }
  }

  func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Reply {
    try await send(.GET, path, headers: headers)
  }

  func send(
    _ method: HTTPMethod, _ path: String, json: String? = nil, headers: [(String, String)] = []
  ) async throws -> Reply {
    var request = HTTPClientRequest(url: server.url + path)
    request.method = method
    if let agent { request.headers.add(name: "User-Agent", value: agent) }
    if let token { request.headers.add(name: "Authorization", value: "Discogs token=\(token)") }
    for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
    if let json {
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(ByteBuffer(string: json))
    }
    let response = try await Self.client.execute(request, deadline: .now() + .seconds(30))
    let body = try await response.body.collect(upTo: 10 << 20)
    return Reply(status: Int(response.status.code), headers: response.headers, text: String(buffer: body))
  }

  /// Follows no redirects, and undoes no compression.
  private static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.redirectConfiguration = .disallow
    configuration.decompression = .disabled
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()
}

/// JSON to look into: `document["pagination"]["items"].int`.
struct Document: Sendable {
  private let data: Data?

  init(_ value: Any?) {
    data = value.flatMap { try? JSONSerialization.data(withJSONObject: [$0]) }
  }

  private var value: Any? {
    data.flatMap { try? JSONSerialization.jsonObject(with: $0) as? [Any] }?.first
  }

  subscript(_ name: String) -> Document { Document((value as? [String: Any])?[name]) }
  subscript(_ index: Int) -> Document {
    let array = value as? [Any] ?? []
    return Document(array.indices.contains(index) ? array[index] : nil)
  }

  var exists: Bool { value != nil }
  var isNull: Bool { value is NSNull }
  var int: Int? { (value as? NSNumber)?.intValue }
  var double: Double? { (value as? NSNumber)?.doubleValue }
  var bool: Bool? { (value as? NSNumber)?.boolValue }
  var string: String? { value as? String }
  var array: [Document] { (value as? [Any])?.map { Document($0) } ?? [] }
  var keys: Set<String> { Set((value as? [String: Any])?.keys.map { $0 } ?? []) }
}

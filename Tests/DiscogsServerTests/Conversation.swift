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
  private enum Value {
    case null
    case number(NSNumber)
    case string(String)
    case array([Document])
    case object([String: Document])
  }

  /// Nil where there is nothing.
  private let value: Value?

  init(_ json: Any?) {
    value =
      switch json {
      case nil: nil
      case let number as NSNumber: .number(number)
      case let string as String: .string(string)
      case let array as [Any]: .array(array.map { Document($0) })
      case let object as [String: Any]: .object(object.mapValues { Document($0) })
      default: .null
      }
  }

  subscript(_ name: String) -> Document {
    guard case .object(let members)? = value else { return Document(nil) }
    return members[name] ?? Document(nil)
  }

  subscript(_ index: Int) -> Document { array.indices.contains(index) ? array[index] : Document(nil) }

  var exists: Bool { value != nil }
  var isNull: Bool { if case .null? = value { true } else { false } }
  var int: Int? { number?.intValue }
  var double: Double? { number?.doubleValue }
  var bool: Bool? { number?.boolValue }
  var string: String? { if case .string(let text)? = value { text } else { nil } }
  var array: [Document] { if case .array(let items)? = value { items } else { [] } }
  var keys: Set<String> { if case .object(let members)? = value { Set(members.keys) } else { [] } }

  private var number: NSNumber? { if case .number(let number)? = value { number } else { nil } }
}

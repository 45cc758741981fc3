internal import Catalogue
internal import DiscogsServer
internal import Foundation
internal import Fuzzing
internal import RunoutModel
internal import UserLibrary

extension FuzzTarget {
  /// A request to `runout serve`, over the loopback interface: a line with method and target, header fields, an empty
  /// line and the body. What frames a request on the wire is put right, so that the inputs get as far as the routes.
  ///
  ///     POST /users/collector/collection/folders
  ///     Content-Type: application/json
  ///
  ///     {"name": "Jazz"}
  static let requests = FuzzTarget("requests", isLong: false) { bytes in
    let answer = Loopback.exchange(MadeUpRequest(bytes).wire, port: server.port)
    precondition(answer.starts(with: Array("HTTP/1.1 ".utf8)), "no answer to a request")
    let status = String(decoding: answer.dropFirst(9).prefix(3), as: UTF8.self)
    precondition(
      status != "500", "an error of the server's own: \(String(decoding: answer.suffix(300), as: UTF8.self))")
  }

  private static let server = ServedDemo()
}

private struct MadeUpRequest {
  var wire: [UInt8]

  init(_ bytes: [UInt8]) {
    let (line, others) = bytes.firstLine
    let words = line.split(separator: " ", maxSplits: 1)
    let method = words.first.map { String($0.filter { $0.isASCII && $0.isLetter }) } ?? ""
    let target = words.count > 1 ? Self.visible(words[1]) : "/"
    let (fields, body) = others.fields
    let framing: Set = ["content-length", "transfer-encoding", "connection", "host", "expect", "upgrade"]
    var head = "\(method.isEmpty ? "GET" : method) \(target.hasPrefix("/") ? target : "/" + target) HTTP/1.1\r\n"
    head += "Host: 127.0.0.1\r\nConnection: close\r\nContent-Length: \(body.count)\r\n"
    var names: Set<String> = []
    for field in fields {
      let name = field.name.filter { $0.isASCII && ($0.isLetter || $0 == "-") }
      guard !name.isEmpty, !framing.contains(name.lowercased()), names.insert(name.lowercased()).inserted else {
        continue
      }
      head += "\(name): \(Self.visible(field.value[...]))\r\n"
    }
    if !names.contains("user-agent") { head += "User-Agent: Fuzz/1.0\r\n" }
    if !names.contains("authorization") { head += "Authorization: Discogs token=token\r\n" }
    wire = Array((head + "\r\n").utf8) + body
  }

  /// Without what would end the line.
  private static func visible(_ text: Substring) -> String {
    String(text.map { $0.isASCII && $0 > " " && $0 < "\u{7F}" ? $0 : "~" })
  }
}

/// A server over the demo's catalogue, with one user who owns nothing yet.
private struct ServedDemo: Sendable {
  let port: UInt16

  init() {
    let root = ProcessInfo.processInfo.environment["RUNOUT_FUZZ_ROOT"] ?? "."
    let path = NSTemporaryDirectory() + "/runout-fuzz-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    do {
      _ = try CatalogueImporter.import(
        files: ["artists", "labels", "masters", "releases"].map { "\(root)/Resources/Demo/\($0).xml" }, into: path,
        now: 1_794_000_000)
      let catalogue = try CatalogueStore(path: path)
      unlink(path)
      let accounts = try AccountStore.inMemory()
      let offers = try MarketFile(
        Array(Data(contentsOf: URL(fileURLWithPath: "\(root)/Resources/Demo/market.csv"))), named: "market.csv",
        owner: "collector"
      ).offers
      port = wait {
        do {
          let options = ServerOptions(
            owner: "collector", tokens: ["token": "collector"], now: { 1_794_000_000 }, market: Market(offers))
          let server = try await DiscogsServer(catalogue: catalogue, accounts: accounts, options: options)
          let (ports, found) = AsyncStream.makeStream(of: Int.self)
          Task.detached { try await server.run { found.yield($0) } }
          for await port in ports { return UInt16(port) }
        } catch {
          preconditionFailure("the server cannot be started: \(error)")
        }
        preconditionFailure("the server named no port")
      }
    } catch {
      preconditionFailure("the demo cannot be made: \(error)")
    }
  }
}

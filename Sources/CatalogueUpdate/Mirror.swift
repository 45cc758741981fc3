import Catalogue
public import DiscogsAPI
public import DiscogsModel
import Foundation
import Synchronization
import Wording

/// A web folder with Discogs' monthly dumps under their own names, and a page that lists them.
///
///     let mirror = Mirror(url: Mirror.discogs, transport: transport, userAgent: "Runout/1.0")
///     let plan = try await mirror.plan(month: nil, kinds: [.artist, .label, .master, .release])
public struct Mirror: Sendable {
  /// Discogs' own server.
  public static let discogs = "https://data.discogs.com/"

  let url: String
  let transport: any HTTPStreaming
  let userAgent: String
  /// The longest wait for each piece.
  let patience: Duration
  let persistence: Persistence
  let note: @Sendable (String) -> Void

  /// - Parameter note: gets a sentence whenever a connection is lost.
  public init(
    url: String, transport: any HTTPStreaming, userAgent: String, patience: Duration = .seconds(30),
    persistence: Persistence = Persistence(), note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.url = url
    self.transport = transport
    (self.userAgent, self.patience, self.persistence, self.note) = (userAgent, patience, persistence, note)
  }

  /// The dumps of a month; by default those of the newest complete one.
  ///
  /// - Parameter kinds: the kinds that make a month, such as `2026-08`, complete.
  public func plan(month: String?, kinds: Set<EntityKind>) async throws(UpdateError) -> UpdatePlan {
    let files = try await files(until: month, kinds)
    let complete = Self.complete(files, kinds)
    guard !files.isEmpty else { throw UpdateError(.missing, UpdateWords.noDumps(url)) }
    guard let date = complete.first(where: { month == nil || DumpFileName.month(of: $0) == month }) else {
      throw UpdateError(.missing, UpdateWords.notThere(month, host, newest: complete.first.map(DumpFileName.month)))
    }
    let checksums = try await checksums(files, date)
    var plan = UpdatePlan(month: DumpFileName.month(of: date), files: [])
    for kind in EntityKind.allCases where kinds.contains(kind) {
      guard let (name, address) = files.first(where: { $0.key.date == date && $0.key.kind == kind }) else { continue }
      guard let checksum = checksums[name.text] else { throw UpdateError(.missing, UpdateWords.noChecksum(name.text)) }
      let found = try await probe(address, name.text)
      plan.files.append(
        UpdatePlan.File(
          name: name.text, kind: kind, url: address, size: found.size, checksum: checksum, version: found.version))
    }
    return plan
  }

  var host: String { URL(string: url)?.host() ?? url }

  /// The dates with dumps of all kinds and checksums, the latest first.
  private static func complete(_ files: [DumpFileName: String], _ kinds: Set<EntityKind>) -> [String] {
    let wanted = Set(kinds.map(EntityKind?.some) + [nil])
    return Dictionary(grouping: files.keys, by: \.date)
      .filter { wanted.isSubset(of: $0.value.map(\.kind)) }.keys.sorted(by: >)
  }

  /// The most attempts of a request for the plan, which a person waits for; a download has hours.
  private static let planAttempts = 4

  /// Requests a file, or its beginning. Streamed like dumps, since a mirror may redirect all its files to another host.
  /// Retries after a pause if the network fails or the server is busy.
  ///
  /// - Parameter limit: reading ends at this many bytes, or some more.
  private func load(
    _ url: String, _ what: String, range: String? = nil, upTo limit: Int
  ) async throws(UpdateError) -> HTTP.Response {
    var failures = 0
    while true {
      do { return try await loadOnce(url, what, range: range, upTo: limit) } catch {
        failures += 1
        guard error.isPassing, failures < min(persistence.attempts, Self.planAttempts) else { throw error }
        let pause = persistence.pause(after: failures)
        note(UpdateWords.tryingAgain(error.description, seconds: Int(pause.components.seconds)))
        do { try await persistence.clock.sleep(for: pause) } catch {
          throw UpdateError(.cancelled, UpdateWords.cancelled)
        }
      }
    }
  }

  private func loadOnce(
    _ url: String, _ what: String, range: String?, upTo limit: Int
  ) async throws(UpdateError) -> HTTP.Response {
    var headers: HTTP.Headers = ["User-Agent": userAgent]
    headers["Range"] = range
    let isWanted = { @Sendable (status: Int) in status == 200 || status == 206 && range != nil }
    let response = Mutex(HTTP.Response(status: 0))
    do {
      try await transport.stream(HTTP.Request(url: url, headers: headers, timeout: patience)) { head in
        response.withLock { $0 = head }
        return isWanted(head.status)
      } take: { bytes in
        response.withLock { response in
          response.body += bytes
          return response.body.count < limit
        }
      }
    } catch { throw UpdateError(error, host: host) }
    let answer = response.withLock { $0 }
    guard isWanted(answer.status) else { throw UpdateError(status: answer.status, host: host, what) }
    return answer
  }

  /// The files on the index page, and on as many of its pages for years as necessary.
  private func files(until month: String?, _ kinds: Set<EntityKind>) async throws(UpdateError) -> [DumpFileName: String]
  {
    var page = MirrorPage(try await text(url), at: url)
    for year in page.years.prefix(month == nil ? 2 : 20) {
      let complete = Self.complete(page.files, kinds)
      if complete.contains(where: { month == nil || DumpFileName.month(of: $0) == month }) { break }
      page.add(MirrorPage(try await text(year), at: year))
    }
    return page.files
  }

  /// In bytes; a page with every dump so far has some 200 kB.
  private static let longestPage = 4 << 20
  /// In bytes; a hundred times the largest real dump.
  private static let largestDump = 1 << 40

  /// Loads a page or a list of checksums.
  private func text(_ url: String) async throws(UpdateError) -> String {
    let bytes = try await load(url, url, upTo: Self.longestPage + 1).body
    guard bytes.count <= Self.longestPage else {
      throw UpdateError(.refused, UpdateWords.unreachable(host, UpdateWords.tooLong))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// By file name.
  private func checksums(_ files: [DumpFileName: String], _ date: String) async throws(UpdateError) -> [String: String]
  {
    guard let address = files.first(where: { $0.key.date == date && $0.key.kind == nil })?.value else { return [:] }
    var checksums: [String: String] = [:]
    for line in try await text(address).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: " ")
      guard words.count == 2, words[0].utf8.count == 64, words[0].allSatisfy(\.isHexDigit) else { continue }
      checksums[String(words[1].drop { $0 == "*" })] = words[0].lowercased()
    }
    return checksums
  }

  /// Requests the first two bytes of a dump, for its size and version, and to see whether it is gzip.
  private func probe(_ url: String, _ name: String) async throws(UpdateError) -> (size: Int, version: String) {
    let answer = try await load(url, name, range: "bytes=0-1", upTo: 2)
    guard answer.body.starts(with: [0x1F, 0x8B]) else {
      throw UpdateError(.refused, answer.body.first == 0x3C ? UpdateWords.webPage(name) : UpdateWords.notADump(name))
    }
    let size = answer.headers.totalSize(of: answer.status) ?? 0
    guard 1...Self.largestDump ~= size else { throw UpdateError(.refused, UpdateWords.noSize(name)) }
    return (size, answer.headers.version)
  }
}

extension HTTP.Headers {
  /// Identifies the version of a file: its ETag unless weak, else its date.
  var version: String {
    if let tag = self["ETag"], !tag.hasPrefix("W/") { return tag }
    return self["Last-Modified"] ?? ""
  }

  /// The size of the whole file; nil if the server does not say.
  func totalSize(of status: Int) -> Int? {
    guard status == 206 else { return self["Content-Length"].flatMap { Int($0) } }
    return self["Content-Range"].flatMap { $0.split(separator: "/").last }.flatMap { Int($0) }
  }

  /// The offset of the part that the server sends.
  var rangeStart: Int? {
    guard let range = self["Content-Range"], range.hasPrefix("bytes ") else { return nil }
    return Int(range.dropFirst(6).prefix { $0 != "-" })
  }
}

extension UpdateError {
  init(_ failure: TransportFailure, host: String) {
    if failure == .cancelled {
      self.init(.cancelled, UpdateWords.cancelled)
    } else {
      self.init(.network, UpdateWords.unreachable(host, failure.reason), isPassing: failure.isPassing)
    }
  }

  init(status: Int, host: String, _ what: String) {
    switch status {
    case 401, 403, 451: self.init(.refused, UpdateWords.refused(host, status))
    case 404, 410: self.init(.missing, UpdateWords.gone(what, host))
    default: self.init(.network, UpdateWords.unexpected(host, status), isPassing: HTTP.Response.isPassing(status))
    }
  }
}

extension HTTP.Response {
  /// Whether a server with this status may answer a moment later.
  static func isPassing(_ status: Int) -> Bool { [408, 425, 429].contains(status) || 500...599 ~= status }
}

extension TransportFailure {
  fileprivate var isPassing: Bool {
    switch self {
    case .unreachable, .timedOut, .truncated: true
    case .proxy(_, let mayPass): mayPass
    case .untrusted, .malformed, .cancelled, .tooLarge, .redirected, .insecure: false
    }
  }

  var reason: String {
    switch self {
    case .unreachable(let reason, _), .untrusted(let reason), .malformed(let reason), .proxy(let reason, _): reason
    case .timedOut: UpdateWords.stalled
    case .truncated: UpdateWords.brokeOff
    case .cancelled: UpdateWords.cancelled
    case .tooLarge: UpdateWords.tooLong
    case .redirected(let host): UpdateWords.redirected(host)
    case .insecure(let host): UpdateWords.insecure(host)
    }
  }
}

import CZlib
import Catalogue
import CatalogueUpdate
import DiscogsModel
import DiscogsTransport
import Foundation
import Platform
import RunoutModel
import Synchronization
import TestSupport

/// A month of small dumps on a mirror, and a folder for the catalogue made of them.
final class MirrorFixture: Sendable {
  let mirror: DumpMirror
  let folder: TemporaryFolder
  let transport = AsyncHTTPTransport()

  static let releases = name("releases")

  static func name(_ kind: String, _ date: String = "20260801") -> String { "discogs_\(date)_\(kind).xml.gz" }

  /// - Parameter records: how many releases; a few artists, labels and masters are among what they name.
  init(records: Int = 40, index: DumpMirror.Index = .links, dates: [String] = ["20260801"]) throws {
    var files: [String: [UInt8]] = [:]
    for date in dates {
      let dumps = Self.dumps(records)
      for (kind, text) in dumps { files[Self.name(kind, date)] = Self.gzip(text) }
      files["discogs_\(date)_CHECKSUM.txt"] = Self.checksums(
        dumps.map { (Self.name($0.kind, date), files[Self.name($0.kind, date)] ?? []) })
    }
    mirror = try DumpMirror(files, index: index)
    folder = try TemporaryFolder()
  }

  deinit { mirror.stop() }

  var path: String { folder.path("catalogue.sqlite") }

  func plan(month: String? = nil, kinds: Set<EntityKind> = Set(EntityKind.allCases)) async throws(UpdateError)
    -> UpdatePlan
  {
    try await source().plan(month: month, kinds: kinds)
  }

  func source(patience: Duration = .seconds(20)) -> Mirror {
    Mirror(
      url: mirror.url, transport: transport, userAgent: "Tests/1.0", patience: patience,
      persistence: Persistence(attempts: 4, firstPause: .zero, longestPause: .zero))
  }

  /// Imports what the mirror has, on a thread of its own.
  @discardableResult
  func update(
    only: String? = nil, kinds: Set<EntityKind> = Set(EntityKind.allCases), interval: Duration = .seconds(30),
    patience: Duration = .seconds(20), keep: Bool = false,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }, faultPoint: @escaping @Sendable () -> Void = {},
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async throws -> ImportReport {
    let plan = try await plan(kinds: kinds)
    let dumps = source(patience: patience).dumps(
      of: plan, keptIn: keep ? folder.path : nil, isCancelled: isCancelled)
    let options = UpdateOptions(
      month: plan.month, only: try only.map { try SearchQuery(parsing: $0) }, interval: interval,
      faultPoint: faultPoint)
    let path = path
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try CatalogueImporter.update(
              dumps, into: path, now: 1_785_542_400, options: options, progress: progress, isCancelled: isCancelled)
          })
      }
    }
  }

  /// Updates step by step until so many are done, and counts them: threads may do one or two more.
  func steps(upTo limit: Int) async throws -> Int {
    let steps = Mutex(0)
    do {
      try await update(interval: .zero, faultPoint: { steps.withLock { $0 += 1 } }) {
        steps.withLock { $0 >= limit }
      }
    } catch CatalogueError.cancelled {}
    return steps.withLock { $0 }
  }

  /// What a catalogue has to show: its rows, by search and by record.
  func contents() async throws -> [String] { try await Self.contents(of: path) }

  static func contents(of path: String) async throws -> [String] {
    let store = try CatalogueStore(path: path)
    var lines: [String] = []
    for query in ["", "track:song", "genre:jazz", "artist:player", "label:records"] {
      let request = SearchRequest(query: try SearchQuery(parsing: query))
      for row in try await store.search(request, limit: 500).rows { lines.append("\(query): \(row)") }
    }
    let info = try await store.info()
    lines.append("\(info.counts.sorted { $0.key.rawValue < $1.key.rawValue }) \(info.namesOnly) \(info.only)")
    lines += info.files.map { "\($0.name) \($0.records) \($0.skipped)" }.sorted()
    return lines
  }

  /// Files of the folder that are neither the catalogue nor dumps that were asked for.
  var leftovers: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".catalogue") }.sorted()
    }
  }

  // MARK: Dumps

  private static func dumps(_ count: Int) -> [(kind: String, text: [String])] {
    // An artist without a record, and records that no release names.
    let artists = (1...12).map { "<artist><id>\($0)</id><name>Player \($0)</name></artist>" }
    let labels = (1...6).map { number in
      """
      <label><id>\(number)</id><name>Records \(number)</name>\
      <sublabels><label id="\(number + 50)">Sub \(number)</label></sublabels></label>
      """
    }
    let masters = (1...8).map { number in
      """
      <master id="\(number)"><main_release>\(number)</main_release><artists><artist><id>\(number)</id>\
      <name>Player \(number)</name></artist></artists><year>1970</year><title>Work \(number)</title></master>
      """
    }
    let releases = (1...max(1, count)).map { number in
      let genre = number.isMultiple(of: 4) ? "Rock" : "Jazz"
      return """
        <release id="\(number * 3)" status="Accepted"><artists><artist><id>\(number % 9 + 1)</id>\
        <name>Player \(number % 9 + 1)</name></artist><artist><id>\(900 + number % 5)</id>\
        <name>Guest \(number % 5)</name></artist></artists><title>Title \(number) \(UInt64(number) &* 0x9E37_79B9)</title>\
        <labels><label name="Records \(number % 4 + 1)" catno="R \(number)" id="\(number % 4 + 1)"/></labels>\
        <formats><format name="\(number.isMultiple(of: 3) ? "CD" : "Vinyl")" qty="1"/></formats>\
        <genres><genre>\(genre)</genre></genres><country>\(number.isMultiple(of: 2) ? "US" : "UK")</country>\
        <released>\(1950 + number % 50)</released><master_id>\(number % 8 + 1)</master_id>\
        <tracklist><track><position>1</position><title>Song \(number)</title></track></tracklist></release>
        """
    }
    return [("artists", artists), ("labels", labels), ("masters", masters), ("releases", releases)].map {
      kind, records in
      (kind, ["<\(kind)>\n"] + records.map { $0 + "\n" } + ["</\(kind)>\n"])
    }
  }

  static func checksums(_ files: [(String, [UInt8])]) -> [UInt8] {
    Array(
      files.map { name, bytes in
        var digest = SHA256()
        bytes.withUnsafeBytes { digest.update($0) }
        return "\(SHA256.text(digest.finish())) *\(name)\n"
      }.joined().utf8)
  }

  /// Compressed with a block for every piece, so that there are many places to go on at.
  static func gzip(_ pieces: [String]) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var compressed: [UInt8] = []
    var out = [UInt8](repeating: 0, count: 1 << 16)
    for (index, piece) in pieces.enumerated() {
      var bytes = Array(piece.utf8)
      let count = bytes.count
      bytes.withUnsafeMutableBufferPointer { input in
        out.withUnsafeMutableBufferPointer { output in
          stream.next_in = input.baseAddress
          stream.avail_in = UInt32(count)
          repeat {
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            deflate(&stream, index == pieces.count - 1 ? Z_FINISH : Z_BLOCK)
            compressed += output.prefix(output.count - Int(stream.avail_out))
          } while stream.avail_out == 0
        }
      }
    }
    return compressed
  }
}

import CZlib
import Catalogue
import DiscogsModel
import Foundation

/// A file with the given bytes, removed when the test is over.
final class DumpFixture {
  let path: String

  init(_ bytes: [UInt8], name: String = "dump.xml") throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runout-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent(name).path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  convenience init(_ text: String) throws {
    try self.init(Array(text.utf8))
  }

  deinit {
    try? FileManager.default.removeItem(at: URL(fileURLWithPath: path).deletingLastPathComponent())
  }

  /// Everything the dump holds, and what became of it.
  func read(batch: Int = 512) throws(DumpError) -> (records: [DumpRecord], summary: DumpSummary) {
    let reader = try DumpReader(path: path)
    var records: [DumpRecord] = []
    while let batch = try reader.nextBatch(size: batch) { records += batch.records }
    return (records, reader.summary)
  }

  /// The records before an error, and the error.
  func readUntilError() -> (records: [DumpRecord], error: DumpError?) {
    var records: [DumpRecord] = []
    do {
      let reader = try DumpReader(path: path)
      while let batch = try reader.nextBatch() { records += batch.records }
      return (records, nil)
    } catch {
      return (records, error)
    }
  }

  /// One gzip member.
  static func gzip(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 32)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
        return output.count - Int(stream.avail_out)
      }
    }
    deflateEnd(&stream)
    return Array(output[..<count])
  }

  static func gzip(_ text: String) -> [UInt8] { gzip(Array(text.utf8)) }

  /// Releases with nothing but an id and a title, one on each line.
  static func releases(_ ids: some Sequence<Int>) -> String {
    ids.map { #"<release id="\#($0)" status="Accepted"><title>Record \#($0)</title></release>\#n"# }.joined()
  }
}

extension DumpRecord {
  var release: Release? { if case .release(let release) = self { release } else { nil } }
  var master: Master? { if case .master(let master) = self { master } else { nil } }
  var artist: Artist? { if case .artist(let artist) = self { artist } else { nil } }
  var label: Discogs.Label? { if case .label(let label) = self { label } else { nil } }

  var number: Int {
    switch self {
    case .release(let release): release.id.number
    case .master(let master): master.id.number
    case .artist(let artist): artist.id.number
    case .label(let label): label.id.number
    }
  }
}

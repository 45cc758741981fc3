internal import Catalogue
internal import DiscogsJSON
import DiscogsModel
internal import Foundation
internal import Fuzzing
internal import RunoutModel

extension FuzzTarget {
  /// Packed records, as a damaged catalogue may hold them. The second byte says of which kind one is.
  static let records = FuzzTarget("records") { bytes in
    guard bytes.count > 1 else { return }
    for (kind, decode) in PackedForm.readers {
      do throws(PackedRecordError) {
        PackedForm.check(try decode(bytes))
      } catch {
        precondition(error.offset >= 0 && error.offset <= bytes.count, "\(kind): \(error.offset) is not in the bytes")
      }
    }
  }

  /// Where the environment names a folder, packs the records of the dumps in it for the corpus: `RUNOUT_FUZZ_PACK`.
  static func packSeeds() {
    guard let folder = ProcessInfo.processInfo.environment["RUNOUT_FUZZ_PACK"] else { return }
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".xml") {
        let reader = try DumpReader(path: "\(folder)/\(name)")
        var number = 0
        while let record = try reader.next() {
          number += 1
          let path = "\(folder)/\(name.dropLast(4))-\(number).packed"
          try Data(PackedForm.encode(record)).write(to: URL(fileURLWithPath: path))
        }
      }
      exit(0)
    } catch {
      preconditionFailure("the seeds cannot be packed: \(error)")
    }
  }
}

/// What holds of every packed record.
enum PackedForm {
  static let readers: [(kind: EntityKind, decode: @Sendable ([UInt8]) throws(PackedRecordError) -> DumpRecord)] = [
    (.release, { bytes throws(PackedRecordError) in .release(try PackedRecord.decodeRelease(bytes)) }),
    (.master, { bytes throws(PackedRecordError) in .master(try PackedRecord.decodeMaster(bytes)) }),
    (.artist, { bytes throws(PackedRecordError) in .artist(try PackedRecord.decodeArtist(bytes)) }),
    (.label, { bytes throws(PackedRecordError) in .label(try PackedRecord.decodeLabel(bytes)) }),
  ]

  static func encode(_ record: DumpRecord) -> [UInt8] {
    var bytes: [UInt8] = []
    switch record {
    case .release(let release): PackedRecord.encode(release, into: &bytes)
    case .master(let master): PackedRecord.encode(master, into: &bytes)
    case .artist(let artist): PackedRecord.encode(artist, into: &bytes)
    case .label(let label): PackedRecord.encode(label, into: &bytes)
    }
    return bytes
  }

  /// Packed and unpacked again, a record is the same; and it can be shown.
  static func check(_ record: DumpRecord) {
    let bytes = encode(record)
    do throws(PackedRecordError) {
      let again: DumpRecord
      switch record {
      case .release: again = .release(try PackedRecord.decodeRelease(bytes))
      case .master: again = .master(try PackedRecord.decodeMaster(bytes))
      case .artist: again = .artist(try PackedRecord.decodeArtist(bytes))
      case .label: again = .label(try PackedRecord.decodeLabel(bytes))
      }
      precondition(again == record, "a record came back from its packed form as another")
    } catch {
      preconditionFailure("what was packed cannot be unpacked: \(error)")
    }
    show(record)
  }

  private static func show(_ record: DumpRecord) {
    switch record {
    case .release(let release):
      _ = (release.shown, release.tracklist.playtime, release.credits.groupedByRole, release.year)
      _ = (release.artists.displayName, release.formats.map(\.displayName), ReleaseDate.display(release.released))
      for video in release.videos { _ = video.duration.map(Playtime.format) }
    case .master(let master):
      _ = (master.shown, master.artists.displayName)
      for video in master.videos { _ = video.duration.map(Playtime.format) }
    case .artist(let artist): _ = artist.shown
    case .label(let label): _ = label.shown
    }
  }
}

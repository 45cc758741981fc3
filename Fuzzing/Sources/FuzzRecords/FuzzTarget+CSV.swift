internal import DiscogsModel
internal import Fuzzing
internal import RunoutModel

@testable internal import UserLibrary

extension FuzzTarget {
  /// Exports of a collection and of a want list.
  static let csv = FuzzTarget("csv") { bytes in
    var reader = CSVReader(bytes)
    var line = 0
    while let record = reader.next() {
      precondition(record.line > line, "line \(record.line) comes after line \(line)")
      line = record.line
    }
    for kind in ShelfList.allCases {
      do throws(ShelfFileError) {
        for row in try ShelfFile(bytes, named: "shelf.csv", kind: kind).rows {
          precondition(row.copy.release.number > 0, "a release that cannot be")
          precondition(row.copy.rating.map { (1...5).contains($0) } ?? true, "a rating beyond the stars")
        }
      } catch {
        precondition(!error.description.isEmpty)
      }
    }
  }
}

internal import Catalogue
internal import DiscogsModel
internal import Fuzzing

extension FuzzTarget {
  /// A data dump, plain or gzipped, up to the packed form in which the catalogue keeps its records.
  static let dump = FuzzTarget("dump") { bytes in
    file.fill(with: bytes)
    do throws(DumpError) {
      let reader = try DumpReader(path: file.path, recordLimit: 1 << 16)
      while let record = try reader.next() { PackedForm.check(record) }
      precondition(reader.summary.skips.count <= DumpReader.skipsRemembered)
      precondition(reader.summary.skips.count <= reader.summary.skipped)
    } catch {
      precondition(!error.description.isEmpty)
    }
  }

  private static let file = GeneratedFile()
}

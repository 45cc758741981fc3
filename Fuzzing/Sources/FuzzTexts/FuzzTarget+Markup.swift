internal import DiscogsModel
internal import Fuzzing
internal import Terminal

extension FuzzTarget {
  /// Profiles and notes with Discogs' markup, up to the cells they become.
  static let markup = FuzzTarget("markup") { bytes in
    let markup = TextMarkup(parsing: bytes.text)
    precondition(markup.runs.allSatisfy { !$0.text.isEmpty }, "an empty run")
    let numbered = markup.numbering()
    precondition(numbered.runs.count == markup.runs.count)
    let names = Dictionary(uniqueKeysWithValues: markup.unnamedReferences.map { ($0, "A Name (2)") })
    _ = markup.naming(names).plain
    var canvas = Canvas(size: Size(columns: 40, rows: 8), glyphs: .unicode)
    for (row, run) in markup.runs.prefix(8).enumerated() {
      canvas.write(run.text, at: Point(column: 0, row: row))
    }
  }
}

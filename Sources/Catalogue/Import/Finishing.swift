/// The progress of an import after its last record was read.
///
/// A step is a transaction. An update saves this with each one, after the files that later steps need: killed anywhere,
/// the next update resumes with the step under way.
struct Finishing: Codable {
  enum Stage: Int, Codable, Comparable {
    /// All records are stored.
    case stored
    /// So are the names of artists and labels without a record.
    case named
    /// Every fact has a rank.
    case placed
    /// The facts are sorted by rank.
    case ranked
    /// The tables in the order of ranks are written, and the others' rows are in sorters.
    case indexed

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Files that one stage leaves to the next, besides the sorters of tables.
  enum File: String { case places, ranked, works }

  var stage = Stage.stored
  /// The length of the file of places, in bytes.
  var places = 0
  /// The number of facts sorted so far, and the offset of the next one.
  var facts = 0
  var nextFact = 0
  var ranked: SpillSorter.Saved?
  /// The last rank in the indexes.
  var rank = 0
  /// Where to continue in the runs of the current sorter, of facts or of a table.
  var runs: [Int]?
  var writer = IndexWriter.Saved()
  var sorters: [IndexWriter.Table: SpillSorter.Saved] = [:]
  var tables: [IndexWriter.Table] = []
  /// The text indexes already in the catalogue.
  var texts: [TextIndex] = []

  /// The files that the next steps read, with their least length.
  var files: [String: Int] {
    var files: [String: Int] = [:]
    if stage == .placed { files[File.places.rawValue] = places }
    if let ranked { files[File.ranked.rawValue] = ranked.end }
    if stage == .ranked { files[File.works.rawValue] = writer.works }
    for (table, sorter) in sorters { files[table.rawValue] = sorter.end }
    // Pages not written yet are in the index's journal, so any length will do.
    if rank > 0 { for text in TextIndex.allCases where !texts.contains(text) { files[text.rawValue] = 1 } }
    return files
  }
}

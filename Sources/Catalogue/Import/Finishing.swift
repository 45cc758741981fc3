/// How far an import is behind the last record that was read: which steps of the finishing are done.
///
/// A step is a transaction. An update saves this with it, and what later steps need of it is safely in files by then:
/// killed anywhere, the next update continues with the step that was under way.
struct Finishing: Codable {
  enum Stage: Int, Codable, Comparable {
    /// The records are there.
    case stored
    /// So are the names of artists and labels without a record.
    case named
    /// Every fact has a rank.
    case placed
    /// The facts are in the order of ranks.
    case ranked
    /// Rows and words are written, and what has to be sorted first is in sorters.
    case indexed

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What one stage leaves to the next, besides the sorters of tables.
  enum File: String {
    case places, ranked, works
  }

  var stage = Stage.stored
  /// The length of the file of places.
  var places = 0
  /// How many facts have been put in order, and where the next one is.
  var facts = 0
  var nextFact = 0
  /// The sorter of the facts.
  var ranked: SpillSorter.Saved?
  /// The last rank that is in the indexes.
  var rank = 0
  /// Where the runs go on of the sorter that is being read, be it of the facts or of a table.
  var runs: [Int]?
  var writer = IndexWriter.Saved()
  var sorters: [IndexWriter.Table: SpillSorter.Saved] = [:]
  /// The tables that are written.
  var tables: [IndexWriter.Table] = []
  /// The indexes of words that the catalogue has taken over.
  var texts: [TextIndex] = []

  /// The files that the next steps read, and how long each is at least.
  var files: [String: Int] {
    var files: [String: Int] = [:]
    if stage == .placed { files[File.places.rawValue] = places }
    if let ranked { files[File.ranked.rawValue] = ranked.end }
    if stage == .ranked { files[File.works.rawValue] = writer.works }
    for (table, sorter) in sorters { files[table.rawValue] = sorter.end }
    // Pages that are not written yet are in the journal of the index: any length will do.
    if rank > 0 { for text in TextIndex.allCases where !texts.contains(text) { files[text.rawValue] = 1 } }
    return files
  }
}

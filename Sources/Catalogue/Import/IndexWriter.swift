internal import DiscogsModel
internal import SQLiteSupport

/// Writes everything that goes by rank, except the words: list rows, facet sets, whole names, barcodes, and the lists
/// of artists, labels and masters.
final class IndexWriter {
  private let database: OpaquePointer
  private let insertEntry: PreparedStatement
  private let exact: SpillSorter
  private let barcodes: SpillSorter
  private let artistParts: SpillSorter
  private let labelParts: SpillSorter
  private let versions: SpillSorter
  private let facetParts: SpillSorter
  private let works: Works
  private let workLog: Spool?
  // As in `SpillSorter`.
  @exclusivity(unchecked) private var facetSets: FacetSetWriter

  /// The tables that must be sorted before they are written.
  enum Table: String, CaseIterable, Codable {
    case facets = "facet_set"
    case names = "exact"
    case barcodes = "barcode"
    case artists = "artist_list"
    case labels = "label_list"
    case masters = "master_list"
  }

  /// A writer's saved state, besides the contents of its sorters.
  struct Saved: Codable {
    var facetCounts: [Int] = []
    var lastMaster: UInt32 = 0
    /// The length of the log of works, in bytes.
    var works = 0
  }

  /// - Parameter workLog: keeps the known works for a writer that resumes; nil for none.
  init(
    _ database: OpaquePointer, _ saved: Saved = Saved(), workLog: Spool?, memory: Int,
    makeSorter: (_ table: Table, _ memory: Int) throws -> SpillSorter
  ) throws {
    (self.database, self.workLog) = (database, workLog)
    insertEntry = try PreparedStatement(database, "INSERT INTO entry VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    works = try Works(log: workLog)
    exact = try makeSorter(.names, memory / 4)
    barcodes = try makeSorter(.barcodes, memory / 8)
    artistParts = try makeSorter(.artists, memory)
    labelParts = try makeSorter(.labels, memory / 2)
    versions = try makeSorter(.masters, memory / 8)
    facetParts = try makeSorter(.facets, memory / 4)
    facetSets = FacetSetWriter(sorter: facetParts, counts: saved.facetCounts)
    lastMaster = saved.lastMaster
  }

  /// Writes everything in memory safely to disk. More can be added.
  func save() throws -> (writer: Saved, sorters: [Table: SpillSorter.Saved]) {
    try facetSets.endSets()
    try workLog?.save()
    var sorters: [Table: SpillSorter.Saved] = [:]
    for table in Table.allCases { sorters[table] = try sorter(of: table).save() }
    return (Saved(facetCounts: facetSets.counts, lastMaster: lastMaster, works: workLog?.count ?? 0), sorters)
  }

  private func sorter(of table: Table) -> SpillSorter {
    switch table {
    case .facets: facetParts
    case .names: exact
    case .barcodes: barcodes
    case .artists: artistParts
    case .labels: labelParts
    case .masters: versions
    }
  }

  func add(_ rank: Int, _ fact: Fact) throws {
    guard let sections = fact.sections else { throw SpoolError.truncated }
    try addEntry(rank, fact, sections)
    if fact.kind == .master { try works.note(master: fact, rank) }
    let facets = sections[.facets]
    for offset in stride(from: 0, to: facets.count - 1, by: 2) {
      try facetSets.add(facets.loadUnaligned(fromByteOffset: offset, as: UInt16.self), rank)
    }
    if fact.isHead {
      if fact.kind == .master || fact.kind == .release { try addHeadFacet(rank, fact) }
      let names = sections[.exact]
      for offset in stride(from: 0, to: names.count - 7, by: 8) {
        try exact.append(names.loadUnaligned(fromByteOffset: offset, as: UInt64.self), UInt64(rank), Self.nothing)
      }
    }
    let numbers = sections[.barcodes]
    for offset in stride(from: 0, to: numbers.count - 7, by: 8) {
      try barcodes.append(numbers.loadUnaligned(fromByteOffset: offset, as: UInt64.self), UInt64(rank), Self.nothing)
    }
    guard fact.kind == .release else { return }
    try addArtistParts(rank, fact, sections)
    try addLabelParts(rank, fact, sections)
    if fact.master != 0 {
      try versions.append(UInt64(fact.master) << 32 | UInt64(fact.date), UInt64(fact.id), value: UInt32(rank).bigEndian)
    }
  }

  private static var nothing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// Adds each record once to the facet of an empty search, which leaves out releases with a master in the catalogue.
  private func addHeadFacet(_ rank: Int, _ fact: Fact) throws {
    if fact.kind == .release, fact.master != 0, lastMaster == fact.master { return }
    if fact.kind == .master { lastMaster = fact.id }
    try facetSets.add(FacetTable.head, rank)
  }

  /// The master added last; its key release comes right after it.
  private var lastMaster: UInt32 = 0

  private func addEntry(_ rank: Int, _ fact: Fact, _ sections: Fact.Sections) throws {
    let kind = fact.kind
    insertEntry.bind(1, rank)
    insertEntry.bind(2, CatalogueSchema.reference(Fact.number(of: kind), Int(fact.id)))
    let extra = kind == .release ? fact.master : fact.releases
    if extra == 0 { insertEntry.bindNull(3) } else { insertEntry.bind(3, Int(extra)) }
    insertEntry.bindText(4, borrowing: sections[.title])
    insertEntry.bindText(5, borrowing: sections[.artist])
    let released = fact.released
    if released == 0 { insertEntry.bindNull(6) } else { insertEntry.bind(6, released) }
    if fact.country == 0 { insertEntry.bindNull(7) } else { insertEntry.bind(7, Int(fact.country)) }
    switch fact.format {
    case 0: insertEntry.bindNull(8)
    case Fact.formatSpelledOut: insertEntry.bindText(8, borrowing: sections[.format])
    default: insertEntry.bind(8, Int(fact.format))
    }
    insertEntry.bindText(9, borrowing: sections[.label])
    insertEntry.bindText(10, borrowing: sections[.catalogueNumber])
    try insertEntry.run()
  }

  /// Adds a release to its artists' lists: by section, then by the work's year, the most popular of a year first, and
  /// unknown years last. The pressings of a work follow each other.
  private func addArtistParts(_ rank: Int, _ fact: Fact, _ sections: Fact.Sections) throws {
    let work = try works.note(release: fact, rank)
    let place = UInt64(work.year == 0 ? 0xFFFF : work.year)
    let parts = sections[.artists]
    for offset in stride(from: 0, to: parts.count - 7, by: 8) {
      let artist = parts.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let roles = parts.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
      let isOwn = roles & Fact.Roles.main != 0 || work.section == .unofficial
      let section = UInt64((isOwn ? work.section : .appearances).rawValue)
      try artistParts.append(
        UInt64(artist) << 32 | section << 16 | place, UInt64(work.rank) << 32 | UInt64(rank), value: roles)
    }
  }

  /// Adds a release to its labels' lists: by catalogue number, those without one by year; then series, then companies.
  private func addLabelParts(_ rank: Int, _ fact: Fact, _ sections: Fact.Sections) throws {
    let parts = sections[.labels]
    var offset = 0
    while offset + 6 <= parts.count {
      let label = parts.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      let part = UInt64(parts[offset + 4])
      let size = Int(parts[offset + 5])
      let key = UnsafeRawBufferPointer(rebasing: parts[(offset + 6)..<min(offset + 6 + size, parts.count)])
      offset += 6 + size
      // Rows with a number come before those without.
      let group = part << 1 | (key.isEmpty ? 1 : 0)
      let lead = key.isEmpty ? UInt64(fact.year == 0 ? 0xFFFF : fact.year) : Self.word(key, from: 0, bytes: 3)
      let tail = (
        Self.word(key, from: 11, bytes: 8).bigEndian,
        (Self.word(key, from: 19, bytes: 4) << 32 | UInt64(rank)).bigEndian
      )
      try withUnsafeBytes(of: tail) {
        try labelParts.append(UInt64(label) << 32 | group << 24 | lead, Self.word(key, from: 3, bytes: 8), $0)
      }
    }
  }

  /// Some bytes as a number that compares as they do; missing ones count as zero.
  private static func word(_ bytes: UnsafeRawBufferPointer, from start: Int, bytes count: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in start..<(start + count) { word = word << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
    return word
  }

  /// Writes a table that had to be sorted, or the next part of it.
  ///
  /// - Parameter places: where to continue, as returned; nil for the beginning.
  /// - Returns: where to continue; nil when the table is complete.
  func write(_ table: Table, from places: [Int]?, facets: FacetTable, isTimeToStop: () -> Bool) throws -> [Int]? {
    let sorter = sorter(of: table)
    var cuts = 0
    /// Whether to cut the table here, one of the places where that is possible.
    func isCut() -> Bool {
      cuts += 1
      return cuts & CatalogueBuilder.savingStride == 0 && isTimeToStop()
    }
    var left: [Int]?
    switch table {
    case .facets: try finishFacets(facets)
    case .names, .barcodes: left = try writePairs(table, sorter, from: places, isCut)
    case .artists, .labels, .masters: left = try writeLists(table, sorter, from: places, isCut)
    }
    if left == nil { sorter.clear() }
    return left
  }

  private func writePairs(
    _ table: Table, _ sorter: SpillSorter, from places: [Int]?, _ isCut: () -> Bool
  ) throws -> [Int]? {
    let insert = try PreparedStatement(database, "INSERT INTO \(table.rawValue) VALUES(?, ?)")
    var last: (UInt64, UInt64) = (0, 0)
    return try sorter.read(from: places) { first, second, _ in
      guard (first, second) != last else { return true }
      if isCut() { return false }
      last = (first, second)
      try insert.insert(Int(first), Int(second))
      return true
    }
  }

  /// The first word's high half is the owner.
  private func writeLists(
    _ table: Table, _ sorter: SpillSorter, from places: [Int]?, _ isCut: () -> Bool
  ) throws -> [Int]? {
    var list = ListWriter(try PreparedStatement(database, "INSERT INTO \(table.rawValue) VALUES(?, ?)"))
    var owner = 0
    let left = try sorter.read(from: places) { first, second, bytes in
      if Int(first >> 32) != owner {
        if isCut() { return false }
        owner = Int(first >> 32)
      }
      if table == .artists {
        try list.begin(CatalogueSchema.ListKey.owner(owner, section: Int(first >> 16 & 0xFFFF)))
        try list.add(
          UInt32(truncatingIfNeeded: second), in: UInt32(truncatingIfNeeded: second >> 32),
          roles: bytes.loadUnaligned(as: UInt32.self))
      } else {
        try list.begin(owner)
        // The last four bytes are the entry.
        try list.add(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self)))
      }
      return true
    }
    try list.flush()
    return left
  }

  private func finishFacets(_ facets: FacetTable) throws {
    let insertSet = try PreparedStatement(database, "INSERT INTO facet_set VALUES(?, ?)")
    try facetSets.finish { key, bytes in try insertSet.insert(key, bytes) }
    let insert = try PreparedStatement(database, "INSERT INTO facet VALUES(?, ?, ?, ?)")
    for (index, value) in facets.values.enumerated() {
      insert.bind(1, index + 1)
      insert.bind(2, value.field.rawValue)
      insert.bind(3, value.name)
      insert.bind(4, facetSets.count(of: UInt16(index + 1)))
      try insert.run()
    }
  }
}

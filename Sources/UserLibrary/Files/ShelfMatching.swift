internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

/// Pairs the rows of a file with the rows of the shelf.
///
/// A release owned once is one row in both. Among several copies of one release, equal ones are paired first, then
/// those that share the most, above all the date they were added.
struct ShelfMatching {
  /// By the row's place in the file; 0 for rows that are not on the shelf.
  private var ids: [Int64]
  /// The rows on the shelf that are not in the file.
  private(set) var gone: [Int64] = []
  /// The number of rows on the shelf.
  private(set) var known = 0
  /// Rows of the file that could be one of several copies.
  private(set) var open: [ShelfImportReport.OpenRow] = []
  /// Another copy of the row's release, by the row's place in the file, for releases that are not one row in both.
  private var siblings: [Int: Int64] = [:]
  /// The user's choices for ambiguous rows, by line: a copy, or 0 for a new one.
  private let chosen: [Int: Int64]

  /// Comparing all with all is meant for a few copies of a release, not for a file of one release alone.
  private static let mostCompared = 10_000

  init(_ database: Database, _ file: ShelfFile, chosen: [Int: Int64] = [:]) throws {
    self.chosen = chosen
    ids = Array(repeating: 0, count: file.count)
    // A want of any pressing has minus its master as `release`.
    let column = file.table == .copies ? "release" : "abs(release)"
    let condition = file.table == .copies ? "" : "WHERE release \(file.isOfMasters ? "<" : ">") 0"
    var rows: [(item: Int64, id: Int64)] = []
    let cursor = try Row.fetchCursor(
      database, sql: "SELECT release, id FROM \(file.table.rawValue) \(condition) ORDER BY \(column), id")
    while let row = try cursor.next() { rows.append(try (row.value(0), row.value(1))) }
    known = rows.count
    let order = (0..<file.count).sorted { left, right in
      let (mine, theirs) = (file.item(left).magnitude, file.item(right).magnitude)
      return mine == theirs ? left < right : mine < theirs
    }
    var (row, place) = (0, 0)
    while row < rows.count || place < order.count {
      let item: UInt64 = min(
        row < rows.count ? rows[row].item.magnitude : .max,
        place < order.count ? file.item(order[place]).magnitude : .max)
      var (group, places): ([Int64], [Int]) = ([], [])
      while row < rows.count, rows[row].item.magnitude == item {
        group.append(rows[row].id)
        row += 1
      }
      while place < order.count, file.item(order[place]).magnitude == item {
        places.append(order[place])
        place += 1
      }
      try match(places, group, file, database)
    }
    gone.sort()
  }

  /// The row on the shelf for a row of the file; nil for a new one.
  subscript(index: Int) -> Int64? { ids[index] == 0 ? nil : ids[index] }

  var new: Int { ids.count { $0 == 0 } }

  /// The facts of another copy of the release, which has more than an export tells.
  func facts(of index: Int, _ database: Database) throws -> ShelfFacts? {
    try siblings[index].flatMap { try CopyState.fetch(database, id: $0) }?.facts
  }

  // MARK: Copies of one release

  private mutating func match(_ places: [Int], _ group: [Int64], _ file: ShelfFile, _ database: Database) throws {
    if places.isEmpty || group.isEmpty {
      gone += group
    } else if places.count == 1, group.count == 1 {
      ids[places[0]] = group[0]
    } else if places.count * group.count > Self.mostCompared {
      for (place, id) in zip(places, group) { ids[place] = id }
      finish(places, group)
    } else {
      var pairing = Pairing(
        rows: places.map { file.row($0) },
        copies: try group.compactMap { id in try CopyState.fetch(database, id: id).map { (id, $0) } }, file)
      open += pairing.pair(chosen: chosen)
      for (place, id) in zip(places, pairing.found) { ids[place] = id ?? 0 }
      finish(places, group)
    }
  }

  private mutating func finish(_ places: [Int], _ group: [Int64]) {
    let taken = Set(places.map { ids[$0] })
    gone += group.filter { !taken.contains($0) }
    for place in places { siblings[place] = group.first { $0 != ids[place] } }
  }
}

private struct Pairing {
  private let rows: [ShelfFile.Row]
  private let copies: [(id: Int64, state: CopyState)]
  /// The likeness of each row and copy; higher is closer.
  private var likeness: [[Int]]
  private(set) var found: [Int64?]
  private var isTaken: [Bool]

  private static let equal = 1_000_000
  private static let sameDate = 1_000

  init(rows: [ShelfFile.Row], copies: [(id: Int64, state: CopyState)], _ file: ShelfFile) {
    self.rows = rows
    self.copies = copies
    found = Array(repeating: nil, count: rows.count)
    isTaken = Array(repeating: false, count: copies.count)
    likeness = rows.map { row in
      copies.map { copy in
        var after = copy.state
        after.take(row, of: file)
        let isSameDate = row.date?.isSame(as: copy.state.added) ?? (row.copy.added == copy.state.added)
        let differences = after.differences(from: copy.state).count
        if differences == 0, isSameDate { return Self.equal }
        return (isSameDate ? Self.sameDate : 0) - differences
      }
    }
  }

  /// - Returns: the rows with several equally likely copies that differ.
  mutating func pair(chosen: [Int: Int64]) -> [ShelfImportReport.OpenRow] {
    var isDone = Array(repeating: false, count: rows.count)
    for (row, value) in rows.enumerated() {
      guard let id = chosen[value.line] else { continue }
      isDone[row] = true
      if let copy = copies.firstIndex(where: { $0.id == id }), !isTaken[copy] { take(copy, for: row) }
    }
    var open: [ShelfImportReport.OpenRow] = []
    var pairs: [(row: Int, copy: Int)] = []
    for row in rows.indices where !isDone[row] { for copy in copies.indices { pairs.append((row, copy)) } }
    // Among equals, the file's order and the earlier copy decide.
    pairs.sort { left, right in
      let (mine, theirs) = (likeness[left.row][left.copy], likeness[right.row][right.copy])
      return mine == theirs ? (left.row, left.copy) < (right.row, right.copy) : mine > theirs
    }
    for pair in pairs where !isDone[pair.row] && !isTaken[pair.copy] {
      let likely = likeness[pair.row][pair.copy]
      if likely < Self.equal {
        let now = copies[pair.copy].state.comparable
        let free = copies.indices.filter { !isTaken[$0] }
        let different = free.filter { copies[$0].state.comparable != now }
        var others = different.filter { likeness[pair.row][$0] == likely }
        // Rows that compete for one copy take its equals in order, as long as there are enough.
        let after = rows.indices.filter { !isDone[$0] && likeness[$0][pair.copy] == likely }
        let rivals = after.count > free.count - different.count && after.contains { !isEqual(rows[$0], rows[pair.row]) }
        if rivals, others.isEmpty { others = different }
        if !others.isEmpty || rivals {
          open.append(
            ShelfImportReport.OpenRow(
              line: rows[pair.row].line, name: rows[pair.row].copy.facts.name,
              copies: ([pair.copy] + others).map { ShelfImportReport.OpenRow.Copy(copies[$0].id, copies[$0].state) },
              mayBeNew: rows.count > copies.count))
        }
      }
      isDone[pair.row] = true
      take(pair.copy, for: pair.row)
    }
    return open
  }

  private mutating func take(_ copy: Int, for row: Int) {
    found[row] = copies[copy].id
    isTaken[copy] = true
  }

  private func isEqual(_ left: ShelfFile.Row, _ right: ShelfFile.Row) -> Bool { left.copy == right.copy }
}

extension ShelfImportReport.OpenRow.Copy {
  fileprivate init(_ id: Int64, _ state: CopyState) {
    let copy = state.copy
    let facts = [
      copy.folder, Condition.shortName(copy.mediaCondition), Condition.shortName(copy.sleeveCondition),
      copy.rating.map { ShelfWords.stars($0) } ?? "", copy.added,
    ]
    let notes = copy.fields.map { $0.value.count > 40 ? "\($0.value.prefix(40))…" : $0.value }
    self.init(id: id, description: (facts + notes).filter { !$0.isEmpty }.joined(separator: ", "))
  }
}

extension CopyState {
  /// Takes over a row of a file. Values that the file lacks, cannot express or only spells differently stay.
  mutating func take(_ row: ShelfFile.Row, of file: ShelfFile) {
    facts.take(row, of: file)
    if !row.silent.contains(.folder) {
      let name = row.copy.folder.isEmpty ? ShelfEdit.uncategorised : row.copy.folder
      folderName = file.isSame(name, as: folderName) ? folderName : name
    }
    if !row.silent.contains(.rating) { rating = row.copy.rating }
    if let date = row.date, !date.isSame(as: added) { added = date.text }
    set(ShelfEdit.mediaCondition, to: row.value(.media, row.copy.mediaCondition, over: copy.mediaCondition, file))
    set(ShelfEdit.sleeveCondition, to: row.value(.sleeve, row.copy.sleeveCondition, over: copy.sleeveCondition, file))
    let values = Dictionary(row.copy.fields.map { ($0.name, $0.value) }) { first, _ in first }
    for name in file.fieldColumns {
      let (new, old) = (values[name] ?? "", copy.fields.first { $0.name == name }?.value ?? "")
      if !file.isSame(new, as: old), !(row.doubtful.contains(name) && !old.isEmpty) { set(name, to: new) }
    }
  }
}

extension WantState {
  /// Applies a row of a file to a want, as `CopyState.take` does to a copy.
  mutating func take(_ row: ShelfFile.Row, of file: ShelfFile) {
    facts.take(row, of: file)
    if !row.silent.contains(.rating) { rating = row.copy.rating }
    notes = row.value(.notes, row.notes, over: notes, file)
  }
}

extension ShelfFacts {
  fileprivate mutating func take(_ row: ShelfFile.Row, of file: ShelfFile) {
    let new = row.copy.facts
    artist = row.value(.artist, new.artist, over: artist, file)
    title = row.value(.title, new.title, over: title, file)
    label = row.value(.label, new.label, over: label, file)
    if new.format != exportedFormat { format = row.value(.format, new.format, over: format, file) }
    catalogueNumber = row.value(.catalogueNumber, new.catalogueNumber, over: catalogueNumber, file)
    if !row.silent.contains(.released) { year = new.year }
    if !row.silent.contains(.versions), let versions = new.versions { self.versions = versions }
  }
}

extension ShelfFile.Row {
  /// The new value of a column, or the old one if the file is silent about it, unsure, or only spells it differently.
  fileprivate func value(_ column: ExportColumn, _ new: String, over old: String, _ file: ShelfFile) -> String {
    let keepsOld = silent.contains(column) || doubtful.contains(column.rawValue) && !old.isEmpty
    return keepsOld || file.isSame(new, as: old) ? old : new
  }
}

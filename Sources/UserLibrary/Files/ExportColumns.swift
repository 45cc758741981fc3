internal import DiscogsModel
internal import RunoutModel
internal import Wording

/// A column of Discogs' exports, by its name there.
enum ExportColumn: String, CaseIterable, Hashable, Sendable {
  case catalogueNumber = "Catalog#"
  case artist = "Artist"
  case title = "Title"
  case label = "Label"
  case format = "Format"
  case rating = "Rating"
  case released = "Released"
  case release = "release_id"
  case folder = "CollectionFolder"
  case added = "Date Added"
  case media = "Collection Media Condition"
  case sleeve = "Collection Sleeve Condition"
  case notes = "Notes"
  /// For wants of any pressing.
  case master = "master_id"
  case versions = "Versions"

  /// Earlier names, and names in programs that read exports: lower case, letters and digits only.
  fileprivate var otherNames: [String] {
    switch self {
    case .catalogueNumber: ["catalog", "catalogue", "catalognumber", "cataloguenumber", "catalogno", "catno", "cat"]
    case .artist: ["artists", "artistname"]
    case .title: ["album", "releasetitle"]
    case .label: ["labels"]
    case .format: ["formats"]
    case .rating: ["myrating"]
    case .released: ["year", "releaseyear", "releasedyear"]
    case .release: ["releaseid", "discogsid", "discogsreleaseid"]
    case .folder: ["collectionfolder", "folder", "foldername"]
    case .added: ["dateadded", "added", "collectiondateadded"]
    case .media: ["collectionmediacondition", "mediacondition", "media"]
    case .sleeve: ["collectionsleevecondition", "sleevecondition", "sleeve"]
    case .notes: ["wantnotes"]
    case .master: ["masterid"]
    case .versions: []
    }
  }

  /// The columns of an export, in its order.
  static func known(_ kind: ShelfList, ofMasters: Bool) -> [ExportColumn] {
    switch kind {
    case .collection:
      [
        .catalogueNumber, .artist, .title, .label, .format, .rating, .released, .release, .folder, .added, .media,
        .sleeve,
      ]
    case .wantList where ofMasters: [.artist, .title, .rating, .released, .master, .versions, .notes]
    case .wantList: [.catalogueNumber, .artist, .title, .label, .format, .rating, .released, .release, .notes]
    }
  }
}

/// Where each column of a file is, and how to read its cells.
struct ExportColumns: Sendable {
  private static let fieldPrefix = "collection "
  private static let mostColumns = 1_000

  private var positions: [ExportColumn: Int] = [:]
  /// Unknown columns, under the names to show.
  private var others: [(name: String, position: Int)] = []
  /// Columns that occur twice.
  private var doubles: [(column: ExportColumn, position: Int)] = []
  private var missing: Set<ExportColumn> = []
  /// Whether the file was exported for a spreadsheet, so that its cells have to be restored.
  private let isDefused: Bool
  private let kind: ShelfList
  /// The number of columns up to the last that has a name.
  let width: Int
  /// The texts that stand for an empty cell, such as `nan`, in lower case.
  private var signsForNothing: Set<String> = []
  var guess: CSVFile.Guess?
  var dates: DateOrder?
  let areOfMasters: Bool
  /// The column that identifies a row's record.
  var idColumn: ExportColumn { areOfMasters ? .master : .release }

  init(header: [String], file: String, kind: ShelfList) throws(ShelfFileError) {
    guard header.count <= Self.mostColumns else { throw .tooManyColumns(file: file) }
    self.kind = kind
    isDefused = header.contains { $0.trimmed().lowercased() == SpreadsheetCell.marker.lowercased() }
    let isDefused = isDefused
    let names = header.map { (isDefused ? SpreadsheetCell.restored($0) : $0).trimmed() }
    width = (names.lastIndex { !$0.isEmpty } ?? -1) + 1
    let has = { (column: ExportColumn) in names.contains { $0.lowercased() == column.rawValue.lowercased() } }
    areOfMasters = kind == .wantList && has(.master) && !has(.release)
    let known = ExportColumn.known(kind, ofMasters: areOfMasters)
    var left: [(name: String, position: Int)] = []
    for (position, name) in names.enumerated() where !name.isEmpty {
      if isDefused, name.lowercased() == SpreadsheetCell.marker.lowercased() { continue }
      // The name that pandas gives to the column of row numbers.
      if name.hasPrefix("Unnamed: ") { continue }
      guard let column = known.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
        left.append((name, position))
        continue
      }
      if positions[column] == nil { positions[column] = position } else { doubles.append((column, position)) }
    }
    for (name, position) in left {
      let key = Self.key(name)
      if let column = known.first(where: { positions[$0] == nil && $0.otherNames.contains(key) }) {
        positions[column] = position
      } else {
        let isField = name.lowercased().hasPrefix(Self.fieldPrefix)
        addField(isField ? String(name.dropFirst(Self.fieldPrefix.count)) : name, position)
      }
    }
    missing = Set(known.filter { positions[$0] == nil })
    for column in [idColumn, .artist, .title] where missing.contains(column) {
      throw .missingColumn(column.rawValue, file: file)
    }
    // An account without fields of its own exports no column of this kind; every collection has the dates.
    let isCollection =
      has(.folder) || has(.added) || names.contains { $0.lowercased().hasPrefix(Self.fieldPrefix) }
      || kind == .collection && positions[.folder] != nil
    if kind == .collection, !isCollection { throw .isWantList(file: file) }
    if kind == .wantList, isCollection { throw .isCollection(file: file) }
  }

  /// Returns whether a header cell names the id column, which every export has.
  static func isID(_ cell: String) -> Bool {
    let key = key(cell)
    return [ExportColumn.release, .master].contains { key == Self.key($0.rawValue) || $0.otherNames.contains(key) }
  }

  /// Returns the column that a header cell names, under any of its names.
  static func column(_ cell: String) -> ExportColumn? {
    let key = key(cell)
    return ExportColumn.allCases.first { key == Self.key($0.rawValue) || $0.otherNames.contains(key) }
  }

  /// Returns whether a header cell names the barcode, which Discogs' exports lack.
  static func isBarcode(_ cell: String) -> Bool { ["barcode", "ean", "upc", "gtin"].contains(key(cell)) }

  /// Reduces a name to lower-case letters and digits: `collectionfolder` of `Collection Folder`.
  private static func key(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }))
  }

  /// Adds a field. A name that occurs twice, or that the shelf has for something else, gets a number: `Notes (2)`.
  private mutating func addField(_ name: String, _ position: Int) {
    let taken = fieldNames + Self.reservedNames
    others.append((name.numbered(while: taken.contains), position))
  }

  private static let reservedNames = [
    FieldWords.folder, FieldWords.rating, ShelfEdit.mediaCondition, ShelfEdit.sleeveCondition,
  ]

  var fieldNames: [String] { others.map(\.name) }

  /// Gives fields the spelling of known ones that differ only in case.
  mutating func callFields(asIn names: [String]) {
    for (place, field) in others.enumerated() where !names.contains(field.name) {
      guard let name = names.first(where: { $0.lowercased() == field.name.lowercased() }), !fieldNames.contains(name)
      else { continue }
      others[place].name = name
    }
  }

  // MARK: The columns as a whole

  struct Survey {
    fileprivate var empty: Set<Int> = []
    /// How often each sign for nothing occurs, by column.
    fileprivate var signs: [String: [Int: Int]] = [:]
    fileprivate var different: Set<Int> = []
    fileprivate var isPandas = false
    fileprivate var columns: ExportColumns

    mutating func add(_ record: CSVReader.Record) {
      if !isPandas { isPandas = columns.idText(record).utf8.contains(UInt8(ascii: ".")) }
      for (position, cell) in record.fields.enumerated() {
        if cell.isEmpty {
          empty.insert(position)
        } else if let sign = SpreadsheetValue.signForNothing(cell) {
          signs[sign, default: [:]][position, default: 0] += 1
        }
      }
      for double in columns.doubles where !different.contains(double.position) {
        guard let first = columns.positions[double.column], double.position < record.fields.count else { continue }
        if columns.text(at: first, record) != columns.text(at: double.position, record) {
          different.insert(double.position)
        }
      }
    }
  }

  var survey: Survey { Survey(columns: self) }

  mutating func learn(from survey: Survey) {
    // One text may really be “None” or “NaN”. A number, a date or a grade cannot, except “None” for a sleeve: a sign
    // that the file has there means nothing everywhere. So do those that no collector writes, where a column has
    // several and no gap; a column of the user's own may well say “None” in each row.
    let measured = Set(Self.measured.compactMap { positions[$0] })
    let names = Set([ExportColumn.artist, .title].compactMap { positions[$0] })
    signsForNothing = survey.isPandas ? ["nan", "nat", "<na>"] : []
    for (sign, cells) in survey.signs {
      let isProved = cells.contains { position, count in
        if measured.contains(position) { return sign != "none" || position != positions[.sleeve] }
        return SpreadsheetValue.programSigns.contains(sign) && count > 1 && !survey.empty.contains(position)
          && !names.contains(position)
      }
      if isProved { signsForNothing.insert(sign) }
    }
    for double in doubles where survey.different.contains(double.position) {
      addField(double.column.rawValue, double.position)
      doublesKept.append(double.column.rawValue)
    }
  }

  private var doublesKept: [String] = []

  func remarks(_ file: String) -> [String] {
    var remarks = doublesKept.map { LibraryWords.columnTwice($0, in: file) }
    let absent = ExportColumn.allCases.filter(missing.contains).map(\.rawValue)
    if !absent.isEmpty { remarks.append(LibraryWords.columnsAbsent(absent, in: file)) }
    return remarks
  }

  // MARK: Rows

  /// The columns that hold no free text.
  private static let measured: Set<ExportColumn> = [.rating, .released, .added, .media, .sleeve, .versions]
  /// The columns with Discogs' own words, which need not be read from a file.
  private static let names: Set<ExportColumn> = [.artist, .title, .label, .format, .catalogueNumber]

  /// Returns why a row doesn't fit the columns: it has cells beyond them, or it is short and a cell is no value of its
  /// column, as when a comma in a text that lost its quotes has shifted the rest.
  func misfit(_ record: CSVReader.Record) -> String? {
    guard record.fields.count != width else { return nil }
    if let cell = record.fields.dropFirst(width).lazy.map({ $0.trimmed() }).first(where: { !$0.isEmpty }) {
      return LibraryWords.noColumn(for: String(cell.prefix(40)))
    }
    var columns = self
    // With an order, every ambiguous date is readable.
    columns.dates = .dmy
    let measured = Self.measured.map(\.rawValue)
    return columns.row(record).unread.first { measured.contains($0.column) }.map {
      LibraryWords.misplaced(String($0.text.prefix(40)), in: $0.column)
    }
  }

  func idText(_ record: CSVReader.Record) -> String { text(idColumn, record) }

  /// Reads an id: `1001`, or `1001.0` from programs that count in fractions. Thousands separators are refused, as they
  /// could be either.
  static func id(_ text: String) -> Int? {
    let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard let digits = parts.first, !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      parts.count == 1 || parts[1] == "0" || parts[1] == "00", let id = Int(digits), id > 0
    else { return nil }
    return id
  }

  func row(_ record: CSVReader.Record) -> ShelfFile.Row {
    let id = Self.id(idText(record)) ?? 0
    var row = ShelfFile.Row(
      line: record.line,
      copy: CollectionCopy(
        id: 0,
        facts: ShelfFacts(release: Release.ID(max(1, id)), artist: text(.artist, record), title: text(.title, record)),
        folder: value(.folder, record)),
      silent: missing)
    let count = record.fields.count
    if count < width {
      // Missing cells are treated like missing columns.
      for (column, position) in positions where position >= count { row.silent.insert(column) }
      for other in others where other.position >= count { row.doubtful.insert(other.name) }
    }
    if guess != nil { row.doubtful.formUnion(Self.names.map(\.rawValue)) }
    if areOfMasters {
      row.copy.facts = ShelfFacts(
        master: Master.ID(max(1, id)), artist: text(.artist, record), title: text(.title, record),
        versions: SpreadsheetValue.whole(value(.versions, record)[...]))
    } else {
      row.copy.facts.label = words(.label, record, &row)
      row.copy.facts.format = words(.format, record, &row)
      let number = words(.catalogueNumber, record, &row)
      row.copy.facts.catalogueNumber = number.lowercased() == "none" ? "" : number
    }
    for (column, text) in [(ExportColumn.artist, row.copy.facts.artist), (.title, row.copy.facts.title)]
    where isLost(text) { note(column.rawValue, text, &row) }
    if isLost(row.copy.folder) {
      silence(.folder, row.copy.folder, &row)
      row.copy.folder = ""
    }
    readNumbers(record, &row)
    if kind == .collection {
      row.copy.mediaCondition = grade(.media, record, &row)
      row.copy.sleeveCondition = grade(.sleeve, record, &row)
    }
    // Notes and fields stay as written, to the last space.
    if let position = positions[.notes] { row.notes = written(ExportColumn.notes.rawValue, position, record, &row) }
    row.copy.fields = others.compactMap { other in
      let value = written(other.name, other.position, record, &row)
      return value.isEmpty ? nil : CollectionCopy.Field(name: other.name, value: value)
    }
    return row
  }

  private func readNumbers(_ record: CSVReader.Record, _ row: inout ShelfFile.Row) {
    let rating = value(.rating, record)
    if SpreadsheetValue.isNothing(rating) {
      row.copy.rating = nil
    } else if let stars = SpreadsheetValue.stars(rating) {
      row.copy.rating = Stars.read(stars)
    } else {
      silence(.rating, rating, &row)
    }
    let released = value(.released, record)
    if let year = SpreadsheetValue.year(released) {
      row.copy.facts.year = year == 0 ? nil : year
    } else {
      silence(.released, released, &row)
    }
    let added = value(.added, record)
    if SpreadsheetValue.isNothing(added) {
      row.copy.added = ""
    } else if let date = FileDate(added, dates) {
      (row.copy.added, row.date) = (date.text, date)
    } else {
      silence(.added, added, &row)
    }
  }

  /// A grade in Discogs' words. An unknown grade is kept, as better than none.
  private func grade(_ column: ExportColumn, _ record: CSVReader.Record, _ row: inout ShelfFile.Row) -> String {
    let text = value(column, record)
    // For a disc, “None” is Python's word for nothing; for a sleeve it means “No Cover”.
    if text.isEmpty || column == .media && SpreadsheetValue.isNothing(text) { return "" }
    if let grade = Condition.grade(text) { return grade }
    if SpreadsheetValue.isNothing(text) { return "" }
    note(column.rawValue, text, &row)
    return text
  }

  private func words(_ column: ExportColumn, _ record: CSVReader.Record, _ row: inout ShelfFile.Row) -> String {
    let text = value(column, record)
    if isLost(text) || SpreadsheetValue.isRounded(text) { note(column.rawValue, text, &row) }
    return text
  }

  private func written(
    _ column: String, _ position: Int, _ record: CSVReader.Record, _ row: inout ShelfFile.Row
  ) -> String {
    let text = whole(at: position, record)
    if isBlank(text) { return "" }
    if isLost(text) { note(column, text, &row) }
    return text
  }

  /// Returns whether a spreadsheet or a wrong guess at the encoding has destroyed the text: Western European texts
  /// have no four letters beyond ASCII in a row, except one repeated.
  private func isLost(_ text: String) -> Bool {
    SpreadsheetValue.isLost(text)
      || guess == .windows1252
        && text.unicodeScalars.split(whereSeparator: \.isASCII).contains { $0.count > 3 && Set($0).count > 1 }
  }

  private func silence(_ column: ExportColumn, _ text: String, _ row: inout ShelfFile.Row) {
    row.silent.insert(column)
    row.unread.append(ShelfFile.Cell(column: column.rawValue, text: text))
  }

  private func note(_ column: String, _ text: String, _ row: inout ShelfFile.Row) {
    row.doubtful.insert(column)
    row.unread.append(ShelfFile.Cell(column: column, text: text))
  }

  private func isBlank(_ text: String) -> Bool {
    !signsForNothing.isEmpty && SpreadsheetValue.signForNothing(text).map(signsForNothing.contains) == true
  }

  private func value(_ column: ExportColumn, _ record: CSVReader.Record) -> String {
    let text = text(column, record)
    return isBlank(text) ? "" : text
  }

  func text(_ column: ExportColumn, _ record: CSVReader.Record) -> String {
    positions[column].map { text(at: $0, record) } ?? ""
  }

  fileprivate func text(at position: Int, _ record: CSVReader.Record) -> String {
    whole(at: position, record).trimmed()
  }

  private func whole(at position: Int, _ record: CSVReader.Record) -> String {
    guard position < record.fields.count else { return "" }
    return isDefused ? SpreadsheetCell.restored(record.fields[position]) : record.fields[position]
  }
}

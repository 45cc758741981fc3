internal import DiscogsModel
package import RunoutModel
internal import Wording

/// Why a file cannot be taken for an export of the shelf. Nothing is imported then.
public enum ShelfFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(file: String, reason: String)
  /// A column nothing can be done without is not there.
  case missingColumn(String, file: String)
  /// The other kind of export.
  case isCollection(file: String)
  case isWantList(file: String)
  /// Bytes that are no text, in this line.
  case notUTF8(file: String, line: Int)
  /// A quote opened in this line is never closed, so that the rest of the file is part of one field.
  case unclosedQuote(file: String, line: Int)
  /// A row that begins in this line is longer than any can be.
  case rowTooLong(file: String, line: Int)
  case tooLarge(file: String)
  case tooManyColumns(file: String)
  /// There are rows, and none of them can be used; the reason is the first one's.
  case nothingUsable(file: String, ShelfImport.SkippedRow)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      LibraryWords.fileUnreadable(file, reason)
    case .missingColumn(let column, let file):
      LibraryWords.noColumn(column, in: file)
    case .isCollection(let file):
      LibraryWords.isCollection(file)
    case .isWantList(let file):
      LibraryWords.isNoCollection(file)
    case .notUTF8(let file, let line):
      LibraryWords.notUTF8(file, line: line)
    case .unclosedQuote(let file, let line):
      LibraryWords.openQuote(file, line: line)
    case .rowTooLong(let file, let line):
      LibraryWords.rowTooLong(file, line: line)
    case .tooLarge(let file):
      LibraryWords.fileTooLarge(file)
    case .tooManyColumns(let file):
      LibraryWords.tooManyColumns(file)
    case .nothingUsable(let file, let row):
      LibraryWords.noUsableRow(file, line: row.line, row.reason)
    }
  }

  init(_ problem: CSVFile.Problem, file: String) {
    self =
      switch problem {
      case .unreadable(let reason): .unreadable(file: file, reason: reason)
      case .lineTooLong(let line): .rowTooLong(file: file, line: line)
      case .tooLarge: .tooLarge(file: file)
      case .notText(let line): .notUTF8(file: file, line: line)
      }
  }
}

/// What an import of the shelf did.
public struct ShelfImport: Hashable, Sendable {
  /// A row that could not be used, or a value of one.
  public struct SkippedRow: Hashable, Sendable {
    /// Where the row starts, counted from 1; the header is line 1.
    public var line: Int
    /// Half a sentence.
    public var reason: String
    /// What has become of a value.
    public var fate = Fate.unchanged

    public enum Fate: Hashable, Sendable {
      /// What was there stays.
      case unchanged
      /// The row is new: it has the text as it is, or has none.
      case kept, leftOut
    }
  }

  /// Copies or wants that the shelf holds now.
  public var rows: Int
  /// How many of them were not there before, and how many are there no longer.
  public var added: Int
  public var removed: Int
  /// Folders with something in them; 0 for want lists.
  public var folders: Int
  public var skipped: [SkippedRow]
}

/// A file as Discogs exports the collection or the want list, or as a program has saved it since.
///
/// Columns go by their names, in any order. Unknown ones are kept as fields: the user's own fields have the
/// prefix `Collection `, which is taken off. A want list with `master_id` in place of `release_id` is one of wants of any
/// pressing, which Discogs does not have.
///
/// What a cell means can depend on its whole column, so that the file is looked through once before its rows are read.
/// They are read from its bytes whenever they are needed, as half a million of them take too much room otherwise.
package struct ShelfFile: Sendable {
  enum Kind: Sendable { case collection, wantList }

  /// What a row of either export says. A want is a copy in no folder, with notes of its own.
  struct Row: Hashable, Sendable {
    var line: Int
    /// Its `id` is 0. No export tells master, country, genres and styles.
    var copy: CollectionCopy
    var notes = ""
    /// The columns that say nothing of this row: they are not there, or their cell cannot be read.
    var silent: Set<ExportColumn> = []
    /// The columns and fields whose text is no value of theirs: they fill what is empty and replace nothing.
    var doubtful: Set<String> = []
    /// The cells that cannot be read, by their column.
    var unread: [Cell] = []
    var date: FileDate?
  }

  struct Cell: Hashable, Sendable {
    var column: String
    var text: String
  }

  /// Where a row stands, and of which record it is.
  private struct Entry: Sendable {
    var place: CSVReader.Place
    /// A release; of a want of any pressing, minus the master.
    var item: Int64
  }

  let kind: Kind
  /// Its name without the folder it is in.
  let name: String
  var skipped: [ShelfImport.SkippedRow] = []
  /// What is to be said of the file as a whole, a sentence each.
  private(set) var remarks: [String] = []
  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var columns: ExportColumns
  private var entries: [Entry] = []
  private var dates = DateColumn()

  package init(readingFrom path: String, _ list: ShelfList) throws(LibraryError) {
    do throws(ShelfFileError) {
      let file: CSVFile
      do throws(CSVFile.Problem) { file = try CSVFile(readingFrom: path) } catch {
        throw ShelfFileError(error, file: path)
      }
      try self.init(file, named: path, kind: list == .collection ? .collection : .wantList)
    } catch {
      throw .shelfFile(error)
    }
  }

  init(_ bytes: [UInt8], named file: String, kind: Kind) throws(ShelfFileError) {
    let contents: CSVFile
    do throws(CSVFile.Problem) { contents = try CSVFile(bytes) } catch { throw ShelfFileError(error, file: file) }
    try self.init(contents, named: file, kind: kind)
  }

  private init(_ contents: CSVFile, named file: String, kind: Kind) throws(ShelfFileError) {
    (self.kind, bytes) = (kind, contents.bytes)
    name = String(file.split(separator: "/").last ?? "")
    var reader: CSVReader
    (delimiter, reader) = Self.begin(bytes)
    let header = reader.next()
    if header?.problem == .tooLong { throw .rowTooLong(file: file, line: 1) }
    columns = try ExportColumns(header: header?.fields ?? [], file: file, kind: kind)
    columns.isWindows1252 = contents.isWindows1252
    if contents.isWindows1252 { remarks.append(LibraryWords.windows1252(name)) }
    try lookThrough(&reader, file)
    remarks += columns.remarks(name)
    if kind == .wantList { dropRepeated() }
    if entries.isEmpty, let first = skipped.first { throw .nothingUsable(file: file, first) }
  }

  /// A reader before the header, and the delimiter: a comma, or what a spreadsheet has put in its place. Excel's first
  /// line, `sep=;`, is passed over.
  private static func begin(_ bytes: [UInt8]) -> (delimiter: UInt8, CSVReader) {
    var start = CSVReader(bytes, delimiter: 0).place
    var probe = CSVReader(bytes, delimiter: 0, at: start)
    if let line = probe.next(), line.problem == nil, let text = line.fields.first?.trimmed(),
      text.utf8.count <= 5, text.lowercased().hasPrefix("sep=")
    {
      start = probe.place
    }
    for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] {
      var reader = CSVReader(bytes, delimiter: delimiter, at: start)
      let header = reader.next()
      if header?.fields.contains(where: { ExportColumns.isID($0) }) == true {
        return (delimiter, CSVReader(bytes, delimiter: delimiter, at: start))
      }
    }
    return (UInt8(ascii: ","), CSVReader(bytes, delimiter: UInt8(ascii: ","), at: start))
  }

  /// Finds the rows, and what the columns tell as a whole.
  private mutating func lookThrough(_ reader: inout CSVReader, _ file: String) throws(ShelfFileError) {
    var survey = columns.survey
    while true {
      let place = reader.place
      guard let record = reader.next() else { break }
      switch record.problem {
      case .tooLong: throw .rowTooLong(file: file, line: record.line)
      case .unclosedQuote: throw .unclosedQuote(file: file, line: record.line)
      case .textAfterQuote:
        skipped.append(ShelfImport.SkippedRow(line: record.line, reason: LibraryWords.textAfterQuote))
      case nil:
        // What spreadsheets leave below a table.
        if record.fields.allSatisfy({ $0.trimmed().isEmpty }) { continue }
        let found = columns.idText(record)
        if let id = ExportColumns.id(found) {
          entries.append(Entry(place: place, item: Int64(columns.areOfMasters ? -id : id)))
          survey.add(record)
          let date = columns.text(.added, record)
          if !date.isEmpty { dates.add(date, line: record.line) }
        } else {
          skipped.append(
            ShelfImport.SkippedRow(
              line: record.line,
              reason: found.isEmpty
                ? LibraryWords.isEmpty(columns.idColumn.rawValue)
                : LibraryWords.isNotANumber(found.prefix(20), in: columns.idColumn.rawValue)))
        }
      }
    }
    columns.learn(from: survey)
    columns.dates = dates.order
  }

  /// Of several rows for one want, the last one counts.
  private mutating func dropRepeated() {
    var last: [Int64: CSVReader.Place] = [:]
    for entry in entries { last[entry.item] = entry.place }
    guard last.count < entries.count else { return }
    var met: Set<Int64> = []
    entries = entries.compactMap { entry in
      guard met.insert(entry.item).inserted, let place = last[entry.item] else { return nil }
      return Entry(place: place, item: entry.item)
    }
  }

  // MARK: Rows

  var table: ShelfTable { kind == .wantList ? .wants : .copies }
  /// Whether its wants are for any pressing.
  var isOfMasters: Bool { columns.areOfMasters }
  var count: Int { entries.count }
  /// The names of the columns that are fields of the user's own, in their order.
  var fieldColumns: [String] { columns.fieldNames }

  func item(_ index: Int) -> Int64 { entries[index].item }

  /// The line a row begins in; empty lines before it count as its own.
  func row(_ index: Int) -> Row {
    var reader = CSVReader(bytes, delimiter: delimiter, at: entries[index].place)
    // `lookThrough` has read a record here.
    guard let record = reader.next() else {
      return Row(line: 0, copy: CollectionCopy(id: 0, facts: ShelfFacts(release: 0)))
    }
    return columns.row(record)
  }

  var rows: some Sequence<Row> { entries.indices.lazy.map { row($0) } }

  /// Whether a value of the file is the shelf's own, or was until a spreadsheet had it.
  func isSame(_ new: String, as old: String) -> Bool {
    if new == old { return true }
    guard !new.isEmpty, !old.isEmpty else { return false }
    return SpreadsheetValue.isSame(new, as: old)
      || columns.isWindows1252 && CSVFile.throughWindows1252(old) == new
  }

  // MARK: Dates

  /// A date that can be read in two ways, which nothing in its column decides; nil where all are clear.
  var openDate: (line: Int, text: String)? { columns.dates == nil ? dates.question : nil }

  /// Calls the columns that are fields as they are called on the shelf, which may be in another case.
  mutating func callFields(asIn names: [String]) { columns.callFields(asIn: names) }

  /// Reads all dates in this order.
  mutating func read(dates order: DateOrder) { columns.dates = order }
}

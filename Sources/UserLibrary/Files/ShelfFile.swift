internal import DiscogsModel
package import RunoutModel
internal import Wording

/// Why a file is no usable export of the shelf. Nothing is imported then.
public enum ShelfFileError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(file: String, reason: String)
  case missingColumn(String, file: String)
  /// The file is the other kind of export.
  case isCollection(file: String)
  case isWantList(file: String)
  /// The line has bytes that are no text.
  case notUTF8(file: String, line: Int)
  /// A quote opened in this line is never closed, so the rest of the file became one field.
  case unclosedQuote(file: String, line: Int)
  /// The row that begins in this line is longer than `CSVReader.mostBytes`.
  case rowTooLong(file: String, line: Int)
  case tooLarge(file: String)
  case tooManyColumns(file: String)
  /// No row can be used; the reason is that of the first one.
  case nothingUsable(file: String, ShelfImport.SkippedRow)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason): LibraryWords.fileUnreadable(file, reason)
    case .missingColumn(let column, let file): LibraryWords.noColumn(column, in: file)
    case .isCollection(let file): LibraryWords.isCollection(file)
    case .isWantList(let file): LibraryWords.isNoCollection(file)
    case .notUTF8(let file, let line): LibraryWords.notUTF8(file, line: line)
    case .unclosedQuote(let file, let line): LibraryWords.openQuote(file, line: line)
    case .rowTooLong(let file, let line): LibraryWords.rowTooLong(file, line: line)
    case .tooLarge(let file): LibraryWords.fileTooLarge(file)
    case .tooManyColumns(let file): LibraryWords.tooManyColumns(file)
    case .nothingUsable(let file, let row): LibraryWords.noUsableRow(file, line: row.line, row.reason)
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

public struct ShelfImport: Hashable, Sendable {
  /// A row that could not be used, or one of its values.
  public struct SkippedRow: Hashable, Sendable {
    /// The line the row begins in, counting from 1; the header is line 1.
    public var line: Int
    /// Half a sentence.
    public var reason: String
    /// The fate of a value that could not be read.
    public var fate = Fate.unchanged

    public enum Fate: Hashable, Sendable {
      /// The shelf keeps its value.
      case unchanged
      /// The row is new: it got the text as it is, or no value.
      case kept, leftOut
    }
  }

  /// Copies or wants on the shelf after the import.
  public var rows: Int
  /// How many rows are new, and how many are gone.
  public var added: Int
  public var removed: Int
  /// Folders with a copy in them; 0 for want lists.
  public var folders: Int
  public var skipped: [SkippedRow]
}

/// A file of the collection or the want list, as Discogs exports it or another program has saved it since.
///
/// Columns are found by name, in any order. Unknown ones become fields: the user's own fields have the prefix
/// `Collection `, which is dropped. A want list with `master_id` instead of `release_id` holds wants of any pressing,
/// which Discogs does not export.
///
/// The meaning of a cell can depend on its whole column, so the file is scanned once before its rows are read. Rows
/// are then read from the bytes on demand: half a million of them would take too much memory.
package struct ShelfFile: Sendable {
  /// A row of either export. A want is a copy in no folder, with notes of its own.
  struct Row: Hashable, Sendable {
    var line: Int
    /// Its `id` is 0. Discogs' exports have no master, country, genres or styles.
    var copy: CollectionCopy
    var notes = ""
    /// The columns without a value for this row: missing, or with an unreadable cell.
    var silent: Set<ExportColumn> = []
    /// The columns and fields with a doubtful value: it fills an empty one and replaces none.
    var doubtful: Set<String> = []
    var unread: [Cell] = []
    var date: FileDate?
  }

  struct Cell: Hashable, Sendable {
    var column: String
    var text: String
  }

  /// A row's place in the file, and its record.
  private struct Entry: Sendable {
    var place: CSVReader.Place
    /// The release; minus the master for a want of any pressing.
    var item: Int64
  }

  let kind: ShelfList
  /// The file's name without its folder.
  let name: String
  var skipped: [ShelfImport.SkippedRow] = []
  /// Remarks about the whole file, a sentence each.
  private(set) var remarks: [String] = []
  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var columns: ExportColumns
  private var entries: [Entry] = []
  private var dates = DateColumn()

  package init(readingFrom path: String, _ list: ShelfList) throws(LibraryError) {
    do { try self.init(Self.contents(of: path), named: path, kind: list) } catch { throw .shelfFile(error) }
  }

  private static func contents(of path: String) throws(ShelfFileError) -> CSVFile {
    do { return try CSVFile(readingFrom: path) } catch { throw ShelfFileError(error, file: path) }
  }

  init(_ bytes: [UInt8], named file: String, kind: ShelfList) throws(ShelfFileError) {
    let contents: CSVFile
    do { contents = try CSVFile(bytes) } catch { throw ShelfFileError(error, file: file) }
    try self.init(contents, named: file, kind: kind)
  }

  private init(_ contents: CSVFile, named file: String, kind: ShelfList) throws(ShelfFileError) {
    (self.kind, bytes) = (kind, contents.bytes)
    name = String(file.split(separator: "/").last ?? "")
    var reader: CSVReader
    (delimiter, reader, _) = Self.begin(bytes) { $0.contains(where: ExportColumns.isID) }
    let header = reader.next()
    if header?.problem == .tooLong { throw .rowTooLong(file: file, line: 1) }
    columns = try ExportColumns(header: header?.fields ?? [], file: file, kind: kind)
    columns.guess = contents.guess
    switch contents.guess {
    case .windows1252: remarks.append(LibraryWords.windows1252(name))
    case .utf8Twice: remarks.append(LibraryWords.utf8Twice(name))
    case nil: break
    }
    try lookThrough(&reader, file, header: header?.fields ?? [])
    remarks += columns.remarks(name)
    if kind == .wantList { dropRepeated() }
    if entries.isEmpty, let first = skipped.first { throw .nothingUsable(file: file, first) }
  }

  /// Returns the delimiter, a reader at the first line, and whether that is the header. The delimiter is a comma, or what
  /// a spreadsheet put in its place; Excel's first line, `sep=;`, is skipped.
  static func begin(
    _ bytes: [UInt8], isHeader: ([String]) -> Bool
  ) -> (delimiter: UInt8, reader: CSVReader, hasHeader: Bool) {
    var start = CSVReader(bytes, delimiter: 0).place
    var probe = CSVReader(bytes, delimiter: 0, at: start)
    if let line = probe.next(), line.problem == nil, let text = line.fields.first?.trimmed(),
      text.utf8.count <= 5, text.lowercased().hasPrefix("sep=")
    {
      start = probe.place
    }
    for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|")] {
      var reader = CSVReader(bytes, delimiter: delimiter, at: start)
      if let header = reader.next()?.fields, isHeader(header) {
        return (delimiter, CSVReader(bytes, delimiter: delimiter, at: start), true)
      }
    }
    return (UInt8(ascii: ","), CSVReader(bytes, delimiter: UInt8(ascii: ","), at: start), false)
  }

  /// Finds the rows, and learns from whole columns.
  private mutating func lookThrough(
    _ reader: inout CSVReader, _ file: String, header: [String]
  ) throws(ShelfFileError) {
    var survey = columns.survey
    let names = header.map(Self.plain)
    var repeated: [Int] = []
    func skip(_ record: CSVReader.Record, _ reason: String) {
      skipped.append(ShelfImport.SkippedRow(line: record.line, reason: reason))
    }
    while true {
      let place = reader.place
      guard let record = reader.next() else { break }
      switch record.problem {
      case .tooLong: throw .rowTooLong(file: file, line: record.line)
      case .unclosedQuote: throw .unclosedQuote(file: file, line: record.line)
      case .textAfterQuote: skip(record, LibraryWords.textAfterQuote)
      case nil:
        let isCut = reader.isUnended && record.fields.count < columns.width
        // Empty rows, as spreadsheets leave below a table.
        if !isCut || record.fields.count == 1, record.fields.allSatisfy({ $0.trimmed().isEmpty }) { continue }
        let found = columns.idText(record)
        let id = ExportColumns.id(found)
        if id == nil, record.fields.count == names.count, record.fields.map(Self.plain) == names {
          repeated.append(record.line)
        } else if isCut {
          skip(record, LibraryWords.isCut)
        } else if let reason = columns.misfit(record) {
          skip(record, reason)
        } else if let id {
          entries.append(Entry(place: place, item: Int64(columns.areOfMasters ? -id : id)))
          survey.add(record)
          let date = columns.text(.added, record)
          if !date.isEmpty { dates.add(date, line: record.line) }
        } else {
          skip(
            record,
            found.isEmpty
              ? LibraryWords.isEmpty(columns.idColumn.rawValue)
              : LibraryWords.isNotANumber(found.prefix(20), in: columns.idColumn.rawValue))
        }
      }
    }
    if let first = repeated.first {
      remarks.append(LibraryWords.headerAgain(in: name, line: first, more: repeated.count - 1))
    }
    columns.learn(from: survey)
    columns.dates = dates.order(today: .max)
  }

  /// A cell of the header as it is where files were put together: the next one may begin with a byte order mark, and a
  /// quote behind that is text.
  private static func plain(_ cell: String) -> String {
    String(String.UnicodeScalarView(cell.unicodeScalars.filter { $0 != "\u{FEFF}" && $0 != "\"" })).trimmed()
  }

  /// Keeps only the last of several rows for one want.
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

  var table: ShelfTable { ShelfTable(kind) }
  /// Whether the file holds wants of any pressing.
  var isOfMasters: Bool { columns.areOfMasters }
  var count: Int { entries.count }
  /// The names of the user's own fields, in the file's order.
  var fieldColumns: [String] { columns.fieldNames }

  func item(_ index: Int) -> Int64 { entries[index].item }

  /// Reads a row again from the bytes.
  func row(_ index: Int) -> Row {
    var reader = CSVReader(bytes, delimiter: delimiter, at: entries[index].place)
    // `lookThrough` has read a record here.
    guard let record = reader.next() else {
      return Row(line: 0, copy: CollectionCopy(id: 0, facts: ShelfFacts(release: 0)))
    }
    return columns.row(record)
  }

  var rows: some Sequence<Row> { entries.indices.lazy.map { row($0) } }

  /// Returns whether a value of the file is the shelf's own, allowing for what a spreadsheet does to it.
  func isSame(_ new: String, as old: String) -> Bool {
    if new == old { return true }
    guard !new.isEmpty, !old.isEmpty else { return false }
    return SpreadsheetValue.isSame(new, as: old) || columns.guess?.isSame(new, as: old) == true
  }

  // MARK: Dates

  /// An ambiguous date that its column does not decide; nil if all are clear.
  var openDate: (line: Int, text: String)? { columns.dates == nil ? dates.open : nil }

  /// Gives field columns the spelling of the shelf, which may differ in case.
  mutating func callFields(asIn names: [String]) { columns.callFields(asIn: names) }

  /// Reads all dates in this order; if nil, in the one that the column shows by this time.
  mutating func read(dates order: DateOrder?, at time: Double) {
    // Where the file was written, the next day may have begun.
    columns.dates = order ?? dates.order(today: Int(time / 86_400) + 1)
  }
}

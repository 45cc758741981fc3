internal import DiscogsModel

/// A file of records to take in: a record a line, or a table of another program that has no Discogs ids.
public struct IntakeFile: Sendable {
  public struct Record: Hashable, Sendable {
    /// Counting from 1.
    public var line: Int
    /// The texts to look for, in turn until something is found: id, barcode, catalogue number, artist and title.
    public var texts: [String]
    /// Empty where the file has none.
    public var artist = ""
    public var title = ""
    /// Grades by their full names; empty where the file has none.
    public var media = ""
    public var sleeve = ""
  }

  public let records: [Record]

  /// - Parameter path: of a text, or of a CSV file; `/dev/stdin` can be read, too.
  public init(readingFrom path: String) throws(LibraryError) {
    do { records = try Self.records(of: path) } catch { throw .shelfFile(error) }
  }

  private static func records(of path: String) throws(ShelfFileError) -> [Record] {
    let bytes: [UInt8]
    do { bytes = try CSVFile(readingFrom: path).bytes } catch { throw ShelfFileError(error, file: path) }
    return try table(bytes, path) ?? lines(bytes)
  }

  private static func lines(_ bytes: [UInt8]) -> [Record] {
    // A byte order mark may stand before the first line, a carriage return behind any.
    let noise: Set<Character> = [" ", "\t", "\r", "\u{FEFF}"]
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { number, line in
      var text = Substring(String(decoding: line, as: UTF8.self))
      while let first = text.first, noise.contains(first) { text.removeFirst() }
      while let last = text.last, noise.contains(last) { text.removeLast() }
      return text.isEmpty ? nil : Record(line: number + 1, texts: [String(text)])
    }
  }

  /// The rows of a table; nil where the first line names no column that could find a record.
  private static func table(_ bytes: [UInt8], _ file: String) throws(ShelfFileError) -> [Record]? {
    var (_, reader, hasHeader) = ShelfFile.begin(bytes) { header in
      let columns = header.map(ExportColumns.column)
      let hasNames = columns.contains(.artist) && columns.contains(.title)
      let hasNumbers =
        columns.contains(.release) || columns.contains(.catalogueNumber)
        || header.contains(where: ExportColumns.isBarcode)
      return header.count > 1 && (hasNames || hasNumbers)
    }
    guard hasHeader, let header = reader.next()?.fields else { return nil }
    let columns = header.map(ExportColumns.column)
    let barcode = header.firstIndex(where: ExportColumns.isBarcode)
    var records: [Record] = []
    while let row = reader.next() {
      switch row.problem {
      case .tooLong: throw .rowTooLong(file: file, line: row.line)
      case .unclosedQuote: throw .unclosedQuote(file: file, line: row.line)
      // Its fields are whole as far as they were read.
      case .textAfterQuote, nil: break
      }
      func cell(_ index: Int?) -> String { index.flatMap { $0 < row.fields.count ? row.fields[$0] : nil } ?? "" }
      func cell(_ column: ExportColumn) -> String { cell(columns.firstIndex(of: column)) }
      let id = cell(.release).isEmpty ? "" : "r\(cell(.release))"
      let (artist, title) = (cell(.artist), cell(.title))
      let name = [artist, title].filter { !$0.isEmpty }.joined(separator: " ")
      let texts = [id, cell(barcode), cell(.catalogueNumber), name].filter { !$0.isEmpty }
      guard !texts.isEmpty else { continue }
      records.append(
        Record(
          line: row.line, texts: texts, artist: artist, title: title, media: Condition.grade(cell(.media)) ?? "",
          sleeve: Condition.grade(cell(.sleeve)) ?? ""))
    }
    return records
  }
}

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
    do {
      let file = try CSVFile(readingFrom: path)
      records = Self.table(file.bytes) ?? Self.lines(file.bytes)
    } catch {
      throw .shelfFile(ShelfFileError(error, file: path))
    }
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
  private static func table(_ bytes: [UInt8]) -> [Record]? {
    for delimiter in [",", ";", "\t"] {
      var reader = CSVReader(bytes, delimiter: Character(delimiter).asciiValue ?? 0)
      guard let header = reader.next()?.fields, header.count > 1 else { continue }
      let columns = header.map(ExportColumns.column)
      let hasNames = columns.contains(.artist) && columns.contains(.title)
      guard hasNames || columns.contains(.catalogueNumber) || header.contains(where: ExportColumns.isBarcode) else {
        continue
      }
      let barcode = header.firstIndex(where: ExportColumns.isBarcode)
      var records: [Record] = []
      while let row = reader.next() {
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
    return nil
  }
}

/// Splits a CSV file into records, each with the line it starts on.
///
/// Quoting follows RFC 4180, on bytes: fields in `"` may hold delimiters, line ends and doubled quotes, whatever
/// character follows a quote. Lenient where that loses nothing: a quote inside an unquoted field stands for itself, as
/// in `7" EP`; lines end in LF, CRLF or CR; a byte order mark, empty lines and zero bytes are skipped. A record with
/// text after its closing quote is returned as broken, and reading continues behind it. A record longer than
/// `mostBytes` is returned as broken, too, and ends the reading.
public struct CSVReader: Sendable {
  public struct Record: Hashable, Sendable {
    /// Counting from 1.
    public var line: Int
    /// Quotes are resolved and zero bytes dropped.
    public var fields: [String]
    public var problem: Problem?
  }

  public enum Problem: Hashable, Sendable {
    case textAfterQuote
    /// The file ends inside quotes, so the records that follow became part of this one.
    case unclosedQuote
    /// The record is longer than `mostBytes`.
    case tooLong
  }

  /// The beginning of a record, for reading it again.
  struct Place: Hashable, Sendable {
    var index: Int
    var line: Int
  }

  /// The most bytes of a record: notes of a few thousand words are a hundredth of it.
  static let mostBytes = 1 << 20

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private(set) var place: Place
  private var index: Int {
    get { place.index }
    set { place.index = newValue }
  }
  /// The end of the bytes that the current record may have.
  private var limit = 0

  public init(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ",")) {
    self.init(bytes, delimiter: delimiter, at: Place(index: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, line: 1))
  }

  /// - Parameter place: the `place` of a reader of the same bytes before a record.
  init(_ bytes: [UInt8], delimiter: UInt8, at place: Place) {
    (self.bytes, self.delimiter, self.place) = (bytes, delimiter, place)
  }

  /// Returns the next record; nil at the end.
  public mutating func next() -> Record? {
    while index < bytes.count, isLineEnd(bytes[index]) { endLine() }
    guard index < bytes.count else { return nil }
    var record = Record(line: place.line, fields: [], problem: nil)
    limit = min(bytes.count, index + Self.mostBytes)
    while true {
      record.fields.append(field(&record.problem))
      if index >= limit, limit < bytes.count {
        record.problem = .tooLong
        index = bytes.count
      }
      guard index < bytes.count else { return record }
      if bytes[index] == delimiter {
        index += 1
        // A delimiter as the last byte of the file has an empty field behind it.
        if index == bytes.count {
          record.fields.append("")
          return record
        }
      } else {
        endLine()
        return record
      }
    }
  }

  private mutating func field(_ problem: inout Problem?) -> String {
    guard index < bytes.count, bytes[index] == quote else { return text(upTo: endOfPlainField()) }
    index += 1
    var value: [UInt8] = []
    while index < limit {
      let byte = bytes[index]
      if byte != quote {
        if isLineEnd(byte) {
          let start = index
          endLine()
          value.append(contentsOf: bytes[start..<index])
        } else {
          value.append(byte)
          index += 1
        }
      } else if index + 1 < bytes.count, bytes[index + 1] == quote {
        value.append(quote)
        index += 2
      } else {
        index += 1
        let end = endOfPlainField()
        if end > index {
          problem = .textAfterQuote
          value.append(contentsOf: bytes[index..<end])
          index = end
        }
        return Self.text(value)
      }
    }
    problem = .unclosedQuote
    return Self.text(value)
  }

  private func endOfPlainField() -> Int {
    bytes[index..<max(index, limit)].firstIndex { $0 == delimiter || isLineEnd($0) } ?? limit
  }

  private mutating func text(upTo end: Int) -> String {
    defer { index = end }
    return Self.text(bytes[index..<end])
  }

  /// Drops zero bytes, which databases put at the end of a text.
  private static func text(_ bytes: some Collection<UInt8>) -> String {
    bytes.contains(0)
      ? String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self) : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the file ends with the last record, without a line end.
  var isUnended: Bool { index == bytes.count && bytes.last.map(isLineEnd) == false }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private mutating func endLine() {
    index += bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A ? 2 : 1
    place.line += 1
  }

  private var quote: UInt8 { UInt8(ascii: "\"") }
}

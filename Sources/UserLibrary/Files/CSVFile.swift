internal import LibC
internal import Wording

/// The contents of a file of comma-separated values, decoded to UTF-8.
///
/// UTF-16 shows in the first bytes. A file that isn't UTF-8 is decoded as Windows-1252 if its bytes allow that, since
/// nothing in the file names the encoding. Compressed files, spreadsheets and UTF-32 are refused before they are read
/// as a whole.
struct CSVFile: Sendable {
  /// Why the contents are unusable. Lines count from 1.
  enum Problem: Error {
    case unreadable(String)
    case lineTooLong(Int)
    case tooLarge
    case notText(line: Int)
  }

  /// A decoding that the bytes alone do not prove.
  enum Guess: Sendable {
    case windows1252
    /// UTF-8 that another program took for Windows-1252 and encoded once more.
    case utf8Twice
  }

  private(set) var bytes: [UInt8] = []
  /// Nil for UTF-8 and UTF-16.
  private(set) var guess: Guess?

  /// 512 MiB, twice a collection of a million rows.
  private static let mostBytes = 1 << 29

  init(readingFrom path: String) throws(Problem) {
    func failure() -> Problem { .unreadable(String(cString: strerror(errno))) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, (1..<off_t(Self.mostBytes)).contains(status.st_size) {
      bytes.reserveCapacity(Int(status.st_size) + 1)
    }
    var intake = Intake()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // The encoding shows in the first four bytes, which come through a pipe one by one at the worst.
      var count = 0
      repeat {
        let more = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, $0.count - count) }
        if more == 0 { break }
        guard more > 0 || errno == EINTR else { throw failure() }
        count += max(0, more)
      } while count < 4
      if count == 0 { break }
      try intake.take(buffer[..<count], into: &bytes)
      guard bytes.count <= Self.mostBytes else { throw .tooLarge }
    }
    try decode(intake)
  }

  init(_ contents: [UInt8]) throws(Problem) {
    var intake = Intake()
    try intake.take(contents[...], into: &bytes)
    try decode(intake)
  }

  /// Takes the pieces of a file, of which the first shows the encoding.
  private struct Intake {
    private var meter = LineMeter()
    private(set) var wide: WideDecoder?
    private var isFirst = true

    mutating func take(_ piece: ArraySlice<UInt8>, into bytes: inout [UInt8]) throws(Problem) {
      if isFirst {
        try CSVFile.refuseOthers(beginningWith: piece)
        wide = WideDecoder(beginningWith: piece)
      }
      isFirst = false
      let start = bytes.count
      if wide == nil {
        bytes.append(contentsOf: piece)
      } else if wide?.decode(piece, into: &bytes) != true {
        throw .notText(line: meter.line)
      }
      guard meter.goOn(bytes[start...]) else { throw .lineTooLong(meter.line) }
    }
  }

  /// - Throws: `unreadable` for compressed files, spreadsheets and UTF-32, which it names.
  private static func refuseOthers(beginningWith bytes: ArraySlice<UInt8>) throws(Problem) {
    let start = Array(bytes.prefix(4))
    if start.starts(with: [0x1F, 0x8B]) { throw .unreadable(FilesWords.isGzip) }
    // An .xlsx or .ods, and an .xls.
    if [[0x50, 0x4B, 0x03, 0x04], [0xD0, 0xCF, 0x11, 0xE0]].contains(start) {
      throw .unreadable(FilesWords.isSpreadsheet)
    }
    let marks: [[UInt8]] = [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]]
    let isOneSign = start.count == 4 && start.count { $0 != 0 } == 1 && start[1] == 0 && start[2] == 0
    if marks.contains(start) || isOneSign { throw .unreadable(FilesWords.isUTF32) }
  }

  private mutating func decode(_ intake: Intake) throws(Problem) {
    if intake.wide?.isWhole == false { throw .unreadable(FilesWords.isCutUTF16) }
    dropMarks()
    do {
      let decoded = Self.undoingSecondEncoding(of: try UTF8Span(validating: bytes.span))
      if let decoded { (bytes, guess) = (decoded, .utf8Twice) }
    } catch {
      guard let decoded = Self.decodingWindows1252(bytes) else {
        throw .notText(line: 1 + bytes[..<error.byteOffsets.lowerBound].count { $0 == 0x0A })
      }
      (bytes, guess) = (decoded, .windows1252)
    }
  }

  /// Drops the byte order marks in front: programs add one to a file that has one, or encode it as UTF-8 twice.
  private mutating func dropMarks() {
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]]
    var start = 0
    while let mark = marks.first(where: { bytes[start...].starts(with: $0) }) { start += mark.count }
    bytes.removeFirst(start)
  }

  /// Nil unless the whole text is UTF-8 that was taken for Windows-1252.
  private static func undoingSecondEncoding(of text: borrowing UTF8Span) -> [UInt8]? {
    var text = copy text
    guard !text.checkForASCII() else { return nil }
    var decoded: [UInt8] = []
    var following = 0
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      let place = scalar.value < 0x100 ? Int(scalar.value) : windows1252.firstIndex(of: scalar).map { $0 + 0x80 }
      // Most texts rule themselves out with their first letter.
      guard let place, (0x80..<0xC0).contains(place) == (following > 0) else { return nil }
      following = place < 0x80 ? 0 : place < 0xC0 ? following - 1 : place < 0xE0 ? 1 : place < 0xF0 ? 2 : 3
      decoded.append(UInt8(place))
    }
    return String(validating: decoded, as: UTF8.self) == nil ? nil : decoded
  }

  /// Nil for damaged UTF-8, and for bytes that are no text.
  private static func decodingWindows1252(_ bytes: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count + bytes.count / 8)
    var (index, letters, sequences) = (0, 0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      let follow = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
      if byte >= 0xC2, index + follow < bytes.count,
        bytes[index + 1...index + follow].allSatisfy({ (0x80...0xBF).contains($0) })
      {
        sequences += 1
      }
      if byte < 0x80 {
        guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return nil }
        decoded.append(byte)
      } else {
        letters += 1
        let scalar = windows1252(byte)
        // A byte without a letter.
        guard !(0x80..<0xA0).contains(scalar.value) else { return nil }
        decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      index += 1
    }
    return sequences * 4 < letters ? decoded : nil
  }

  /// The letter of a byte; the control character of that number if it has none.
  fileprivate static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte), windows1252[Int(byte - 0x80)] != "\0" else { return Unicode.Scalar(byte) }
    return windows1252[Int(byte - 0x80)]
  }

  /// The letters from 0x80 to 0x9F; zero for bytes without one.
  private static let windows1252: [Unicode.Scalar] = [
    "\u{20AC}", "\0", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}", "\u{2030}",
    "\u{160}", "\u{2039}", "\u{152}", "\0", "\u{17D}", "\0", "\0", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}",
    "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\0", "\u{17E}",
    "\u{178}",
  ]
}

extension CSVFile.Guess {
  /// Returns whether a text decoded by this guess may be the other one: letters changed by a wrong guess or lost by
  /// another program, or the text before its second encoding was undone.
  func isSame(_ new: String, as old: String) -> Bool {
    switch self {
    case .windows1252: return !old.unicodeScalars.allSatisfy(\.isASCII) && masked(new) == masked(old)
    case .utf8Twice:
      var twice = String.UnicodeScalarView()
      for byte in new.utf8 { twice.append(CSVFile.windows1252(byte)) }
      return String(twice) == old
    }
  }

  /// Replaces each run of letters beyond ASCII with one question mark: a run may have more bytes than letters.
  private func masked(_ text: String) -> String {
    var masked = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let sign: Unicode.Scalar = scalar.isASCII ? scalar : "?"
      if sign != "?" || masked.last != "?" { masked.append(sign) }
    }
    return String(masked)
  }
}

/// Checks that no line is longer than `CSVReader.mostBytes`.
private struct LineMeter {
  private(set) var line = 1
  private var length = 0

  /// - Returns: false once a line is too long.
  mutating func goOn(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var last: UInt8 = 0
      for byte in bytes {
        if byte == 0x0A || byte == 0x0D {
          if byte != 0x0A || last != 0x0D { line += 1 }
          length = 0
        } else {
          length += 1
          if length > CSVReader.mostBytes { return false }
        }
        last = byte
      }
      return true
    }
  }
}

private struct WideDecoder {
  private let isBigEndian: Bool
  /// The first byte of a unit whose second comes with the next piece.
  private var half: UInt8?
  /// The first unit of a surrogate pair.
  private var lead: UInt16?

  /// Nil unless the bytes begin with a byte order mark, or with a letter and a zero.
  init?(beginningWith bytes: ArraySlice<UInt8>) {
    let start = Array(bytes.prefix(4))
    guard start.count >= 2 else { return nil }
    switch (start[0], start[1]) {
    case (0xFE, 0xFF): isBigEndian = true
    case (0xFF, 0xFE): isBigEndian = false
    case (0, 1...0x7F) where start.count == 4 && start[2] == 0: isBigEndian = true
    case (1...0x7F, 0) where start.count == 4 && start[3] == 0 && start[2] != 0: isBigEndian = false
    default: return nil
    }
  }

  var isWhole: Bool { half == nil && lead == nil }

  /// - Returns: false for bytes that are not UTF-16.
  mutating func decode(_ bytes: ArraySlice<UInt8>, into result: inout [UInt8]) -> Bool {
    for byte in bytes {
      guard let first = half else {
        half = byte
        continue
      }
      half = nil
      let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      let scalar: Unicode.Scalar?
      if let high = lead {
        guard UTF16.isTrailSurrogate(unit) else { return false }
        lead = nil
        scalar = Unicode.Scalar(0x10000 + (UInt32(high - 0xD800) << 10) + UInt32(unit - 0xDC00))
      } else if UTF16.isLeadSurrogate(unit) {
        lead = unit
        continue
      } else {
        scalar = Unicode.Scalar(UInt32(unit))
      }
      guard let scalar, let encoded = UTF8.encode(scalar) else { return false }
      result.append(contentsOf: encoded)
    }
    return true
  }
}

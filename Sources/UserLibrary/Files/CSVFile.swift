internal import LibC
internal import Wording

/// The contents of a file of comma-separated values as UTF-8, whatever a spreadsheet saved them in.
///
/// UTF-16 goes by its first two bytes. What is not UTF-8 is Windows-1252 where its bytes can be that. A file that cannot
/// be one of values is refused before it is read as a whole.
struct CSVFile: Sendable {
  /// Why the contents are of no use. The line is counted from 1.
  enum Problem: Error {
    case unreadable(String)
    case lineTooLong(Int)
    case tooLarge
    case notText(line: Int)
  }

  private(set) var bytes: [UInt8] = []
  /// Whether letters that Windows-1252 lacks were lost on the way here.
  private(set) var isWindows1252 = false

  /// A collection of a million rows, twice over.
  private static let mostBytes = 1 << 29

  /// Reads a file, or what comes through a pipe.
  init(readingFrom path: String) throws(Problem) {
    func failure() -> Problem { .unreadable(String(cString: strerror(errno))) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, (1..<off_t(Self.mostBytes)).contains(status.st_size) {
      bytes.reserveCapacity(Int(status.st_size) + 1)
    }
    var meter = LineMeter()
    var wide: WideDecoder?
    var isFirst = true
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
      if isFirst { wide = WideDecoder(beginningWith: buffer[..<count]) }
      isFirst = false
      let start = bytes.count
      if wide != nil {
        guard wide?.decode(buffer[..<count], into: &bytes) == true else { throw .notText(line: meter.line) }
      } else {
        bytes.append(contentsOf: buffer[..<count])
      }
      guard meter.goOn(bytes[start...]) else { throw .lineTooLong(meter.line) }
      guard bytes.count <= Self.mostBytes else { throw .tooLarge }
    }
    if let wide, !wide.isWhole { throw .notText(line: meter.line) }
    try decode()
  }

  init(_ contents: [UInt8]) throws(Problem) {
    var meter = LineMeter()
    if var wide = WideDecoder(beginningWith: contents[...]) {
      guard wide.decode(contents[...], into: &bytes), wide.isWhole else { throw .notText(line: 1) }
    } else {
      bytes = contents
    }
    guard meter.goOn(bytes[...]) else { throw .lineTooLong(meter.line) }
    try decode()
  }

  private mutating func decode() throws(Problem) {
    let wrong: Int
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return
    } catch {
      wrong = error.byteOffsets.lowerBound
    }
    guard let decoded = Self.decodingWindows1252(bytes) else {
      throw .notText(line: 1 + bytes[..<wrong].count { $0 == 0x0A })
    }
    (bytes, isWindows1252) = (decoded, true)
  }

  /// Nil where they are damaged UTF-8, or no text.
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
        let scalar = byte >= 0xA0 ? Unicode.Scalar(byte) : windows1252[Int(byte - 0x80)]
        guard scalar.value != 0 else { return nil }
        decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      index += 1
    }
    return sequences * 4 < letters ? decoded : nil
  }

  /// The letters from 0x80 to 0x9F; zero where there is none.
  private static let windows1252: [Unicode.Scalar] = [
    "\u{20AC}", "\0", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}", "\u{2030}",
    "\u{160}", "\u{2039}", "\u{152}", "\0", "\u{17D}", "\0", "\0", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}",
    "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\0", "\u{17E}",
    "\u{178}",
  ]

  /// A text as it comes back from a file in Windows-1252.
  static func throughWindows1252(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isKept = scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) || windows1252.contains(scalar)
      result.append(isKept ? scalar : "?")
    }
    return String(result)
  }
}

/// Watches that no line is longer than a record can be.
private struct LineMeter {
  private(set) var line = 1
  private var length = 0

  /// - Returns: whether all lines so far can be.
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

/// Turns UTF-16 into UTF-8, piece by piece.
private struct WideDecoder {
  private let isBigEndian: Bool
  /// The first half of a unit whose second comes with the next piece.
  private var half: UInt8?
  /// The first unit of a pair.
  private var lead: UInt16?

  /// Nil for what is not UTF-16: that begins with a byte order mark, or with a sign and a zero.
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

  /// - Returns: whether it is UTF-16.
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

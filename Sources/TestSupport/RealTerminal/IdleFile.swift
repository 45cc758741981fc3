import Foundation

/// The reports of a program started with `--idle-file`.
///
/// Whenever all input has been handled, no task is running and the screen is up to date, the program appends a line, in
/// one write:
///
///     idle <bytes> <frames> <columns>x<rows>
///
/// These are the bytes of input read and the frames painted since the start, and the size of the last frame. An Esc
/// that may still become a longer key has not been handled. So a test that has written n bytes in all waits for a line
/// with `bytes >= n`, and after a resize for one with the new size; then the screen shows the result.
public struct IdleFile: Sendable {
  public struct Report: Sendable, Hashable {
    /// The number of the line, from 1.
    public var number: Int
    public var bytes: Int
    public var frames: Int
    /// Nil if the line has none.
    public var size: ScreenSize?

    public init(number: Int, bytes: Int, frames: Int, size: ScreenSize?) {
      self.number = number
      self.bytes = bytes
      self.frames = frames
      self.size = size
    }
  }

  public let path: String

  public init(path: String) {
    self.path = path
  }

  /// The last complete line, if there is one.
  public func latest() -> Report? {
    guard let contents = FileManager.default.contents(atPath: path) else { return nil }
    // The last line may be incomplete.
    guard let end = contents.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    let lines = contents[..<end].split(separator: UInt8(ascii: "\n"))
    guard let last = lines.last else { return nil }
    return Report(line: String(decoding: last, as: UTF8.self), number: lines.count)
  }

  /// Waits for a line that meets all conditions.
  ///
  /// - Parameters:
  ///   - bytes: the least number of bytes read.
  ///   - number: the line after which it must come; a resize or a signal has no bytes to wait for.
  /// - Returns: nil if the time ran out.
  public func wait(
    bytes: Int = 0, after number: Int = 0, size: ScreenSize? = nil, for limit: Duration
  ) async throws -> Report? {
    try await poll(for: limit, every: .milliseconds(2)) {
      guard let report = latest(), report.bytes >= bytes, report.number > number else { return nil }
      if let size, let reported = report.size, reported != size { return nil }
      return report
    }
  }
}

extension IdleFile.Report {
  init?(line: String, number: Int) {
    let words = line.split(separator: " ")
    guard words.count >= 3, words[0] == "idle", let bytes = Int(words[1]), let frames = Int(words[2]) else {
      return nil
    }
    self.init(number: number, bytes: bytes, frames: frames, size: nil)
    if words.count > 3 {
      let sides = words[3].split(separator: "x").compactMap { Int($0) }
      if sides.count == 2 { size = ScreenSize(columns: sides[0], rows: sides[1]) }
    }
  }
}

/// The size of a terminal, in character cells.
public struct ScreenSize: Sendable, Hashable, CustomStringConvertible {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  public static let standard = ScreenSize(columns: 80, rows: 24)

  public var description: String { "\(columns)x\(rows)" }

  /// The size that tests keep cells for: the system allows windows of four thousand million.
  var kept: ScreenSize { ScreenSize(columns: min(columns, 1_024), rows: min(rows, 512)) }
}

public import Raster

/// Decodes pictures in a process of its own, `runout-pictures`: what comes from elsewhere may crash it, or ask for more
/// memory or time than it is given, and costs one picture. On a Mac its memory is bounded only by the size of a picture.
///
/// Nothing of it is started before the first picture is due.
public struct PictureHelper: Sendable {
  private let path: String

  /// What a picture may take.
  private static let timeout = Duration.seconds(5)

  /// - Parameter path: of the helper.
  public init(path: String) { self.path = path }

  /// The helper that belongs to a program: beside a built one, or in `libexec` of an installed one.
  ///
  /// - Parameter executable: the path of the running program, links resolved.
  /// - Returns: nil where there is none; then no photographs are shown.
  public init?(beside executable: String?) {
    guard let directory = executable?.parentDirectory else { return nil }
    var candidates = [directory.appending(path: Self.name)]
    if let prefix = directory.parentDirectory {
      candidates.append(prefix.appending(path: "libexec/runout/\(Self.name)"))
    }
    guard let found = candidates.first(where: { FileSystem.facts(of: $0)?.isDirectory == false }) else { return nil }
    path = found
  }

  private static let name = "runout-pictures"

  /// Decodes a picture: JPEG, PNG or WebP.
  ///
  /// - Parameter side: the most pixels of its longer side; a larger one is made smaller, a smaller one stays.
  /// - Returns: nil where it is none that can be shown, whatever the reason.
  public func decode(_ file: [UInt8], side: Int) async -> Raster? {
    let process = Subprocess(program: path, arguments: ["\(side)"], environment: [:])
    let answer: Subprocess.Answer
    do throws(FileError) {
      answer = try await process.ask(input: file, timeout: Self.timeout, limit: Self.headBytes + 4 * side * side)
    } catch {
      return nil
    }
    guard answer.outcome == .exited(0) else { return nil }
    return Self.raster(answer.output, side: side)
  }

  private static let headBytes = 12

  /// What it says is not believed before it is looked at.
  private static func raster(_ output: [UInt8], side: Int) -> Raster? {
    guard output.count > headBytes, output.starts(with: Array("RNPX".utf8)) else { return nil }
    func number(at place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(output[place + $1]) << (8 * $1) } }
    let (width, height) = (number(at: 4), number(at: 8))
    guard 1...side ~= width, 1...side ~= height else { return nil }
    return Raster(width: width, height: height, bytes: Array(output[headBytes...]))
  }
}

public import Raster

/// Decodes pictures in a separate process, `runout-pictures`, started for each: a file that crashes it, or takes too
/// much memory or time, costs one picture. On a Mac only the size of pictures limits its memory.
public struct PictureHelper: Sendable {
  private let path: String

  private static let timeout = Duration.seconds(5)

  public init(path: String) { self.path = path }

  /// The helper that belongs to a program: beside a built one, or in `libexec` of an installed one.
  ///
  /// - Parameter executable: the path of the running program, links resolved.
  /// - Returns: nil if there is none; then no photographs are shown.
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
  /// - Parameter side: the most pixels of its longer side, to which larger pictures are scaled down.
  /// - Returns: nil if it cannot be decoded, for whatever reason.
  public func decode(_ file: [UInt8], side: Int) async -> Raster? {
    let process = Subprocess(program: path, arguments: ["\(side)"], environment: [:])
    let answer: Subprocess.Answer
    do {
      answer = try await process.ask(input: file, timeout: Self.timeout, limit: Self.headBytes + 4 * side * side)
    } catch {
      return nil
    }
    guard answer.outcome == .exited(0) else { return nil }
    return Self.raster(answer.output, side: side)
  }

  private static let headBytes = 12

  /// Checks the helper's output, which a malicious file may control.
  private static func raster(_ output: [UInt8], side: Int) -> Raster? {
    guard output.count > headBytes, output.starts(with: Array("RNPX".utf8)) else { return nil }
    func number(at place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(output[place + $1]) << (8 * $1) } }
    let (width, height) = (number(at: 4), number(at: 8))
    guard 1...side ~= width, 1...side ~= height else { return nil }
    return Raster(width: width, height: height, bytes: Array(output[headBytes...]))
  }
}

internal import LibC

/// The files for standard error while the screen is up, so that the message of a trap is not lost.
///
/// `NcursesTerminal` makes one for a run, and removes it at the end if it is empty. A file left behind is either empty,
/// from a run that was killed, or describes a crash.
public struct CrashFiles: Sendable {
  public let directory: String

  /// - Parameter directory: the state directory.
  public init(directory: String) { self.directory = directory }

  /// `crash-20260301-120000-4711.txt`.
  public func path(time: Double, process: Int32) -> String {
    directory.appending(path: "crash-\(UTCTime.fileName(time))-\(process).txt")
  }

  /// The crash files of earlier runs that have not been reported yet, latest first.
  ///
  /// Removes empty files of processes that have ended, and all but the latest `keeping` of those reported. Files of
  /// running processes are left alone.
  public func leftOver(keeping: Int = 5) throws(FileError) -> [String] {
    let names: [String]
    do {
      names = try FileSystem.names(in: directory)
    } catch {
      if error.isMissing { return [] }
      throw error
    }
    var unreported: [String] = []
    var reported: [String] = []
    for name in names.sorted(by: >) {
      guard let process = Self.process(of: name) else { continue }
      let path = directory.appending(path: name)
      if name.hasSuffix(Self.reportedSuffix) {
        reported.append(path)
      } else if !Self.isRunning(process) {
        if FileSystem.facts(of: path)?.bytes ?? 0 > 0 { unreported.append(path) } else { try FileSystem.remove(path) }
      }
    }
    for path in reported.dropFirst(keeping) { try FileSystem.remove(path) }
    return unreported
  }

  /// Marks a file as reported to the user by renaming it.
  ///
  /// - Returns: its new path.
  public func markReported(_ path: String) throws(FileError) -> String {
    let target = String(path.dropLast(path.hasSuffix(".txt") ? 4 : 0)) + Self.reportedSuffix
    try FileSystem.rename(path, to: target)
    return target
  }

  private static let reportedSuffix = "-told.txt"

  /// The process in a name from ``path(time:process:)`` or ``markReported(_:)``; nil for any other.
  private static func process(of name: String) -> Int32? {
    guard name.hasPrefix("crash-"), name.hasSuffix(".txt") else { return nil }
    let end = name.hasSuffix(reportedSuffix) ? reportedSuffix : ".txt"
    let numbers = name.dropFirst("crash-".count).dropLast(end.count).split(
      separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers[0].utf8.count == 8, numbers[1].utf8.count == 6,
      numbers.joined().utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return Int32(numbers[2])
  }

  private static func isRunning(_ process: Int32) -> Bool { process > 0 && (kill(process, 0) == 0 || errno == EPERM) }
}

import Foundation
import Platform
import Wording

/// The file for the report of a crash while the screen is up.
@MainActor
struct CrashFile {
  let path: String?
  private let files: CrashFiles

  init(directory: String) {
    files = CrashFiles(directory: directory)
    do {
      try FileSystem.makeDirectory(directory)
      path = files.path(time: SystemClock.now(), process: getpid())
    } catch {
      // Without a folder, a crash is reported only on the terminal.
      path = nil
    }
  }

  /// The report of an earlier crash, returned once.
  func leftOver() -> String? {
    do {
      guard let last = try files.leftOver().first else { return nil }
      return VerbWords.crashed(try files.markReported(last))
    } catch {
      return error.description
    }
  }
}

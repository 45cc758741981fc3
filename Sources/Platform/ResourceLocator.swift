internal import LibC
import Wording

/// Finds the directory with the demo catalogue.
///
/// `Bundle.module` is not used: it falls back to a path within the build directory, and traps once that is gone.
public enum ResourceLocator {
  /// The first of these with a `Demo` folder: `<bin>/../share/runout` of an installed copy, and the folder that SwiftPM
  /// puts beside a built one.
  ///
  /// - Parameters:
  ///   - explicit: the user's choice; if given, the only candidate.
  ///   - executable: the path of the running program, links resolved.
  /// - Throws: `ResourcesNotFound` with all candidates.
  public static func find(explicit: String? = nil, executable: String?) throws(ResourcesNotFound) -> String {
    var candidates: [String] = []
    if let explicit, !explicit.isEmpty {
      candidates = [explicit]
    } else if let directory = executable?.parentDirectory {
      if let prefix = directory.parentDirectory { candidates.append(prefix.appending(path: "share/runout")) }
      candidates.append(directory.appending(path: "runout_AppResources.resources"))
      // SwiftPM's name for it on a Mac.
      candidates.append(directory.appending(path: "runout_AppResources.bundle"))
    }
    guard let found = candidates.first(where: { FileSystem.isDirectory($0.appending(path: "Demo")) }) else {
      throw ResourcesNotFound(lookedIn: candidates)
    }
    return found
  }

  /// The path of the running program with links resolved; nil if the system does not tell.
  public static func executablePath() -> String? { LibC.executablePath() }
}

public struct ResourcesNotFound: Error, Hashable, Sendable, CustomStringConvertible {
  public var lookedIn: [String]

  public init(lookedIn: [String]) { self.lookedIn = lookedIn }

  public var description: String {
    lookedIn.isEmpty
      ? FilesWords.noDemoFiles
      : FilesWords.demoFilesNot(in: lookedIn)
  }
}

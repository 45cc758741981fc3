internal import LibC
import Wording

/// Finds the directory with the demo catalogue.
///
/// `Bundle.module` is not asked: it falls back to a path inside the build directory, and traps once that is gone.
public enum ResourceLocator {
  /// The first of these that holds a `Demo` folder: `<bin>/../share/runout` of an installed copy, and the folder that
  /// the package manager puts beside a built one.
  ///
  /// - Parameters:
  ///   - explicit: what was asked for; when given, nothing else is looked at.
  ///   - executable: the path of the running program, links resolved.
  /// - Throws: `ResourcesNotFound`, which names every directory that was looked at.
  public static func find(explicit: String? = nil, executable: String?) throws(ResourcesNotFound) -> String {
    var candidates: [String] = []
    if let explicit, !explicit.isEmpty {
      candidates = [explicit]
    } else if let directory = executable?.parentDirectory {
      if let prefix = directory.parentDirectory { candidates.append(prefix.appending(path: "share/runout")) }
      candidates.append(directory.appending(path: "runout_AppResources.resources"))
      // What the package manager calls it on a Mac.
      candidates.append(directory.appending(path: "runout_AppResources.bundle"))
    }
    guard let found = candidates.first(where: { FileSystem.isDirectory($0.appending(path: "Demo")) }) else {
      throw ResourcesNotFound(lookedIn: candidates)
    }
    return found
  }

  /// The path of the running program with links resolved, as the system knows it; nil where it does not say.
  public static func executablePath() -> String? { LibC.executablePath() }
}

/// There are no resources where they should be.
public struct ResourcesNotFound: Error, Hashable, Sendable, CustomStringConvertible {
  public var lookedIn: [String]

  public init(lookedIn: [String]) {
    self.lookedIn = lookedIn
  }

  public var description: String {
    lookedIn.isEmpty
      ? FilesWords.noDemoFiles
      : FilesWords.demoFilesNot(in: lookedIn)
  }
}

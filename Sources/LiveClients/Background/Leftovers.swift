internal import Catalogue
internal import LibC
internal import Logging
internal import Platform

/// What programs that were killed have left: databases half built, the demo in a temporary directory.
///
/// The names say which process each belongs to (see `DemoFiles`); it goes when that process is gone. What a killed import
/// left is known by its lock.
struct Leftovers: Sendable {
  private let cacheDirectory: String
  private let temporaryDirectory: String
  private let catalogueFile: String
  private let log: Logger

  init(cacheDirectory: String, temporaryDirectory: String, catalogueFile: String, log: Logger) {
    self.cacheDirectory = cacheDirectory
    self.temporaryDirectory = temporaryDirectory
    self.catalogueFile = catalogueFile
    self.log = log
  }

  /// Blocks for a look into three directories. What cannot be removed is said in the log, and tried again the next time.
  func remove() {
    removeDemos()
    do throws(CatalogueError) {
      try CatalogueImporter.removeLeftovers(of: catalogueFile)
    } catch {
      log.warning("Could not remove the files of a killed import", metadata: ["cause": "\(error)"])
    }
  }

  /// Removes leftovers of the demo alone. Building one begins with this, so that programs that are killed over
  /// and over again while they start leave no more than the last one did.
  func removeDemos() {
    for name in names(in: cacheDirectory) where DemoFiles.builder(ofUnfinished: name).map(isGone) == true {
      remove(cacheDirectory.appending(path: name))
    }
    for name in names(in: temporaryDirectory) where DemoFiles.owner(ofTemporary: name).map(isGone) == true {
      let directory = temporaryDirectory.appending(path: name)
      guard isOwnDirectory(directory) else { continue }
      log.notice("Removing the demo of a killed program", metadata: ["directory": "\(directory)"])
      DemoFiles.cleanUp(directory)
    }
  }

  private func names(in directory: String) -> [String] {
    guard FileSystem.isDirectory(directory) else { return [] }
    do throws(FileError) {
      return try FileSystem.names(in: directory)
    } catch {
      // Nothing but space is lost.
      log.info("Could not look for leftover files", metadata: ["cause": "\(error)"])
      return []
    }
  }

  private func remove(_ path: String) {
    do throws(FileError) {
      try FileSystem.remove(path)
      log.notice("Removed a file of a killed program", metadata: ["file": "\(path)"])
    } catch {
      log.warning("Could not remove a file of a killed program", metadata: ["cause": "\(error)"])
    }
  }

  private func isGone(_ process: Int32) -> Bool {
    kill(process, 0) != 0 && errno == ESRCH
  }

  /// Temporary directories are everybody's: a link to somewhere else, or what another user has put there, is left alone.
  private func isOwnDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
  }
}

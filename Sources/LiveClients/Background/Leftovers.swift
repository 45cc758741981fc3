internal import Catalogue
internal import LibC
internal import Logging
internal import Platform

/// Removes the files of killed programs: half-built databases, and demos in the temporary directory.
///
/// A demo's file bears the number of its process (see `DemoFiles`) and is removed when that process is gone. Files of a
/// killed import are recognised by their lock.
struct Leftovers: Sendable {
  let cacheDirectory: String
  let temporaryDirectory: String
  let catalogueFile: String
  let log: Logger

  /// Removes all leftovers; blocks for a look into three directories. Failures are logged and tried again next time.
  func remove() {
    removeDemos()
    do {
      try CatalogueImporter.removeLeftovers(of: catalogueFile)
    } catch {
      log.warning("Could not remove the files of a killed import", metadata: ["cause": "\(error)"])
    }
  }

  /// Removes leftovers of the demo alone. Building a demo begins with this, so that programs killed again and again at
  /// their start leave only the files of the last.
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
    do {
      return try FileSystem.names(in: directory)
    } catch {
      // Leftovers only take up space.
      log.info("Could not look for leftover files", metadata: ["cause": "\(error)"])
      return []
    }
  }

  private func remove(_ path: String) {
    do {
      try FileSystem.remove(path)
      log.notice("Removed a file of a killed program", metadata: ["file": "\(path)"])
    } catch {
      log.warning("Could not remove a file of a killed program", metadata: ["cause": "\(error)"])
    }
  }

  private func isGone(_ process: Int32) -> Bool { kill(process, 0) != 0 && errno == ESRCH }

  /// All users share the temporary directory: links, and directories of other users, are left alone.
  private func isOwnDirectory(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
  }
}

import Foundation
import Platform
import Testing

struct FileTests {
  @Test func `a file is replaced as a whole and nothing is left beside it`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("old", to: "notes")
    try AtomicFile.write("new and longer".utf8, to: path)
    #expect(try scratch.read("notes") == "new and longer")
    #expect(try FileSystem.names(in: scratch.path) == ["notes"])
  }

  // fails: file replaced as a whole | it cannot be renamed
  @Test func `a file that cannot be replaced stays unchanged`() throws {
    let scratch = try Scratch()
    try FileSystem.makeDirectory(scratch.file("taken/inside"))
    let error = #expect(throws: FileError.self) { try AtomicFile.write("new".utf8, to: scratch.file("taken")) }
    #expect(error?.description == "Cannot write \(scratch.file("taken")): Is a directory")
    #expect(try FileSystem.names(in: scratch.path) == ["taken"])
  }

  // fails: file replaced as a whole | its folder cannot be written to
  @Test func `a failed write names the file and the reason`() {
    let error = #expect(throws: FileError.self) { try AtomicFile.write("x".utf8, to: "/proc/self/none/notes") }
    #expect(error?.description == "Cannot write /proc/self/none/notes: No such file or directory")
  }

  // fails: probe of a folder | it cannot be written to
  @Test func `an unwritable folder gives the system's reason and stays empty`() throws {
    guard case .refused(let error) = DirectoryCheck("/proc/self/none").outcome else {
      Issue.record("files can be kept in /proc")
      return
    }
    #expect(error.description.hasPrefix("Cannot write to /proc/self: "))
    let scratch = try Scratch()
    let file = try scratch.write("in the way", to: "file")
    #expect(DirectoryCheck(file + "/below").outcome == .refused(FileError(.use, file + "/below", code: ENOTDIR)))
    #expect(DirectoryCheck(scratch.file("data")).outcome == .absent)
    #expect(DirectoryCheck(scratch.path).outcome == .writable)
    #expect(try FileSystem.names(in: scratch.path) == ["file"])
  }

  @Test func `directories are made with those above them, for this user only`() throws {
    let scratch = try Scratch()
    try FileSystem.makeDirectory(scratch.file("a/b/c"))
    try FileSystem.makeDirectory(scratch.file("a/b/c"))
    #expect(FileSystem.isDirectory(scratch.file("a/b/c")))
    _ = try scratch.write("x", to: "file")
    #expect(throws: FileError.self) { try FileSystem.makeDirectory(scratch.file("file")) }
    #expect(throws: FileError.self) { try FileSystem.makeDirectory(scratch.file("file/below")) }
  }

  @Test func `reading stops at the limit`() throws {
    let scratch = try Scratch()
    let path = try scratch.write(String(repeating: "x", count: 100_000), to: "big")
    #expect(try FileSystem.read(path).count == 100_000)
    #expect(throws: FileError.self) { try FileSystem.read(path, limit: 99_999) }
    #expect(throws: FileError.self) { try FileSystem.read(scratch.path) }
  }

  @Test(arguments: [
    ("/a/b", "/a"), ("/a", "/"), ("/", nil), ("a/b", "a"), ("a", nil), ("/a/b/", "/a"),
  ])
  func `the directory of a path is what is before the last slash`(path: String, parent: String?) {
    #expect(path.parentDirectory == parent)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (1_772_366_399.9, "2026-03-01T11:59:59Z"),
    (-1, "1969-12-31T23:59:59Z"), (4_107_542_399, "2100-02-28T23:59:59Z"), (.infinity, "1970-01-01T00:00:00Z"),
    (1e300, "9999-12-31T23:59:59Z"),
  ])
  func `dates are in UTC, by the calendar`(time: Double, text: String) {
    #expect(UTCTime.text(time) == text)
  }
}

struct CrashFilesTests {
  @Test func `a run's file is named by its time and process`() {
    let path = CrashFiles(directory: "/state").path(time: 1_772_366_400, process: 4711)
    #expect(path == "/state/crash-20260301-120000-4711.txt")
  }

  @Test func `crash files of earlier runs are found, latest first, and reported once`() throws {
    let scratch = try Scratch()
    let files = CrashFiles(directory: scratch.path)
    // No process has this number: the highest Linux gives is 4,194,304.
    let old = try scratch.write("Fatal error: old", to: "crash-20260101-120000-99999999.txt")
    let new = try scratch.write("Fatal error: new", to: "crash-20260201-120000-99999998.txt")
    let empty = try scratch.write("", to: "crash-20260301-120000-99999997.txt")
    #expect(try files.leftOver() == [new, old])
    #expect(!FileSystem.isFile(empty))
    let told = try files.markReported(new)
    #expect(try files.leftOver() == [old])
    #expect(FileSystem.isFile(told))
  }

  @Test func `the file of a program that still runs is left alone`() throws {
    let scratch = try Scratch()
    let files = CrashFiles(directory: scratch.path)
    // Process 1 always runs.
    let running = try scratch.write("", to: "crash-20260301-120000-1.txt")
    #expect(try files.leftOver().isEmpty)
    #expect(FileSystem.isFile(running))
  }

  @Test func `only the latest crash reports are kept`() throws {
    let scratch = try Scratch()
    for month in 1...7 { _ = try scratch.write("x", to: "crash-20260\(month)01-120000-9-told.txt") }
    #expect(try CrashFiles(directory: scratch.path).leftOver(keeping: 5).isEmpty)
    #expect(try FileSystem.names(in: scratch.path).sorted().first == "crash-20260301-120000-9-told.txt")
  }

  @Test(arguments: ["crash-notes-told.txt", "crash-test-99999999.txt", "crash-1-2-99999999.txt", "crash-site.txt"])
  func `files of others stay, however like a crash report they are called`(name: String) throws {
    let scratch = try Scratch()
    let mine = try scratch.write("", to: name)
    #expect(try CrashFiles(directory: scratch.path).leftOver(keeping: 0).isEmpty)
    #expect(FileSystem.isFile(mine))
  }

  @Test func `a state directory that is not there yet holds no crash`() throws {
    #expect(try CrashFiles(directory: "/tmp/runout-tests-none").leftOver().isEmpty)
  }
}

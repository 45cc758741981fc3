import LibC
import Platform
import Testing

/// Files that a user names for the program to write: `-o`, `--save`, `save-screen`, `backup`.
struct OutputFileTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(scratch.file(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }

  private func isLink(_ name: String) -> Bool {
    var status = stat()
    return lstat(scratch.file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Both ways to write a file: from memory, and one that a program has made.
  private static let ways: [@Sendable (String, Scratch) throws -> Void] = [
    { path, _ in try OutputFile.write("new".utf8, to: path) },
    { path, scratch in
      let draft = try OutputFile.draft(for: path, orBeside: scratch.file("other"))
      try AtomicFile.write("new".utf8, to: draft)
      try OutputFile.deliver(draft, to: path)
    },
  ]

  @Test(arguments: 0..<2, [0o664, 0o600, 0o444, 0o755] as [mode_t])
  func `a file that is there keeps its mode`(way: Int, mode: mode_t) throws {
    let path = try scratch.write("old and longer", to: "list.csv")
    chmod(path, mode)
    // Root writes to what is closed to writing; others are refused, as by the shell.
    guard geteuid() == 0 || mode & 0o200 != 0 else {
      #expect(throws: FileError.self) { try Self.ways[way](path, scratch) }
      #expect(try scratch.read("list.csv") == "old and longer")
      return
    }
    try Self.ways[way](path, scratch)
    #expect(try scratch.read("list.csv") == "new")
    #expect(self.mode("list.csv") == mode)
    #expect(try FileSystem.names(in: scratch.path) == ["list.csv"])
  }

  @Test func `a new file has the mode that is asked for, less what the umask takes away`() throws {
    try OutputFile.write("new".utf8, to: scratch.file("mine"), permissions: 0o600)
    #expect(mode("mine") == 0o600)
    try OutputFile.write("new".utf8, to: scratch.file("open"))
    #expect(mode("open") & 0o600 == 0o600 && mode("open") & 0o111 == 0)
  }

  @Test(arguments: 0..<2) func `links are followed, and stay`(_ way: Int) throws {
    _ = try scratch.write("old", to: "folder/real.csv")
    chmod(scratch.file("folder/real.csv"), 0o640)
    symlink("folder/real.csv", scratch.file("near"))
    symlink(scratch.file("near"), scratch.file("far"))
    try Self.ways[way](scratch.file("far"), scratch)
    #expect(isLink("far") && isLink("near"))
    #expect(try scratch.read("folder/real.csv") == "new")
    #expect(mode("folder/real.csv") == 0o640)
    symlink("folder/made.csv", scratch.file("dangling"))
    try Self.ways[way](scratch.file("dangling"), scratch)
    #expect(isLink("dangling"))
    #expect(try scratch.read("folder/made.csv") == "new")
    #expect(try FileSystem.names(in: scratch.file("folder")).sorted() == ["made.csv", "real.csv"])
  }

  @Test(arguments: 0..<2) func `a pipe is written to`(_ way: Int) async throws {
    let path = scratch.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    // Open for reading first, so that opening does not wait.
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try Self.ways[way](path, scratch)
    var buffer = [UInt8](repeating: 0, count: 16)
    let count = read(reader, &buffer, buffer.count)
    #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == "new")
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(try FileSystem.names(in: scratch.path) == ["pipe"])
  }

  @Test(arguments: 0..<2) func `what is open already is written to where it stands`(_ way: Int) throws {
    let path = try scratch.write("before ", to: "log")
    let descriptor = open(path, O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    try Self.ways[way]("/dev/fd/\(descriptor)", scratch)
    #expect(try scratch.read("log") == "before new")
    #expect(write(descriptor, "!", 1) == 1)
    #expect(try scratch.read("log") == "before new!")
    #expect(throws: FileError.self) { try Self.ways[way]("/dev/fd/99999", scratch) }
  }

  // fails: output that is asked for | the device is full
  @Test(.enabled(if: FileSystem.facts(of: "/dev/full") != nil), arguments: 0..<2)
  func `a full device is an error, and stays a device`(_ way: Int) {
    let error = #expect(throws: FileError.self) { try Self.ways[way]("/dev/full", scratch) }
    #expect(error?.description == "Cannot write /dev/full: No space left on device")
    var status = stat()
    #expect(lstat("/dev/full", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  // fails: output that is asked for | it cannot be written
  @Test(arguments: 0..<2) func `where nothing can be written, the reason is named and nothing is left`(_ way: Int)
    throws
  {
    try FileSystem.makeDirectory(scratch.file("folder"))
    symlink("circle", scratch.file("circle"))
    for (name, reason) in [
      ("folder", "Is a directory"), ("none/list", "No such file or directory"),
      ("circle", "Too many levels of symbolic links"),
    ] {
      let error = #expect(throws: FileError.self) { try Self.ways[way](scratch.file(name), scratch) }
      #expect(error?.description.hasSuffix(reason) == true, "\(name): \(String(describing: error))")
    }
    #expect(try FileSystem.names(in: scratch.path).filter { $0 != "other" }.sorted() == ["circle", "folder"])
  }

  @Test func `only a file is replaced, so only for a file one is asked`() throws {
    #expect(OutputFile.isReplaced(try scratch.write("x", to: "file")))
    mkfifo(scratch.file("pipe"), 0o600)
    for path in [scratch.file("pipe"), scratch.file("none"), "/dev/null", "/dev/stdout", "/dev/fd/0"] {
      #expect(!OutputFile.isReplaced(path), "\(path)")
    }
  }
}

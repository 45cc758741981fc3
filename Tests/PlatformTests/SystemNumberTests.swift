import LibC
import Platform
import Testing

/// Numbers that the system says, at their ends.
struct SystemNumberTests {
  @Test(arguments: [0, 4_102_444_800, 16_725_225_600, -16_725_225_600] as [time_t])
  func `a file may have any date`(_ time: time_t) throws {
    let scratch = try Scratch()
    let path = try scratch.write("x", to: "file")
    var times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 999_999_999)]
    try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
    let facts = try #require(FileSystem.facts(of: path))
    #expect(facts.bytes == 1)
    #expect(facts.changed.signum() == time.signum() || time == 0)
  }

  @Test func `a file that is larger than it may be is refused before it is read`() throws {
    let scratch = try Scratch()
    let path = try scratch.write("", to: "huge")
    try #require(truncate(path, 1 << 42) == 0)
    let error = #expect(throws: FileError.self) { try FileSystem.read(path) }
    #expect(error?.code == EFBIG)
    #expect(throws: FileError.self) { try FileSystem.read("/dev/zero", limit: 1 << 20) }
  }
}

import DiscogsServer
import Foundation
import TestSupport
import Testing

/// A client that others wrote, from PyPI. `RUNOUT_TEST_PYTHON` names a Python that has it, where `python3` has not.
struct OtherToolsTests {
  private static let python: String? = {
    let candidates = [ProcessInfo.processInfo.environment["RUNOUT_TEST_PYTHON"], "/usr/bin/python3"].compactMap { $0 }
    return candidates.first { python in
      (try? run(python, ["-c", "import discogs_client"]))?.status == 0
    }
  }()

  @Test(
    .enabled(
      if: python != nil, "python3-discogs-client is not installed; RUNOUT_TEST_PYTHON can name a Python that has it"))
  func `python3-discogs-client searches, reads, pages and changes the want list`() async throws {
    let server = try await TestServer.start()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let script = root.appendingPathComponent("Scripts/check-discogs-client").path
    let python = try #require(Self.python)
    let (url, token) = (server.url, TestServer.token)
    // The server answers on this process's threads, so that none of them may wait for the script.
    let result = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Self.run(python, [script, url, token]) })
      }
    }
    #expect(result.status == 0, "\(result.output)")
    #expect(server.requests.allSatisfy { $0.status < 400 })
    #expect(server.count("PUT", "/users/*/wants/*") == 1)
    #expect(server.count("DELETE", "/users/*/wants/*") == 1)
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

import DiscogsServer
import Foundation
import TestSupport
import Testing

/// A client that others wrote, from PyPI. `RUNOUT_TEST_PYTHON` names a Python that has it, where `python3` has not.
struct OtherToolsTests {
  private static let python: String? = {
    let candidates = [ProcessInfo.processInfo.environment["RUNOUT_TEST_PYTHON"], "/usr/bin/python3"].compactMap { $0 }
    return candidates.first { python in
      (try? runWaiting(python, ["-c", "import discogs_client"], environment: [:])) != nil
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
    let result = try await run(python, [script, url, token], environment: [:])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(server.requests.allSatisfy { $0.status < 400 })
    #expect(server.count("PUT", "/users/*/wants/*") == 1)
    #expect(server.count("DELETE", "/users/*/wants/*") == 1)
  }
}

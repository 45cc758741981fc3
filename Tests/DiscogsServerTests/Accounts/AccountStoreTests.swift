import DiscogsServer
import Foundation
import Testing

struct AccountStoreTests {
  @Test func `a server's file that an earlier version left open to others is closed`() throws {
    let directory = NSTemporaryDirectory() + "runout-accounts-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let path = directory + "/server.sqlite"
    try AccountStore.open(at: path).close()
    func mode() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode() == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try AccountStore.open(at: path).close()
    #expect(try mode() == 0o600)
  }
}

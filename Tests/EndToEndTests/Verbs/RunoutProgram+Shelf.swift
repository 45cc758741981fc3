import Foundation
import TestSupport
import Testing

extension RunoutProgram {
  /// The copies as JSON, those of one release only where it is given.
  func copies(_ release: Int? = nil) async throws -> [[String: Any]] {
    let rows = try jsonLines(try await run("collection", "list", "--json").output)
    return rows.filter { release == nil || $0["id"] as? Int == release }
  }

  func wants() async throws -> [[String: Any]] {
    try jsonLines(try await run("wantlist", "list", "--json").output)
  }

  /// A release of the demo that is neither owned nor wanted.
  func newRelease() async throws -> Int {
    let known = Set((try await copies() + wants()).compactMap { $0["id"] as? Int })
    let found = try jsonLines(
      try await run("search", "--type", "release", "--limit", "200", "--json", "the").output)
    return try #require(found.compactMap { $0["id"] as? Int }.first { !known.contains($0) })
  }
}

internal import Clients
internal import DiscogsAPI
internal import Logging
internal import RunoutModel
internal import UserLibrary
internal import Wording

/// Making a shelf that belongs to no account the account's.
extension ShelfSync {
  /// Returns whether the shelf in use has rows that belong to no account; a sync that the user asks for replaces them.
  func isUnadopted() async throws -> Bool { try await Self.isUnadopted(try await shelves.shelf()) }

  /// Returns whether the account is still to get rows of the shelf in use, which was adopted for it.
  func isBeingAdopted() async throws -> Bool { try await shelves.shelf().isBeingAdopted() }

  static func isUnadopted(_ library: Library) async throws(LibraryError) -> Bool {
    guard try await !library.isOfAccount() else { return false }
    return try await !library.isShelfEmpty()
  }

  /// Compares a shelf that belongs to no account with the account's, and changes nothing; nil where there is none.
  func adoption() async throws -> AdoptionPlan? {
    guard shelves.isOnline else { throw ClientError.refused(SourceWords.syncNeedsLive) }
    let library = try await shelves.shelf()
    guard try await Self.isUnadopted(library) else { return nil }
    let account = try await AccountReader(user: try await discogs.userName(), discogs: discogs, lane: .user).shelf()
    return try await library.rehearseAdoption(by: account, at: configuration.now())
  }

  /// Marks the shelf as the account's: the next sync sends what the account lacks. The library is backed up first.
  func adopt() async throws {
    try checkMayChange()
    let library = try await shelves.shelf()
    guard try await Self.isUnadopted(library) else { return }
    try await library.backUpBeforeMirroring()
    configuration.faultPoint()
    try await library.adopt(at: configuration.now())
    configuration.faultPoint()
    translate.log.notice("Adopted the shelf for the account")
  }
}

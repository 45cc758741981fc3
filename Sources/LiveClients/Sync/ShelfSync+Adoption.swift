internal import Clients
internal import DiscogsAPI
internal import Logging
internal import RunoutModel
internal import UserLibrary
internal import Wording

/// Making a shelf that belongs to no account the account's.
extension ShelfSync {
  /// Returns whether the shelf in use has rows that belong to no account; a sync that the user asks for replaces them.
  func isUnadopted() async throws(ClientError) -> Bool { try await isUnadopted(try await shelves.shelf()) }

  /// Returns whether the account is still to get rows of the shelf in use, which was adopted for it.
  func isBeingAdopted() async throws(ClientError) -> Bool {
    let library = try await shelves.shelf()
    return try await kept { try await library.isBeingAdopted() }
  }

  func isUnadopted(_ library: Library) async throws(ClientError) -> Bool {
    try await kept {
      guard try await !library.isOfAccount() else { return false }
      return try await !library.isShelfEmpty()
    }
  }

  /// Compares a shelf that belongs to no account with the account's, and changes nothing; nil where there is none.
  func adoption() async throws(ClientError) -> AdoptionPlan? {
    guard shelves.isOnline else { throw .refused(SourceWords.syncNeedsLive) }
    let library = try await shelves.shelf()
    guard try await isUnadopted(library) else { return nil }
    let account = try await AccountReader(user: try await discogs.userName(), discogs: discogs, lane: .user).shelf()
    let time = now()
    return try await kept { try await library.rehearseAdoption(by: account, at: time) }
  }

  /// Marks the shelf as the account's: the next sync sends what the account lacks. The library is backed up first.
  func adopt() async throws(ClientError) {
    try checkMayChange()
    let library = try await shelves.shelf()
    guard try await isUnadopted(library) else { return }
    let time = now()
    try await kept {
      try await library.backUpBeforeMirroring()
      faultPoint()
      try await library.adopt(at: time)
      faultPoint()
    }
    translate.log.notice("Adopted the shelf for the account")
  }
}

internal import Clients
internal import DiscogsAPI
internal import DiscogsModel
internal import UserLibrary
internal import Wording

/// The second look for copies that a pass has not met, before they are removed.
extension ShelfFetcher {
  /// Looks once more for the copies that a pass has not met, by their releases, or by their whole folder where that
  /// takes fewer requests, and stores those it finds.
  ///
  /// - Returns: the copies that are gone.
  func lookForMissing(_ progress: MirrorProgress, _ folders: [CollectionInstance.Folder]) async throws -> [Int64] {
    let missing = try await keep(await library.missingCopies(in: progress))
    guard !missing.isEmpty else { return [] }
    var looked: [Int64] = []
    var done = 0
    for (number, copies) in Dictionary(grouping: missing, by: \.folder).sorted(by: { $0.key ?? 0 < $1.key ?? 0 }) {
      let releases = Dictionary(grouping: copies, by: \.release)
      if let number {
        guard let folder = folders.first(where: { $0.id.number == number }) else {
          // Discogs deletes only empty folders.
          looked += copies.map(\.id)
          continue
        }
        let pages = (folder.copies + PageRequest.mostRows - 1) / PageRequest.mostRows
        if releases.count > max(1, pages) {
          if try await readWholeFolder(folder, progress) { looked += copies.map(\.id) }
          done += copies.count
          continue
        }
      }
      for (release, copies) in releases.sorted(by: { $0.key.number < $1.key.number }) {
        report(SyncStatus.Progress(part: SyncWords.missingCopies, done: done, total: missing.count))
        if try await look(for: release, progress) { looked += copies.map(\.id) }
        done += copies.count
      }
    }
    let still = try await keep(await library.missingCopies(in: progress))
    return Set(looked).intersection(still.map(\.id)).sorted()
  }

  /// - Returns: whether Discogs gave a conclusive answer.
  private func look(for release: Release.ID, _ progress: MirrorProgress) async throws -> Bool {
    try checkpoint()
    return try await mutex.withLock {
      guard let found = try await look.copies(of: release) else { return false }
      if !found.isEmpty { try await keep(await library.mirror(found: found, in: progress)) }
      return true
    }
  }

  /// - Returns: whether the whole folder was read while its total stayed the same.
  private func readWholeFolder(_ folder: CollectionInstance.Folder, _ progress: MirrorProgress) async throws -> Bool {
    var page = PageRequest.first
    var met: Set<Int> = []
    var total: Int?
    while true {
      try checkpoint()
      report(SyncStatus.Progress(part: SyncWords.folder(folder.name), done: met.count, total: total ?? folder.copies))
      let answer: Paged<CollectionInstance>? = try await mutex.withLock {
        let answer = try await ask(.collection(of: user, folder: folder.id, page: page))
        if let rows = answer?.rows, !rows.isEmpty { try await keep(await library.mirror(found: rows, in: progress)) }
        return answer
      }
      guard let answer, answer.isCounted, answer.total == total ?? answer.total else { return false }
      total = answer.total
      met.formUnion(answer.rows.map(\.id.number))
      guard answer.goesOn(after: page) else { return met.count == total }
      page.number += 1
    }
  }
}

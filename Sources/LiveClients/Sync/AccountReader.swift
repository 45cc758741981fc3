internal import DiscogsAPI
internal import DiscogsModel
internal import UserLibrary

/// Reads an account's whole collection and want list for a comparison with a shelf; stores nothing.
struct AccountReader: Sendable {
  let user: String
  let discogs: DiscogsSource
  let lane: Lane

  func shelf() async throws(DiscogsError) -> AccountShelf {
    let folders = try await discogs.requestInBackground(.folders(of: user), lane: lane)
    let fields = try await discogs.requestInBackground(.fields(of: user), lane: lane)
    let copies = try await all(by: \.id.number) {
      .collection(of: user, sorting: Sorting(by: .added, isDescending: true), page: $0)
    }
    let wants = try await all(by: \.release.id.number) {
      .wants(of: user, sorting: Sorting(by: .added, isDescending: true), page: $0)
    }
    return AccountShelf(folders: folders, fields: fields, copies: copies, wants: wants)
  }

  /// All rows of a list, each once: rows move between pages while they are read.
  private func all<Row: Sendable>(
    by key: (Row) -> Int, _ endpoint: (PageRequest) -> Endpoint<Paged<Row>>
  ) async throws(DiscogsError) -> [Row] {
    var rows: [Row] = []
    var met: Set<Int> = []
    var last: [Int]?
    var (number, total) = (1, Int.max)
    while true {
      let call = endpoint(PageRequest(number))
      let page = try await discogs.requestInBackground(call, lane: lane)
      rows += page.rows.filter { met.insert(key($0)).inserted }
      guard page.notGrowing(beyond: &total).goesOn(after: PageRequest(number)) else { return rows }
      guard !page.isBeyondReading, !page.repeats(last, by: key) else { throw .decoding(endpoint: call.name, .endless) }
      last = page.rows.map(key)
      number += 1
    }
  }
}

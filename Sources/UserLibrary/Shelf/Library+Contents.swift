internal import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// What tells the shelf as it is from every other: it changes with each change.
  public func contentsVersion() async throws(LibraryError) -> String { "\(path) \(try await shelfVersion())" }

  /// Everything that is owned or wanted, by its numbers alone.
  public func contents() async throws(LibraryError) -> ShelfContents {
    let path = path
    return try await read { database in
      var contents = ShelfContents(version: "\(path) \(try Self.shelfVersion(database))")
      // A copy may know its master where another of the same release does not.
      for row in try database.rows(
        "SELECT release, max(master) FROM copy WHERE NOT \(ShelfTable.isRefusedCopy) GROUP BY release")
      {
        contents.owned.append(try Self.item(row))
      }
      for row in try database.rows("SELECT release, master FROM want") {
        switch Wanted(item: try row.value(0)) {
        case .release: contents.wanted.append(try Self.item(row))
        case .master(let master): contents.wantedMasters.append(master)
        }
      }
      return contents
    }
  }

  private static func item(_ row: Row) throws -> ShelfContents.Item {
    ShelfContents.Item(
      release: Release.ID(try row.value(0)), master: (try row.value(1) as Int?).map { Master.ID($0) })
  }
}

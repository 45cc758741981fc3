internal import DiscogsModel
internal import GRDB
public import RunoutModel
internal import SQLiteSupport

extension Library {
  /// A text that identifies this shelf in its present state; it changes with every change.
  public func contentsVersion() async throws(LibraryError) -> String { "\(path) \(try await shelfVersion())" }

  /// The ids of everything owned or wanted.
  public func contents() async throws(LibraryError) -> ShelfContents {
    let path = path
    return try await read { database in
      var contents = ShelfContents(version: "\(path) \(try Self.shelfVersion(database))")
      // One copy may know its master while another of the same release does not.
      contents.owned = try database.rows(
        "SELECT release, max(master) FROM copy WHERE \(ShelfTable.isOwnedCopy) GROUP BY release"
      ).map(Self.item)
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
    ShelfContents.Item(release: Release.ID(try row.value(0)), master: (try row.value(1) as Int?).map { Master.ID($0) })
  }
}

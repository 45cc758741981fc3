internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

struct PlayState: Codable, Hashable, Sendable {
  /// The record's name at that time, for titles.
  var name: String
  var copy: Int64
  var release: Int64
  /// Seconds since 1970.
  var at: Double
}

extension PlayState: EditableState {
  static let target = EditTarget.play
  static func shelfChange(_ change: Change<PlayState>) -> ShelfChange { .play(change) }

  var comparable: [String: String] { [FieldWords.time: "\(at)"] }

  mutating func take(_ names: Set<String>, from other: PlayState) {
    if names.contains(FieldWords.time) { self = other }
  }

  static func fetch(_ database: Database, id: Int64) throws -> PlayState? {
    let row = try database.row("SELECT copy, release, at FROM play WHERE id = ?", [id])
    guard let row else { return nil }
    let (copy, release): (Int64, Int64) = try (row.value("copy"), row.value("release"))
    return PlayState(
      name: try CopyState.fetch(database, id: copy)?.facts.name ?? RecordWords.release("\(release)"),
      copy: copy, release: release, at: try row.value("at"))
  }

  func save(_ database: Database, id: Int64) throws {
    try database.change(
      "INSERT OR REPLACE INTO play (id, copy, release, at) VALUES (?, ?, ?, ?)", [id, copy, release, at])
  }
}

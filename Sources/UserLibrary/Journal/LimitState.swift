internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport
internal import Wording

struct LimitState: Codable, Hashable, Sendable {
  /// The record's name at that time, for titles.
  var name: String
  /// In decimal digits.
  var amount: String
  var currency: String
  /// Seconds since 1970.
  var setAt: Double
  /// The last price reported, as in `priceLimit`.
  var told: String
}

extension LimitState: EditableState {
  static let target = EditTarget.limit
  static let place = "priceLimit WHERE release = ?"
  static func shelfChange(_ change: Change<LimitState>) -> ShelfChange { .limit(change) }
  /// A limit outlasts its want, so it can always be put back.
  static let outlastsItsRow = true

  var comparable: [String: String] { [FieldWords.limit: "\(amount) \(currency)"] }

  mutating func take(_ names: Set<String>, from other: LimitState) {
    if names.contains(FieldWords.limit) { self = other }
  }

  /// `€25.00`.
  var displayName: String {
    DecimalNumber(amount).map { Money($0, Currency(currency)).displayName } ?? "\(amount) \(currency)"
  }

  static func fetch(_ database: Database, id: Wanted) throws -> LimitState? {
    let row = try database.row("SELECT amount, currency, setAt, told FROM \(place)", [id.item])
    guard let row else { return nil }
    return try LimitState(
      name: try WantState.fetch(database, id: id)?.facts.name ?? id.name,
      amount: row.value("amount"), currency: row.value("currency"), setAt: row.value("setAt"), told: row.value("told"))
  }

  func save(_ database: Database, id: Wanted) throws {
    try database.change(
      "INSERT OR REPLACE INTO priceLimit (release, amount, currency, setAt, told) VALUES (?, ?, ?, ?, ?)",
      [id.item, amount, currency, setAt, told])
  }
}

extension Wanted {
  /// A name made from the number alone.
  fileprivate var name: String {
    switch self {
    case .release(let id): RecordWords.release("\(id)")
    case .master(let id): RecordWords.master("\(id)")
    }
  }
}

internal import DiscogsModel
internal import GRDB
internal import RunoutModel
internal import SQLiteSupport

/// Finds the rows that a query selects: texts in memory, everything else along the indexes.
struct ShelfFilter {
  let table: ShelfTable
  let texts: ShelfTexts
  /// As in `CollectionRequest`.
  let lookedUp: [SearchQuery: Set<Wanted>]
  let paidField: String

  /// Words that were looked up as a barcode are found as either.
  func rows(_ query: ShelfQuery, _ database: Database) throws -> RowSet {
    var found = try rows(query.terms, database)
    if let other = query.readAsBarcode, other.lookUps.allSatisfy({ lookedUp[$0] != nil }) {
      found.formUnion(try rows(other.terms, database))
    }
    return found
  }

  private func rows(_ terms: [ShelfQuery.Term], _ database: Database) throws -> RowSet {
    var left = texts.all
    for term in terms {
      let found = try rows(term.condition, among: left, database)
      if term.isExcluded { left.subtract(found) } else { left.formIntersection(found) }
    }
    return left
  }

  private func rows(_ condition: ShelfQuery.Condition, among left: RowSet, _ database: Database) throws -> RowSet {
    switch condition {
    case .text(nil, let text): return texts.rows(with: TextFolding.fold(text), .anywhere, among: left)
    case .text(let field?, let text):
      // A text of apostrophes folds to nothing, which would match everywhere.
      guard !TextFolding.fold(text).isEmpty else { return RowSet() }
      return texts.rows(with: TextFolding.fold(text), .within(Self.part(field)), among: left)
    case .whole(let field, ""): return lacking(Self.part(field), among: left)
    case .whole(let field, let text):
      let part: ShelfWordIndex.Part = field == .format ? .carrier : Self.part(field)
      return texts.rows(with: TextFolding.fold(text), .whole(part), among: left)
    case .grades(let field, let grades): return rows(graded: grades, Self.part(field), among: left)
    case .years(nil, nil): return try select(unknown("year"), database)
    case .dates(nil, nil): return try select(unknown("added"), database)
    case .years(let from, let to): return try select(within("year", from: from, to: to), database)
    // The index has the best rating first.
    case .stars(0, 0): return try select(unknown("rating"), database)
    case .stars(let from, let to):
      let rated = within("rating", from: 5 - to, to: 5 - max(1, from))
      return try select(from > 0 ? rated : "\(rated) UNION ALL \(unknown("rating"))", database)
    // The index has the latest date first.
    case .dates(let from, let to):
      return try select(within("added", from: to.map { -$0 }, to: from.map { -$0 }), database)
    case .number(let field, let from, let to): return try select(owned(field, from: from, to: to), database)
    case .played(let from, let to): return try select(played(from, to), database)
    case .otherPressing: return try select(otherPressings, database)
    case .lookedUp(let query):
      let items = JSONList.text((lookedUp[query] ?? []).map(\.item))
      return try select(
        "SELECT id FROM \(table.rawValue) WHERE release IN (SELECT value FROM json_each('\(items)'))", database)
    case .amount(.paid, let from, let to): return try paid(from, to, database)
    case .amount(let field, let from, let to): return try select(priced(field, from, to), database)
    case .own(let name, let value, let error): return try rows(with: value, in: name, orElse: error, database)
    case .flag(let field, let isSet):
      let found = try others(field == .owned ? .copies : .wants, database)
      return isSet ? found : left.subtracting(found)
    }
  }

  private static func part(_ field: ShelfQuery.Field) -> ShelfWordIndex.Part {
    switch field {
    case .artist: .artist
    case .title: .title
    case .label: .label
    case .catalogueNumber: .catalogueNumber
    case .format: .format
    case .folder: .folder
    case .media: .media
    case .sleeve: .sleeve
    case .note: .note
    case .genre: .genre
    case .style: .style
    case .country: .country
    // These have conditions of their own, so their part is never used.
    case .year, .rating, .added, .owned, .wanted, .copies, .pressings, .played, .barcode, .track, .runout, .credit,
      .role, .limit, .price, .paid:
      .year
    }
  }

  // MARK: Texts

  private func lacking(_ part: ShelfWordIndex.Part, among left: RowSet) -> RowSet {
    left.subtracting(texts.rows(having: part, among: left))
  }

  private func rows(graded grades: [String], _ part: ShelfWordIndex.Part, among left: RowSet) -> RowSet {
    guard !grades.isEmpty else { return lacking(part, among: left) }
    var found = RowSet(upTo: texts.ids.last ?? 0)
    for grade in grades { found.formUnion(texts.rows(with: TextFolding.fold(grade), .whole(part), among: left)) }
    return found
  }

  // MARK: Along the indexes

  private func select(_ query: String, _ database: Database) throws -> RowSet {
    var found = RowSet(upTo: texts.ids.last ?? 0)
    let ids = try Int64.fetchCursor(database, sql: query)
    while let id = try ids.next() { found.insert(id) }
    return found
  }

  private func index(_ key: String) -> String {
    "\(table.rawValue) INDEXED BY \(table.rawValue)By\(key.prefix(1).uppercased())\(key.dropFirst())"
  }

  private func unknown(_ key: String) -> String { "SELECT id FROM \(index(key)) WHERE \(key)Key IS NULL" }

  private func within(_ key: String, from: Int?, to: Int?) -> String {
    let bounds = [from.map { "\(key)Key >= \($0)" }, to.map { "\(key)Key <= \($0)" }].compactMap(\.self)
    return "SELECT id FROM \(index(key)) WHERE \(bounds.map { "\($0) AND " }.joined())\(key)Key IS NOT NULL"
  }

  /// SQL for rows with this many owned copies of the release, or owned pressings of its master.
  private func owned(_ field: ShelfQuery.Field, from: Int, to: Int?) -> String {
    let (key, counted) = field == .copies ? ("release", "count(*)") : ("master", "count(DISTINCT release)")
    return """
      SELECT id FROM \(table.rawValue) WHERE \(key) IN
        (SELECT \(key) FROM copy WHERE \(key) IS NOT NULL AND \(ShelfTable.isOwnedCopy) GROUP BY \(key)
          HAVING \(counted) >= \(from)\(to.map { " AND \(counted) <= \($0)" } ?? ""))
      """
  }

  /// SQL for rows with another owned pressing: in the collection, if several are owned; on the want list, if the
  /// wanted one is not.
  private var otherPressings: String {
    switch table {
    case .copies:
      """
      SELECT id FROM copy WHERE master IN
        (SELECT master FROM copy WHERE master IS NOT NULL AND \(ShelfTable.isOwnedCopy)
          GROUP BY master HAVING count(DISTINCT release) > 1)
      """
    case .wants:
      """
      SELECT id FROM want WHERE \(ShelfTable.isOfRelease)
        AND release NOT IN (SELECT release FROM copy WHERE \(ShelfTable.isOwnedCopy))
        AND master IN (SELECT master FROM copy WHERE master IS NOT NULL AND \(ShelfTable.isOwnedCopy))
      """
    }
  }

  /// SQL for rows whose limit, or last lowest price, is within bounds.
  private func priced(_ field: ShelfQuery.Field, _ from: Double?, _ to: Double?) -> String {
    let amounts =
      field == .limit
      ? "SELECT release, CAST(amount AS REAL) AS amount FROM priceLimit"
      : "SELECT release, CAST(amount AS REAL) AS amount, max(day) FROM priceOnDay GROUP BY release"
    let bounds = [from.map { "amount >= \($0)" }, to.map { "amount <= \($0)" }].compactMap(\.self)
    guard !bounds.isEmpty else {
      return "SELECT id FROM \(table.rawValue) WHERE release NOT IN (SELECT release FROM (\(amounts)))"
    }
    return """
      SELECT id FROM \(table.rawValue) WHERE release IN
        (SELECT release FROM (\(amounts)) WHERE \(bounds.joined(separator: " AND ")))
      """
  }

  /// The copies for which an amount within bounds was paid.
  ///
  /// - Throws: `noPaidField` where no field holds what was paid.
  private func paid(_ from: Double?, _ to: Double?, _ database: Database) throws -> RowSet {
    let fields = try Library.ownFields(database)
    guard paidField.isEmpty ? PaidReport.field(among: fields) != nil : fields.contains(paidField) else {
      throw LibraryError.query(QueryError(column: 1, reason: .noPaidField))
    }
    return try copies(database) { fields in
      let name = paidField.isEmpty ? PaidReport.field(among: fields.map(\.name)) : paidField
      let paid = fields.first { $0.name == name }?.value ?? ""
      return from == nil && to == nil ? PaidReport.amount(paid) == nil : paid.isAmount(from: from, to: to)
    }
  }

  /// The copies with a value in a field of the user's own.
  ///
  /// - Throws: the error where there is no such field.
  private func rows(
    with value: ShelfQuery.OwnValue, in name: String, orElse error: QueryError, _ database: Database
  ) throws -> RowSet {
    var isKnown = false
    let found = try copies(database) { fields in
      let text = fields.first { ShelfQuery.nameOfOwnField($0.name) == name }?.value
      if text != nil { isKnown = true }
      return switch value {
      case .nothing: text?.isEmpty ?? true
      case .text(let part): text.map { TextFolding.fold($0).contains(TextFolding.fold(part)) } ?? false
      case .whole(let whole): TextFolding.fold(text ?? "") == TextFolding.fold(whole)
      case .amount(let from, let to): text?.isAmount(from: from, to: to) ?? false
      }
    }
    let names: [String] = isKnown ? [] : try database.values("SELECT name FROM field")
    guard isKnown || names.contains(where: { ShelfQuery.nameOfOwnField($0) == name }) else {
      throw LibraryError.query(error)
    }
    return found
  }

  /// The copies whose own fields are sought.
  private func copies(_ database: Database, where isFound: ([CollectionCopy.Field]) -> Bool) throws -> RowSet {
    var found = RowSet(upTo: texts.ids.last ?? 0)
    let rows = try Row.fetchCursor(database, sql: "SELECT id, fields FROM copy")
    while let row = try rows.next() {
      if isFound(try CollectionCopy.Field.unpack(row.value("fields"))) { found.insert(try row.value("id")) }
    }
    return found
  }

  private func played(_ from: Int?, _ to: Int?) -> String {
    let last = "CAST(strftime('%Y%m%d%H%M%S', max(at), 'unixepoch') AS INTEGER)"
    let bounds = [from.map { "\(last) >= \($0)" }, to.map { "\(last) <= \($0)" }].compactMap(\.self)
    guard !bounds.isEmpty else { return "SELECT id FROM copy WHERE id NOT IN (SELECT copy FROM play)" }
    return "SELECT copy FROM play GROUP BY copy HAVING \(bounds.joined(separator: " AND "))"
  }

  /// The rows whose release is on the other list too. On the list itself that is all of them, except copies that
  /// Discogs refused to add. A want of any pressing matches each of them.
  private func others(_ list: ShelfTable, _ database: Database) throws -> RowSet {
    if list == table {
      guard list == .copies else { return texts.all }
      return texts.all.subtracting(try select("SELECT * FROM \(ShelfTable.refusedCopies)", database))
    }
    let isOwned = list == .copies ? ShelfTable.isOwnedCopy : "TRUE"
    // Few masters are wanted in any pressing, so each is looked up among the copies.
    return try select(
      """
      SELECT \(table.rawValue).id FROM \(table.rawValue) JOIN \(list.rawValue)
        ON \(list.rawValue).release = \(table.rawValue).release WHERE \(isOwned)
      UNION ALL SELECT \(table.rawValue).id FROM want INDEXED BY wantByRelease CROSS JOIN copy INDEXED BY copyByMaster
        ON copy.master = -want.release WHERE want.release < 0 AND \(isOwned)
      """, database)
  }
}

extension String {
  fileprivate func isAmount(from: Double?, to: Double?) -> Bool {
    guard let amount = PaidReport.amount(self)?.doubleValue else { return false }
    return amount >= from ?? 0 && amount <= to ?? .infinity
  }
}

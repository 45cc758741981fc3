public import DiscogsModel
public import RunoutModel
internal import Wording

/// Why a file of offers cannot be used: the problem, its place, and the remedy.
public struct MarketFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// Counting from 1; nil for a problem of the whole file.
  public var line: Int?
  public var column: String?
  public var reason: String
  /// Whether nothing of the file could be read.
  public var isUnreadable = false

  public var description: String { ServeWords.place(file, line: line, column: column, reason) }
}

extension MarketFileError {
  init(_ problem: CSVFile.Problem, file: String) {
    switch problem {
    case .unreadable(let reason): self.init(file: file, reason: reason, isUnreadable: true)
    case .lineTooLong(let line): self.init(file: file, line: line, reason: ServeWords.rowTooLong)
    case .tooLarge: self.init(file: file, reason: ServeWords.tooManyOffers(MarketFile.mostOffers))
    case .notText(let line): self.init(file: file, line: line, reason: ServeWords.notUTF8)
    }
  }
}

/// The offers of a file: Discogs' own export of an inventory with two more columns.
///
///     seller,listing_id,release_id,status,price,currency,listed,media_condition,sleeve_condition,comments
///     groove-cellar,9001,930000014,For Sale,19.99,EUR,2026-03-01,Very Good Plus (VG+),Very Good (VG),Plays well
///
/// Columns are found by name, in any order; other columns of an export are ignored. Only `release_id` and `price` are
/// required. Without a `seller` the owner of the server sells, without a `currency` the price is in US dollars,
/// without a `listing_id` a row gets a number, and without a `status` it is for sale.
///
/// A server keeps all of it in memory, hence the limit: ``mostOffers``.
public struct MarketFile: Sendable {
  /// The most offers of a file. A larger shop won't sell from a file of ours.
  public static let mostOffers = 250_000

  /// Latest first.
  public private(set) var offers: [MarketOffer] = []
  private let name: String
  /// The first line of each release.
  private var lines: [Release.ID: Int] = [:]

  /// - Parameters:
  ///   - name: the file's name in errors.
  ///   - owner: the seller of rows without one.
  public init(_ bytes: [UInt8], named name: String, owner: String) throws(MarketFileError) {
    let file: CSVFile
    do { file = try CSVFile(bytes) } catch { throw MarketFileError(error, file: name) }
    try self.init(file, named: name, owner: owner)
  }

  /// - Parameter owner: the seller of rows without one.
  public init(readingFrom path: String, owner: String) throws(MarketFileError) {
    let file: CSVFile
    do { file = try CSVFile(readingFrom: path) } catch { throw MarketFileError(error, file: path) }
    try self.init(file, named: path, owner: owner)
  }

  private init(_ file: CSVFile, named name: String, owner: String) throws(MarketFileError) {
    self.name = name
    if file.guess == .windows1252 { throw MarketFileError(file: name, reason: ServeWords.notUTF8) }
    var reader = CSVReader(file.bytes)
    let columns = try Columns(reader.next()?.fields ?? [], file: name)
    var numbers: [Listing.ID: Int] = [:]
    // As written and as shown, at most 10,000: thousands of listings share a day.
    var times: [String: String] = [:]
    while let record = reader.next() {
      let row = MarketRow(columns: columns, record: record, file: name)
      guard offers.count < Self.mostOffers else { throw row.wrong(nil, ServeWords.tooManyOffers(Self.mostOffers)) }
      switch record.problem {
      case .unclosedQuote: throw row.wrong(nil, ServeWords.openQuote)
      case .textAfterQuote: throw row.wrong(nil, ServeWords.textAfterQuote)
      case .tooLong: throw row.wrong(nil, ServeWords.rowTooLong)
      case nil: try row.checkCells(isLast: reader.isUnended)
      }
      let offer = try row.offer(owner: owner, &times)
      if let other = numbers.updateValue(record.line, forKey: Listing.ID(offer.id)) {
        throw row.wrong(.listing, ServeWords.sameListing("\(offer.id)", line: other))
      }
      offers.append(offer)
      if lines[offer.release] == nil { lines[offer.release] = record.line }
    }
    // Sorting is stable: offers listed at the same time keep the order of the file.
    offers.sort { $0.listed > $1.listed }
  }

  /// The offered releases, each once, in no order.
  public var releases: [Release.ID] { Array(lines.keys) }

  /// The error for the first of the file's releases that a catalogue lacks; nil if none is missing.
  public func refusal(of missing: [Release.ID]) -> MarketFileError? {
    missing.min { (lines[$0] ?? 0) < (lines[$1] ?? 0) }.map { first in
      MarketFileError(
        file: name, line: lines[first], column: MarketColumn.release.rawValue,
        reason: ServeWords.notInCatalogue("\(first)"))
    }
  }
}

enum MarketColumn: String, CaseIterable, Hashable {
  case listing = "listing_id"
  case release = "release_id"
  case seller, status, price, currency, listed, comments, location
  case mediaCondition = "media_condition"
  case sleeveCondition = "sleeve_condition"
  case acceptsOffers = "accept_offer"
  case externalID = "external_id"
}

/// The columns of a file by their places.
private struct Columns {
  private var places: [MarketColumn: Int] = [:]
  /// The number of columns up to the last that has a name.
  let count: Int

  init(_ header: [String], file: String) throws(MarketFileError) {
    count = (header.lastIndex { !$0.trimmed().isEmpty } ?? -1) + 1
    for (place, name) in header.enumerated() {
      guard let column = MarketColumn(rawValue: name.lowercased()) else { continue }
      if places.updateValue(place, forKey: column) != nil {
        throw MarketFileError(file: file, line: 1, column: column.rawValue, reason: ServeWords.columnTwice)
      }
    }
    for needed in [MarketColumn.release, .price] where places[needed] == nil {
      throw MarketFileError(file: file, line: 1, reason: ServeWords.noColumn(needed.rawValue))
    }
  }

  subscript(column: MarketColumn) -> Int? { places[column] }
}

private struct MarketRow {
  let columns: Columns
  let record: CSVReader.Record
  let file: String

  func wrong(_ column: MarketColumn?, _ reason: String) -> MarketFileError {
    MarketFileError(file: file, line: record.line, column: column?.rawValue, reason: reason)
  }

  /// - Parameter isLast: whether the file ends with this line, without a line end.
  func checkCells(isLast: Bool) throws(MarketFileError) {
    if isLast, record.fields.count < columns.count { throw wrong(nil, LibraryWords.isCut) }
    for cell in record.fields.dropFirst(columns.count) where !cell.trimmed().isEmpty {
      throw wrong(nil, LibraryWords.noColumn(for: quoted(cell.trimmed())))
    }
  }

  /// Empty if the column is missing or the line is too short for it.
  private func text(_ column: MarketColumn) -> String {
    guard let place = columns[column], record.fields.indices.contains(place) else { return "" }
    return record.fields[place].trimmed()
  }

  /// Cuts a text to 60 letters for a message.
  private func quoted(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }

  func offer(owner: String, _ times: inout [String: String]) throws(MarketFileError) -> MarketOffer {
    var offer = MarketOffer(
      id: try number(.listing) ?? MarketOffer.firstFreeNumber + record.line, seller: try seller() ?? owner,
      release: Release.ID(try release()), price: Money(try price(), try currency()),
      status: try value(.status, among: MarketOffer.statuses) ?? "For Sale",
      condition: try grade(.mediaCondition, Condition.grades) ?? Condition.veryGoodPlus,
      sleeveCondition: try grade(.sleeveCondition, Condition.sleeveGrades) ?? "Not Graded", comments: text(.comments))
    offer.listed = try listed(&times)
    offer.location = text(.location)
    offer.externalID = text(.externalID)
    offer.acceptsOffers = try value(.acceptsOffers, among: ["Y", "N"]) == "Y"
    return offer
  }

  /// Listings and releases have ten digits; up to this many, all JSON readers agree on a number.
  private static let mostNumber = 1_000_000_000_000_000

  private func number(_ column: MarketColumn) throws(MarketFileError) -> Int? {
    let text = text(column)
    if text.isEmpty { return nil }
    guard let number = Int(text), (1...Self.mostNumber).contains(number) else {
      throw wrong(column, ServeWords.notANumber(quoted(text)))
    }
    return number
  }

  private func release() throws(MarketFileError) -> Int {
    guard let number = try number(.release) else { throw wrong(.release, ServeWords.noRelease) }
    return number
  }

  private func price() throws(MarketFileError) -> DecimalNumber {
    let text = text(.price)
    guard let price = DecimalNumber(text), price > DecimalNumber(significand: 0), price <= MarketOffer.highestPrice
    else {
      throw wrong(.price, text.isEmpty ? ServeWords.noPrice : ServeWords.notAPrice(quoted(text)))
    }
    return price
  }

  private func currency() throws(MarketFileError) -> Currency {
    let text = text(.currency)
    if text.isEmpty { return Currency("USD") }
    let currency = Currency(text)
    guard Currency.known.contains(currency) else {
      throw wrong(.currency, ServeWords.notACurrency(quoted(text), known: Currency.knownCodes))
    }
    return currency
  }

  private func seller() throws(MarketFileError) -> String? {
    let text = text(.seller)
    if text.isEmpty { return nil }
    guard text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }) else {
      throw wrong(.seller, ServeWords.notAUser(quoted(text)))
    }
    return text
  }

  private func value(_ column: MarketColumn, among values: [String]) throws(MarketFileError) -> String? {
    let text = text(column)
    if text.isEmpty { return nil }
    // The usual spelling, checked first for speed.
    if let value = values.first(where: { $0 == text }) { return value }
    guard let value = values.first(where: { $0.lowercased() == text.lowercased() }) else {
      throw wrong(column, ServeWords.notOneOf(quoted(text), values))
    }
    return value
  }

  /// Accepts a full or a short name: `Very Good Plus (VG+)` or `VG+`.
  private func grade(_ column: MarketColumn, _ grades: [String]) throws(MarketFileError) -> String? {
    let text = text(column)
    if text.utf8.count < 8, let grade = grades.first(where: { Condition.shortName($0) == text && !text.isEmpty }) {
      return grade
    }
    return try value(column, among: grades)
  }

  private func listed(_ times: inout [String: String]) throws(MarketFileError) -> String {
    let text = text(.listed)
    if text.isEmpty { return "" }
    if let known = times[text] { return known }
    let time = text.count == 10 ? "\(text) 00:00:00" : text
    guard let seconds = PacificTime.seconds(ofExport: time) else {
      throw wrong(.listed, ServeWords.notATime(quoted(text)))
    }
    let shown = PacificTime.text(seconds)
    if times.count < 10_000 { times[text] = shown }
    return shown
  }
}

public import DiscogsModel
public import RunoutModel
internal import Wording

/// Why a file of offers cannot be used: what is wrong, where, and what to do.
public struct MarketFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public var file: String
  /// Counted from 1; nil for what is wrong with the file as a whole.
  public var line: Int?
  public var column: String?
  public var reason: String
  /// Whether nothing of it could be read.
  public var isUnreadable = false

  public var description: String {
    ServeWords.place(file, line: line, column: column, reason)
  }
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

/// What is for sale, as a file says it: Discogs' own export of an inventory with two columns more.
///
///     seller,listing_id,release_id,status,price,currency,listed,media_condition,sleeve_condition,comments
///     groove-cellar,9001,930000014,For Sale,19.99,EUR,2026-03-01,Very Good Plus (VG+),Very Good (VG),Plays well
///
/// Columns go by their names, in any order; those of an export that are not named here say nothing. Only `release_id` and
/// `price` have to be there. What has no `seller` is sold by the owner of the server, what has no `currency` is in US
/// dollars, what has no `listing_id` gets a number, and what has no `status` is for sale.
///
/// A server keeps all of it in memory, so there is a most it takes: ``mostOffers``.
public struct MarketFile: Sendable {
  /// The most offers of a file: a shop of more has no use for a file of ours.
  public static let mostOffers = 250_000

  /// The latest first.
  public private(set) var offers: [MarketOffer] = []
  private let name: String
  /// On which line each release stands first.
  private var lines: [Release.ID: Int] = [:]

  /// - Parameters:
  ///   - name: what the file is called in errors.
  ///   - owner: who sells what has no seller.
  public init(_ bytes: [UInt8], named name: String, owner: String) throws(MarketFileError) {
    let file: CSVFile
    do throws(CSVFile.Problem) { file = try CSVFile(bytes) } catch { throw MarketFileError(error, file: name) }
    try self.init(file, named: name, owner: owner)
  }

  /// - Parameter owner: who sells what has no seller.
  public init(readingFrom path: String, owner: String) throws(MarketFileError) {
    let file: CSVFile
    do throws(CSVFile.Problem) { file = try CSVFile(readingFrom: path) } catch {
      throw MarketFileError(error, file: path)
    }
    try self.init(file, named: path, owner: owner)
  }

  private init(_ file: CSVFile, named name: String, owner: String) throws(MarketFileError) {
    self.name = name
    if file.isWindows1252 { throw MarketFileError(file: name, reason: ServeWords.notUTF8) }
    var reader = CSVReader(file.bytes)
    let columns = try Columns(reader.next()?.fields ?? [], file: name)
    var numbers: [Listing.ID: Int] = [:]
    var times = MarketTimes()
    while let record = reader.next() {
      let row = MarketRow(columns, record, file: name)
      guard offers.count < Self.mostOffers else { throw row.wrong(nil, ServeWords.tooManyOffers(Self.mostOffers)) }
      switch record.problem {
      case .unclosedQuote: throw row.wrong(nil, ServeWords.openQuote)
      case .textAfterQuote: throw row.wrong(nil, ServeWords.textAfterQuote)
      case .tooLong: throw row.wrong(nil, ServeWords.rowTooLong)
      case nil: break
      }
      let offer = try row.offer(owner: owner, &times)
      let number = Listing.ID(offer.id)
      if let other = numbers.updateValue(record.line, forKey: number) {
        throw row.wrong(.listing, ServeWords.sameListing("\(offer.id)", line: other))
      }
      offers.append(offer)
      if lines[offer.release] == nil { lines[offer.release] = record.line }
    }
    // Sorting is stable: what was listed at one time stays in the order of the file.
    offers.sort { $0.listed > $1.listed }
  }

  /// What is offered, each release once.
  public var releases: [Release.ID] { Array(lines.keys) }

  /// That a catalogue does not have the first of these releases in the file; nil where none is given.
  public func refusal(of missing: [Release.ID]) -> MarketFileError? {
    missing.min { (lines[$0] ?? 0) < (lines[$1] ?? 0) }.map { first in
      MarketFileError(
        file: name, line: lines[first], column: MarketColumn.release.rawValue,
        reason: ServeWords.notInCatalogue("\(first)"))
    }
  }
}

/// The columns that say something.
enum MarketColumn: String, CaseIterable, Hashable {
  case listing = "listing_id"
  case release = "release_id"
  case seller, status, price, currency, listed, comments, location
  case mediaCondition = "media_condition"
  case sleeveCondition = "sleeve_condition"
  case acceptsOffers = "accept_offer"
  case externalID = "external_id"
}

/// Which column of the file is which.
private struct Columns {
  private var places: [MarketColumn: Int] = [:]

  init(_ header: [String], file: String) throws(MarketFileError) {
    for (place, name) in header.enumerated() {
      guard let column = MarketColumn(rawValue: name.lowercased()) else { continue }
      if places.updateValue(place, forKey: column) != nil {
        throw MarketFileError(file: file, line: 1, column: column.rawValue, reason: ServeWords.columnTwice)
      }
    }
    for needed in [MarketColumn.release, .price] where places[needed] == nil {
      throw MarketFileError(
        file: file, line: 1,
        reason: ServeWords.noColumn(needed.rawValue))
    }
  }

  subscript(column: MarketColumn) -> Int? { places[column] }
}

/// One line of the file.
private struct MarketRow {
  private let columns: Columns
  private let record: CSVReader.Record
  private let file: String

  init(_ columns: Columns, _ record: CSVReader.Record, file: String) {
    self.columns = columns
    self.record = record
    self.file = file
  }

  func wrong(_ column: MarketColumn?, _ reason: String) -> MarketFileError {
    MarketFileError(file: file, line: record.line, column: column?.rawValue, reason: reason)
  }

  /// Empty where the column is not there, or the line too short for it.
  private func text(_ column: MarketColumn) -> String {
    guard let place = columns[column], record.fields.indices.contains(place) else { return "" }
    let whole = record.fields[place]
    // Most have no blank to lose, and to look for one letter by letter takes longer than all else.
    if let first = whole.utf8.first, let last = whole.utf8.last, 0x21...0x7E ~= first, 0x21...0x7E ~= last {
      return whole
    }
    let field = whole.drop(while: \.isWhitespace)
    return String(field.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// What a message quotes of a text.
  private func quoted(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }

  func offer(owner: String, _ times: inout MarketTimes) throws(MarketFileError) -> MarketOffer {
    var offer = MarketOffer(
      id: try number(.listing) ?? MarketOffer.firstFreeNumber + record.line, seller: try seller() ?? owner,
      release: Release.ID(try release()), price: Money(try price(), try currency()),
      status: try value(.status, among: MarketOffer.statuses) ?? "For Sale",
      condition: try grade(.mediaCondition, Condition.grades) ?? Condition.veryGoodPlus,
      sleeveCondition: try grade(.sleeveCondition, Condition.sleeveGrades) ?? "Not Graded",
      comments: text(.comments))
    offer.listed = try listed(&times)
    offer.location = text(.location)
    offer.externalID = text(.externalID)
    offer.acceptsOffers = try value(.acceptsOffers, among: ["Y", "N"]) == "Y"
    return offer
  }

  /// Listings and releases have ten digits; with so many, numbers are the same in all JSON.
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

  private func currency() throws(MarketFileError) -> DiscogsModel.Currency {
    let text = text(.currency)
    if text.isEmpty { return DiscogsModel.Currency("USD") }
    let currency = DiscogsModel.Currency(text)
    guard DiscogsModel.Currency.known.contains(currency) else {
      throw wrong(.currency, ServeWords.notACurrency(quoted(text), known: DiscogsModel.Currency.knownCodes))
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
    // As they are written nearly always.
    if let value = values.first(where: { $0 == text }) { return value }
    guard let value = values.first(where: { $0.lowercased() == text.lowercased() }) else {
      throw wrong(column, ServeWords.notOneOf(quoted(text), values))
    }
    return value
  }

  /// In full or by its short name: `Very Good Plus (VG+)` or `VG+`.
  private func grade(_ column: MarketColumn, _ grades: [String]) throws(MarketFileError) -> String? {
    let text = text(column)
    if text.utf8.count < 8, let grade = grades.first(where: { Condition.shortName($0) == text && !text.isEmpty }) {
      return grade
    }
    return try value(column, among: grades)
  }

  private func listed(_ times: inout MarketTimes) throws(MarketFileError) -> String {
    let text = text(.listed)
    if text.isEmpty { return "" }
    if let known = times.known[text] { return known }
    let time = text.count == 10 ? "\(text) 00:00:00" : text
    guard let seconds = PacificTime.seconds(ofExport: time) else {
      throw wrong(.listed, ServeWords.notATime(quoted(text)))
    }
    let shown = PacificTime.text(seconds)
    if times.known.count < MarketTimes.most { times.known[text] = shown }
    return shown
  }
}

/// The times that stand in a file, as they are written and as they are shown: thousands of listings share a day.
private struct MarketTimes {
  var known: [String: String] = [:]
  static let most = 10_000
}

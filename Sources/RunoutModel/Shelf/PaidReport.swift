public import DiscogsModel

/// The sums paid for copies, by a field of the user's own, next to their worth.
public struct PaidReport: Hashable, Sendable {
  public struct Group: Hashable, Sendable {
    /// A folder, a year, a record; empty for all copies.
    public var name: String
    /// Nil where the field has numbers alone.
    public var currency: Currency?
    /// The copies with an amount in the field.
    public var copies = 0
    /// In hundredths of the currency.
    public var paid = 0
    /// The copies among them whose lowest price is known in the same currency, what they cost, and those prices in all.
    public var priced = 0
    public var paidOfPriced = 0
    public var worth = 0
  }

  public enum Grouping: String, CaseIterable, Hashable, Sendable { case all, record, folder, year, artist }

  /// The names under which people keep what they paid, in lower case.
  private static let names = [
    "paid", "price paid", "paid price", "purchase price", "price", "cost", "bought for", "kaufpreis", "preis",
    "bezahlt", "prix", "prix payé", "prix d'achat", "precio", "precio pagado", "prezzo", "betaald", "prijs", "pris",
    "cena",
  ]

  /// The field that holds what was paid; nil where none has such a name.
  public static func field(among names: [String]) -> String? {
    for known in Self.names { if let found = names.first(where: { $0.lowercased() == known }) { return found } }
    return nil
  }

  /// Where what was paid is kept; nil for a shelf without such a field.
  public let field: String?
  /// The name asked for; empty for none.
  public let asked: String
  /// The names of all fields.
  public let fields: [String]
  public private(set) var groups: [Group] = []
  /// The copies with a text in the field that is no amount.
  public private(set) var unread: [CollectionCopy] = []

  /// What was paid for no copy.
  ///
  /// - Parameter name: the field asked for; empty for one with such a name.
  public init(field name: String, of fields: [String]) {
    (asked, self.fields) = (name, fields)
    field = name.isEmpty ? Self.field(among: fields) : fields.first { $0 == name }
  }

  /// Adds up what was paid. An amount without a currency is in the one that most of the others, else of the prices, have.
  ///
  /// - Parameter lowest: the last lowest price of each release.
  public mutating func add(_ copies: [CollectionCopy], by grouping: Grouping, lowest: [Release.ID: Money]) {
    var read: [(copy: CollectionCopy, amount: DecimalNumber, currency: Currency?)] = []
    for copy in copies {
      guard let text = copy.fields.first(where: { $0.name == field })?.value.trimmed(), !text.isEmpty else { continue }
      guard let paid = Self.paid(text) else {
        unread.append(copy)
        continue
      }
      read.append((copy, paid.amount, paid.currency))
    }
    let usual = Self.commonest(read.compactMap(\.currency)) ?? Self.commonest(lowest.values.map(\.currency))
    var found: [[String]: Group] = [:]
    for (copy, amount, currency) in read {
      let currency = currency ?? usual
      let name =
        switch grouping {
        case .all: ""
        case .record: copy.facts.name
        case .folder: copy.folder
        case .year: copy.facts.year.map(String.init) ?? ""
        case .artist: copy.facts.displayArtist
        }
      let key = [name, currency?.code ?? ""]
      var group = found[key] ?? Group(name: name, currency: currency)
      group.copies += 1
      group.paid += Self.hundredths(amount)
      if let price = lowest[copy.release], price.currency == currency {
        group.priced += 1
        group.paidOfPriced += Self.hundredths(amount)
        group.worth += Self.hundredths(price.amount)
      }
      found[key] = group
    }
    groups = found.values.sorted { ($1.paid, $0.name) < ($0.paid, $1.name) }
  }

  /// The amount in a text of such a field; nil where it is none.
  public static func amount(_ text: String) -> DecimalNumber? { paid(text)?.amount }

  /// Takes any currency, whether Discogs has prices in it or not.
  private static func paid(_ text: String) -> (amount: DecimalNumber, currency: Currency?)? {
    guard let written = WrittenAmount(text) else { return nil }
    let (name, known) = (written.currency, written.knownCurrency)
    guard known == nil, !name.isEmpty else { return (written.amount, known) }
    guard name.utf8.count == 3, name.allSatisfy({ $0.isASCII && $0.isUppercase }) else { return nil }
    return (written.amount, Currency(name))
  }

  private static func commonest(_ currencies: [Currency]) -> Currency? {
    let counts = Dictionary(grouping: currencies, by: \.code).mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { Currency($0.key) }
  }

  private static func hundredths(_ amount: DecimalNumber) -> Int { Int((amount.doubleValue * 100).rounded()) }
}

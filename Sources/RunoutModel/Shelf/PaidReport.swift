public import DiscogsModel

/// The sums paid for copies, by a field of the user's own, next to their worth.
public struct PaidReport: Sendable {
  public struct Group: Hashable, Sendable {
    /// A folder, a year, a record; empty for all copies.
    public var name: String
    /// Nil where no amount of the field and no price has one.
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

  /// The field that holds what was paid; nil for a shelf without it.
  public let field: String?
  /// The name asked for; empty for none.
  public let asked: String
  /// The names of all fields.
  public let fields: [String]
  public private(set) var groups: [Group] = []
  /// The number of copies with a text in the field that is no amount, and the first of them.
  public private(set) var unread: (copies: Int, first: Release.ID)?
  private var payments: [Payment] = []

  private struct Payment: Hashable {
    var name: String
    var release: Release.ID
    var amount: DecimalNumber
    var currency: Currency?
  }

  /// An empty report.
  ///
  /// - Parameter name: the field asked for; empty for one with a usual name.
  public init(field name: String, of fields: [String]) {
    (asked, self.fields) = (name, fields)
    field = name.isEmpty ? Self.field(among: fields) : fields.first { $0 == name }
  }

  /// Takes some copies; ``addUp(lowest:)`` makes groups of all.
  public mutating func take(_ copies: [CollectionCopy], by grouping: Grouping) {
    for copy in copies {
      guard let text = copy.fields.first(where: { $0.name == field })?.value.trimmed(), !text.isEmpty else { continue }
      guard let paid = Self.paid(text) else {
        unread = ((unread?.copies ?? 0) + 1, unread?.first ?? copy.release)
        continue
      }
      let name =
        switch grouping {
        case .all: ""
        case .record: copy.facts.name
        case .folder: copy.folder
        case .year: copy.facts.year.map(String.init) ?? ""
        case .artist: copy.facts.displayArtist
        }
      payments.append(Payment(name: name, release: copy.release, amount: paid.amount, currency: paid.currency))
    }
  }

  /// Adds up what was taken. An amount without a currency is in the one that most of the others, else of the prices, have.
  ///
  /// - Parameter lowest: the last lowest price of each release.
  public mutating func addUp(lowest: [Release.ID: Money]) {
    let usual = Self.commonest(payments.compactMap(\.currency)) ?? Self.commonest(lowest.values.map(\.currency))
    var found: [[String]: Group] = [:]
    for payment in payments {
      let currency = payment.currency ?? usual
      let key = [payment.name, currency?.code ?? ""]
      var group = found[key] ?? Group(name: payment.name, currency: currency)
      group.copies += 1
      group.paid += Self.hundredths(payment.amount)
      if let price = lowest[payment.release], price.currency == currency {
        group.priced += 1
        group.paidOfPriced += Self.hundredths(payment.amount)
        group.worth += Self.hundredths(price.amount)
      }
      found[key] = group
    }
    payments = []
    groups = found.values.sorted { ($1.paid, $0.name) < ($0.paid, $1.name) }
  }

  /// The amount in a text of such a field; nil where it is none.
  public static func amount(_ text: String) -> DecimalNumber? { paid(text)?.amount }

  /// Takes currencies that Discogs has no prices in as well, by their codes.
  private static func paid(_ text: String) -> (amount: DecimalNumber, currency: Currency?)? {
    guard let written = WrittenAmount(text) else { return nil }
    if written.currency.isEmpty { return (written.amount, nil) }
    let code = written.currency.uppercased()
    guard let currency = written.knownCurrency ?? (others.contains(code) ? Currency(code) : nil) else { return nil }
    return (written.amount, currency)
  }

  private static let others: Set<String> = [
    "AED", "ARS", "ATS", "BEF", "BGN", "CLP", "CNY", "COP", "CZK", "DEM", "DKK", "ESP", "FIM", "FRF", "GRD", "HKD",
    "HUF", "IDR", "IEP", "ILS", "INR", "ISK", "ITL", "KRW", "MYR", "NLG", "NOK", "PEN", "PHP", "PLN", "PTE", "RON",
    "RSD", "RUB", "SAR", "SGD", "THB", "TRY", "TWD", "UAH", "UYU",
  ]

  private static func commonest(_ currencies: [Currency]) -> Currency? {
    let counts = Dictionary(grouping: currencies, by: \.code).mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { Currency($0.key) }
  }

  private static func hundredths(_ amount: DecimalNumber) -> Int { Int((amount.doubleValue * 100).rounded()) }
}

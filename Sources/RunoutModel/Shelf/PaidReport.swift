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

  public private(set) var groups: [Group] = []

  /// - Parameters:
  ///   - lowest: the last lowest price of each release.
  ///   - usual: the currency of amounts without one; nil where unknown.
  public init(
    _ copies: [CollectionCopy], field: String, by grouping: Grouping, lowest: [Release.ID: Money], usual: Currency?
  ) {
    var found: [[String]: Group] = [:]
    for copy in copies {
      guard let text = copy.fields.first(where: { $0.name == field })?.value,
        let paid = PriceLimit(parsing: text)
      else { continue }
      let currency = paid.currency ?? usual
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
      group.paid += Self.hundredths(paid.amount)
      if let price = lowest[copy.release], price.currency == currency {
        group.priced += 1
        group.paidOfPriced += Self.hundredths(paid.amount)
        group.worth += Self.hundredths(price.amount)
      }
      found[key] = group
    }
    groups = found.values.sorted { ($1.paid, $0.name) < ($0.paid, $1.name) }
  }

  private static func hundredths(_ amount: DecimalNumber) -> Int { Int((amount.doubleValue * 100).rounded()) }
}

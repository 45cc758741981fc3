public import DiscogsModel

/// A record to be taken into the collection, as it was scanned or typed, whose pressing is still to be found.
public struct IntakeLine: Hashable, Sendable, Identifiable {
  public var id: Int64
  /// A barcode, a catalogue number, a runout, an id or words.
  public var text: String
  /// The folder that it is meant for.
  public var folder: String

  public init(id: Int64, text: String, folder: String) { (self.id, self.text, self.folder) = (id, text, folder) }
}

/// The meanings of a scanned or typed text.
public enum IntakeText {
  /// The searches for a pressing, to be made in turn until one finds something: a source may take a request for each.
  ///
  /// - Parameter text: digits are a barcode, or a catalogue number; a text with a digit is a catalogue number, then
  ///   words, then a runout; any other is words.
  public static func queries(_ text: String) -> [SearchQuery] {
    func one(_ field: SearchQuery.Field, isPhrase: Bool) -> SearchQuery {
      SearchQuery(terms: [.init(field: field, value: .text(text, isPhrase: isPhrase))])
    }
    // What is no query, such as a title with a colon, is looked for as it stands.
    let words =
      (try? SearchQuery(parsing: text)) ?? SearchQuery(terms: [.init(field: nil, value: .text(text, isPhrase: true))])
    let isFielded = words.terms.contains { $0.field != nil }
    if isFielded || !text.contains(where: \.isNumber) { return [words] }
    let number = one(.catalogueNumber, isPhrase: true)
    if Barcode(text) != nil { return [one(.barcode, isPhrase: false), number] }
    return [number, words, one(.runout, isPhrase: false)]
  }
}

extension [CatalogueRow] {
  /// The rows with those first that are from the country of a row, and within it those from about its year; otherwise
  /// as they were. A crate is mostly of one country and time.
  public func sorted(near last: CatalogueRow?) -> [CatalogueRow] {
    guard let last else { return self }
    func distance(_ row: CatalogueRow) -> (Int, Int) {
      let years = row.year.flatMap { year in last.year.map { abs(year - $0) } }
      return (row.country == last.country ? 0 : 1, years ?? .max)
    }
    return enumerated().sorted { left, right in
      let (mine, theirs) = (distance(left.element), distance(right.element))
      return mine == theirs ? left.offset < right.offset : mine < theirs
    }.map(\.element)
  }
}

internal import DiscogsModel

/// The facts about a release's formats that lists and filters need.
struct FormatFacts {
  let section: DiscographySection
  /// The short format's number in `FacetTable`; 0 for none, or `Fact.formatSpelledOut`.
  let short: UInt16
  /// The short format, if it has no number.
  let spelledOut: String
  /// Numbers in `FacetTable`, 0 for values without one.
  let facets: [UInt16]

  private init(_ formats: [Format], _ table: inout FacetTable) {
    section = DiscographySection(formats)
    let name = formats.shortName
    let number = table.number(.shortFormat, name)
    let isSpelledOut = number == 0 && !name.isEmpty
    short = isSpelledOut ? Fact.formatSpelledOut : number
    spelledOut = isSpelledOut ? name : ""
    var facets: [UInt16] = []
    for format in formats {
      facets.append(table.number(.format, format.name))
      for description in format.descriptions { facets.append(table.number(.format, description)) }
    }
    self.facets = facets
  }

  /// Facts of formats seen before: nearly all releases have one of a few thousand combinations.
  struct Cache {
    private var known: [Int: (key: [UInt8], facts: FormatFacts)] = [:]
    private var key: [UInt8] = []
    private static let most = 10_000

    mutating func facts(of formats: [Format], in table: inout FacetTable) -> FormatFacts {
      key.removeAll(keepingCapacity: true)
      for format in formats {
        append(format.name)
        append(format.quantity)
        for description in format.descriptions { append(description) }
        key.append(1)
      }
      var hasher = Hasher()
      key.withUnsafeBytes { hasher.combine(bytes: $0) }
      let hash = hasher.finalize()
      let found = known[hash]
      if let found, found.key == key { return found.facts }
      let facts = FormatFacts(formats, &table)
      if found == nil, known.count < Self.most { known[hash] = (key, facts) }
      return facts
    }

    /// Appends a text and a zero, which no text from XML contains; nor does it contain a one.
    private mutating func append(_ text: String) {
      var text = text
      text.withUTF8 { key.append(contentsOf: $0) }
      key.append(0)
    }
  }
}

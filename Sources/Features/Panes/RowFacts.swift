public import DiscogsModel
public import RunoutModel
import Wording

/// A row's facts about its record, shown beside it until the record itself is there.
nonisolated public struct RowFacts: Hashable, Sendable {
  public let reference: EntityReference
  public let artist: String
  public let title: String
  /// Name and value, as the record's own text has them; none is empty.
  public let facts: [Fact]

  nonisolated public struct Fact: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  private init(
    _ reference: EntityReference, artist: String, title: String, label: String, catalogueNumber: String,
    format: String, country: String, year: Int?
  ) {
    self.reference = reference
    self.artist = artist
    self.title = title
    let label = [label, catalogueNumber].filter { !$0.isEmpty }.joined(separator: " – ")
    let released = reference.kind == .release ? FieldWords.released : FieldWords.year
    let named = [
      (FieldWords.label, label), (FieldWords.format, format), (FieldWords.country, country),
      (released, year.map(String.init) ?? ""),
    ]
    facts = named.filter { !$0.1.isEmpty }.map { Fact(name: $0.0, value: $0.1) }
  }

  public init(_ row: CatalogueRow) {
    self.init(
      row.reference, artist: row.artist, title: Homonym.strip(row.title), label: row.label,
      catalogueNumber: row.catalogueNumber, format: row.format, country: row.country, year: row.year)
  }

  public init(_ facts: ShelfFacts) {
    self.init(
      facts.wanted.reference, artist: facts.displayArtist, title: facts.title, label: facts.displayLabel,
      catalogueNumber: facts.catalogueNumber, format: facts.format, country: facts.country, year: facts.year)
  }

  /// Writes them as the record's own text begins, so that nothing jumps when it comes.
  func write(to builder: inout DocumentBuilder) {
    if !artist.isEmpty { builder.paragraph([Span(artist, .strong)]) }
    builder.paragraph([Span(title, .strong)])
    builder.blank()
    for fact in facts { builder.fact(fact.name, [Span(fact.value)], isPlain: true) }
  }
}

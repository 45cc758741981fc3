public import DiscogsModel
public import RunoutModel
import Wording

/// A row's facts about its record, shown beside it until the record itself is there.
nonisolated public struct RowFacts: Hashable, Sendable {
  public let reference: EntityReference
  public let artist: String
  public let title: String
  let label: String
  let catalogueNumber: String
  let format: String
  let country: String
  /// The date, or the year.
  let released: String

  /// Writes them as the record's own text begins, so that nothing jumps when it comes.
  func write(_ holding: Holding?, to builder: inout DocumentBuilder) {
    if !artist.isEmpty { builder.paragraph([Span(artist, .strong)]) }
    builder.paragraph([Span(title, .caption)])
    let isBeside = reference.kind == .release && builder.addBeside(writeFacts)
    builder.blank()
    builder.together { holding?.write(isPreview: true, to: &$0) }
    builder.beginFacts()
    if !isBeside { writeFacts(to: &builder) }
  }

  private func writeFacts(to builder: inout DocumentBuilder) {
    let label = [label, catalogueNumber].filter { !$0.isEmpty }.joined(separator: " – ")
    builder.fact(FieldWords.label, [Span(label)])
    builder.fact(FieldWords.format, [Span(format)])
    builder.fact(FieldWords.country, [Span(country)])
    builder.fact(reference.kind == .release ? FieldWords.released : FieldWords.year, [Span(released)])
  }
}

nonisolated extension RowFacts {
  public init(_ row: CatalogueRow) {
    self.init(
      reference: row.reference, artist: row.artist, title: Homonym.strip(row.title), label: row.label,
      catalogueNumber: row.catalogueNumber, format: row.format, country: row.country,
      released: row.released.isEmpty ? row.year.map(String.init) ?? "" : row.released)
  }

  public init(_ facts: ShelfFacts) {
    self.init(
      reference: facts.wanted.reference, artist: facts.displayArtist, title: facts.title, label: facts.displayLabel,
      catalogueNumber: facts.catalogueNumber, format: facts.format, country: facts.country,
      released: facts.year.map(String.init) ?? "")
  }
}

public import DiscogsModel

/// A row of a shelf: a copy or a want. What it shows of its release comes from `facts`.
public protocol ShelfEntry {
  /// The facts of its release.
  var facts: ShelfFacts { get }
}

/// What Discogs has refused for good of a row of a shelf.
public enum ShelfRefusal: Hashable, Sendable {
  /// The row itself: it was never added there.
  case row
  /// A change of it.
  case change
}

extension ShelfEntry {
  /// The release; 0 for a want of any pressing.
  public var release: Release.ID { facts.release }
  /// Nil where neither the export nor the catalogue says.
  public var master: Master.ID? { facts.master }
  /// Without the numbers that tell homonyms apart, which `facts` has.
  public var artist: String { facts.displayArtist }
  /// As on the record; empty when unknown.
  public var title: String { facts.title }
  /// Without the numbers that tell homonyms apart, which `facts` has.
  public var label: String { facts.displayLabel }
  /// Empty where the record has none.
  public var catalogueNumber: String { facts.catalogueNumber }
  /// The short form: `2xLP, Album`.
  public var format: String { facts.format }
  /// Nil when unknown.
  public var year: Int? { facts.year }
}

public import DiscogsModel

/// A row of a shelf, a copy or a want. The properties below come from `facts`.
public protocol ShelfEntry {
  var facts: ShelfFacts { get }
}

/// The part of a shelf row that Discogs refused for good.
public enum ShelfRefusal: Hashable, Sendable {
  /// The row itself, which was never added there.
  case row
  case change
}

extension ShelfEntry {
  /// The release; 0 for a want of any pressing.
  public var release: Release.ID { facts.release }
  /// Nil where neither the export nor the catalogue says.
  public var master: Master.ID? { facts.master }
  /// Without the marks of homonyms and name variations that `facts` has.
  public var artist: String { facts.displayArtist }
  public var title: String { facts.title }
  /// Without the marks of homonyms that `facts` has.
  public var label: String { facts.displayLabel }
  public var catalogueNumber: String { facts.catalogueNumber }
  public var format: String { facts.format }
  public var year: Int? { facts.year }
}

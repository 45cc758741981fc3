/// A row of a catalogue's list: a search result, a master's version, an artist's or a label's release.
///
/// Lists hold thousands of these, so a row has only what lists show, sort and search by.
public struct CatalogueRow: Hashable, Sendable {
  /// The page it points to.
  public var reference: EntityReference
  /// The title of a release or master; an artist's or label's name with its homonym number, `Label 212` without a name.
  public var title: String
  /// The artists of a release or master on one line; empty for artists and labels.
  public var artist: String
  /// Nil when unknown, and for artists and labels.
  public var year: Int?
  /// A release's date where its month is known, `1959-08-17` or `1959-08`; empty elsewhere.
  public var released: String
  /// The country of release; empty when unknown.
  public var country: String
  /// The short form: `2×LP, Album`.
  public var format: String
  /// The first label's name, without homonym number.
  public var label: String
  /// The catalogue number as printed; empty when unknown.
  public var catalogueNumber: String
  /// In an artist's list the role, `Main`, `Producer`; in a user's list the owner's comment; empty elsewhere.
  public var role: String
  /// The number of a master's versions, or of an artist's or label's releases; nil if the source does not count them.
  public var count: Int?
  /// The URL of a small picture; empty without one, or if you may not see it, and from sources that have none.
  public var thumbnailURL: String
  /// A release's master; nil for none.
  public var master: Master.ID?
  /// The row's section in an artist's list; nil elsewhere.
  public var section: DiscographySection?

  /// An artist or label without a name gets its number as its title.
  public init(
    reference: EntityReference, title: String, artist: String = "", year: Int? = nil, released: String = "",
    country: String = "", format: String = "", label: String = "", catalogueNumber: String = "", role: String = "",
    count: Int? = nil, thumbnailURL: String = "", master: Master.ID? = nil, section: DiscographySection? = nil
  ) {
    self.reference = reference
    self.title = reference.named(title)
    (self.artist, self.year, self.released, self.country) = (artist, year, released, country)
    (self.format, self.label, self.catalogueNumber, self.role) = (format, label, catalogueNumber, role)
    (self.count, self.thumbnailURL, self.master, self.section) = (count, thumbnailURL, master, section)
  }
}

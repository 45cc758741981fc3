/// One line of a list of the catalogue: a search result, a master's version, an artist's or a label's release.
///
/// Lists hold thousands of these, so a row carries only what lists show, sort and search by.
public struct CatalogueRow: Hashable, Sendable {
  /// The page it points to.
  public var reference: EntityReference
  /// The title of a release or master; the name, with homonym number, of an artist or label, or `Label 212` for none.
  public var title: String
  /// The artists of a release or master on one line; empty for artists and labels.
  public var artist: String
  /// Nil when unknown, and for artists and labels.
  public var year: Int?
  /// The country of release; empty when unknown.
  public var country: String
  /// The short form: `2×LP, Album`.
  public var format: String
  /// The first label's name, without homonym number.
  public var label: String
  /// The catalogue number as printed; empty when unknown.
  public var catalogueNumber: String
  /// The artist's role in an artist's list: `Main`, `Producer`; the owner's comment in a user's list.
  /// Empty elsewhere.
  public var role: String
  /// A master's versions, an artist's or a label's releases; nil where the source does not count them.
  public var count: Int?
  /// The master a release belongs to.
  public var master: Master.ID?
  /// In an artist's list: the part of it the row stands in; nil elsewhere.
  public var section: DiscographySection?

  /// Creates a catalogue row.
  public init(
    reference: EntityReference, title: String, artist: String = "", year: Int? = nil, country: String = "",
    format: String = "", label: String = "", catalogueNumber: String = "", role: String = "", count: Int? = nil,
    master: Master.ID? = nil, section: DiscographySection? = nil
  ) {
    self.reference = reference
    self.title = reference.named(title)
    self.artist = artist
    self.year = year
    self.country = country
    self.format = format
    self.label = label
    self.catalogueNumber = catalogueNumber
    self.role = role
    self.count = count
    self.master = master
    self.section = section
  }
}

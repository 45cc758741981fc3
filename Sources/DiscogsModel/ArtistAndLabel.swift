/// A person or a group.
public struct Artist: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<Artist>

  public var id: ID
  /// With the homonym number: `Nirvana (2)`.
  public var name: String
  /// The person's own name; empty when unknown and for groups.
  public var realName: String
  /// Text with Discogs markup.
  public var profile: String
  /// The state of checking by Discogs' users, an open set: `Correct`, `Needs Vote`, …; empty when unknown.
  public var dataQuality: String
  /// Its web addresses, as users entered them.
  public var urls: [String]
  /// Spellings of the name in credits.
  public var nameVariations: [String]
  /// Other artists who are the same person or group.
  public var aliases: [NamedArtist]
  /// The people in this group.
  public var members: [NamedArtist]
  /// The groups this person is in.
  public var groups: [NamedArtist]
  /// The pictures in page order; empty when you may not see them.
  public var images: [Discogs.Image]
  /// Nil unless the record came from Discogs' API.
  public var live: LiveFacts?

  /// Values left out are empty or unknown.
  public init(
    id: ID, name: String, realName: String = "", profile: String = "", dataQuality: String = "", urls: [String] = [],
    nameVariations: [String] = [], aliases: [NamedArtist] = [], members: [NamedArtist] = [],
    groups: [NamedArtist] = [], images: [Discogs.Image] = [], live: LiveFacts? = nil
  ) {
    (self.id, self.name, self.realName, self.profile) = (id, name, realName, profile)
    (self.dataQuality, self.urls, self.nameVariations, self.aliases) = (dataQuality, urls, nameVariations, aliases)
    (self.members, self.groups, self.images, self.live) = (members, groups, images, live)
  }

  /// The name with its homonym number; `Artist 2` for an artist without a name.
  public var fullName: String { EntityReference.artist(id).named(name) }

  /// The name for display, without the homonym number.
  public var displayName: String { Homonym.strip(fullName) }
}

/// An artist named on another artist's page.
public struct NamedArtist: Hashable, Sendable {
  /// Nil in dumps from before 2015, and in submissions.
  public var id: Artist.ID?
  /// The name with its homonym number: `Nirvana (2)`.
  public var name: String
  /// Whether a member is still in the group; nil where the source does not say.
  public var isActive: Bool?
  /// The URL of a small picture; empty when Discogs sent none.
  public var thumbnailURL: String

  /// Values left out are empty or unknown.
  public init(id: Artist.ID?, name: String, isActive: Bool? = nil, thumbnailURL: String = "") {
    (self.id, self.name, self.isActive, self.thumbnailURL) = (id, name, isActive, thumbnailURL)
  }

  /// The name for display, without the homonym number.
  public var displayName: String { Homonym.strip(id.map { EntityReference.artist($0).named(name) } ?? name) }
}

extension Discogs {
  /// A record company, series or studio: anything with a label page.
  public struct Label: Hashable, Sendable, Identifiable {
    public typealias ID = EntityID<Label>

    public var id: ID
    /// The name with its homonym number: `Nirvana (2)`.
    public var name: String
    /// Addresses and numbers, on several lines; empty when unknown.
    public var contact: String
    /// Text with Discogs markup.
    public var profile: String
    /// The state of checking by Discogs' users, an open set: `Correct`, `Needs Vote`, …; empty when unknown.
    public var dataQuality: String
    /// The label it belongs to; nil for none.
    public var parent: NamedLabel?
    /// Its web addresses, as users entered them.
    public var urls: [String]
    /// The labels that belong to it.
    public var sublabels: [NamedLabel]
    /// The pictures in page order; empty when you may not see them.
    public var images: [Discogs.Image]
    /// Nil unless the record came from Discogs' API.
    public var live: LiveFacts?

    /// Values left out are empty or unknown.
    public init(
      id: ID, name: String, contact: String = "", profile: String = "", dataQuality: String = "",
      parent: NamedLabel? = nil, urls: [String] = [], sublabels: [NamedLabel] = [], images: [Image] = [],
      live: LiveFacts? = nil
    ) {
      (self.id, self.name, self.contact, self.profile, self.dataQuality) = (id, name, contact, profile, dataQuality)
      (self.parent, self.urls, self.sublabels, self.images, self.live) = (parent, urls, sublabels, images, live)
    }

    /// The name with its homonym number; `Label 212` for a label without a name.
    public var fullName: String { EntityReference.label(id).named(name) }

    /// The name for display, without the homonym number.
    public var displayName: String { Homonym.strip(fullName) }
  }
}

/// A label named on another label's page.
public struct NamedLabel: Hashable, Sendable {
  /// Nil where the dump gives none.
  public var id: Discogs.Label.ID?
  /// The name with its homonym number: `Nirvana (2)`.
  public var name: String
  /// The URL of a small picture; empty when Discogs sent none.
  public var thumbnailURL: String

  /// Values left out are empty or unknown.
  public init(id: Discogs.Label.ID?, name: String, thumbnailURL: String = "") {
    (self.id, self.name, self.thumbnailURL) = (id, name, thumbnailURL)
  }

  /// The name for display, without the homonym number.
  public var displayName: String { Homonym.strip(id.map { EntityReference.label($0).named(name) } ?? name) }
}

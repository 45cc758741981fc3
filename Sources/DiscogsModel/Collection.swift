/// One owned copy of a release. A release can be owned twice: each copy is an instance of its own.
public struct CollectionInstance: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<CollectionInstance>

  /// A folder of the collection.
  public struct Folder: Hashable, Sendable, Identifiable {
    public typealias ID = EntityID<Folder>

    public var id: ID
    /// As its owner calls it.
    public var name: String
    /// How many copies are in it.
    public var copies: Int

    /// Creates a folder.
    public init(id: ID, name: String, copies: Int) {
      self.id = id
      self.name = name
      self.copies = copies
    }

    /// Every copy, whatever folder it is in; cannot be renamed or deleted, nothing can be put in.
    public static let all: ID = 0
    /// The folder of copies that were put nowhere else; cannot be renamed or deleted.
    public static let uncategorised: ID = 1
  }

  /// A field that the owner can fill for each copy.
  public struct Field: Hashable, Sendable, Identifiable {
    public typealias ID = EntityID<Field>

    public var id: ID
    /// As its owner calls it.
    public var name: String
    /// `dropdown`, `textarea`: an open set.
    public var kind: String
    /// Where it stands among the fields, from 1.
    public var position: Int
    /// Whether others may see it.
    public var isPublic: Bool
    /// What a dropdown offers; nothing else can be its value.
    public var options: [String]
    /// How high a text area is.
    public var lines: Int?

    /// Creates a field.
    public init(
      id: ID, name: String, kind: String, position: Int = 0, isPublic: Bool = false, options: [String] = [],
      lines: Int? = nil
    ) {
      self.id = id
      self.name = name
      self.kind = kind
      self.position = position
      self.isPublic = isPublic
      self.options = options
      self.lines = lines
    }

    /// The fields every collection begins with. Users may rename them.
    public static let mediaCondition: ID = 1
    /// The sleeve's grade.
    public static let sleeveCondition: ID = 2
    /// Free text.
    public static let notes: ID = 3

    /// Those fields under the names they begin with.
    public static let usual = [
      Field(
        id: mediaCondition, name: "Media Condition", kind: "dropdown", position: 1, isPublic: true,
        options: Condition.grades),
      Field(
        id: sleeveCondition, name: "Sleeve Condition", kind: "dropdown", position: 2, isPublic: true,
        options: Condition.sleeveGrades),
      Field(id: notes, name: "Notes", kind: "textarea", position: 3, lines: 3),
    ]
  }

  /// What a field says of one copy.
  public struct Note: Hashable, Sendable {
    /// Which field.
    public var field: Field.ID
    /// Empty for nothing.
    public var value: String

    /// Creates a note.
    public init(field: Field.ID, value: String) {
      self.field = field
      self.value = value
    }
  }

  public var id: ID
  /// What lists show of the release: no country, no tracklist.
  public var release: Release
  /// Nil where the asker is not the owner.
  public var folder: Folder.ID?
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// As sent: `2012-10-27T07:36:15-07:00`.
  public var added: String
  /// Only those fields that are filled and may be seen.
  public var notes: [Note]
  /// What else the site said, here and within, as JSON text by its path.
  public var additional: [String: String]

  /// Creates a collection instance.
  public init(
    id: ID, release: Release, folder: Folder.ID? = nil, rating: Int? = nil, added: String = "", notes: [Note] = [],
    additional: [String: String] = [:]
  ) {
    self.id = id
    self.release = release
    self.folder = folder
    self.rating = rating
    self.added = added
    self.notes = notes
    self.additional = additional
  }
}

/// What a whole collection is worth, in the words of the site: with currency sign, in the account's currency.
public struct CollectionValue: Hashable, Sendable {
  /// The least: `$1,234.50`.
  public var minimum: String
  /// What is likely.
  public var median: String
  /// The most.
  public var maximum: String

  /// Creates a collection value.
  public init(minimum: String, median: String, maximum: String) {
    self.minimum = minimum
    self.median = median
    self.maximum = maximum
  }
}

/// A release on a want list. A release is wanted once.
public struct Want: Hashable, Sendable, Identifiable {
  /// What lists show of the release: no country, no tracklist.
  public var release: Release
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// When it was put on the list, as sent: `2012-10-27T07:36:15-07:00`.
  public var added: String
  /// Only the owner sees them.
  public var notes: String
  /// What else the site said, here and within, as JSON text by its path.
  public var additional: [String: String]

  /// Creates a want.
  public init(
    release: Release, rating: Int? = nil, added: String = "", notes: String = "", additional: [String: String] = [:]
  ) {
    self.release = release
    self.rating = rating
    self.added = added
    self.notes = notes
    self.additional = additional
  }

  /// The release's: it is wanted once.
  public var id: Release.ID { release.id }
}

/// A list a user has made of pages of the database.
public struct UserList: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<UserList>

  /// A page on the list.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// Which page.
    public var reference: EntityReference
    /// `Artist - Title` of records; the name of artists and labels.
    public var title: String
    /// Text with Discogs markup.
    public var comment: String
    /// The address of its picture; empty where there is none.
    public var pictureURL: String
    /// The address of its page for people; empty when unknown.
    public var webURL: String
    /// How many users have and want it; nil when unknown.
    public var community: CommunityCounts?
    /// How many copies the signed-in user has and wants; nil when signed out.
    public var own: CommunityCounts?

    /// Creates an entry.
    public init(
      reference: EntityReference, title: String, comment: String = "", pictureURL: String = "", webURL: String = "",
      community: CommunityCounts? = nil, own: CommunityCounts? = nil
    ) {
      self.reference = reference
      self.title = title
      self.comment = comment
      self.pictureURL = pictureURL
      self.webURL = webURL
      self.community = community
      self.own = own
    }

    /// The page it points to.
    public var id: EntityReference { reference }
  }

  public var id: ID
  /// As its owner calls it.
  public var name: String
  /// Text with Discogs markup.
  public var description = ""
  /// Whether others may see it.
  public var isPublic: Bool?
  /// When it was put on the list, as sent: `2012-10-27T07:36:15-07:00`.
  public var added = ""
  /// When it was changed last, as `added`.
  public var changed = ""
  /// The address of its page for people; empty when unknown.
  public var webURL = ""
  /// The address of its picture; empty where there is none.
  public var pictureURL = ""
  /// Who made it; nil when unknown.
  public var owner: UserReference?
  /// Nil where only the list as such was asked for.
  public var entries: [Entry]?
  /// What else the site said, here and within, as JSON text by its path.
  public var additional: [String: String] = [:]

  /// Creates a user list.
  public init(id: ID, name: String) {
    self.id = id
    self.name = name
  }
}

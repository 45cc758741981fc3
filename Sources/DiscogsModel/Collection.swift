/// One owned copy of a release. Owning a release twice makes two instances.
public struct CollectionInstance: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<CollectionInstance>

  /// A folder of the collection.
  public struct Folder: Hashable, Sendable, Identifiable {
    public typealias ID = EntityID<Folder>

    public var id: ID
    /// The name its owner gave it.
    public var name: String
    /// The number of copies in it.
    public var copies: Int

    /// Makes a value only; no folder is created on Discogs.
    public init(id: ID, name: String, copies: Int) { (self.id, self.name, self.copies) = (id, name, copies) }

    /// Contains all copies. It cannot be renamed or deleted, and copies cannot be added to it.
    public static let all: ID = 0
    /// Contains copies in no other folder. It cannot be renamed or deleted.
    public static let uncategorised: ID = 1
  }

  /// A field that the owner can fill in for each copy.
  public struct Field: Hashable, Sendable, Identifiable {
    public typealias ID = EntityID<Field>

    public var id: ID
    /// The name its owner gave it.
    public var name: String
    /// `dropdown`, `textarea`: an open set.
    public var kind: String
    /// Its position among the fields, from 1.
    public var position: Int
    /// Whether other users may see it.
    public var isPublic: Bool
    /// The only values that a dropdown takes.
    public var options: [String]
    /// The height of a text area, in lines.
    public var lines: Int?

    /// Values left out are those of a field without options.
    public init(
      id: ID, name: String, kind: String, position: Int = 0, isPublic: Bool = false, options: [String] = [],
      lines: Int? = nil
    ) {
      (self.id, self.name, self.kind, self.position) = (id, name, kind, position)
      (self.isPublic, self.options, self.lines) = (isPublic, options, lines)
    }

    /// The record's grade. Every collection has this field and the next two; users may rename them.
    public static let mediaCondition: ID = 1
    /// The sleeve's grade.
    public static let sleeveCondition: ID = 2
    /// Free text.
    public static let notes: ID = 3

    /// The fields of every new account, with their default names.
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

  /// The value of one field for one copy.
  public struct Note: Hashable, Sendable {
    /// The field it fills in.
    public var field: Field.ID
    /// Empty clears the field.
    public var value: String

    /// An empty value clears the field.
    public init(field: Field.ID, value: String) { (self.field, self.value) = (field, value) }
  }

  public var id: ID
  /// The release as lists show it, without country and tracklist.
  public var release: Release
  /// Nil when the request was not the owner's.
  public var folder: Folder.ID?
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// As sent: `2012-10-27T07:36:15-07:00`.
  public var added: String
  /// The fields that have a value and that you may see.
  public var notes: [Note]
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String]

  /// Values left out are empty or unknown.
  public init(
    id: ID, release: Release, folder: Folder.ID? = nil, rating: Int? = nil, added: String = "", notes: [Note] = [],
    additional: [String: String] = [:]
  ) {
    (self.id, self.release, self.folder, self.rating) = (id, release, folder, rating)
    (self.added, self.notes, self.additional) = (added, notes, additional)
  }
}

/// The value of a whole collection in Discogs' words: in the account's currency, with its sign.
public struct CollectionValue: Hashable, Sendable {
  /// The lowest value: `$1,234.50`; empty where Discogs gives none.
  public var minimum: String
  /// The median value; empty likewise.
  public var median: String
  /// The highest value; empty likewise.
  public var maximum: String

  /// The amounts are texts, as sent.
  public init(minimum: String, median: String, maximum: String) {
    (self.minimum, self.median, self.maximum) = (minimum, median, maximum)
  }
}

/// A release on a want list, where it appears at most once.
public struct Want: Hashable, Sendable, Identifiable {
  /// The release as lists show it, without country and tracklist.
  public var release: Release
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// As sent: `2012-10-27T07:36:15-07:00`.
  public var added: String
  /// Only the owner sees them.
  public var notes: String
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String]

  /// Values left out are empty or unknown.
  public init(
    release: Release, rating: Int? = nil, added: String = "", notes: String = "", additional: [String: String] = [:]
  ) {
    (self.release, self.rating, self.added, self.notes, self.additional) = (release, rating, added, notes, additional)
  }

  /// The release's id, as it is on a want list at most once.
  public var id: Release.ID { release.id }
}

/// A user's list of releases, masters, artists and labels.
public struct UserList: Hashable, Sendable, Identifiable {
  public typealias ID = EntityID<UserList>

  /// A page on the list.
  public struct Entry: Hashable, Sendable, Identifiable {
    /// The listed page.
    public var reference: EntityReference
    /// `Artist - Title` of records; the name of artists and labels.
    public var title: String
    /// Text with Discogs markup.
    public var comment: String
    /// The URL of its picture; empty without one.
    public var pictureURL: String
    /// The URL of its web page; empty when unknown.
    public var webURL: String
    /// The number of users who have and want it; nil when unknown.
    public var community: CommunityCounts?
    /// The number of copies the signed-in user has and wants; nil when signed out.
    public var own: CommunityCounts?

    /// Values left out are empty or unknown.
    public init(
      reference: EntityReference, title: String, comment: String = "", pictureURL: String = "", webURL: String = "",
      community: CommunityCounts? = nil, own: CommunityCounts? = nil
    ) {
      (self.reference, self.title, self.comment, self.pictureURL) = (reference, title, comment, pictureURL)
      (self.webURL, self.community, self.own) = (webURL, community, own)
    }

    /// The page it points to.
    public var id: EntityReference { reference }
  }

  public var id: ID
  /// The name its owner gave it.
  public var name: String
  /// Text with Discogs markup.
  public var description = ""
  /// Whether other users may see it.
  public var isPublic: Bool?
  /// As sent: `2012-10-27T07:36:15-07:00`.
  public var added = ""
  /// The last change, in the form of `added`.
  public var changed = ""
  /// The URL of its web page; empty when unknown.
  public var webURL = ""
  /// The URL of its picture; empty without one.
  public var pictureURL = ""
  /// The user who made it; nil when unknown.
  public var owner: UserReference?
  /// Nil if it came in a list of lists, without entries.
  public var entries: [Entry]?
  /// Fields this library does not know, here and in nested objects: JSON text by path.
  public var additional: [String: String] = [:]

  /// All other values are empty or unknown at first.
  public init(id: ID, name: String) { (self.id, self.name) = (id, name) }
}

/// A folder of the collection.
public struct CollectionFolder: Hashable, Sendable {
  /// As the user named it.
  public var name: String
  public var copies: Int

  public init(name: String, copies: Int) { (self.name, self.copies) = (name, copies) }

  /// Whether it is Discogs' own folder, which can be neither renamed nor deleted.
  public var isProtected: Bool { name == ShelfEdit.uncategorised }
}

/// A folder of the collection, with how many copies it holds.
public struct CollectionFolder: Hashable, Sendable {
  /// The name that the user gave it.
  public var name: String
  /// The number of copies in it.
  public var copies: Int

  /// Creates a folder.
  public init(name: String, copies: Int) {
    self.name = name
    self.copies = copies
  }

  /// Whether it can be neither renamed nor deleted: the folder of copies that were put nowhere else.
  public var isProtected: Bool { name == ShelfEdit.uncategorised }
}

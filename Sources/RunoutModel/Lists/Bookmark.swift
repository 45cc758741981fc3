public import DiscogsModel

/// A letter that opens a record.
public struct Bookmark: Hashable, Sendable, Identifiable {
  /// A letter, which a key sets and opens, or a name for the `:` line.
  public var mark: String
  /// The record it opens.
  public var reference: EntityReference
  /// `Artist – Title`, or the name, as it was when the bookmark was made.
  public var name: String

  public init(_ mark: String, reference: EntityReference, name: String) {
    (self.mark, self.reference, self.name) = (mark, reference, name)
  }

  public var id: String { mark }

  /// Whether a key that types this character sets a bookmark.
  public static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }

  /// Letters, digits and signs, at most 40, without spaces at its ends.
  public static func isMark(_ text: String) -> Bool {
    1...40 ~= text.count && !text.contains(where: \.isNewline) && text.first?.isWhitespace == false
      && text.last?.isWhitespace == false
  }
}

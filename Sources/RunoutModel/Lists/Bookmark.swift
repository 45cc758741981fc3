public import DiscogsModel

/// A letter that opens a record.
public struct Bookmark: Hashable, Sendable, Identifiable {
  /// `a` to `z` or `A` to `Z`.
  public var letter: Character
  /// The record it opens.
  public var reference: EntityReference
  /// `Artist – Title`, or the name, as it was when the bookmark was made.
  public var name: String

  public init(letter: Character, reference: EntityReference, name: String) {
    (self.letter, self.reference, self.name) = (letter, reference, name)
  }

  public var id: Character { letter }

  public static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
}

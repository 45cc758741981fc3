internal import RunoutModel

/// What narrowing looks through: the texts of a row, folded, each behind a sign that says which it is.
///
/// Kept beside the rows as one text, so that looking through a whole shelf reads little.
struct ShelfWordIndex {
  /// The signs are control characters, which folding leaves nowhere.
  enum Part: UInt8, CaseIterable {
    case artist = 1
    case title, label, catalogueNumber, format, folder, media, sleeve
    case note = 14
    case genre, style, country, year
    /// What a record is, without how many and which: `lp`.
    case carrier
  }

  private(set) var text = ""

  mutating func add(_ part: Part, _ texts: String...) {
    for text in texts where !text.isEmpty {
      self.text.unicodeScalars.append(Unicode.Scalar(part.rawValue))
      self.text += TextFolding.fold(text)
    }
  }
}

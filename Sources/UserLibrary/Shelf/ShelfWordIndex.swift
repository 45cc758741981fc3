internal import RunoutModel

/// The text that filters scan: the folded texts of a row, each after a sign for its part.
///
/// Stored apart from the rows, so that scanning a whole shelf reads little.
struct ShelfWordIndex {
  /// The signs are control characters, which folding removes from texts.
  enum Part: UInt8, CaseIterable {
    case artist = 1
    case title, label, catalogueNumber, format, folder, media, sleeve
    case note = 14
    case genre, style, country, year
    /// The kind of record alone: `lp`.
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

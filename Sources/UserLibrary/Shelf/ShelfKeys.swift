internal import DiscogsModel
internal import GRDB
internal import RunoutModel

/// The sort keys of a row, computed when it is written.
///
/// Keys are compared byte by byte. Nil is "unknown".
struct ShelfKeys {
  /// Artist, year, title: the shelf order, which also decides among equals in every other order.
  var shelf: String
  var artist: String?
  var title: String?
  var year: Int?
  /// Negative, so that the latest comes first.
  var added: Int?
  /// Five minus the stars, so that the best comes first.
  var rating: Int?
  var format: String?
  var label: String?
  var catalogueNumber: String?

  init(_ copy: CollectionCopy, _ rules: FilingRules) {
    let facts = copy.facts
    let artist = ShelfOrder.key(artist: facts.artist, rules: rules)
    let title = Self.key(facts.title)
    shelf = [artist, facts.year.map(String.init) ?? "9999", title].joined(separator: Self.separator)
    self.artist = facts.artist.isEmpty ? nil : artist + Self.separator + title
    self.title = facts.title.isEmpty ? nil : title
    year = facts.year
    added = Self.number(ofDate: copy.added).map { -$0 }
    rating = copy.rating.map { 5 - $0 }
    format = facts.format.isEmpty ? nil : Self.key(facts.format)
    catalogueNumber = facts.catalogueNumber.isEmpty ? nil : Self.key(facts.catalogueNumber)
    label = facts.label.isEmpty ? nil : Self.key(facts.label) + Self.separator + (catalogueNumber ?? "")
  }

  /// Sorts numbers by size; a text without letters or digits is folded instead.
  private static func key(_ text: String) -> String {
    let key = NaturalOrder.key(text)
    return key.isEmpty ? TextFolding.fold(text) : key
  }

  /// Sorts before anything that a key can contain.
  private static let separator = "\u{1}"

  /// Turns `2020-11-12 12:24:52` into 20201112122452; nil for anything else.
  private static func number(ofDate text: String) -> Int? {
    let digits = text.utf8.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    guard digits.count == 14, text.utf8.count == 19 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}

extension ShelfFile.Row {
  /// The text that filters scan. It has the catalogue number as printed and without spaces, since people do not
  /// remember where they are.
  var words: String {
    var words = ShelfWordIndex()
    let facts = copy.facts
    // First the names, which are read up to the first other part (``ShelfTexts/names()``).
    words.add(.artist, facts.artist)
    words.add(.title, facts.title)
    words.add(.label, facts.label)
    words.add(.catalogueNumber, facts.catalogueNumber)
    if facts.catalogueNumber.contains(" ") { words.add(.catalogueNumber, facts.catalogueNumber.filter { $0 != " " }) }
    words.add(.format, facts.format)
    words.add(.carrier, Self.carrier(of: facts.format))
    words.add(.folder, copy.folder)
    words.add(.media, copy.mediaCondition)
    words.add(.sleeve, copy.sleeveCondition)
    words.add(.note, notes)
    for field in copy.fields { words.add(.note, field.value) }
    for genre in facts.genres { words.add(.genre, genre) }
    for style in facts.styles { words.add(.style, style) }
    words.add(.country, facts.country)
    if let year = facts.year { words.add(.year, String(year)) }
    return words.text
  }

  /// The carrier in a format: `LP` of `2xLP, Album, RE`.
  static func carrier(of format: String) -> String {
    let first = format.prefix { $0 != "," && $0 != "+" }
    let digits = first.prefix { $0.isASCII && $0.isNumber }
    let rest = first.dropFirst(digits.count)
    guard !digits.isEmpty, let sign = rest.first, sign == "x" || sign == "×" else { return String(first).trimmed() }
    return String(rest.dropFirst()).trimmed()
  }
}

extension SortOrder.Field {
  /// The column a list is walked along. Nil for shelf order, and for prices, which only the market has.
  var shelfColumn: String? {
    switch self {
    case .relevance, .price: nil
    case .artist: "artistKey"
    case .title: "titleKey"
    case .year: "yearKey"
    case .added: "addedKey"
    case .rating: "ratingKey"
    case .format: "formatKey"
    case .label: "labelKey"
    case .catalogueNumber: "catnoKey"
    }
  }
}

import DiscogsModel

public struct FilingOptions: Hashable, Sendable {
  /// Whether to ignore a leading article: The Beatles under B.
  public var dropsArticles: Bool
  /// Whether people file under their last name: Miles Davis under D.
  public var personsByLastName: Bool

  public init(dropsArticles: Bool = true, personsByLastName: Bool = false) {
    (self.dropsArticles, self.personsByLastName) = (dropsArticles, personsByLastName)
  }

  /// The words that stand for options in commands and settings.
  public enum Word: String, CaseIterable, Hashable, Sendable {
    /// Files `The Beatles` under B.
    case noArticles = "no-articles"
    /// Files `The Beatles` under T.
    case articles
    /// Files people under their first names.
    case firstNames = "first-names"
    /// Files people under their last names.
    case lastNames = "last-names"
  }

  /// The default options with the words' changes; later words win.
  public init(_ words: [Word]) {
    self.init()
    for word in words { take(word) }
  }

  public mutating func take(_ word: Word) {
    switch word {
    case .noArticles: dropsArticles = true
    case .articles: dropsArticles = false
    case .firstNames: personsByLastName = false
    case .lastNames: personsByLastName = true
    }
  }

  /// The words that restore these options.
  public var words: [Word] { [dropsArticles ? .noArticles : .articles, personsByLastName ? .lastNames : .firstNames] }
}

/// The options for filing artists, and the artists known to be people.
public struct FilingRules: Sendable {
  public var options: FilingOptions
  /// The person at the beginning of an artist's line, as spelled there: `Stan Getz` of `Stan Getz / João Gilberto`. Nil
  /// where it begins with a group or an unknown artist.
  public var person: @Sendable (_ artist: String) -> String?

  public init(
    _ options: FilingOptions = FilingOptions(), person: @escaping @Sendable (_ artist: String) -> String? = { _ in nil }
  ) {
    (self.options, self.person) = (options, person)
  }

  /// The parts of a person's name; nil where these rules file the person as written.
  public func name(ofPerson person: String) -> PersonName? {
    guard options.personsByLastName else { return nil }
    let name = TextFolding.nameInReadingOrder(person)
    let rest = ShelfOrder.withoutArticle(name)
    guard options.dropsArticles || rest.utf8.count == name.utf8.count else { return nil }
    return PersonName(String(rest))
  }

  /// An artist's line with the last name of its first person in front; nil where it is filed as written.
  func lastNameFirst(_ artist: String) -> String? {
    guard options.personsByLastName, let person = person(artist), let name = name(ofPerson: person) else { return nil }
    if person.utf8.count == artist.utf8.count { return name.lastFirst }
    let line = TextFolding.nameInReadingOrder(artist)
    let written = Homonym.strip(person)
    return line.hasPrefix(written) ? name.lastFirst + line.dropFirst(written.count) : nil
  }
}

/// A shelf row whose artist is filed.
public enum FiledRow: Hashable, Sendable {
  /// The number of a collection row in the library.
  case copy(Int64)
  /// The number of a want in the library.
  case want(Int64)
}

public enum FilingAnswer: Hashable, Sendable {
  /// `Miles Davis` under `Davis, Miles`.
  case filed(String, under: String)
  /// The name has no last name to file it by.
  case hasNoLastName(String)
  /// The options file all people under their first names.
  case byFirstName
  /// The row is gone.
  case isGone
}

public struct FilingChange: Hashable, Sendable {
  public var rows: Int
  /// Whether any artist on the shelf is known to be a person.
  public var knowsPersons: Bool

  public init(rows: Int, knowsPersons: Bool) { (self.rows, self.knowsPersons) = (rows, knowsPersons) }
}

/// A record's artist credit as one line.
public enum ArtistLine {
  /// The candidates for the first artist of a line: the whole line first, then from the longest to the shortest.
  ///
  ///     ArtistLine.beginnings(of: "Stan Getz / João Gilberto")   // the whole line, "Stan Getz"
  ///     ArtistLine.beginnings(of: "Sammy Davis, Jr.")            // the whole line only
  public static func beginnings(of line: String) -> [String] {
    var found = [line]
    let words = line.split(separator: " ")
    for (index, word) in words.enumerated().dropFirst() where found.count < longest {
      let before = words[index - 1]
      let end: String.Index
      if joins.contains(TextFolding.fold(String(word))), index + 1 < words.count {
        end = before.endIndex
      } else if before.last == ",", before.count > 1, !PersonName.isSuffix(word),
        TextFolding.fold(String(word)) != "the"
      {
        end = before.index(before: before.endIndex)
      } else {
        continue
      }
      let beginning = String(line[..<end])
      // A name cut before a joining word must not end with a comma: `Crosby, Stills & Nash`.
      if beginning.last != "," { found.append(beginning) }
    }
    return [line] + found.dropFirst().reversed()
  }

  /// The most candidates: compilations credit dozens of artists, and the first ends among the first few.
  private static let longest = 6

  private static let joins: Set<String> = [
    "&", "/", "-", "–", "+", "x", "and", "feat.", "feat", "featuring", "ft.", "ft", "with", "w/", "vs.", "vs", "versus",
    "meets", "presents", "pres.", "und", "mit", "et", "avec", "y", "e", "con", "en", "och", "og",
  ]
}

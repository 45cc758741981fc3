import DiscogsModel

/// The user's filing options.
public struct FilingOptions: Hashable, Sendable {
  /// Whether to ignore a leading article: The Beatles under B.
  public var dropsArticles: Bool
  /// Whether people file under their last name: Miles Davis under D.
  public var personsByLastName: Bool

  /// Creates filing options.
  public init(dropsArticles: Bool = true, personsByLastName: Bool = false) {
    self.dropsArticles = dropsArticles
    self.personsByLastName = personsByLastName
  }

  /// The words by which options are typed and kept.
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

  /// The usual options, but for what the words say; the last one counts.
  public init(_ words: [Word]) {
    self.init()
    for word in words { take(word) }
  }

  /// Adds what a word says.
  public mutating func take(_ word: Word) {
    switch word {
    case .noArticles: dropsArticles = true
    case .articles: dropsArticles = false
    case .firstNames: personsByLastName = false
    case .lastNames: personsByLastName = true
    }
  }

  /// What says all of it.
  public var words: [Word] { [dropsArticles ? .noArticles : .articles, personsByLastName ? .lastNames : .firstNames] }
}

/// The rules for filing artists: the options, and which artists are people.
public struct FilingRules: Sendable {
  /// What holds for all names.
  public var options: FilingOptions
  /// The person whose name an artist's line begins with, as it stands there: `Stan Getz` of `Stan Getz / João Gilberto`.
  /// Nil where it begins with a group or an unknown artist.
  public var person: @Sendable (_ artist: String) -> String?

  /// Creates filing rules.
  public init(
    _ options: FilingOptions = FilingOptions(), person: @escaping @Sendable (_ artist: String) -> String? = { _ in nil }
  ) {
    self.options = options
    self.person = person
  }

  /// The last name and the others of a person; nil where these rules file the person as written.
  public func name(ofPerson person: String) -> PersonName? {
    guard options.personsByLastName else { return nil }
    let name = TextFolding.nameInReadingOrder(person)
    let rest = ShelfOrder.withoutArticle(name)
    guard options.dropsArticles || rest.utf8.count == name.utf8.count else { return nil }
    return PersonName(String(rest))
  }

  /// An artist's line with the last name of the person that it begins with in front; nil where none is to be there.
  func lastNameFirst(_ artist: String) -> String? {
    guard options.personsByLastName, let person = person(artist), let name = name(ofPerson: person) else { return nil }
    if person.utf8.count == artist.utf8.count { return name.lastFirst }
    let line = TextFolding.nameInReadingOrder(artist)
    let written = Homonym.strip(person)
    return line.hasPrefix(written) ? name.lastFirst + line.dropFirst(written.count) : nil
  }
}

/// A row of the shelf whose artist is filed.
public enum FiledRow: Hashable, Sendable {
  /// By its number in the library.
  case copy(Int64)
  /// A row of the want list.
  case want(Int64)
}

/// The outcome of marking an artist as a person or a band.
public enum FilingAnswer: Hashable, Sendable {
  /// `Miles Davis` under `Davis, Miles`.
  case filed(String, under: String)
  /// Neither way would make a difference.
  case hasNoLastName(String)
  /// All persons stand under their first name: the options say so.
  case byFirstName
  /// The row is no longer there.
  case isGone
}

/// The outcome of changing the filing options.
public struct FilingChange: Hashable, Sendable {
  /// The number of rows that moved.
  public var rows: Int
  /// Whether the shelf has any artist known as a person.
  public var knowsPersons: Bool

  /// Creates a filing change.
  public init(rows: Int, knowsPersons: Bool) {
    self.rows = rows
    self.knowsPersons = knowsPersons
  }
}

/// The line of a record's artists, as a sleeve prints it.
public enum ArtistLine {
  /// What may be the name of the artist that a line begins with: the whole line first, the shortest last.
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
      // `Crosby, Stills & Nash`: what is joined behind a comma ends with it.
      if beginning.last != "," { found.append(beginning) }
    }
    return [line] + found.dropFirst().reversed()
  }

  /// Lines of compilations name dozens; who stands first is among the first few.
  private static let longest = 6

  private static let joins: Set<String> = [
    "&", "/", "-", "–", "+", "x", "and", "feat.", "feat", "featuring", "ft.", "ft", "with", "w/", "vs.", "vs", "versus",
    "meets", "presents", "pres.", "und", "mit", "et", "avec", "y", "e", "con", "en", "och", "og",
  ]
}

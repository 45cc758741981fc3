internal import Catalogue
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

/// What only a catalogue knows of what is on a shelf.
extension Library {
  /// Learns from the catalogue what exports do not tell of the releases on the shelf.
  @discardableResult
  func learnFacts(from catalogue: CatalogueStore) async throws(LibraryError) -> Int {
    try await learnFacts { releases throws(LibraryError) in
      var known: [Release.ID: ShelfFacts] = [:]
      for id in releases {
        known[id] = try await answer(of: catalogue) { () throws(CatalogueError) in
          ShelfFacts(try await catalogue.release(id))
        }
      }
      return known
    }
  }

  /// Asks a catalogue who of the artists on the shelf is a person.
  func learnPersons(from catalogue: CatalogueStore, named source: String) async throws(LibraryError) {
    try await learnPersons(from: source) { questions throws(LibraryError) in
      var known: [String: Bool] = [:]
      for question in questions {
        let found = try await answer(of: catalogue) { () throws(CatalogueError) in
          try await catalogue.firstArtist(of: question)
        }
        if case let (name, artist)?? = found { known[name] = artist.isPerson }
      }
      return known
    }
  }

  /// Nil where the catalogue does not know.
  private func answer<Value>(
    of catalogue: CatalogueStore, _ question: () async throws(CatalogueError) -> Value
  ) async throws(LibraryError) -> Value? {
    do throws(CatalogueError) {
      return try await catalogue.known(question)
    } catch {
      if case .cancelled = error { throw .cancelled }
      throw .failed(path: catalogue.path, reason: error.description)
    }
  }
}

extension CatalogueStore {
  /// The artist that a line begins with, under the name that stands there: by the credits of the release where it is
  /// known, by the name alone otherwise.
  fileprivate func firstArtist(
    of question: FilingQuestion
  ) async throws(CatalogueError) -> (name: String, artist: Artist)? {
    if let credit = try await firstCredit(of: question.release) {
      let beginnings = ArtistLine.beginnings(of: question.artist)
      let written = [credit.displayName, credit.name, "\(credit.variation)*", "\(credit.displayName)*"]
      if let id = credit.id, let name = beginnings.first(where: written.contains) {
        return (name, try await artist(id))
      }
    }
    for name in ArtistLine.beginnings(of: question.artist) {
      guard case .artist(let id)? = try await reference(named: name, kind: .artist) else { continue }
      return (name, try await artist(id))
    }
    return nil
  }

  private func firstCredit(of release: Release.ID) async throws(CatalogueError) -> ArtistCredit? {
    try await known { () throws(CatalogueError) in try await self.release(release).artists.first } ?? nil
  }

  /// The answer to a question; nil where it is about something that the catalogue does not have, or cannot read.
  fileprivate func known<Value>(
    _ question: () async throws(CatalogueError) -> Value
  ) async throws(CatalogueError) -> Value? {
    do throws(CatalogueError) { return try await question() } catch .notFound, .damagedRecord { return nil }
  }
}

extension Artist {
  /// Whether it is somebody who goes by a name of their own. Groups have members, and duos without any the real names
  /// of both; a stage name, which shares no word with the real one, has no last name: Aphex Twin stands under A.
  fileprivate var isPerson: Bool {
    guard members.isEmpty, ArtistLine.beginnings(of: realName).count == 1 else { return false }
    guard !realName.isEmpty else { return !groups.isEmpty }
    func words(_ name: String) -> Set<Substring> { Set(TextFolding.fold(name).split(separator: " ")) }
    return !words(Homonym.strip(name)).isDisjoint(with: words(realName))
  }
}

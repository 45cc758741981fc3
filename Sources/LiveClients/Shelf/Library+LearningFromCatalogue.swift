internal import Catalogue
internal import DiscogsModel
internal import RunoutModel
internal import UserLibrary

/// Facts of the shelf's records that only a catalogue has.
extension Library {
  /// Completes the shelf's releases with facts that exports lack.
  ///
  /// - Returns: the number of completed rows.
  @discardableResult
  func learnFacts(from catalogue: CatalogueStore) async throws(LibraryError) -> Int {
    try await learnFacts { releases throws(LibraryError) in
      var known: [Release.ID: ShelfFacts] = [:]
      for id in releases { known[id] = try await answer(of: catalogue) { ShelfFacts(try await catalogue.release(id)) } }
      return known
    }
  }

  /// Looks up in a catalogue which of the shelf's artists are persons.
  func learnPersons(from catalogue: CatalogueStore, named source: String) async throws(LibraryError) {
    try await learnPersons(from: source) { questions throws(LibraryError) in
      var known: [String: Bool] = [:]
      for question in questions {
        let found = try await answer(of: catalogue) { try await catalogue.firstArtist(of: question) }
        if case let (name, artist)?? = found { known[name] = artist.isPerson }
      }
      return known
    }
  }

  /// Nil where the catalogue has no readable record.
  private func answer<Value>(
    of catalogue: CatalogueStore, _ question: () async throws -> Value
  ) async throws(LibraryError) -> Value? {
    do {
      return try await catalogue.known(question)
    } catch CatalogueError.cancelled {
      throw .cancelled
    } catch {
      throw .failed(path: catalogue.path, reason: "\(error)")
    }
  }
}

extension CatalogueStore {
  /// The first artist of a line, with the name as written there: found by the release's credits if the catalogue has
  /// it, else by the name alone.
  fileprivate func firstArtist(of question: FilingQuestion) async throws -> (name: String, artist: Artist)? {
    let beginnings = ArtistLine.beginnings(of: question.artist)
    let release = try await known { try await self.release(question.release) }
    if let credit = release?.artists.first {
      let written = [credit.displayName, credit.name, "\(credit.variation)*", "\(credit.displayName)*"]
      if let id = credit.id, let name = beginnings.first(where: written.contains) {
        return (name, try await artist(id))
      }
    }
    for name in beginnings {
      guard case .artist(let id)? = try await reference(named: name, kind: .artist) else { continue }
      return (name, try await artist(id))
    }
    return nil
  }

  /// The answer to a question; nil where its record is missing or damaged.
  fileprivate func known<Value>(_ question: () async throws -> Value) async throws -> Value? {
    do { return try await question() } catch CatalogueError.notFound, CatalogueError.damagedRecord { return nil }
  }
}

extension Artist {
  /// Whether the artist is a person filed by last name. Groups have members, and duos without members the real names of
  /// both; a stage name, which shares no word with the real one, has no last name: Aphex Twin is filed under A.
  fileprivate var isPerson: Bool {
    guard members.isEmpty, ArtistLine.beginnings(of: realName).count == 1 else { return false }
    guard !realName.isEmpty else { return !groups.isEmpty }
    func words(_ name: String) -> Set<Substring> { Set(TextFolding.fold(name).split(separator: " ")) }
    return !words(Homonym.strip(name)).isDisjoint(with: words(realName))
  }
}

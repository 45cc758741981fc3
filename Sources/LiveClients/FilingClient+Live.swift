internal import Catalogue
internal import Clients
internal import DiscogsModel

extension FilingClient {
  /// Keeps the rules with the shelf that goes with the source that is on.
  static func live(_ shelves: Shelves) -> FilingClient {
    FilingClient(
      options: { () throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.filing() }
      },
      setOptions: { options throws(ClientError) in
        // Who is a person is asked first, so that the shelf is filed once.
        if options.personsByLastName { await shelves.learnPersons(try await shelves.current()) }
        return try await shelves.ask { library throws(LibraryError) in try await library.setFiling(options) }
      },
      turn: { row throws(ClientError) in
        try await shelves.ask { library throws(LibraryError) in try await library.turnFiling(of: row) }
      })
  }
}

extension Library {
  /// Asks a catalogue who of the artists on the shelf is a person.
  func learnPersons(from catalogue: CatalogueStore, named source: String) async throws(LibraryError) {
    try await learnPersons(from: source) { questions throws(LibraryError) in
      var known: [String: Bool] = [:]
      for question in questions {
        do throws(CatalogueError) {
          guard let (name, artist) = try await catalogue.firstArtist(of: question) else { continue }
          known[name] = artist.isPerson
        } catch {
          switch error {
          case .notFound, .damagedRecord: continue
          case .cancelled: throw .cancelled
          default: throw .failed(path: catalogue.path, reason: error.description)
          }
        }
      }
      return known
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
    do throws(CatalogueError) {
      return try await self.release(release).artists.first
    } catch .notFound, .damagedRecord {
      return nil
    }
  }
}

extension Artist {
  /// Groups have members, and duos without any the real names of both.
  fileprivate var isPerson: Bool {
    members.isEmpty && ArtistLine.beginnings(of: realName).count == 1 && (!realName.isEmpty || !groups.isEmpty)
  }
}

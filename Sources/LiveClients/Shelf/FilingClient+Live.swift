internal import Clients
internal import RunoutModel
internal import UserLibrary

extension FilingClient {
  /// Keeps the rules with the shelf that goes with the source in use.
  static func live(_ shelves: Shelves) -> FilingClient {
    FilingClient {
      $0.options = answering { try await shelves.ask { library in try await library.filing() } }
      $0.setOptions = answering { options in
        // Persons are looked up first, so that the shelf is filed only once.
        if options.personsByLastName { await shelves.learnPersons(try await shelves.current()) }
        return try await shelves.ask { library in try await library.setFiling(options) }
      }
      $0.turn = answering { row in try await shelves.ask { library in try await library.turnFiling(of: row) } }
    }
  }
}

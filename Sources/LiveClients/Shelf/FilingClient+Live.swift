internal import Clients
internal import RunoutModel
internal import UserLibrary

extension FilingClient {
  /// Keeps the rules with the shelf that goes with the source in use.
  static func live(_ shelves: Shelves) -> FilingClient {
    FilingClient {
      $0.options = shelves.answering { try await $0.filing() }
      $0.setOptions = shelves.answering { library, options in
        // Persons are looked up first, so that the shelf is filed only once.
        if options.personsByLastName { await shelves.learnPersons(library) }
        return try await library.setFiling(options)
      }
      $0.turn = shelves.answering { try await $0.turnFiling(of: $1) }
    }
  }
}

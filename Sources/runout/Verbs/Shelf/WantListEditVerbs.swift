import ArgumentParser
import Clients
import DiscogsModel
import LiveClients
import RunoutModel
import Wording

extension WantListVerb {
  struct Add: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add releases, or any pressing of masters, to your want list.",
      discussion: """
        `runout wantlist add m45` wants any pressing of master 45. Discogs has no such wants: they stay on this machine.
        """)

    @OptionGroup var writing: WritingOptions
    @Option(help: ArgumentHelp("Notes for each.", valueName: "text")) var notes = ""
    @Option(help: ArgumentHelp("1 to 5 stars.", valueName: "stars")) var rating: String?
    @Argument(help: .wants) var releases: [String]

    @MainActor func run() async throws {
      let stars = try rating.flatMap { try StarsArgument($0).number }
      let named = try ShelfArguments.wants(releases)
      let work = try ShelfEditing(writing)
      try await work.run(isSent: named.areSent) {
        try await work.tasks(for: named) { task, wanted in
          task.edits = [.want(try await work.facts(of: wanted), notes: notes, rating: stars)]
        }
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove wants from your want list.")

    @OptionGroup var writing: WritingOptions
    @Argument(help: .wants) var releases: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.wants(releases)
      let work = try ShelfEditing(writing)
      try await work.run(isSent: named.areSent) { try await work.tasks(onWants: named) { [.unwant($0.wanted)] } }
    }
  }

  struct Edit: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Edit notes and rating of wants.")

    @OptionGroup var writing: WritingOptions
    @Option(help: ArgumentHelp("The notes; empty clears them.", valueName: "text")) var notes: String?
    @Option(help: ArgumentHelp("1 to 5 stars; 0 clears the rating.", valueName: "stars")) var rating: String?
    @Argument(help: .wants) var releases: [String]

    func validate() throws {
      guard notes != nil || rating != nil else { throw ValidationError(VerbWords.whatToEditOfWant) }
    }

    @MainActor func run() async throws {
      let stars = try rating.map { try StarsArgument($0) }
      let named = try ShelfArguments.wants(releases)
      let work = try ShelfEditing(writing)
      try await work.run(isSent: named.areSent) {
        try await work.tasks(onWants: named) { want in
          (notes.map { [.noteWant(want.wanted, notes: $0)] } ?? [])
            + (stars.map { [.rateWant(want.wanted, stars: $0.number)] } ?? [])
        }
      }
    }
  }

  struct Got: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "got", abstract: "Move releases from your want list to your collection.")

    @OptionGroup var writing: WritingOptions
    @Option(help: "The folder to put them in.") var folder = ShelfEdit.uncategorised
    @Argument(help: .releases) var releases: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.releases(releases)
      let work = try ShelfEditing(writing)
      try await work.run {
        let shelf = work.services.shelf
        // Checked first: with an unknown folder only the removal of the want would succeed.
        let folders = try await shelf.folders().map(\.name) + [ShelfEdit.uncategorised]
        guard folders.contains(folder) else {
          return named.map { ShelfTask(item: $0.item, failure: Failure(VerbWords.noFolder(folder))) }
        }
        let wants = named.map { ShelfArguments.Named(item: $0.item, value: Wanted.release($0.value)) }
        // Two pressings that are got together fulfil one want of any.
        var met: Set<Wanted> = []
        return try await work.tasks(onWants: wants) { want in
          var fulfilled = [want.wanted]
          let any = want.facts.master.map(Wanted.master)
          if let any, met.insert(any).inserted, try await shelf.wantOf(any) != nil { fulfilled.append(any) }
          return fulfilled.map { .unwant($0) } + [.add(ShelfFacts(want), folder: folder)]
        }
      }
    }
  }
}

extension ArgumentHelp {
  nonisolated fileprivate static let wants = ArgumentHelp(
    "Ids such as 123 or r123, m45 for any pressing, Discogs URLs, or - to read one a line.", valueName: "id")
}

extension [ShelfArguments.Named<Wanted>] {
  /// Whether any of them is for an account: wants of any pressing stay on this machine.
  fileprivate var areSent: Bool { contains { !$0.value.isAnyPressing } }
}

extension ShelfEditing {
  /// Makes a task for each want.
  func tasks(
    onWants all: [ShelfArguments.Named<Wanted>], _ edits: (WantListEntry) async throws -> [ShelfEdit]
  ) async throws -> [ShelfTask] {
    try await tasks(for: all) { task, wanted in
      guard let want = try await services.shelf.wantOf(wanted) else { throw Failure(notWanted: wanted) }
      task.edits = try await edits(want)
    }
  }
}

extension Failure {
  init(notWanted wanted: Wanted) {
    self.init(VerbWords.notWanted("\(wanted.reference.kind.rawValue) \(wanted.reference.number)"), .notFound)
  }
}

import ArgumentParser
import Clients
import DiscogsModel
import LiveClients
import RunoutModel
import Wording

extension WantListVerb {
  struct Add: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Add releases, or any pressing of masters, to your want list.",
      discussion: """
        `runout wantlist add m45` wants any pressing of master 45. Discogs has no such wants: they stay on this machine.
        """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @Option(help: ArgumentHelp("Notes for each.", valueName: "text"))
    var notes = ""

    @Option(help: ArgumentHelp("1 to 5 stars.", valueName: "stars"))
    var rating: String?

    @Argument(help: WantArgument.help) var releases: [String]

    @MainActor func run() async throws {
      let stars = try rating.flatMap { try StarsArgument($0).number }
      let named = try ShelfArguments.wants(releases)
      let work = try ShelfEditing(common, writing)
      try await work.run(isSent: named.areSent) {
        var tasks: [ShelfTask] = []
        for release in named {
          switch try await work.facts(of: release.value) {
          case .failure(let failure): tasks.append(ShelfTask(item: release.item, failure: failure))
          case .success(let facts):
            tasks.append(ShelfTask(item: release.item, edits: [.want(facts, notes: notes, rating: stars)]))
          }
        }
        return tasks
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Remove wants from your want list.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions
    @Argument(help: WantArgument.help) var releases: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.wants(releases)
      let work = try ShelfEditing(common, writing)
      try await work.run(isSent: named.areSent) { try await work.tasks(onWants: named) { [.unwant($0.wanted)] } }
    }
  }

  struct Edit: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Edit notes and rating of wants.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @Option(help: ArgumentHelp("The notes; empty clears them.", valueName: "text"))
    var notes: String?

    @Option(help: ArgumentHelp("1 to 5 stars; 0 clears the rating.", valueName: "stars"))
    var rating: String?

    @Argument(help: WantArgument.help) var releases: [String]

    func validate() throws {
      guard notes != nil || rating != nil else { throw ValidationError(VerbWords.whatToEditOfWant) }
    }

    @MainActor func run() async throws {
      let stars = try rating.map { try StarsArgument($0) }
      let named = try ShelfArguments.wants(releases)
      let work = try ShelfEditing(common, writing)
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
      abstract: "Move releases from your want list to your collection.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @Option(help: "The folder to put them in.")
    var folder = ShelfEdit.uncategorised

    @Argument(help: WantArgument.releases) var releases: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.releases(releases)
      let work = try ShelfEditing(common, writing)
      try await work.run {
        // Checked first: with an unknown folder only the removal of the want would succeed.
        let folders = try await work.services.shelf.folders().map(\.name) + [ShelfEdit.uncategorised]
        guard folders.contains(folder) else {
          return named.map { ShelfTask(item: $0.item, failure: Failure(VerbWords.noFolder(folder))) }
        }
        let wants = named.map { ShelfArguments.Named(item: $0.item, value: Wanted.release($0.value)) }
        let shelf = work.services.shelf
        return try await work.tasks(onWants: wants) { want in
          var fulfilled = [want.wanted]
          if let master = want.facts.master, try await shelf.wantOf(.master(master)) != nil {
            fulfilled.append(.master(master))
          }
          return fulfilled.map { .unwant($0) } + [.add(ShelfFacts(want), folder: folder)]
        }
      }
    }
  }
}

/// The help for naming wants on the command line.
enum WantArgument {
  nonisolated static let help = ArgumentHelp(
    "Ids such as 123 or r123, m45 for any pressing, Discogs URLs, or - to read one a line.", valueName: "id")
  /// For verbs that do not accept any pressing.
  nonisolated static let releases = ArgumentHelp(
    "Ids such as 123 or r123, Discogs URLs, or - to read one a line.", valueName: "id")
}

extension [ShelfArguments.Named<Wanted>] {
  /// Whether any of them is for an account: wants of any pressing stay on this machine.
  fileprivate var areSent: Bool { contains { !$0.value.isAnyPressing } }
}

extension ShelfEditing {
  /// Makes a task for each want.
  fileprivate func tasks(
    onWants all: [ShelfArguments.Named<Wanted>], _ edits: (WantListEntry) async throws -> [ShelfEdit]
  ) async throws -> [ShelfTask] {
    var tasks: [ShelfTask] = []
    for named in all {
      if let want = try await services.shelf.wantOf(named.value) {
        tasks.append(ShelfTask(item: named.item, edits: try await edits(want)))
      } else {
        tasks.append(
          ShelfTask(
            item: named.item, failure: Failure(VerbWords.notWanted(named.value.name), .notFound)))
      }
    }
    return tasks
  }
}

extension Wanted {
  /// `release 123`, `master 45`.
  nonisolated var name: String { "\(reference.kind.rawValue) \(reference.number)" }
}

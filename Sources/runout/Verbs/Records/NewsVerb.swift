import ArgumentParser
import Clients
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Wording

struct NewsVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "news", abstract: "List what is new of the artists, labels, masters and searches you follow.",
    subcommands: [List.self, FollowedList.self, Follow.self, Unfollow.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List new records, the newest first.",
      discussion: """
        In a catalogue these are the releases that Discogs got since the month before. On Discogs Runout lists what it \
        found by looking at each list once a day; --look looks now.
        """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Option(help: ArgumentHelp("What is new since the first day of this month.", valueName: "YYYY-MM"))
    var since: String?
    @Flag(help: "Look on Discogs again, even within a day.") var look = false

    @MainActor func run() async throws {
      if let since, since.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])/) == nil {
        throw Failure(NewsWords.notAMonth(since), .usage)
      }
      let (dug, hindrance) = try await Wiring(common).ask { live in
        var hindrance: ClientError?
        do { try await live.services.news.look(look) { _ in } } catch { hindrance = ClientError(error) }
        return (try await DugList(.news(since: since), live.services), hindrance)
      }
      dug.write(as: list)
      // What was found before is listed all the same.
      if let hindrance { throw Failure(hindrance) }
      if dug.rows.isEmpty { Output.errorLine(NewsWords.nothing) }
    }
  }

  struct FollowedList: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "followed", abstract: "List what you follow.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let followed = try await Wiring(common).ask { try await $0.services.news.followed() }
      Table(
        followed,
        [
          .text("type") { $0.subject.kind }, .number("id") { $0.subject.reference?.number }, .name("name") { $0.name },
        ]
      ).write(as: list)
    }
  }

  struct Follow: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "follow", abstract: "Follow an artist, a label, a series, a master or a search.",
      discussion: "Takes artist:1, label:123, series:123, master:5 or a Discogs URL; anything else is a search.")

    @OptionGroup var common: CommonOptions
    @Argument(help: ArgumentHelp("A page or a search.", valueName: "page or query")) var words: [String]

    @MainActor func run() async throws {
      let subject = try Followed.Subject(typed: words)
      let wiring = try Wiring(common)
      let live = try wiring.liveServices { $0.changesShelf = true }
      let (name, isNew) = try await wiring.ask {
        try live.editor.checkMayChange(isRehearsal: false)
        let name = try await subject.name(in: live.services.catalogue)
        return (name, try await live.services.news.follow(Followed(subject, name: name)))
      }
      Output.sentence(isNew ? NewsWords.followed(name) : NewsWords.alreadyFollowed(name))
    }
  }

  struct Unfollow: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "unfollow", abstract: "Follow something no longer.",
      discussion: "Takes what `runout news follow` takes.")

    @OptionGroup var common: CommonOptions
    @Argument(help: ArgumentHelp("A page or a search.", valueName: "page or query")) var words: [String]

    @MainActor func run() async throws {
      let subject = try Followed.Subject(typed: words)
      let wiring = try Wiring(common)
      let live = try wiring.liveServices { $0.changesShelf = true }
      let (name, wasFollowed) = try await wiring.ask {
        try live.editor.checkMayChange(isRehearsal: false)
        let news = live.services.news
        let name = try await news.followed().first { $0.subject == subject }?.name
        return (name ?? words.joined(separator: " "), try await news.unfollow(subject))
      }
      guard wasFollowed else { throw Failure(NewsWords.notFollowed(name), .notFound) }
      Output.sentence(NewsWords.unfollowed(name))
    }
  }
}

extension Followed.Subject {
  @MainActor fileprivate init(typed words: [String]) throws {
    let text = try words.words()
    guard !text.trimmed().isEmpty else { throw Failure(NewsWords.followWhat, .usage) }
    if let reference = EntityReference(named: text) {
      guard reference.kind != .release else { throw Failure(NewsWords.notFollowable(text), .usage) }
      self = .record(reference)
    } else {
      do { self = .search(try SearchQuery(parsing: text)) } catch { throw Failure(error.sentence, .usage) }
    }
  }

  fileprivate nonisolated var reference: EntityReference? {
    if case .record(let reference) = self { reference } else { nil }
  }

  fileprivate nonisolated var kind: String { reference?.kind.rawValue ?? "search" }

  fileprivate nonisolated func name(in catalogue: CatalogueClient) async throws -> String {
    switch self {
    case .search(let query): return query.description
    case .record(let reference):
      if let known = try await catalogue.names([reference])[reference] { return Homonym.strip(known) }
      return switch reference {
      case .artist(let id): Homonym.strip(try await catalogue.artist(id).name)
      case .label(let id): Homonym.strip(try await catalogue.label(id).name)
      case .master(let id): ShelfFacts(try await catalogue.master(id)).name
      case .release(let id): ShelfFacts(try await catalogue.release(id)).name
      }
    }
  }
}

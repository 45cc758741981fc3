import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import LiveClients
import Wording

struct ListsVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "lists", abstract: "Show Discogs lists, yours and other people's.",
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List your lists as of the last sync.",
      discussion: "`runout collection sync` fetches them once a day, or with --full.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let lists = try await Wiring(common).ask { live in try await live.services.lists.own() }
      Table(
        lists,
        [
          .number("id") { $0.id.number }, .name("name") { $0.name }, .number("entries") { $0.entries?.count },
          .text("public", drop: 2) { $0.isPublic == false ? VerbWords.no : "yes" },
          .text("changed", drop: 1) { $0.changed },
        ],
        json: { list in
          JSONObject(showing: [
            "id": list.id.number, "name": list.name, "description": list.description, "public": list.isPublic,
            "date_added": list.added, "date_changed": list.changed, "uri": list.webURL, "entries": list.entries?.count,
          ])
        }
      ).write(as: list)
    }
  }

  struct Show: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a list's entries: yours, or any public list by number.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Argument(help: ArgumentHelp("The list's number or URL.", valueName: "id")) var id: String

    @MainActor func run() async throws {
      let number = try Show.number(id)
      let found = try await Wiring(common).ask { live in try await live.services.lists.list(number) }
      guard let found else { throw Failure(VerbWords.listUnknown("\(number)"), .notFound) }
      Table(
        found.entries ?? [],
        [
          .text("type") { $0.reference.kind.rawValue }, .number("id") { $0.reference.number },
          .name("title") { $0.title }, .name("comment") { TextMarkup(parsing: $0.comment).numbering().plain },
        ],
        json: { entry in
          JSONObject(showing: [
            "type": entry.reference.kind.rawValue, "id": entry.reference.number, "display_title": entry.title,
            "comment": entry.comment, "uri": entry.reference.webURL,
          ])
        }
      ).write(as: list)
    }

    /// - Throws: `Failure` for anything but a list's number or address.
    private static func number(_ typed: String) throws -> UserList.ID {
      // https://www.discogs.com/lists/Some-Name/12345
      let last = typed.split(separator: "?").first.flatMap { $0.split(separator: "/").last }.map(String.init) ?? ""
      let isAddress = typed.contains("discogs.com/") && typed.contains("/lists/")
      guard isAddress || !typed.contains("/"), let number = Int(last), number > 0 else {
        throw Failure(VerbWords.notAList(typed), .usage)
      }
      return UserList.ID(number)
    }
  }
}

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
      abstract: "List your lists as of the last sync.",
      discussion: "`runout collection sync` fetches them once a day, or with --full.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.liveServices()
      let lists = try await wiring.ask { try await live.lists() }
      Output.table(
        header: ["id", "name", "entries", "public", "changed"],
        rows: lists.map { list in
          [
            String(list.id.number), list.name, list.entries.map { String($0.count) } ?? "",
            list.isPublic == false ? VerbWords.no : "yes", list.changed,
          ]
        },
        rightAligned: [0, 2], names: [1], leastImportant: [4, 3], as: list,
        json: lists.map { list in
          var object = list.jsonObject
          object.add("entries", list.entries?.count)
          return object.text
        })
    }
  }

  struct Show: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Show a list's entries: yours, or any public list by number.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var list: ListOptions
    @Argument(help: ArgumentHelp("The list's number or URL.", valueName: "id")) var id: String

    @MainActor func run() async throws {
      let number = try Show.number(id)
      let wiring = try Wiring(common)
      let live = try wiring.liveServices()
      let found = try await wiring.ask { try await live.list(number) }
      guard let found else {
        throw Failure(
          VerbWords.listUnknown("\(number)"), .notFound)
      }
      let entries = found.entries ?? []
      Output.table(
        header: ["type", "id", "title", "comment"],
        rows: entries.map { entry in
          [
            entry.reference.kind.rawValue, String(entry.reference.number), entry.title,
            TextMarkup(parsing: entry.comment).numbering().plain,
          ]
        },
        rightAligned: [1], names: [2, 3], as: list,
        json: entries.map { entry in
          var object = JSONObject()
          object.add("type", entry.reference.kind.rawValue)
          object.add("id", entry.reference.number)
          object.add("display_title", entry.title)
          object.add("comment", entry.comment)
          object.add("uri", entry.reference.webURL)
          return object.text
        })
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
extension UserList {
  fileprivate nonisolated var jsonObject: JSONObject {
    var object = JSONObject()
    object.add("id", id.number)
    object.add("name", name)
    object.add("description", description)
    object.add("public", isPublic)
    object.add("date_added", added)
    object.add("date_changed", changed)
    object.add("uri", webURL)
    return object
  }
}

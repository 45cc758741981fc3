import ArgumentParser
import Clients
import LiveClients
import RunoutModel

extension CollectionVerb {
  struct Folders: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "folders", abstract: "List, create, rename and delete folders.",
      subcommands: [List.self, Make.self, Rename.self, Delete.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
      nonisolated static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List folders with their number of copies.")

      @OptionGroup var common: CommonOptions
      @OptionGroup var list: ListOptions

      @MainActor func run() async throws {
        let folders = try await Wiring(common).ask { live in try await live.services.shelf.folders() }
        Table(folders, [.text("folder", json: "name") { $0.name }, .number("copies", json: "count") { $0.copies }])
          .write(as: list)
      }
    }

    struct Make: AsyncParsableCommand {
      nonisolated static let configuration = CommandConfiguration(commandName: "make", abstract: "Create folders.")

      @OptionGroup var writing: WritingOptions
      @Argument(help: "Folder names.") var name: [String]

      func validate() throws { for given in name { _ = try [given].words() } }

      @MainActor func run() async throws {
        try await ShelfEditing(writing).run { name.map { ShelfTask(item: $0, edits: [.makeFolder($0)]) } }
      }
    }

    struct Rename: AsyncParsableCommand {
      nonisolated static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a folder.")

      @OptionGroup var writing: WritingOptions
      @Argument(help: "The current name.") var name: String
      @Argument(help: "The new name.") var newName: String

      @MainActor func run() async throws {
        try await ShelfEditing(writing).run { [ShelfTask(item: name, edits: [.renameFolder(name, to: newName)])] }
      }
    }

    struct Delete: AsyncParsableCommand {
      nonisolated static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete empty folders.")

      @OptionGroup var writing: WritingOptions
      @Argument(help: "Folder names.") var name: [String]

      func validate() throws { for given in name { _ = try [given].words() } }

      @MainActor func run() async throws {
        try await ShelfEditing(writing).run { name.map { ShelfTask(item: $0, edits: [.deleteFolder($0)]) } }
      }
    }
  }
}

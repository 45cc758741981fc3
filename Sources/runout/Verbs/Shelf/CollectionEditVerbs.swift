import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Screens
import Wording

extension CollectionVerb {
  struct Sync: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Send pending changes to Discogs and fetch what changed there.",
      discussion: """
        The first sync fetches everything, later ones only what is new; --full fetches everything again and compares. An \
        interrupted sync resumes where it stopped. If more than ten rows and a tenth of a list are gone from Discogs, \
        Runout removes them only with --yes. `runout removed` lists removed rows and brings them back. A shelf that came \
        from files is left alone without --replace; `runout collection push` sends it instead.
        """)

    @OptionGroup var common: CommonOptions

    @Flag(help: "Fetch everything and compare.")
    var full = false

    @Flag(help: "Remove everything here that is gone from Discogs, however much.")
    var yes = false

    @Flag(help: "Put Discogs' shelf in the place of one that came from files, and keep a copy.")
    var replace = false

    @Flag(help: "Write the result as one JSON object.")
    var json = false

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.discogsServices(for: VerbWords.syncs)
      let services = live.services
      let watching = Output.isErrorTerminal ? Sync.watch(services.sync) : nil
      let result: SyncResult
      do {
        result = try await wiring.ask {
          if !replace, try await live.syncReplacesShelf() {
            throw ClientError.refused(
              SyncWords.wouldReplace(
                copies: try await services.shelf.copyCount(CollectionRequest()),
                wants: try await services.shelf.wantCount(CollectionRequest())))
          }
          try await services.sync.run(full)
          let removals = services.sync.status().removals
          if yes, !removals.isEmpty {
            for removal in removals { _ = try await services.sync.answer(removal.list, true) }
            // Compares again after the removals.
            try await services.sync.run(false)
          }
          return SyncResult(
            status: services.sync.status(), copies: try await services.shelf.copyCount(CollectionRequest()),
            wants: try await services.shelf.wantCount(CollectionRequest()), pending: try await services.edits.pending())
        }
      } catch {
        await watching?.end()
        throw error
      }
      await watching?.end()
      Output.line(json ? result.json : result.sentence)
      for edit in result.pending {
        if let trouble = edit.trouble { Output.complain(VerbWords.failed(edit.title, trouble)) }
      }
      if !result.status.removals.isEmpty, let difference = result.status.difference {
        throw Failure(VerbWords.notRemoved(difference))
      }
      if let difference = result.status.difference { throw Failure(VerbWords.differs(difference)) }
      if result.pending.contains(where: { $0.trouble != nil }) { throw Failure.reported(.failed) }
    }

    /// Shows the sync's progress in one line that is overwritten.
    @MainActor private static func watch(_ sync: ShelfSyncClient) -> Watch {
      let changes = sync.changes()
      return Watch(
        task: Task {
          for await status in changes {
            guard case .running(let progress) = status.phase else { continue }
            Output.overwrite(VerbWords.syncing("\(progress.part)", progress.done, of: progress.total))
          }
        })
    }

    @MainActor private struct Watch {
      var task: Task<Void, Never>

      func end() async {
        task.cancel()
        await task.value
        Output.overwrite("")
      }
    }
  }

  struct Add: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Add a copy of each release to your collection.",
      discussion: "With --source live, Runout updates Discogs at once, or as soon as you are online.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @Option(help: "The folder to put them in.")
    var folder = ShelfEdit.uncategorised

    @Argument(help: ArgumentHelp("Ids such as 123 or r123, Discogs URLs, or - to read one a line.", valueName: "id"))
    var releases: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.releases(releases)
      let work = try ShelfEditing(common, writing)
      try await work.run {
        var tasks: [ShelfTask] = []
        for release in named {
          switch try await work.facts(of: release.value) {
          case .failure(let failure): tasks.append(ShelfTask(item: release.item, failure: failure))
          case .success(let facts):
            let owned = try await work.services.shelf.copiesOf(release.value).filter { $0.refusal != .row }
            let place = owned.map(\.folder).joined(separator: ", ")
            tasks.append(
              ShelfTask(
                item: release.item, edits: [.add(facts, folder: folder)],
                note: owned.isEmpty
                  ? nil
                  : VerbWords.ownedAlready(release.item, owned.count, in: place)
              ))
          }
        }
        return tasks
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Remove copies from your collection.",
      discussion: "For a day, `runout collection undo` brings them back with folder, fields, rating and notes.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions
    @Argument(help: CopyArgument.help) var copies: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.copies(copies)
      let work = try ShelfEditing(common, writing)
      try await work.run { try await work.tasks(on: named) { [.remove(copy: $0.id)] } }
    }
  }

  struct Move: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Move copies to another folder.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @Option(help: "The folder to put them in.")
    var folder: String

    @Argument(help: CopyArgument.help) var copies: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.copies(copies)
      let work = try ShelfEditing(common, writing)
      try await work.run { try await work.tasks(on: named) { [.move(copy: $0.id, folder: folder)] } }
    }
  }

  struct Edit: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Edit grades, rating, notes and custom fields of copies.",
      discussion: "An empty value clears a field.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @Option(help: ArgumentHelp("The media grade, such as VG+.", valueName: "grade"))
    var media: String?

    @Option(help: ArgumentHelp("The sleeve grade, such as NM.", valueName: "grade"))
    var sleeve: String?

    @Option(help: ArgumentHelp("1 to 5 stars; 0 clears the rating.", valueName: "stars"))
    var rating: String?

    @Option(help: ArgumentHelp("The notes.", valueName: "text"))
    var notes: String?

    @Option(help: ArgumentHelp("One of your custom fields; repeatable.", valueName: "name=value"))
    var field: [String] = []

    @Argument(help: CopyArgument.help) var copies: [String]

    func validate() throws {
      guard media != nil || sleeve != nil || rating != nil || notes != nil || !field.isEmpty else {
        throw ValidationError(VerbWords.whatToEdit)
      }
    }

    @MainActor func run() async throws {
      let stars = try rating.map { try StarsArgument($0) }
      for text in field where !text.dropFirst().contains("=") { throw Failure(VerbWords.notAField(text), .usage) }
      let named = try ShelfArguments.copies(copies)
      let work = try ShelfEditing(common, writing)
      var mistake: Failure?
      try await work.run {
        var fields = try await work.services.edits.fields()
        if field.contains(where: { Edit.found($0, among: fields) == nil }) {
          // Adds fields that only the copies have, from an import, as the edit form does.
          _ = try await work.tasks(on: named) { copy in
            fields += copy.fields.map { CollectionInstance.Field(id: 0, name: $0.name, kind: "textarea") }
            return []
          }
        }
        let values: [(String, String)]
        do throws(Failure) { values = try self.values(fields) } catch {
          mistake = error
          return []
        }
        return try await work.tasks(on: named) { copy in
          values.map { .setField(copy: copy.id, name: $0.0, value: $0.1) }
            + (stars.map { [.rate(copy: copy.id, stars: $0.number)] } ?? [])
        }
      } orFail: {
        mistake
      }
    }

    /// The fields to set and their values, by the fields' own names.
    private func values(_ fields: [CollectionInstance.Field]) throws(Failure) -> [(String, String)] {
      var values: [(String, String)] = []
      func options(_ id: CollectionInstance.Field.ID, _ usual: [String]) -> [String] {
        fields.first { $0.id == id }.flatMap { $0.options.isEmpty ? nil : $0.options } ?? usual
      }
      if let media {
        let grades = options(CollectionInstance.Field.mediaCondition, Condition.grades)
        values.append((ShelfEdit.mediaCondition, try Edit.grade(media, of: grades, "--media")))
      }
      if let sleeve {
        let grades = options(CollectionInstance.Field.sleeveCondition, Condition.sleeveGrades)
        values.append((ShelfEdit.sleeveCondition, try Edit.grade(sleeve, of: grades, "--sleeve")))
      }
      if let notes {
        values.append((fields.first { $0.id == CollectionInstance.Field.notes }?.name ?? FieldWords.notes, notes))
      }
      for text in field {
        let (field, value) = try Edit.field(text, of: fields)
        switch field.id {
        case CollectionInstance.Field.mediaCondition:
          values.append((ShelfEdit.mediaCondition, try Edit.grade(value, of: field.options, field.name)))
        case CollectionInstance.Field.sleeveCondition:
          values.append((ShelfEdit.sleeveCondition, try Edit.grade(value, of: field.options, field.name)))
        default: values.append((field.name, value))
        }
      }
      return values
    }

    /// Splits `NAME=VALUE`. A field's name may contain `=`: the longest existing name counts.
    private static func field(
      _ typed: String, of fields: [CollectionInstance.Field]
    ) throws(Failure) -> (CollectionInstance.Field, value: String) {
      if let found = found(typed, among: fields) { return found }
      let name = typed.prefix { $0 != "=" }
      throw Failure(VerbWords.noField(String(name), fields.map(\.name).uniqued().joined(separator: ", ")), .usage)
    }

    private static func found(
      _ typed: String, among fields: [CollectionInstance.Field]
    ) -> (CollectionInstance.Field, value: String)? {
      for sign in typed.indices.reversed() where typed[sign] == "=" {
        guard let field = fields.first(where: { $0.isNamed(String(typed[..<sign])) }) else { continue }
        return (field, String(typed[typed.index(after: sign)...]))
      }
      return nil
    }

    /// The full name of a grade, which may be typed in its short form.
    private static func grade(_ typed: String, of grades: [String], _ option: String) throws(Failure) -> String {
      let wanted = typed.lowercased()
      if wanted.isEmpty { return "" }
      let found = grades.first { grade in
        grade.lowercased() == wanted || grade == Condition.grade(typed)
      }
      guard let found else {
        let names = grades.map { Condition.shortName($0).isEmpty ? $0 : Condition.shortName($0) }
        throw Failure(VerbWords.notAGrade(option, names.joined(separator: ", "), typed), .usage)
      }
      return found
    }
  }

  struct Undo: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      abstract: "Undo the latest change to collection, folders or want list.",
      discussion: "Undoes changes made together as one, for up to a day.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @MainActor func run() async throws {
      let work = try ShelfEditing(common, writing)
      try await work.turn("undo") { isRehearsal in
        try await work.live.undo(isRehearsal: isRehearsal)
      }
    }
  }

  struct Redo: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(abstract: "Redo the last undone change.")

    @OptionGroup var common: CommonOptions
    @OptionGroup var writing: WritingOptions

    @MainActor func run() async throws {
      let work = try ShelfEditing(common, writing)
      try await work.turn("redo") { isRehearsal in
        try await work.live.redo(isRehearsal: isRehearsal)
      }
    }
  }
}

/// The help for naming copies on the command line.
enum CopyArgument {
  nonisolated static let help = ArgumentHelp(
    "Numbers from `runout collection list`, r123 for a release you own once, or - to read one a line.",
    valueName: "copy")
}

/// A rating from the command line: 0 to 5, where 0 clears it.
struct StarsArgument {
  /// Nil for no rating.
  var number: Int?

  init(_ typed: String) throws {
    guard let number = Int(typed), (0...5).contains(number) else {
      throw Failure(VerbWords.notStars(typed), .usage)
    }
    self.number = number == 0 ? nil : number
  }
}

/// The state after a sync.
private struct SyncResult: Sendable {
  var status: SyncStatus
  var copies: Int
  var wants: Int
  var pending: [PendingEdit]

  @MainActor var sentence: String {
    VerbWords.synced(copies: copies, wants: wants, pending: pending.count)
  }

  var json: String {
    var object = JSONObject()
    object.add("copies", copies)
    object.add("wants", wants)
    object.add("pending", pending.count)
    object.add("agrees", status.difference == nil)
    object.add("difference", status.difference ?? "")
    object.add(
      "removals",
      status.removals.map { removal in
        var object = JSONObject()
        object.add("list", removal.list.rawValue)
        object.add("gone", removal.gone)
        object.add("rows", removal.rows)
        return object
      })
    return object.text
  }
}

extension CollectionInstance.Field {
  fileprivate nonisolated func isNamed(_ typed: String) -> Bool { name.lowercased() == typed.lowercased() }
}

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
      commandName: "sync", abstract: "Send pending changes to Discogs and fetch what changed there.",
      discussion: """
        The first sync fetches everything, later ones only what is new; --full fetches everything again and compares. An \
        interrupted sync resumes where it stopped. If more than ten rows and a tenth of a list are gone from Discogs, \
        Runout removes them only with --yes. `runout removed` lists removed rows and brings them back. A shelf that came \
        from files is left alone without --replace; `runout collection push` sends it instead.
        """)

    @OptionGroup var common: CommonOptions
    @Flag(help: "Fetch everything and compare.") var full = false
    @Flag(help: "Remove everything here that is gone from Discogs, however much.") var yes = false
    @Flag(help: "Put Discogs' shelf in the place of one that came from files, and keep a copy.") var replace = false
    @Flag(help: "Write the result as one JSON object.") var json = false

    @MainActor func run() async throws {
      let wiring = try Wiring(common)
      let live = try wiring.discogsServices(for: VerbWords.syncs)
      let result = try await Sync.watching(live.services.sync) { try await wiring.ask { try await sync(live) } }
      Output.line(json ? result.json : result.sentence)
      for edit in result.pending {
        if let trouble = edit.trouble { Output.complain(VerbWords.failed(edit.title, trouble)) }
      }
      if let difference = result.status.difference {
        let asksToRemove = !result.status.removals.isEmpty
        throw Failure(asksToRemove ? VerbWords.notRemoved(difference) : VerbWords.differs(difference))
      }
      if result.pending.contains(where: { $0.trouble != nil }) { throw Failure.reported(.failed) }
    }

    private func sync(_ live: LiveServices) async throws -> SyncResult {
      let (shelf, sync) = (live.services.shelf, live.services.sync)
      func counts() async throws -> (copies: Int, wants: Int) {
        (try await shelf.copyCount(CollectionRequest()), try await shelf.wantCount(CollectionRequest()))
      }
      if !replace, try await live.syncReplacesShelf() {
        let counts = try await counts()
        throw ClientError.refused(SyncWords.wouldReplace(copies: counts.copies, wants: counts.wants))
      }
      try await sync.run(full)
      let removals = sync.status().removals
      if yes, !removals.isEmpty {
        for removal in removals { _ = try await sync.answer(removal.list, true) }
        // Compares again after the removals.
        try await sync.run(false)
      }
      let (status, counts) = (sync.status(), try await counts())
      return SyncResult(
        status: status, copies: counts.copies, wants: counts.wants, pending: try await live.services.edits.pending())
    }

    /// Shows a sync's progress in one line that is overwritten, if standard error is a terminal.
    @MainActor private static func watching<Value: Sendable>(
      _ sync: ShelfSyncClient, _ body: () async throws -> Value
    ) async throws -> Value {
      guard Output.isErrorTerminal else { return try await body() }
      let changes = sync.changes()
      let watch = Task {
        for await status in changes {
          // Once cancelled, the line is gone.
          guard !Task.isCancelled, case .running(let progress) = status.phase else { continue }
          Output.overwrite(VerbWords.syncing("\(progress.part)", progress.done, of: progress.total))
        }
      }
      defer {
        watch.cancel()
        Output.overwrite("")
      }
      return try await body()
    }
  }

  struct Add: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a copy of each release to your collection.",
      discussion: "With --source live, Runout updates Discogs at once, or as soon as you are online.")

    @OptionGroup var writing: WritingOptions
    @Option(help: "The folder to put them in.") var folder = ShelfEdit.uncategorised

    @Argument(help: .releases) var releases: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.releases(releases)
      let work = try ShelfEditing(writing)
      try await work.run {
        try await work.tasks(for: named) { task, release in
          task.edits = [.add(try await work.facts(of: .release(release)), folder: folder)]
          let owned = try await work.services.shelf.ownCopies(of: release)
          let places = owned.map(\.folder).joined(separator: ", ")
          if !owned.isEmpty { task.note = VerbWords.ownedAlready(task.item, owned.count, in: places) }
        }
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove copies from your collection.",
      discussion: "For a day, `runout collection undo` brings them back with folder, fields, rating and notes.")

    @OptionGroup var writing: WritingOptions
    @Argument(help: .copies) var copies: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.copies(copies)
      let work = try ShelfEditing(writing)
      try await work.run { try await work.tasks(on: named) { [.remove(copy: $0.id)] } }
    }
  }

  struct Move: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Move copies to another folder.")

    @OptionGroup var writing: WritingOptions
    @Option(help: "The folder to put them in.") var folder: String
    @Argument(help: .copies) var copies: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.copies(copies)
      let work = try ShelfEditing(writing)
      try await work.run { try await work.tasks(on: named) { [.move(copy: $0.id, folder: folder)] } }
    }
  }

  struct Edit: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Edit grades, rating, notes and custom fields of copies.",
      discussion: "An empty value clears a field.")

    @OptionGroup var writing: WritingOptions
    @Option(help: ArgumentHelp("The media grade, such as VG+.", valueName: "grade")) var media: String?
    @Option(help: ArgumentHelp("The sleeve grade, such as NM.", valueName: "grade")) var sleeve: String?
    @Option(help: ArgumentHelp("1 to 5 stars; 0 clears the rating.", valueName: "stars")) var rating: String?
    @Option(help: ArgumentHelp("The notes.", valueName: "text")) var notes: String?

    @Option(help: ArgumentHelp("One of your custom fields; repeatable.", valueName: "name=value"))
    var field: [String] = []

    @Argument(help: .copies) var copies: [String]

    func validate() throws {
      guard media != nil || sleeve != nil || rating != nil || notes != nil || !field.isEmpty else {
        throw ValidationError(VerbWords.whatToEdit)
      }
    }

    @MainActor func run() async throws {
      let stars = try rating.map { try StarsArgument($0) }
      for text in field where !text.dropFirst().contains("=") { throw Failure(VerbWords.notAField(text), .usage) }
      let named = try ShelfArguments.copies(copies)
      let work = try ShelfEditing(writing)
      try await work.run {
        var fields = try await work.services.edits.fields()
        if field.contains(where: { Edit.found($0, among: fields) == nil }) {
          // Adds fields that only the copies have, from an import, as the edit form does.
          _ = try await work.tasks(on: named) { copy in
            fields += copy.fields.map { CollectionInstance.Field(id: 0, name: $0.name, kind: "textarea") }
            return []
          }
        }
        let values = try values(fields)
        return try await work.tasks(on: named) { copy in
          values.map { .setField(copy: copy.id, name: $0.0, value: $0.1) }
            + (stars.map { [.rate(copy: copy.id, stars: $0.number)] } ?? [])
        }
      }
    }

    /// The fields to set and their values, by the fields' own names.
    private func values(_ fields: [CollectionInstance.Field]) throws -> [(String, String)] {
      var values: [(String, String)] = []
      func field(_ id: CollectionInstance.Field.ID) -> CollectionInstance.Field? { fields.first { $0.id == id } }
      func grades(_ id: CollectionInstance.Field.ID, _ usual: [String]) -> [String] {
        field(id).flatMap { $0.options.isEmpty ? nil : $0.options } ?? usual
      }
      if let media {
        let grades = grades(CollectionInstance.Field.mediaCondition, Condition.grades)
        values.append((ShelfEdit.mediaCondition, try Edit.grade(media, of: grades, "--media")))
      }
      if let sleeve {
        let grades = grades(CollectionInstance.Field.sleeveCondition, Condition.sleeveGrades)
        values.append((ShelfEdit.sleeveCondition, try Edit.grade(sleeve, of: grades, "--sleeve")))
      }
      if let notes { values.append((field(CollectionInstance.Field.notes)?.name ?? FieldWords.notes, notes)) }
      for text in self.field {
        guard let (field, value) = Edit.found(text, among: fields) else {
          let names = fields.map(\.name).uniqued().joined(separator: ", ")
          throw Failure(VerbWords.noField(String(text.prefix { $0 != "=" }), names), .usage)
        }
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
    private static func found(
      _ typed: String, among fields: [CollectionInstance.Field]
    ) -> (CollectionInstance.Field, value: String)? {
      for sign in typed.indices.reversed() where typed[sign] == "=" {
        let name = typed[..<sign].lowercased()
        guard let field = fields.first(where: { $0.name.lowercased() == name }) else { continue }
        return (field, String(typed[typed.index(after: sign)...]))
      }
      return nil
    }

    /// The full name of a grade, which may be typed in its short form.
    static func grade(_ typed: String, of grades: [String], _ option: String) throws -> String {
      let wanted = typed.lowercased()
      if wanted.isEmpty { return "" }
      let named = Condition.grade(typed)
      if let found = grades.first(where: { $0.lowercased() == wanted || $0 == named }) { return found }
      let names = grades.map { Condition.shortName($0).isEmpty ? $0 : Condition.shortName($0) }
      throw Failure(VerbWords.notAGrade(option, names.joined(separator: ", "), typed), .usage)
    }
  }

  struct Play: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "play", abstract: "Mark copies as played.",
      discussion: """
        Plays stay on this machine: Discogs has no field for them. With listenbrainz_token_file in config.toml they are sent \
        to ListenBrainz, each once; what cannot be sent waits for the next play or `runout check`.
        """)

    @OptionGroup var writing: WritingOptions
    @Option(help: ArgumentHelp("today, yesterday, 2026-11-20, or how many days ago.", valueName: "day"))
    var day = "today"
    @Argument(help: .copies) var copies: [String]

    @MainActor func run() async throws {
      let named = try ShelfArguments.copies(copies)
      let work = try ShelfEditing(writing)
      let desktop = work.services.desktop
      let time: Double?
      do {
        time = try PastDay.time(day, today: desktop.localTime().day, secondsFromUTC: desktop.secondsFromUTC)
      } catch {
        throw Failure(ShelfWords.notADay(day), .usage)
      }
      try await work.run(isSent: false) {
        try await work.tasks(on: named) { [.play(copy: $0.id, at: time)] }
      } then: {
        guard !writing.dryRun else { return }
        do {
          let sent = try await work.services.reports.sendPlays()
          if sent > 0 { Output.complain(ShelfWords.listensSent(sent)) }
        } catch {
          // The play is noted, and waits.
          let error = ClientError(error)
          guard error != .cancelled else { throw error }
          Output.complain(error.sentence)
        }
      }
    }
  }

  struct Undo: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Undo the latest change to collection, folders or want list.",
      discussion: "Undoes changes made together as one, for up to a day.")

    @OptionGroup var writing: WritingOptions

    @MainActor func run() async throws {
      let work = try ShelfEditing(writing)
      try await work.turn("undo") { try await work.live.editor.undo(isRehearsal: $0) }
    }
  }

  struct Redo: AsyncParsableCommand {
    nonisolated static let configuration = CommandConfiguration(
      commandName: "redo", abstract: "Redo the last undone change.")

    @OptionGroup var writing: WritingOptions

    @MainActor func run() async throws {
      let work = try ShelfEditing(writing)
      try await work.turn("redo") { try await work.live.editor.redo(isRehearsal: $0) }
    }
  }
}

extension ArgumentHelp {
  nonisolated fileprivate static let copies = ArgumentHelp(
    "Numbers from `runout collection list`, r123 for a release you own once, or - to read one a line.",
    valueName: "copy")
  nonisolated static let releases = ArgumentHelp(
    "Ids such as 123 or r123, Discogs URLs, or - to read one a line.", valueName: "id")
}

/// A rating from the command line: 0 to 5, where 0 clears it.
struct StarsArgument {
  /// Nil for no rating.
  var number: Int?

  init(_ typed: String) throws {
    guard let number = Int(typed), (0...5).contains(number) else { throw Failure(VerbWords.notStars(typed), .usage) }
    self.number = number == 0 ? nil : number
  }
}

/// The state after a sync.
private struct SyncResult: Sendable {
  var status: SyncStatus
  var copies: Int
  var wants: Int
  var pending: [PendingEdit]

  var sentence: String { VerbWords.synced(copies: copies, wants: wants, pending: pending.count) }

  var json: String {
    let removals = status.removals.map {
      JSONObject(showing: ["list": $0.list.rawValue, "gone": $0.gone, "rows": $0.rows])
    }
    return JSONObject(showing: [
      "copies": copies, "wants": wants, "pending": pending.count, "agrees": status.difference == nil,
      "difference": status.difference, "removals": removals,
    ]).text
  }
}

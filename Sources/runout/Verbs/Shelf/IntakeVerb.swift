import ArgumentParser
import Clients
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import UserLibrary
import Wording

struct IntakeVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "intake",
    abstract: "Take records into your collection by barcode, catalogue number, runout or words.",
    discussion: """
      Reads a record a line, or a CSV file of another program, whose columns it knows by name: barcode, catalogue number, \
      artist and title, media and sleeve condition. Runout adds a record that one pressing matches. Where several match, \
      or none, it keeps the line for `:intake FOLDER`, without its grades; --first takes the likeliest of several.
      """)

  @OptionGroup var writing: WritingOptions
  @Option(help: "The folder to put them in.") var folder = ShelfEdit.uncategorised
  @Option(help: ArgumentHelp("The media grade of records that come without one, such as VG+.", valueName: "grade"))
  var media: String?
  @Option(help: ArgumentHelp("Their sleeve grade, such as NM.", valueName: "grade")) var sleeve: String?
  @Flag(help: "Take the likeliest of several pressings.") var first = false
  @Argument(help: ArgumentHelp("A file, or - to read lines.", valueName: "file")) var file = "-"

  @MainActor func run() async throws {
    let grades = (
      media: try CollectionVerb.Edit.grade(media ?? "", of: Condition.grades, "--media"),
      sleeve: try CollectionVerb.Edit.grade(sleeve ?? "", of: Condition.sleeveGrades, "--sleeve")
    )
    let work = try ShelfEditing(writing)
    let records = try IntakeFile(readingFrom: file == "-" ? "/dev/stdin" : file).records
    guard !records.isEmpty else { throw Failure(VerbWords.nothingGivenToDo, .usage) }
    try await work.run {
      var open: [String] = []
      let tasks = try await tasks(for: records, grades, work, &open)
      // Once all are looked up: a run that is stopped before leaves nothing.
      if !writing.dryRun { for text in open { _ = try await work.services.intake.keep(text, folder) } }
      return tasks
    }
  }

  @MainActor private func tasks(
    for records: [IntakeFile.Record], _ grades: (media: String, sleeve: String), _ work: ShelfEditing,
    _ open: inout [String]
  ) async throws -> [ShelfTask] {
    var last: CatalogueRow?
    let items = records.map { ShelfArguments.Named(item: $0.texts[0], value: $0) }
    return try await work.tasks(for: items) { task, record in
      let (found, text, hindrance) = try await pressings(of: record, near: last, work.services)
      guard let row = found.first, let facts = ShelfFacts(row), found.count == 1 || first else {
        let numbers = found.prefix(3).map { "r\($0.reference.number)" }.joined(separator: ", ")
        let reason = hindrance ?? (found.isEmpty ? IntakeWords.none : IntakeWords.several(found.count, numbers))
        open.append(text)
        throw Failure(IntakeWords.kept(because: reason, folder: folder), .notFound)
      }
      last = row
      let values = [
        ShelfEdit.mediaCondition: record.media.isEmpty ? grades.media : record.media,
        ShelfEdit.sleeveCondition: record.sleeve.isEmpty ? grades.sleeve : record.sleeve,
      ]
      task.edits = [.add(facts, folder: folder, values: values.filter { !$0.value.isEmpty })]
      let owned = try await work.services.shelf.ownCopies(of: facts.release)
      let places = owned.map(\.folder).joined(separator: ", ")
      if !owned.isEmpty { task.note = VerbWords.ownedAlready(task.item, owned.count, in: places) }
    }
  }

  /// The pressings that a record's texts mean, with the text that they were found by, or the last one.
  ///
  /// - Returns: an error as a sentence, where the source could not be asked.
  @MainActor private func pressings(
    of record: IntakeFile.Record, near last: CatalogueRow?, _ services: Services
  ) async throws -> (found: [CatalogueRow], text: String, hindrance: String?) {
    do {
      for text in record.texts {
        // A number alone may be another label's.
        let found = try await services.intake.pressings(text, last).filter(record.mayBe)
        if !found.isEmpty { return (found, text, nil) }
      }
    } catch {
      let error = ClientError(error)
      if error == .cancelled { throw error }
      return ([], record.texts[0], error.sentence.withoutPeriod)
    }
    return ([], record.texts.last ?? "", nil)
  }
}

extension IntakeFile.Record {
  /// Whether a pressing has a word of the artist and of the title, as far as the file knows them.
  nonisolated fileprivate func mayBe(_ row: CatalogueRow) -> Bool {
    func shares(_ mine: String, _ theirs: String) -> Bool {
      let words = Set(TextFolding.tokens(mine))
      return words.isEmpty || !words.isDisjoint(with: TextFolding.tokens(theirs))
    }
    return shares(artist, row.artist) && shares(title, row.title)
  }
}

import ArgumentParser
import Clients
import DiscogsModel
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
      or none, it keeps the line for `:intake`; --first takes the likeliest of several instead.
      """)

  @OptionGroup var writing: WritingOptions
  @Option(help: "The folder to put them in.") var folder = ShelfEdit.uncategorised
  @Option(help: ArgumentHelp("The media grade of records that come without one, such as VG+.", valueName: "grade"))
  var media: String?
  @Option(help: ArgumentHelp("Their sleeve grade, such as NM.", valueName: "grade")) var sleeve: String?
  @Flag(help: "Take the likeliest of several pressings.") var first = false
  @Argument(help: ArgumentHelp("A file, or - to read lines.", valueName: "file")) var file = "-"

  @MainActor func run() async throws {
    let grades = (try grade(media, "--media", Condition.grades), try grade(sleeve, "--sleeve", Condition.sleeveGrades))
    let work = try ShelfEditing(writing)
    let records = try IntakeFile(readingFrom: file == "-" ? "/dev/stdin" : file).records
    guard !records.isEmpty else { throw Failure(VerbWords.nothingGivenToDo, .usage) }
    try await work.run {
      var last: CatalogueRow?
      let items = records.map { ShelfArguments.Named(item: $0.texts[0], value: $0) }
      return try await work.tasks(for: items) { task, record in
        let found = try await pressings(of: record, near: last, work.services)
        guard let row = found.first, let facts = ShelfFacts(row), found.count == 1 || first else {
          let numbers = found.prefix(3).map { "r\($0.reference.number)" }.joined(separator: ", ")
          let reason = found.isEmpty ? IntakeWords.none : IntakeWords.several(found.count, numbers)
          if !writing.dryRun { _ = try await work.services.intake.keep(task.item, folder) }
          throw Failure(IntakeWords.kept(because: reason), .notFound)
        }
        last = row
        let values = [
          ShelfEdit.mediaCondition: record.media.isEmpty ? grades.0 : record.media,
          ShelfEdit.sleeveCondition: record.sleeve.isEmpty ? grades.1 : record.sleeve,
        ]
        task.edits = [.add(facts, folder: folder, values: values.filter { !$0.value.isEmpty })]
        let owned = try await work.services.shelf.ownCopies(of: facts.release)
        let places = owned.map(\.folder).joined(separator: ", ")
        if !owned.isEmpty { task.note = VerbWords.ownedAlready(task.item, owned.count, in: places) }
      }
    }
  }

  @MainActor private func pressings(
    of record: IntakeFile.Record, near last: CatalogueRow?, _ services: Services
  ) async throws -> [CatalogueRow] {
    for text in record.texts {
      let found = try await services.intake.pressings(text, last)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func grade(_ typed: String?, _ option: String, _ grades: [String]) throws -> String {
    guard let typed, !typed.isEmpty else { return "" }
    if let grade = Condition.grade(typed), grades.contains(grade) { return grade }
    let names = grades.map { Condition.shortName($0).isEmpty ? $0 : Condition.shortName($0) }
    throw Failure(VerbWords.notAGrade(option, names.joined(separator: ", "), typed), .usage)
  }
}

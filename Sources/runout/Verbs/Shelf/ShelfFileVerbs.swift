import ArgumentParser
import Clients
import DiscogsModel
import Glibc
import LiveClients
import Platform
import RunoutModel
import Screens
import UserLibrary
import Wording

/// What taking a CSV file over understands.
struct ImportOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions
  @OptionGroup var writing: WritingOptions
  @Argument(help: ArgumentHelp("The exported file.", valueName: "file.csv")) var file: String

  nonisolated static func discussion(_ what: String) -> String {
    """
    Without an account, the file replaces your \(what). With one, Runout adds new rows, changes those that differ, and \
    removes none; `runout collection undo` undoes it all. --dry-run shows it first.
    """
  }

  @MainActor func run(_ list: ShelfList) async throws {
    let work = try ShelfWork(common, writing)
    let isRehearsal = writing.dryRun
    let (report, delivery) = try await work.wiring.ask { () async throws(ClientError) in
      let report = try await work.live.importShelf(list, from: file, isRehearsal: isRehearsal)
      return (report, try await work.deliver(!report.edits.isEmpty))
    }
    tell(report, list)
    let numbers = Set(report.edits)
    let left = delivery.pending.filter { numbers.contains($0.id) }
    for edit in left { if let trouble = edit.trouble { Output.complain(VerbWords.stuck(edit.title, trouble)) } }
    let waiting = left.count { $0.trouble == nil }
    if !numbers.isEmpty, waiting > 0 || left.isEmpty {
      delivery.tell(waiting, writing)
    }
    if left.contains(where: { $0.trouble != nil }) { throw Failure.reported(.failed) }
  }

  @MainActor private func tell(_ report: ShelfImportReport, _ list: ShelfList) {
    // Before a file replaces everything, a person wants to see its rows.
    let shown = report.way == .changing || writing.dryRun ? report.differences : []
    Output.table(
      header: ["outcome", "id", "record", "changes"],
      rows: shown.map { [$0.kind.rawValue, Self.id($0.record), $0.name, $0.changes.joined(separator: "; ")] },
      as: writing.list,
      json: shown.map { difference in
        var object = JSONObject()
        object.add("outcome", difference.kind.rawValue)
        object.add("id", difference.record.kind == .release ? difference.record.number : nil)
        if difference.record.kind == .master { object.add("master_id", difference.record.number) }
        object.add("record", difference.name)
        object.add("changes", strings: difference.changes)
        if writing.dryRun { object.add("dry_run", true) }
        return object.text
      }, plain: [summary(report, list)] + shown.map(line))
    for remark in report.remarks { Output.errorLine(remark) }
    for row in report.skipped.prefix(20) { Output.errorLine(VerbWords.skipped(line: row.line, row.reason)) }
    if report.skipped.count > 20 { Output.errorLine(VerbWords.andMore(report.skipped.count - 20)) }
  }

  private func summary(_ report: ShelfImportReport, _ list: ShelfList) -> String {
    let counts = VerbWords.counts(new: report.count(.new), changed: report.count(.changed), unchanged: report.unchanged)
    let what = list == .collection ? VerbWords.collection : VerbWords.wantList
    switch report.way {
    case .replacing:
      return VerbWords.replaced(
        what, rows: report.rows, counts, gone: report.count(.gone), isRehearsal: writing.dryRun)
    case .changing:
      return VerbWords.merged(what, counts, kept: report.count(.kept), isRehearsal: writing.dryRun)
    }
  }

  private func line(_ difference: ShelfImportReport.Difference) -> String {
    let word =
      switch difference.kind {
      case .new: "new"
      case .changed: "changed"
      case .gone: "gone"
      case .kept: VerbWords.notInFile
      }
    let changes = difference.changes.isEmpty ? "" : ": \(difference.changes.joined(separator: "; "))"
    return "  \(word): \(difference.name) (\(difference.record.shorthand))\(changes)"
  }

  private static func id(_ record: EntityReference) -> String { Wanted(record)?.argument ?? "" }
}

/// What writing a list of the shelf to a file understands.
struct ExportOptions: ParsableArguments {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, json, markdown, text
  }

  @OptionGroup var common: CommonOptions

  @Option(help: "csv, json, markdown or text.")
  var format = Format.csv

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"))
  var output: String?

  @Flag(
    help:
      "Put an apostrophe before cells a spreadsheet would run as formulas (starting with =, +, -, @ or white space). Importing removes it."
  )
  var spreadsheetSafe = false

  func validate() throws {
    if spreadsheetSafe, format != .csv { throw ValidationError(VerbWords.safeNeedsFormat) }
  }

  /// - Parameters:
  ///   - request: which rows, in which order.
  ///   - ofAnyPressing: whether those wants are meant that Discogs' format has no place for.
  @MainActor func run(
    _ list: ShelfList, _ request: CollectionRequest, ofAnyPressing: Bool = false
  ) async throws {
    let wiring = try Wiring(common)
    let live = try wiring.liveServices()
    let (bytes, rows, left) = try await wiring.ask { () async throws(ClientError) -> ([UInt8], Int, Int) in
      switch list {
      case .collection:
        let count = try await live.services.shelf.copyCount(request)
        return (try await format == .csv ? csv(live, list, request) : collection(live, request), count, 0)
      case .wantList:
        let count = try await live.services.shelf.wantCount(request)
        guard format == .csv else { return (try await wantList(live, request), count, 0) }
        let wholes = try await wants(live, request).count(where: \.isAnyPressing)
        if ofAnyPressing {
          let bytes = try await live.exportWantsOfAnyPressing(request, isSpreadsheetSafe: spreadsheetSafe)
          return (bytes, wholes, 0)
        }
        return (try await csv(live, list, request), count - wholes, wholes)
      }
    }
    if left > 0 { Output.errorLine(VerbWords.leftOut(wantsOfAnyPressing: left)) }
    guard let output, !OutputFile.isStandardOutput(output) else {
      // A terminal would take what is in the notes for its own.
      if Output.isTerminal {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
          .dropLast()
        {
          Output.sentence(String(line))
        }
      } else {
        Output.bytes(bytes)
      }
      return
    }
    // What someone owns, and what they note about it, is theirs.
    try Output.save(bytes, to: output, permissions: 0o600)
    Output.sentence(VerbWords.wrote(output, rows: rows))
  }

  private func csv(
    _ live: LiveServices, _ list: ShelfList, _ request: CollectionRequest
  ) async throws(ClientError) -> [UInt8] {
    try await live.export(list, request, isSpreadsheetSafe: spreadsheetSafe)
  }

  private func collection(_ live: LiveServices, _ request: CollectionRequest) async throws(ClientError) -> [UInt8] {
    let copies = try await RowReader.read(.max) { cursor, size throws(ClientError) in
      try await live.services.shelf.copies(request, cursor, size)
    }
    switch format {
    case .csv: return try await csv(live, .collection, request)
    case .json: return ShelfDocument.json(copies.map(\.json))
    case .markdown:
      return ShelfDocument.markdown(
        ShelfDocument.recordNames + [
          FieldWords.folder, FieldWords.media, FieldWords.sleeve, FieldWords.rating, FieldWords.notes,
        ],
        copies.map { copy in
          ShelfDocument.record(copy) + [
            copy.folder, Condition.shortName(copy.mediaCondition), Condition.shortName(copy.sleeveCondition),
            copy.rating.map(String.init) ?? "", ShelfDocument.notes(copy),
          ]
        })
    case .text:
      return ShelfDocument.text(
        copies.map { copy in
          let conditions = [copy.mediaCondition, copy.sleeveCondition].map { Condition.shortName($0) }
            .filter { !$0.isEmpty }.joined(separator: "/")
          return (
            ShelfDocument.line(copy),
            [copy.folder, conditions, copy.rating.map { ShelfWords.stars($0) } ?? "", ShelfDocument.notes(copy)]
          )
        })
    }
  }

  private func wants(
    _ live: LiveServices, _ request: CollectionRequest
  ) async throws(ClientError) -> [WantListEntry] {
    try await RowReader.read(.max) { cursor, size throws(ClientError) in
      try await live.services.shelf.wants(request, cursor, size)
    }
  }

  private func wantList(_ live: LiveServices, _ request: CollectionRequest) async throws(ClientError) -> [UInt8] {
    let wants = try await wants(live, request)
    switch format {
    case .csv: return try await csv(live, .wantList, request)
    case .json: return ShelfDocument.json(wants.map(\.json))
    case .markdown:
      return ShelfDocument.markdown(
        ShelfDocument.recordNames + [FieldWords.rating, FieldWords.notes],
        wants.map { ShelfDocument.record($0) + [$0.rating.map(String.init) ?? "", $0.notes] })
    case .text:
      return ShelfDocument.text(
        wants.map { (ShelfDocument.line($0), [$0.rating.map { ShelfWords.stars($0) } ?? "", $0.notes]) })
    }
  }
}

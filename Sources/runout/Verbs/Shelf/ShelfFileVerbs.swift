import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LibC
import LiveClients
import Platform
import RunoutModel
import Screens
import Terminal
import UserLibrary
import Wording

/// The options and the run of an import from a CSV file.
struct ImportOptions: ParsableArguments {
  @OptionGroup var writing: WritingOptions
  @Argument(help: ArgumentHelp("The exported file.", valueName: "file.csv")) var file: String

  @Option(help: "How to read dates such as 03/04/2023 or 20-11-12 that could be several: dmy, mdy or ymd.")
  var dates: DateOrder?

  @Flag(name: .shortAndLong, help: "Skip the questions about how many rows go and how many changes are sent.")
  var yes = false

  nonisolated static func discussion(_ what: String) -> String {
    """
    Without an account, the file replaces your \(what). With one, Runout adds new rows, changes those that differ, and \
    removes none. `runout collection undo` undoes either. --dry-run shows it first. Values that Runout cannot read are \
    listed and change nothing. It asks before a file with unreadable rows replaces others (without a terminal it adds \
    the rest and keeps them), before it sends more than ten changes, and where a row could be one of several copies. \
    A no imports nothing.
    """
  }

  @MainActor func run(_ list: ShelfList) async throws {
    let work = try ShelfEditing(writing)
    let isRehearsal = writing.dryRun
    var terms = ShelfImportTerms(dates: dates, acceptsCounts: yes)
    let asks = Output.isTerminal && isatty(STDIN_FILENO) == 1 && !isRehearsal
    let (report, delivery) = try await work.wiring.ask {
      let report = try await work.live.editor.importShelf(
        list, from: file, terms: terms, isRehearsal: isRehearsal
      ) { report in
        if case .skippedRows(_, let gone)? = report.questions.first, !isRehearsal, !asks || gone == 0 {
          terms.keepsOthers = true
          return terms
        }
        guard asks, settle(report, list, &terms) else { return nil }
        return terms
      }
      return (report, try await work.deliver(!report.edits.isEmpty))
    }
    if !report.questions.isEmpty, !isRehearsal || report.questions.contains(where: \.isAboutDates) {
      try refuse(report, list, wasAsked: asks)
    }
    tell(report, list)
    if terms.keepsOthers {
      throw Failure(
        VerbWords.keptOthers(Self.name(list), skipped: report.skipped.count, kept: report.count(.kept)), .failed)
    }
    let numbers = Set(report.edits)
    if !numbers.isEmpty { try delivery.tell(delivery.pending.filter { numbers.contains($0.id) }, writing) }
  }

  // MARK: Questions

  /// Asks about the first open question.
  ///
  /// - Returns: whether it was settled.
  @MainActor private func settle(
    _ report: ShelfImportReport, _ list: ShelfList, _ terms: inout ShelfImportTerms
  ) -> Bool {
    let question: String
    switch report.questions.first {
    case .dates(let line, let text)?:
      terms.dates = try? Input.answer(to: VerbWords.whichDates(text, line: line)) {
        DateOrder(rawValue: $0.lowercased())
      }
      return terms.dates != nil
    case .copies(let rows)?:
      for row in rows {
        guard let copy = choose(row) else { return false }
        terms.copies[row.line] = copy
      }
      return true
    case .skippedRows(let rows, let gone)?:
      mention(report)
      question = VerbWords.reallyReplace(Self.name(list), skipped: rows, gone: gone)
    case .changes(let changes)?:
      Output.sentence(summary(report, list, isRehearsal: true))
      for difference in report.differences.filter({ $0.kind != .kept }).prefix(Output.mostShown) {
        Output.sentence(line(difference))
      }
      mention(report)
      question = VerbWords.reallySend(changes)
    case nil: return true
    }
    // An unreadable answer is no yes.
    terms.acceptsCounts = (try? Input.agrees(question)) ?? false
    return terms.acceptsCounts
  }

  /// - Returns: the copy for a row, 0 for a new one; nil without an answer.
  @MainActor private func choose(_ row: ShelfImportReport.OpenRow) -> Int64? {
    Output.sentence(VerbWords.whichCopy(row.name, line: row.line))
    var answers = row.copies.map(\.id)
    for (number, copy) in row.copies.enumerated() { Output.sentence("  \(number + 1)  \(copy.description)") }
    if row.mayBeNew {
      answers.append(0)
      Output.sentence("  \(answers.count)  \(VerbWords.newCopy)")
    }
    return try? Input.answer(to: VerbWords.typeNumber(answers.count)) { text in
      Int(text).flatMap { (1...answers.count).contains($0) ? answers[$0 - 1] : nil }
    }
  }

  /// Reports the open questions and the planned changes, and that nothing was changed.
  @MainActor private func refuse(_ report: ShelfImportReport, _ list: ShelfList, wasAsked: Bool) throws {
    if wasAsked {
      Output.sentence(VerbWords.nothingImported)
      throw Failure.reported(.failed)
    }
    for question in report.questions {
      if case .dates(let line, let text) = question { throw Failure(VerbWords.openDate(text, line: line, in: file)) }
    }
    Output.errorLine(summary(report, list, isRehearsal: true))
    mention(report)
    for question in report.questions {
      switch question {
      case .dates, .skippedRows: break
      case .copies(let rows):
        for row in rows {
          let copies =
            row.copies.map { VerbWords.copy($0.id, $0.description) } + (row.mayBeNew ? [VerbWords.newCopy] : [])
          Output.complain(VerbWords.openRow(row.name, line: row.line, copies))
        }
        Output.complain(VerbWords.openRows(rows.count))
      case .changes(let changes): Output.complain(VerbWords.sendingNeedsYes(changes))
      }
    }
    throw Failure.reported(.failed)
  }

  private static func name(_ list: ShelfList) -> String {
    list == .collection ? VerbWords.collection : VerbWords.wantList
  }

  // MARK: The report

  @MainActor private func tell(_ report: ShelfImportReport, _ list: ShelfList) {
    Table(
      report.differences,
      [
        .text("outcome") { $0.kind.rawValue }, .text("id") { Wanted($0.record)?.argument }, .text("record") { $0.name },
        .text("changes") { $0.changes },
      ],
      json: { difference in
        let wanted = Wanted(difference.record)
        return JSONObject(showing: [
          "outcome": difference.kind.rawValue, "id": wanted?.release?.number, "master_id": wanted?.master?.number,
          "record": difference.name, "changes": difference.changes,
        ]).markingRehearsal(writing.dryRun)
      }
    ).write(as: writing.list, plain: [summary(report, list, isRehearsal: writing.dryRun)] + lines(report.differences))
    mention(report)
  }

  /// All changes, and the first rows that are only missing from the file: there may be thousands.
  private func lines(_ differences: [ShelfImportReport.Difference]) -> [String] {
    let kept = differences.filter { $0.kind == .kept }
    let more = kept.count - Output.mostShown
    return (differences.filter { $0.kind != .kept } + kept.prefix(Output.mostShown)).map(line)
      + (more > 0 ? [VerbWords.andMore(more)] : [])
  }

  /// Lists the parts of the file that could not be read.
  @MainActor private func mention(_ report: ShelfImportReport) {
    for remark in report.remarks { Output.errorLine(remark) }
    Output.excerpt(of: report.skipped, by: Output.errorLine) { VerbWords.skipped(line: $0.line, $0.reason) }
    Output.excerpt(of: report.unread, total: report.unreadCount, by: Output.errorLine) {
      switch $0.fate {
      case .unchanged: VerbWords.unread(line: $0.line, $0.reason)
      case .kept, .leftOut: VerbWords.unreadOfNew(line: $0.line, $0.reason, isKept: $0.fate == .kept)
      }
    }
  }

  private func summary(_ report: ShelfImportReport, _ list: ShelfList, isRehearsal: Bool) -> String {
    let counts = VerbWords.counts(new: report.count(.new), changed: report.count(.changed), unchanged: report.unchanged)
    let what = Self.name(list)
    switch report.way {
    case .replacing where report.count(.kept) == 0:
      return VerbWords.replaced(what, rows: report.rows, counts, gone: report.count(.gone), isRehearsal: isRehearsal)
    case .replacing, .changing:
      return VerbWords.merged(what, counts, kept: report.count(.kept), isRehearsal: isRehearsal)
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
}

extension ShelfImportReport.Question {
  fileprivate nonisolated var isAboutDates: Bool { if case .dates = self { true } else { false } }
}

/// The options and the run of an export to a file.
struct ExportOptions: ParsableArguments {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case csv, json, markdown, text, html, labels
  }

  @OptionGroup var common: CommonOptions
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "csv (the default), json, markdown, text, html, or labels: spine labels as a web page, or as Markdown or text in a file that ends in .md or .txt.",
      valueName: "format"))
  var askedFormat: Format?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write. Default: standard output. One that ends in .pdf is made of html or labels, by weasyprint or a browser that is here.",
      valueName: "file"))
  var output: String?

  @Flag(
    help:
      "Put an apostrophe before cells a spreadsheet would run as formulas (starting with =, +, -, @ or white space). Importing removes it."
  )
  var spreadsheetSafe = false

  private var isPDF: Bool { output?.lowercased().hasSuffix(".pdf") == true }
  var format: Format { askedFormat ?? (isPDF ? .html : .csv) }

  func validate() throws {
    if spreadsheetSafe, format != .csv { throw ValidationError(VerbWords.safeNeedsFormat) }
    if isPDF, ![.html, .labels].contains(format) { throw ValidationError(VerbWords.pdfNeedsPage) }
  }

  /// - Parameters:
  ///   - request: the rows, and their order.
  ///   - ofAnyPressing: whether to export only the wants that Discogs' format has no place for.
  @MainActor func run(_ list: ShelfList, _ request: CollectionRequest, ofAnyPressing: Bool = false) async throws {
    let wiring = try Wiring(common)
    let (bytes, rows, left) = try await wiring.ask { live async throws -> ([UInt8], Int, String?) in
      switch list {
      case .collection:
        let count = try await live.services.shelf.copyCount(request)
        let bytes = try await collection(live, request)
        let refused = try await refused(live, request)
        return (bytes, count, refused > 0 ? VerbWords.leftOut(refused: refused) : nil)
      case .wantList:
        let count = try await live.services.shelf.wantCount(request)
        guard format == .csv else { return (try await wantList(live, request), count, nil) }
        let wholes = try await live.services.shelf.allWants(request).count(where: \.isAnyPressing)
        if ofAnyPressing {
          let bytes = try await live.exportWantsOfAnyPressing(request, isSpreadsheetSafe: spreadsheetSafe)
          return (bytes, wholes, nil)
        }
        let left = wholes > 0 ? VerbWords.leftOut(wantsOfAnyPressing: wholes) : nil
        return (try await wantList(live, request), count - wholes, left)
      }
    }
    if let left { Output.errorLine(left) }
    guard let output, !OutputFile.isStandardOutput(output) else {
      // A terminal would act on control characters in notes.
      guard Output.isTerminal else { return Output.bytes(bytes) }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      return Output.lines(lines.dropLast().map { Harmless.text(String($0)) })
    }
    // A collection and its notes are private.
    var file = bytes
    if isPDF {
      do { file = try await PDFPrinter(environment: wiring.variables).pdf(of: bytes) } catch {
        throw Failure(error.description)
      }
    }
    try Output.save(file, to: output, permissions: 0o600)
    Output.sentence(VerbWords.wrote(output, rows: rows))
  }

  /// The number of copies left out because Discogs refused to add them.
  private func refused(_ live: LiveServices, _ request: CollectionRequest) async throws -> Int {
    let pending = try await live.services.edits.pending()
    guard pending.contains(where: { $0.trouble != nil }) else { return 0 }
    return try await live.services.shelf.allCopies(request).count { $0.refusal == .row }
  }

  private func collection(_ live: LiveServices, _ request: CollectionRequest) async throws -> [UInt8] {
    func grades(_ copy: CollectionCopy) -> [String] {
      [copy.mediaCondition, copy.sleeveCondition].map { Condition.shortName($0) }
    }
    return try await document(
      live, .collection, request,
      rows: { try await live.services.shelf.allCopies(request).filter { $0.refusal != .row } }, json: \.jsonObject,
      columns: [FieldWords.folder, FieldWords.media, FieldWords.sleeve, FieldWords.rating, FieldWords.notes],
      cells: { [$0.folder] + grades($0) + [$0.rating.map(String.init) ?? "", ShelfDocument.notes($0)] },
      facts: { copy in
        let grades = grades(copy).filter { !$0.isEmpty }.joined(separator: "/")
        return [copy.folder, grades, copy.rating.map { ShelfWords.stars($0) } ?? "", ShelfDocument.notes(copy)]
      })
  }

  private func wantList(_ live: LiveServices, _ request: CollectionRequest) async throws -> [UInt8] {
    try await document(
      live, .wantList, request, rows: { try await live.services.shelf.allWants(request) }, json: \.jsonObject,
      columns: [FieldWords.rating, FieldWords.notes], cells: { [$0.rating.map(String.init) ?? "", $0.notes] },
      facts: { [$0.rating.map { ShelfWords.stars($0) } ?? "", $0.notes] })
  }

  /// - Parameters:
  ///   - columns: for Markdown, behind those of the record, each with a cell of `cells`.
  ///   - facts: for text, behind the record.
  private func document<Row: ShelfRow>(
    _ live: LiveServices, _ list: ShelfList, _ request: CollectionRequest, rows: () async throws -> [Row],
    json: (Row) -> JSONObject, columns: [String], cells: (Row) -> [String], facts: (Row) -> [String]
  ) async throws -> [UInt8] {
    switch format {
    case .csv: return try await live.export(list, request, isSpreadsheetSafe: spreadsheetSafe)
    case .json: return ShelfDocument.json(try await rows().map(json))
    case .markdown, .html:
      let table = format == .html ? ShelfDocument.html : ShelfDocument.markdown
      return table(ShelfDocument.recordNames + columns, try await rows().map { ShelfDocument.record($0) + cells($0) })
    case .text: return ShelfDocument.text(try await rows().map { (ShelfDocument.line($0), facts($0)) })
    case .labels:
      let name = output?.lowercased() ?? ""
      if name.hasSuffix(".txt") {
        return ShelfDocument.text(try await rows().map { ($0.name, [ShelfDocument.spine($0)]) })
      }
      guard name.hasSuffix(".md") else { return ShelfDocument.labels(try await rows()) }
      return ShelfDocument.markdown(
        [ColumnWords.name, FieldWords.label], try await rows().map { [$0.name, ShelfDocument.spine($0)] })
    }
  }
}

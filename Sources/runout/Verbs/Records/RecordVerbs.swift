import ArgumentParser
import Clients
import DiscogsModel
import Features
import Terminal
import Wording

/// The options of verbs that show one record.
struct RecordOptions: ParsableArguments {
  @OptionGroup var common: CommonOptions
  @Flag(help: "The whole record as one JSON object, with the Discogs API's field names.") var json = false

  @Argument(help: ArgumentHelp("An id such as 123 or r123, or a Discogs URL.", valueName: "id-or-url"))
  var record: String

  @MainActor func show(_ kind: EntityKind) async throws {
    let reference = try EntityReference(typed: record, as: kind)
    let wiring = try Wiring(common)
    let services = try wiring.services()
    let loaded = try await wiring.ask { try await LoadedRecord(reference, from: services) }
    wiring.reportAge(of: .record(reference), from: services)
    Output.line(json ? loaded.json : loaded.plainText)
  }
}

extension EntityReference {
  /// Reads a record from the command line: a number, a number with its letter, or the page's address.
  ///
  /// - Throws: `Failure` for anything else, and for another kind of record.
  @MainActor init(typed: String, as kind: EntityKind) throws {
    if let number = Int(typed), number > 0 {
      self.init(kind, number)
    } else if let pasted = EntityReference(pasted: typed) ?? EntityReference(pasted: "[\(typed)]") {
      // In brackets, r5 is an id as well: here it cannot be a band or a catalogue number.
      guard pasted.kind == kind else { throw Failure(VerbWords.otherKind(typed, pasted.kind.rawValue), .usage) }
      self = pasted
    } else {
      throw Failure(VerbWords.notARecord(typed, String(kind.rawValue.prefix(1))), .usage)
    }
  }
}

struct ReleaseVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(commandName: "release", abstract: "Show a release.")
  @OptionGroup var options: RecordOptions
  @MainActor func run() async throws { try await options.show(.release) }
}

struct MasterVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(commandName: "master", abstract: "Show a master.")
  @OptionGroup var options: RecordOptions
  @MainActor func run() async throws { try await options.show(.master) }
}

struct ArtistVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(commandName: "artist", abstract: "Show an artist.")
  @OptionGroup var options: RecordOptions
  @MainActor func run() async throws { try await options.show(.artist) }
}

struct LabelVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(commandName: "label", abstract: "Show a label.")
  @OptionGroup var options: RecordOptions
  @MainActor func run() async throws { try await options.show(.label) }
}

/// The layout of a page that is written as text.
nonisolated enum PlainText {
  static let columns = 100
  static let measure = TextMeasure { TextWidth.columns($0) }
}

extension LoadedRecord {
  nonisolated fileprivate var plainText: String {
    document(columns: PlainText.columns, measure: PlainText.measure, isPreview: false).plainText
  }
}

extension [DocumentLine] {
  /// The lines as text without control characters, laid out for `PlainText.columns`.
  nonisolated var plainText: String {
    let columns = PlainText.columns
    return map { line in
      var text = ""
      if line.leadColumns > 0 {
        text += TextWidth.pad(
          TextWidth.cut(Harmless.text(line.lead), to: line.leadColumns - 1, ellipsis: true), to: line.leadColumns)
      }
      text += Harmless.text(line.spans.map(\.text).joined())
      if !line.trailing.isEmpty {
        let whole = Harmless.text(line.trailing)
        let trailing = TextWidth.cut(
          whole, to: Swift.min(TextWidth.columns(whole), line.trailingColumns, columns / 2), ellipsis: true)
        text =
          TextWidth.pad(text, to: Swift.max(TextWidth.columns(text), columns - TextWidth.columns(trailing) - 1)) + " "
          + trailing
      }
      while text.last == " " { text.removeLast() }
      return text
    }.joined(separator: "\n")
  }
}

import ArgumentParser
import Clients
import DiscogsJSON
import DiscogsModel
import Features
import LiveClients
import RunoutModel
import Terminal
import Wording

struct OwnedVerb: AsyncParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "owned",
    abstract: "Say in one line whether you own a record.",
    discussion: """
      Takes an id (123, r123, m456), a Discogs URL, a barcode of 11 or more digits or with a zero in front, or a search. \
      A single letter must be a whole word, and signs alone, such as '!!!', the whole artist or title. The line begins with \
      own, other pressing, want or no. Exit code 0 means that you own this or another pressing, 3 that you own none.
      """)

  @OptionGroup var common: CommonOptions
  @Flag(help: "Write the answer as one JSON object.") var json = false
  @Argument(help: "An id, a Discogs URL, a barcode or a search.") var query: [String]

  @MainActor func run() async throws {
    let question = try Question(try query.words())
    let answer = try await Wiring(common).ask { live in try await Shelf(live: live).answer(question) }
    if json { Output.line(answer.json) } else { Output.sentence(answer.sentence) }
    guard answer.isOwned else { throw Failure.reported(.notFound) }
  }

  /// The record asked about.
  private enum Question: Sendable {
    case release(Release.ID)
    case master(Master.ID)
    /// `name` is nil for a query with fields or exclusions, and for a barcode.
    case search(SearchQuery, Name?, typed: String)

    /// - Throws: `Failure` for an artist, a label, a text that names no record, or a query that cannot be parsed.
    @MainActor init(_ text: String) throws {
      let digits = text.filter { $0 != " " && $0 != "-" }
      let isNumber = !digits.isEmpty && digits.allSatisfy { $0.isASCII && $0.isNumber }
      let isLikeBarcode = isNumber && (digits.count >= 11 || digits.hasPrefix("0"))
      if isLikeBarcode, Barcode(digits) != nil {
        let barcode = SearchQuery.Term(field: .barcode, value: .text(digits, isPhrase: true))
        self = .search(SearchQuery(terms: [barcode]), nil, typed: text)
      } else if !isLikeBarcode, let number = Int(text), number > 0 {
        self = .release(Release.ID(number))
      } else if let pasted = EntityReference(pasted: text) {
        switch pasted {
        case .release(let id): self = .release(id)
        case .master(let id): self = .master(id)
        case .artist, .label: throw Failure(VerbWords.noRecord(text, isArtist: pasted.kind == .artist), .usage)
        }
      } else if Self.isMeantAsID(text) {
        throw Failure(VerbWords.notARecord(text, "r"), .usage)
      } else {
        let query = try SearchQuery(typed: text)
        guard !query.terms.isEmpty else { throw Failure(VerbWords.whichRecord, .usage) }
        guard query.terms.contains(where: \.namesRecord) else { throw Failure(VerbWords.namesNoRecord, .usage) }
        let name = Name(query)
        self = .search(name?.signs ?? query.withWholeLetters, name, typed: text)
      }
    }

    /// Returns whether a text that names no page looks like an id or an address: a search for it would find nothing,
    /// which is no answer.
    private static func isMeantAsID(_ text: String) -> Bool {
      let number = text.first.map { "rmal".contains($0) } == true ? text.dropFirst() : text[...]
      let isShorthand = !number.isEmpty && number.allSatisfy { $0.isASCII && $0.isNumber }
      return isShorthand && EntityReference(pasted: "[\(text)]") == nil || text.contains("discogs.com/")
    }
  }

  /// Words or signs without a field, as rows of the shelf are compared with them.
  private enum Name: Sendable {
    case words([Word])
    /// Signs alone, which must be a whole name. Some fold to letters, as `×` does.
    case signs(String)

    /// A typed word or phrase; `R.E.M.` has three tokens.
    struct Word: Sendable {
      var tokens: [String]
      /// Whether the last token must be a whole word.
      var isWhole: Bool
    }

    /// Nil for a query with fields or exclusions.
    init?(_ query: SearchQuery) {
      var words: [Word] = []
      var texts: [String] = []
      for term in query.terms {
        guard term.field == nil, !term.isExcluded, case .text(let text, let isPhrase) = term.value else { return nil }
        texts.append(text)
        let tokens = TextFolding.tokens(text)
        // Signs between words are not compared.
        guard let last = tokens.last else { continue }
        words.append(Word(tokens: tokens, isWhole: isPhrase || last.unicodeScalars.count == 1))
      }
      let hasLetters = texts.contains { $0.contains { $0.isLetter || $0.isNumber } }
      self = hasLetters && !words.isEmpty ? .words(words) : .signs(texts.joined(separator: " "))
    }

    /// Whether a word of it is only a letter, or all of it signs: a search finds more than what bears it.
    var isWhole: Bool {
      switch self {
      case .words(let words): words.contains(where: \.isWhole)
      case .signs: true
      }
    }

    /// The search for signs; nil for words.
    var signs: SearchQuery? {
      guard case .signs(let text) = self else { return nil }
      return SearchQuery(terms: [.init(field: nil, value: .text(text, isPhrase: true))])
    }

    /// The filter for rows of the shelf that may have this name.
    var narrowing: String {
      switch self {
      case .words(let words): return words.flatMap(\.tokens).joined(separator: " ")
      case .signs(let text):
        let first = text.first { !$0.isWhitespace && !TextFolding.fold(String($0)).isEmpty }
        return first.map { SearchQuery.Term(field: nil, value: .text(String($0), isPhrase: true)).description } ?? ""
      }
    }

    /// - Parameter others: what else names a record, for words.
    func isOf(_ artist: String, _ title: String, _ others: [String] = []) -> Bool {
      switch self {
      case .words(let words):
        let texts = ([artist, title] + others).map { TextFolding.tokens($0) }
        return words.allSatisfy { word in
          texts.contains { TextFolding.holds(word.tokens, in: $0, isWhole: word.isWhole) }
        }
      case .signs(let text):
        return [artist, title].contains { Self.key($0) == Self.key(text) }
      }
    }

    private static func key(_ name: String) -> String {
      TextFolding.signWord(Homonym.strip(name)) ?? TextFolding.exactKey(name)
    }
  }

  /// The shelf's answer.
  private struct Answer: Sendable {
    enum Status: String {
      case own, otherPressing = "other-pressing", want, otherPressingWanted = "other-pressing-wanted", no
    }

    var status = Status.no
    var copies: [CollectionCopy] = []
    var wants: [WantListEntry] = []
    /// The text of a search that found no record at all; empty otherwise.
    var unknown = ""

    var isOwned: Bool { status == .own || status == .otherPressing }

    var sentence: String {
      switch status {
      case .own: VerbWords.own(counted, places)
      case .otherPressing: VerbWords.otherPressing(counted, places)
      case .want: VerbWords.want(wanted)
      case .otherPressingWanted: VerbWords.wantOther(wanted)
      case .no: unknown.isEmpty ? VerbWords.no : VerbWords.no(unknown)
      }
    }

    private var releases: Int { Set(copies.map(\.release)).count }

    private var counted: String { VerbWords.copies(copies.count, of: releases) }

    private var places: String {
      let isNamed = releases > 1 || status != .own
      return Self.listed(copies, most: 5) { copy in
        let place = [copy.folder, Condition.shortName(copy.mediaCondition)].filter { !$0.isEmpty }
          .joined(separator: " ")
        return isNamed ? "\(Self.name(copy)): \(place)" : place
      }
    }

    private var wanted: String { Self.listed(wants, most: 3) { Self.name($0) } }

    private static func listed<Row>(_ rows: [Row], most: Int, _ text: (Row) -> String) -> String {
      rows.prefix(most).map(text).joined(separator: ", ") + (rows.count > most ? ", …" : "")
    }

    /// Of a title in a sentence that names several.
    private static let mostColumns = 60

    private static func name(_ row: some ShelfEntry) -> String {
      let title = row.title.isEmpty ? row.facts.name : row.title
      return [TextWidth.cut(title, to: mostColumns), row.year.map(String.init) ?? "", row.format]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }

    var json: String {
      JSONObject(showing: [
        "status": status.rawValue, "owned": isOwned, "copies": copies.map(\.jsonObject),
        "wants": wants.map(\.jsonObject),
      ]).text
    }
  }

  private struct Shelf: Sendable {
    let live: LiveServices

    private var services: Services { live.services }
    /// The most search results that are looked up on the shelf.
    private static let depth = 50

    func answer(_ question: Question) async throws -> Answer {
      switch question {
      case .release(let id): try await answer(id)
      case .master(let id): try await answer(id)
      case .search(let query, let name, let text):
        if let name, let found = try await onShelf(name) { found } else { try await answer(query, name, typed: text) }
      }
    }

    private func answer(_ id: Release.ID) async throws -> Answer {
      let own = try await services.shelf.ownCopies(of: id)
      if !own.isEmpty { return Answer(status: .own, copies: own) }
      let want = try await services.shelf.wantOf(.release(id))
      if let master = try await master(of: id, want) {
        let others = try await live.copies(of: master)
        if !others.isEmpty { return Answer(status: .otherPressing, copies: others) }
        if want == nil {
          if let any = try await services.shelf.wantOf(.master(master)) { return Answer(status: .want, wants: [any]) }
          let wants = try await live.wants(of: master)
          if !wants.isEmpty { return Answer(status: .otherPressingWanted, wants: wants) }
        }
      }
      return want.map { Answer(status: .want, wants: [$0]) } ?? Answer()
    }

    private func answer(_ id: Master.ID) async throws -> Answer {
      let own = try await live.copies(of: id)
      if !own.isEmpty { return Answer(status: .own, copies: own) }
      let wants = try await live.wants(of: id)
      return wants.isEmpty ? Answer() : Answer(status: .want, wants: wants)
    }

    /// Nil if the release has no master.
    private func master(of id: Release.ID, _ want: WantListEntry?) async throws -> Master.ID? {
      if let master = want?.master { return master }
      do { return try await services.catalogue.release(id).master } catch {
        // A release that this source lacks can only be found by its number.
        if case .notFound = error { return nil }
        throw error
      }
    }

    /// Nil if no row has the name in the facts that name a record.
    private func onShelf(_ name: Name) async throws -> Answer? {
      let request = CollectionRequest(narrowing: name.narrowing)
      let copies = try await services.shelf.allCopies(request).filter { $0.refusal != .row && Self.has(name, $0) }
      if !copies.isEmpty { return Answer(status: .own, copies: copies) }
      let wants = try await services.shelf.allWants(request).filter { Self.has(name, $0) }
      return wants.isEmpty ? nil : Answer(status: .want, wants: wants)
    }

    private static func has(_ name: Name, _ row: some ShelfRow) -> Bool {
      name.isOf(row.artist, row.title, [row.label, row.catalogueNumber, row.format, row.year.map(String.init) ?? ""])
    }

    /// The best state on the shelf among a search's results.
    private func answer(_ query: SearchQuery, _ name: Name?, typed text: String) async throws -> Answer {
      let request = SearchRequest(query: query)
      var rows = try await services.catalogue.search(request, nil, Self.depth).rows
      // The shelf finds parts of words, too, and was asked already.
      let isOfShelf =
        !services.source.current().source.can(.browse)
        || services.freshness.of(.search(request))?.substitute == .shelf
      if let name, isOfShelf || name.isWhole { rows.removeAll { !name.isOf($0.artist, $0.title) } }
      guard !rows.isEmpty else { return Answer(unknown: text) }
      let marks = try await services.shelf.marks(rows)
      let best: [(Answer.Status, (ShelfMarks) -> Bool)] = [
        (.own, { $0.owned == .this }), (.otherPressing, { $0.owned == .another }), (.want, { $0.wanted == .this }),
        (.otherPressingWanted, { $0.wanted == .another }),
      ]
      for (status, holds) in best {
        let found = rows.filter { marks[$0.reference].map(holds) ?? false }
        if found.isEmpty { continue }
        var answer = Answer(status: status)
        for row in found {
          if status == .own || status == .otherPressing {
            answer.copies += try await copies(row, status)
          } else {
            answer.wants += try await wants(row, status)
          }
        }
        var seen: Set<Int64> = []
        answer.copies = answer.copies.filter { seen.insert($0.id).inserted }
        seen = []
        answer.wants = answer.wants.filter { seen.insert($0.id).inserted }
        return answer
      }
      return Answer()
    }

    private func copies(_ row: CatalogueRow, _ status: Answer.Status) async throws -> [CollectionCopy] {
      if case .release(let id) = row.reference, status == .own { return try await services.shelf.ownCopies(of: id) }
      guard let master = row.anyMaster else { return [] }
      return try await live.copies(of: master)
    }

    private func wants(_ row: CatalogueRow, _ status: Answer.Status) async throws -> [WantListEntry] {
      if case .release(let id) = row.reference, status == .want {
        for wanted in [Wanted.release(id)] + (row.master.map { [.master($0)] } ?? []) {
          if let want = try await services.shelf.wantOf(wanted) { return [want] }
        }
        return []
      }
      guard let master = row.anyMaster else { return [] }
      return try await live.wants(of: master)
    }
  }
}

extension CatalogueRow {
  /// The row's master, or the row itself if it is one.
  fileprivate nonisolated var anyMaster: Master.ID? {
    if case .master(let id) = reference { return id }
    return master
  }
}

extension SearchQuery {
  /// The query with single letters as whole words, and with signs in fields as whole names: as the beginning of words
  /// they are in most names.
  fileprivate nonisolated var withWholeLetters: SearchQuery {
    var query = self
    for (index, term) in terms.enumerated() where term.field != nil || index == terms.count - 1 {
      guard case .text(let text, isPhrase: false) = term.value else { continue }
      let letters = TextFolding.tokens(text).last?.unicodeScalars.count ?? (term.field == nil ? 0 : 1)
      if letters == 1 { query.terms[index].value = .text(text, isPhrase: true) }
    }
    return query
  }
}

extension SearchQuery.Term {
  /// Whether it names records, rather than a kind, a year, a genre or the like, of which there are many.
  fileprivate nonisolated var namesRecord: Bool {
    guard !isExcluded, case .text(let text, _) = value else { return false }
    switch field {
    case nil, .artist, .title, .label, .catalogueNumber, .track, .credit, .role, .runout, .barcode:
      return !TextFolding.tokens(text).isEmpty || TextFolding.signWord(text) != nil
    case .year, .format, .country, .genre, .style, .type, .owned, .wanted: return false
    }
  }
}

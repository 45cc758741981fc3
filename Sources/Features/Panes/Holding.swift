import Clients
import DiscogsModel
import RunoutModel
import Wording

/// The user's copies and wants of a release or a master.
nonisolated struct Holding: Hashable, Sendable {
  /// All copies of a release, with those that Discogs refused to add.
  var copies: [CollectionCopy] = []
  /// The want of this very release or master.
  var want: WantListEntry?
  /// The want of any pressing of a release's master.
  var anyPressing: WantListEntry?
  /// The marks of its row in a list.
  var marks = ShelfMarks()
  /// The marks of the other versions that its page names.
  var marksOfOthers: [EntityReference: ShelfMarks] = [:]
  private var isMaster = false
  var limits: [Wanted: Money] = [:]
  /// By the copy's number.
  var places: [Int64: ShelfPlace] = [:]

  var owned: [CollectionCopy] { copies.filter { $0.refusal != .row } }

  /// The release as it was when put on the shelf; nil for one that is not there.
  var facts: RowFacts? {
    let item = copies.first.map(ShelfItem.copy) ?? want.map(ShelfItem.want)
    return item?.wantFacts.map(RowFacts.init)
  }

  /// - Parameter isPreview: whether there is no room for more than what one looks for first.
  func write(isPreview: Bool = false, to builder: inout DocumentBuilder) {
    for (number, copy) in copies.enumerated() {
      let grades = [copy.mediaCondition, copy.sleeveCondition].map(Condition.shortName).filter { !$0.isEmpty }
      let caption = number > 0 ? "" : owned.isEmpty ? RecordWords.yourShelf : RecordWords.youOwn
      let folder = (copy.refusal == .row ? [] : [Span("●", .own), Span(" ")]) + [Span(copy.folder, .strong)]
      let facts =
        [Self.joined(grades.map { [Span($0, .grade)] }, by: "/"), Self.rating(copy.rating), Self.added(copy.added)]
        + (copy.refusal == nil ? [] : Self.refused)
      if let place = places[copy.id], place.total > 1 {
        // Where that would be wrapped, each has a line of its own.
        let isNarrow = builder.columns < Self.columnsForAll
        var words = RecordWords.place(place.number, of: place.total, after: isNarrow ? nil : place.after)
        // Its number would stand alone.
        if isNarrow { words.replace(" ", with: "\u{A0}") }
        builder.fact(caption, folder + [Span(", \(words)", .quiet)])
        if isNarrow, !isPreview, let after = place.after { builder.fact("", [Span(RecordWords.after(after), .quiet)]) }
        for line in isNarrow ? [Array(facts.prefix(2)), Array(facts.dropFirst(2))] : [facts] {
          builder.fact("", Self.joined(line))
        }
      } else {
        builder.fact(caption, Self.joined([folder] + facts))
      }
      for field in copy.fields where !field.value.isEmpty {
        builder.fact("", [Span("\(field.name): ", .quiet), Span(field.value)])
      }
    }
    if copies.isEmpty, let pressing = marks.owned {
      let sign = [pressing == .this ? Span("●", .own) : Span("◐", .otherPressing), Span(" ")]
      builder.fact(
        RecordWords.youOwn, sign + [pressingWords],
        alone: sign + [Span(isMaster ? PageWords.ownOne : PageWords.ownAnother)])
    }
    for (number, want) in [want, anyPressing].compactMap({ $0 }).enumerated() {
      let words = want.isAnyPressing ? RecordWords.anyPressing : RecordWords.onYourWantList
      let facts = [[Span(words, .strong)], Self.rating(want.rating), Self.added(want.added)]
      builder.fact(
        number == 0 ? RecordWords.youWant : "",
        [Span("♥", .want), Span(" ")] + Self.joined(facts + (want.refusal == nil ? [] : Self.refused)))
      let limit = limits[want.wanted].map { [Span(RecordWords.upTo($0.displayName), .price)] } ?? []
      let notes = want.notes.isEmpty ? [] : [Span("\(FieldWords.notes): ", .quiet), Span(want.notes)]
      builder.fact("", Self.joined([limit, notes]))
    }
    if marks.wanted == .another, want == nil {
      let sign = [Span("♡", .otherWant), Span(" ")]
      builder.fact(
        RecordWords.youWant, sign + [pressingWords],
        alone: sign + [Span(isMaster ? PageWords.wantOne : PageWords.wantAnother)])
    }
  }

  private static let columnsForAll = 50

  private var pressingWords: Span { Span(isMaster ? RecordWords.onePressing : RecordWords.anotherPressing) }

  /// The mark of what Discogs refused, and the command that shows why.
  private static var refused: [[Span]] { [RecordWords.refused, Command.whyRefused].map { [Span($0, .refused)] } }

  private static func rating(_ stars: Int?) -> [Span] {
    stars.map { [Span(RecordWords.stars($0), .rating)] } ?? []
  }

  private static func added(_ moment: String) -> [Span] {
    moment.isEmpty ? [] : [Span(RecordWords.added(String(moment.prefix(10))), .quiet)]
  }

  private static func joined(_ facts: [[Span]], by separator: String = " · ") -> [Span] {
    let facts = facts.filter { $0.contains { !$0.text.isEmpty } }
    return Array(facts.joined(separator: [Span(separator, .quiet)]))
  }
}

extension Command {
  /// The command line that shows what Discogs refused, and why: `:pending`.
  nonisolated public static var whyRefused: String {
    ":\(Command.openTasks.entry.aliases.first ?? Command.openTasks.name)"
  }
}

nonisolated extension Holding {
  /// - Parameters:
  ///   - master: a release's master, if known; its rows on the shelf may know it, too.
  ///   - others: the other versions that its page names.
  init(
    of reference: EntityReference, master: Master.ID? = nil, others: [CatalogueRow] = [], from services: Services
  ) async throws(ClientError) {
    let shelf = services.shelf
    var row = CatalogueRow(reference: reference, title: "")
    switch reference {
    case .release(let id):
      copies = try await shelf.copiesOf(id)
      for copy in copies { places[copy.id] = try await shelf.placeOf(copy.id) }
      want = try await shelf.wantOf(.release(id))
      row.master = master ?? copies.first?.master ?? want?.master
      if let master = row.master {
        anyPressing = try await shelf.wantOf(.master(master))
      }
    case .master(let id):
      isMaster = true
      want = try await shelf.wantOf(.master(id))
    case .artist, .label: return
    }
    marksOfOthers = try await shelf.marks([row] + others)
    marks = marksOfOthers.removeValue(forKey: reference) ?? ShelfMarks()
    for want in [want, anyPressing].compactMap({ $0?.wanted }) { limits[want] = try await services.market.limit(want) }
  }
}

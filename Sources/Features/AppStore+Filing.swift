import Clients
import DiscogsModel

/// By which rules the shelf is filed, and who is a person.
extension AppStore {
  /// Files the shelf as these words say, and else as it is; by the usual rules for none. Nil asks.
  func file(_ words: [FilingOptions.Word]?) {
    guard let words else { return openFiling() }
    let client = context.services.filing
    let page = page.model
    notice = "Filing the shelf…"
    inTurn { [weak page] store in
      do throws(ClientError) {
        var options = words.isEmpty ? FilingOptions() : try await client.options()
        for word in words { options.take(word) }
        let change = try await client.setOptions(options)
        store.notify(.confirmation, ShelfWording.filed(options, change))
        store.shelfFiled()
      } catch {
        store.report("The shelf stays as it is filed", error, from: page)
      }
    }
  }

  private func openFiling() {
    let client = context.services.filing
    open(
      .form(
        FormModel(
          "Filing", about: "Where artists stand on the shelf", context: context,
          source: { () throws(ClientError) in FormModel.rows(of: try await client.options()) },
          onSave: { [weak self] changes in
            guard let self else { return }
            closePopup()
            guard !changes.isEmpty else {
              notice = "Nothing was changed"
              return
            }
            file(changes.compactMap(FilingOptions.Word.init))
          })))
  }

  /// Files the artist of the selected row the other way; false where no row of the shelf is selected.
  func turnFiling() -> Bool {
    let items = page.model.shelfItems
    let row: FiledRow
    switch items.first {
    case .copy(let copy): row = .copy(copy.id)
    case .want(let want): row = .want(want.id)
    case .release, .other, nil: return false
    }
    guard items.count == 1 else {
      notice = "One artist at a time: \(key(.cancel)) deselects the rows"
      return true
    }
    let client = context.services.filing
    let page = page.model
    inTurn { [weak page] store in
      do throws(ClientError) {
        switch try await client.turn(row) {
        case .filed(let artist, let place):
          store.notify(.confirmation, "\(artist) is filed under \(place)")
          store.shelfFiled()
        case .hasNoLastName(let artist): store.notice = "\(artist) has no last name to be filed under"
        case .byFirstName: store.notice = "Persons are filed under their first name: :filing last-names changes that"
        case .isGone: store.notice = "This row is no longer on the shelf"
        }
      } catch {
        store.report("The artist is filed as before", error, from: page)
      }
    }
    return true
  }

  private func shelfFiled() {
    navigator.forEachPage { $0.shelfFiled() }
  }
}

extension FormModel {
  /// What of the filing can be changed.
  nonisolated public enum FilingPart: Hashable, Sendable {
    case articles, persons
  }

  nonisolated static func rows(of options: FilingOptions) -> [Row] {
    [
      row(.articles, "Articles", options.dropsArticles ? .noArticles : .articles, or: .noArticles, .articles),
      row(.persons, "Persons", options.personsByLastName ? .lastNames : .firstNames, or: .firstNames, .lastNames),
    ]
  }

  nonisolated private static func row(
    _ part: FilingPart, _ name: String, _ word: FilingOptions.Word, or words: FilingOptions.Word...
  ) -> Row {
    Row(.filing(part), name, word.example) { .either($0, of: words.map(\.example)) }
  }
}

extension FilingOptions.Word {
  /// What it means, by the one artist that says it.
  nonisolated fileprivate var example: String {
    switch self {
    case .noArticles: "The Beatles under B"
    case .articles: "The Beatles under T"
    case .firstNames: "Miles Davis under M"
    case .lastNames: "Miles Davis under D"
    }
  }

  nonisolated fileprivate init?(_ change: FormModel.Change) {
    guard case .filing = change.subject, let word = Self.allCases.first(where: { $0.example == change.value }) else {
      return nil
    }
    self = word
  }
}

extension ShelfWording {
  /// `Persons by last name, articles do not count: 12 rows are filed elsewhere`.
  static func filed(_ options: FilingOptions, _ change: FilingChange) -> String {
    let rules =
      "Persons by \(options.personsByLastName ? "last" : "first") name, articles "
      + (options.dropsArticles ? "do not count" : "count")
    if options.personsByLastName, !change.knowsPersons {
      return "\(rules); nobody here is known as a person: :\(Command.person.rawValue) on a row says so"
    }
    switch change.rows {
    case 0: return "\(rules): every row stays where it is"
    case 1: return "\(rules): 1 row is filed elsewhere"
    default: return "\(rules): \(change.rows.grouped) rows are filed elsewhere"
    }
  }
}

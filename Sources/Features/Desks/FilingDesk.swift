import Clients
import RunoutModel
import Wording

/// The rules by which the shelf is filed, and who is filed as a person.
final class FilingDesk: Desk {
  let stage: Stage

  private let work: ShelfWork

  init(_ stage: Stage, work: ShelfWork) { (self.stage, self.work) = (stage, work) }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .filing:
      if let refusal { return refusal }
      file(argument?.choices?.compactMap(FilingOptions.Word.init))
    case .person: return turnFiling()
    default: return .passed
    }
    return .done
  }

  /// Changes the rules named and files the shelf by them; no words bring back the usual rules. Nil asks.
  private func file(_ words: [FilingOptions.Word]?) {
    guard let words else { return openFiling() }
    notice = FilingWords.filing
    work.inTurn(orSay: FilingWords.failed, from: page, as: .shelfFiled) { desk in
      let client = desk.services.filing
      var options = words.isEmpty ? FilingOptions() : try await client.options()
      for word in words { options.take(word) }
      let change = try await client.setOptions(options)
      desk.notify(.confirmation, ShelfWording.filed(options, change))
    }
  }

  private func openFiling() {
    let client = services.filing
    stage.replacePopup(
      with: FormModel(
        FilingWords.caption, about: FilingWords.about, stage: stage,
        source: { FormModel.rows(of: try await client.options()) },
        onSave: { [weak self] changes in self?.file(changes.compactMap(FilingOptions.Word.init)) }))
  }

  /// Files the artist of the selected row the other way; passed on without a selected copy or want.
  private func turnFiling() -> Outcome {
    let items = page.panes.shelfItems
    let row: FiledRow
    switch items.first {
    case .copy(let copy): row = .copy(copy.id)
    case .want(let want): row = .want(want.id)
    case .release, .master, .other, nil: return .passed
    }
    if let refusal { return refusal }
    guard items.count == 1 else { return .refused(FilingWords.oneAtATime(key: key(.cancel))) }
    work.inTurn(orSay: FilingWords.artistFailed, from: page, as: .shelfFiled) { desk in
      switch try await desk.services.filing.turn(row) {
      case .filed(let artist, let place): desk.notify(.confirmation, FilingWords.filed(artist, under: place))
      case .hasNoLastName(let artist): desk.notice = FilingWords.noLastName(artist)
      case .byFirstName: desk.notice = FilingWords.byFirstName
      case .isGone: desk.notice = FilingWords.rowGone
      }
    }
    return .done
  }
}

extension FormModel {
  nonisolated static func rows(of options: FilingOptions) -> [Row] {
    [
      row(FilingWords.articles, options.dropsArticles ? .noArticles : .articles, of: .noArticles, .articles),
      row(FilingWords.persons, options.personsByLastName ? .lastNames : .firstNames, of: .firstNames, .lastNames),
    ]
  }

  nonisolated private static func row(
    _ name: String, _ word: FilingOptions.Word, of words: FilingOptions.Word...
  ) -> Row {
    Row(.filing, name, word.example) { .choice($0, of: words.map(\.example), isOptional: false) }
  }
}

extension FilingOptions.Word {
  /// An example that says what it means.
  nonisolated fileprivate var example: String {
    switch self {
    case .noArticles: FilingWords.beatlesB
    case .articles: FilingWords.beatlesT
    case .firstNames: FilingWords.milesM
    case .lastNames: FilingWords.milesD
    }
  }

  nonisolated fileprivate init?(_ change: FormModel.Change) {
    guard let word = Self.allCases.first(where: { $0.example == change.value }) else { return nil }
    self = word
  }
}

extension ShelfWording {
  /// `Persons by last name, articles do not count: 12 rows are filed elsewhere`.
  static func filed(_ options: FilingOptions, _ change: FilingChange) -> String {
    let rules = FilingWords.rules(byLastName: options.personsByLastName, dropsArticles: options.dropsArticles)
    return options.personsByLastName && !change.knowsPersons
      ? FilingWords.knowsNoPersons(rules, command: Command.person.name)
      : FilingWords.moved(rules, rows: change.rows)
  }
}

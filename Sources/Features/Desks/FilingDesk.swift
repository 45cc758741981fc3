import Clients
import RunoutModel
import Wording

/// The rules by which the shelf is filed, and who is filed as a person.
final class FilingDesk: Desk {
  let stage: Stage

  private let work: ShelfWork

  init(_ stage: Stage, work: ShelfWork) {
    self.stage = stage
    self.work = work
  }

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
    let client = services.filing
    let page = page
    notice = FilingWords.filing
    work.inTurn { [weak self, weak page] in
      guard let self else { return }
      do throws(ClientError) {
        var options = words.isEmpty ? FilingOptions() : try await client.options()
        for word in words { options.take(word) }
        let change = try await client.setOptions(options)
        notify(.confirmation, ShelfWording.filed(options, change))
        stage.broadcast(.shelfFiled)
      } catch {
        report(FilingWords.failed, error, from: page)
      }
    }
  }

  private func openFiling() {
    let client = services.filing
    stage.replacePopup(
      with: FormModel(
        FilingWords.caption, about: FilingWords.about, stage: stage,
        source: { () throws(ClientError) in FormModel.rows(of: try await client.options()) },
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
    guard items.count == 1 else {
      return .refused(FilingWords.oneAtATime(key: key(.cancel)))
    }
    let client = services.filing
    let page = page
    work.inTurn { [weak self, weak page] in
      guard let self else { return }
      do throws(ClientError) {
        switch try await client.turn(row) {
        case .filed(let artist, let place):
          notify(.confirmation, FilingWords.filed(artist, under: place))
          stage.broadcast(.shelfFiled)
        case .hasNoLastName(let artist): notice = FilingWords.noLastName(artist)
        case .byFirstName: notice = FilingWords.byFirstName
        case .isGone: notice = FilingWords.rowGone
        }
      } catch {
        report(FilingWords.artistFailed, error, from: page)
      }
    }
    return .done
  }
}

extension FormModel {
  /// The rules that can be changed.
  nonisolated public enum FilingPart: Hashable, Sendable {
    case articles, persons
  }

  nonisolated static func rows(of options: FilingOptions) -> [Row] {
    [
      row(.articles, FilingWords.articles, options.dropsArticles ? .noArticles : .articles, or: .noArticles, .articles),
      row(
        .persons, FilingWords.persons, options.personsByLastName ? .lastNames : .firstNames, or: .firstNames, .lastNames
      ),
    ]
  }

  nonisolated private static func row(
    _ part: FilingPart, _ name: String, _ word: FilingOptions.Word, or words: FilingOptions.Word...
  ) -> Row {
    Row(.filing(part), name, word.example) { .either($0, of: words.map(\.example)) }
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
    guard case .filing = change.subject, let word = Self.allCases.first(where: { $0.example == change.value }) else {
      return nil
    }
    self = word
  }
}

extension ShelfWording {
  /// `Persons by last name, articles do not count: 12 rows are filed elsewhere`.
  static func filed(_ options: FilingOptions, _ change: FilingChange) -> String {
    let rules = FilingWords.rules(byLastName: options.personsByLastName, dropsArticles: options.dropsArticles)
    return options.personsByLastName && !change.knowsPersons
      ? FilingWords.knowsNoPersons(rules, command: Command.person.rawValue)
      : FilingWords.moved(rules, rows: change.rows)
  }
}

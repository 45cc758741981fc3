import Clients
import RunoutModel
import Wording

/// Smart crates, groups, columns and duplicates on the lists of the shelf.
final class CrateDesk: Desk {
  let stage: Stage

  private let work: ShelfWork
  private let folders: FolderDesk

  init(_ stage: Stage, work: ShelfWork, folders: FolderDesk) {
    (self.stage, self.work, self.folders) = (stage, work, folders)
  }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .keepCrate:
      if let refusal { return refusal }
      keepCrate(named: argument?.text)
    case .columns: return show(columns: argument?.choices)
    case .group:
      guard let name = argument?.choice else { return .passed }
      // Without a grouping, folders and crates are shown.
      let grouping = ShelfGrouping(rawValue: name)
      group(by: grouping == .folder ? nil : grouping)
    case .duplicates: showDuplicates(argument?.choice.flatMap(DuplicateKind.init) ?? .release)
    case .edit, .remove, .addToCollection:
      guard let parts = shelfPage?.parts, page.panes.isSideFocused else { return .passed }
      return perform(command, on: parts)
    default: return .passed
    }
    return .done
  }

  /// The page, if it is one over a list of the shelf.
  private var shelfPage: (any ShelfPageModel)? { page as? any ShelfPageModel }

  /// Carries out a key on the selected part.
  private func perform(_ command: Command, on parts: ShelfPartsModel) -> Outcome {
    switch parts.selected {
    case .crate(let crate, _)?:
      if command != .addToCollection, let refusal { return refusal }
      switch command {
      case .edit: askForFilter(of: crate)
      case .remove: askToDelete(crate)
      default: return .refused(CrateWords.keeps(command: Command.keepCrate.name))
      }
      return .done
    case .group(let group, _)?:
      return .refused(CrateWords.isGroup(group.name, inCollection: parts.list == .collection))
    case nil where parts.list != .collection:
      return .refused(CrateWords.allIsEverything(command: Command.keepCrate.name))
    case .folder?, nil: return folders.perform(command, on: parts)
    }
  }

  private func askForFilter(of crate: SmartCrate) {
    stage.ask(Prompt(.crateQuery(crate.name), text: crate.query)) { [weak self] text, prompt in
      self?.submit(crate.name, query: text, prompt)
    }
  }

  private func askToDelete(_ crate: SmartCrate) {
    stage.ask(
      CrateWords.deleteThis, about: crate.name, [Question.Fact(CrateWords.filter, crate.query)],
      advice: crate.list == .collection ? CrateWords.copiesStay : CrateWords.wantsStay
    ) { [work] in
      work.inTurn(orSay: CrateWords.deleteFailed) { work in
        _ = try await work.services.crates.delete(crate.name, crate.list)
        work.notify(.confirmation, CrateWords.deleted(crate.name, crate.query))
      }
    }
  }

  /// Saves the rows shown as a crate; nil asks for its name.
  private func keepCrate(named name: String?) {
    guard let (query, list) = shownFilter else { return say(CrateWords.onlyOnShelf(keysToTheShelf)) }
    guard !query.isEmpty else {
      guard let list else { return say(CrateWords.searchFirst(key: key(.newSearch))) }
      let name = list == .collection ? SyncWords.collection : SyncWords.wantList
      return say(CrateWords.filterFirst(name, key: key(.narrow)))
    }
    guard let name else {
      stage.ask(Prompt(.newCrate, message: CrateWords.willKeep(query))) { [weak self] text, prompt in
        self?.submit(text, query: nil, prompt)
      }
      return
    }
    let crate = SmartCrate(name: name, query: query, of: list)
    work.inTurn(orSay: CrateWords.saveFailed) { try await Self.keep(crate, $0) }
  }

  /// The filter of the list shown, or the search; nil on other pages.
  private var shownFilter: (query: String, list: ShelfList?)? {
    if let search = page as? SearchModel { return (search.wholeText, nil) }
    return shelfPage.map { ($0.query, $0.parts.list) }
  }

  private var keysToTheShelf: String { "\(key(.openCollection)) and \(key(.openWantList))" }

  /// Saves a new crate or, with a query, another filter of one that exists.
  private func submit(_ name: String, query: String?, _ prompt: PromptModel) {
    guard !name.isEmpty, query != "" else {
      return prompt.fail(name.isEmpty ? CrateWords.needsName : CrateWords.needsFilter)
    }
    guard let shown = shownFilter else { return }
    prompt.showBusy()
    let preparation = preparations.begin()
    let crate = SmartCrate(name: name, query: query ?? shown.query, of: shown.list)
    work.inTurn(orSay: CrateWords.editFailed) { work in
      do {
        try await Self.keep(crate, work)
        prompt.leave()
        preparation.end(.ready)
      } catch {
        preparation.end(.failed)
        try prompt.fail(error)
      }
    }
  }

  private static func keep(_ crate: SmartCrate, _ work: ShelfWork) async throws {
    let before = try await work.services.crates.save(crate)
    work.notify(
      .confirmation,
      before.map { CrateWords.changed(crate.name, crate.query, before: $0.query) }
        ?? (crate.list == nil
          ? CrateWords.savedSearch(crate.name, crate.query, key: work.key(.openSearchHistory))
          : CrateWords.saved(crate.name, crate.query)))
  }

  // MARK: Columns

  /// Shows these columns, or gives them other widths where each has one; nil asks which.
  private func show(columns: [String]?) -> Outcome {
    guard let page = shelfPage else { return .refused(CrateWords.columnsOnShelf(keysToTheShelf)) }
    guard let columns else {
      let present = page.columns.choice.text
      return .unfinished("columns \(present.isEmpty ? "default" : present)")
    }
    let text = columns.joined(separator: " ")
    let typed = ColumnChoice(text)
    let known = page.parts.list.columns.map(\.rawValue)
    let own = page.ownFields
    let strange = typed.names.filter { !known.contains($0) && !own.contains($0) }
    guard strange.isEmpty else {
      let all = known + own.sorted()
      return .refused(
        CrateWords.noColumn(
          strange.joined(separator: ", "), known: all.joined(separator: ", "), onWantList: page.parts.list == .wantList)
      )
    }
    guard columns.allSatisfy({ !$0.contains("=") || typed.widths[ColumnChoice($0).names.first ?? ""] != nil }) else {
      return .refused(CrateWords.noWidth(ColumnChoice.widest))
    }
    let onlyWidths = !columns.isEmpty && columns.allSatisfy { $0.contains("=") }
    page.columns.choose(onlyWidths ? page.columns.choice.resized(by: text) : typed)
    notice = columns.isEmpty ? CrateWords.columnsFit : CrateWords.columnsKept
    return .done
  }

  // MARK: Groups

  private func group(by grouping: ShelfGrouping?) {
    if shelfPage == nil { navigator.go(to: .collection) }
    guard let parts = shelfPage?.parts else { return }
    if let grouping, !parts.list.groupings.contains(grouping) {
      let known = parts.list.groupings.map(\.rawValue).joined(separator: ", ")
      notice = CrateWords.noGrouping(grouping.rawValue, known: known)
      return
    }
    parts.group(by: grouping)
    stage.layOut()
  }

  private func showDuplicates(_ kind: DuplicateKind) {
    stage.follow(.shelf(kind == .release ? "copies:2.." : "pressings:2.."))
  }
}

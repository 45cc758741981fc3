import Clients
import DiscogsModel

/// The parts of a list of the shelf: smart crates, groups, columns, what is owned twice.
final class CrateDesk: Desk {
  let stage: Stage

  private let work: ShelfWork
  private let folders: FolderDesk
  private let commandLine: CommandLineDesk

  init(_ stage: Stage, work: ShelfWork, folders: FolderDesk, commandLine: CommandLineDesk) {
    self.stage = stage
    self.work = work
    self.folders = folders
    self.commandLine = commandLine
  }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .keepCrate: keepCrate(named: argument?.text)
    case .columns: show(columns: argument?.choices?.compactMap(ShelfColumn.init))
    case .group:
      guard let name = argument?.choice else { return .passed }
      // The folders and crates are what stands there without any.
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

  /// The page, where it is one over a list of the user's shelf.
  private var shelfPage: (any ShelfPageModel)? { page as? any ShelfPageModel }

  /// What a key means on the part that is selected.
  private func perform(_ command: Command, on parts: ShelfPartsModel) -> Outcome {
    switch parts.selected {
    case .crate(let crate, _)?:
      switch command {
      case .edit: askForFilter(of: crate)
      case .remove: askToDelete(crate)
      default: return .refused(":\(Command.keepCrate.rawValue) keeps a filter as a crate")
      }
      return .done
    case .group(let group, let grouping)?:
      return .refused(
        "“\(group.name)” is \(grouping == .artist || grouping == .added ? "an" : "a") \(grouping.rawValue) of the list: "
          + (parts.list == .collection ? ":group folder shows the folders" : ":group none shows the crates"))
    case .folder?: return folders.perform(command, on: parts)
    case nil where parts.list == .collection: return folders.perform(command, on: parts)
    case nil:
      return .refused("“All” is the whole want list; :\(Command.keepCrate.rawValue) keeps a filter of it as a crate")
    }
  }

  private func askForFilter(of crate: SmartCrate) {
    stage.ask(
      PromptModel(
        Prompt(.crateQuery(crate.name), text: crate.query), stage: stage,
        onSubmit: { [weak self] text, prompt in self?.submit(crate.name, query: text, prompt) }))
  }

  private func askToDelete(_ crate: SmartCrate) {
    stage.ask(
      "Delete this crate?", about: crate.name, [Question.Fact("Filter", crate.query)],
      advice: crate.list == .collection ? "The copies in it stay where they are" : "The wants in it stay on the list"
    ) { [weak self] in
      guard let self else { return }
      let client = services.crates
      work.inTurn { [weak self] in
        do throws(ClientError) {
          _ = try await client.delete(crate.name, crate.list)
          self?.notify(.confirmation, "Deleted the crate “\(crate.name)”: \(crate.query)")
          self?.stage.broadcast(.shelfChanged)
        } catch {
          self?.report("The crate was not deleted", error)
        }
      }
    }
  }

  /// Keeps what the list of the shelf shows under a name; nil asks for one.
  private func keepCrate(named name: String?) {
    guard let page = shelfPage else {
      notice = "A crate is a filter of the collection or the want list: \(keysToTheShelf) go there"
      return
    }
    let query = page.query
    guard !query.isEmpty else {
      let list = page.parts.list == .collection ? "collection" : "want list"
      notice = "All of the \(list) is shown: \(key(.narrow)) filters it first"
      return
    }
    guard let name else {
      stage.ask(
        PromptModel(
          Prompt(.newCrate, message: "Keeps “\(query)”"), stage: stage,
          onSubmit: { [weak self] text, prompt in self?.submit(text, query: nil, prompt) }))
      return
    }
    keep(SmartCrate(name: name, query: query, of: page.parts.list)) { [weak self] in
      self?.report("The crate was not kept", $0)
    }
  }

  private var keysToTheShelf: String { "\(key(.openCollection)) and \(key(.openWantList))" }

  /// Takes the name of a new crate, or the filter of one that is there.
  private func submit(_ name: String, query: String?, _ prompt: PromptModel) {
    guard !name.isEmpty, query != "" else {
      return prompt.fail(
        name.isEmpty ? "A crate needs a name" : "A crate needs a filter, such as genre:jazz rating:4..")
    }
    guard let page = shelfPage else { return }
    prompt.wait()
    let preparation = preparations.begin()
    keep(SmartCrate(name: name, query: query ?? page.query, of: page.parts.list), prompt, preparation) { [weak self] in
      // Esc has taken the prompt away meanwhile.
      if prompt.isOpen { prompt.fail($0.sentence) } else { self?.report("The crate stays as it was", $0) }
    }
  }

  /// - Parameter preparation: ended once it is known how it went; nil where no key waits for that.
  private func keep(
    _ crate: SmartCrate, _ prompt: PromptModel? = nil, _ preparation: Preparation? = nil,
    orElse fail: @escaping (ClientError) -> Void
  ) {
    let client = services.crates
    work.inTurn { [weak self] in
      do throws(ClientError) {
        let before = try await client.save(crate)
        prompt?.leave()
        self?.notify(
          .confirmation,
          before.map { "The crate “\(crate.name)” is “\(crate.query)” now; it was “\($0.query)”" }
            ?? "Kept as the crate “\(crate.name)”: \(crate.query)")
        self?.stage.broadcast(.shelfChanged)
        preparation?.end(.ready)
      } catch {
        preparation?.end(.failed)
        fail(error)
      }
    }
  }

  // MARK: Columns

  /// Shows these columns of the list of the shelf; nil asks which.
  private func show(columns: [ShelfColumn]?) {
    guard let page = shelfPage else {
      notice = "The collection and the want list have columns to choose: \(keysToTheShelf) go there"
      return
    }
    guard let columns else {
      let present = page.columns.columns.isEmpty ? ["default"] : page.columns.columns.map(\.rawValue)
      commandLine.open(with: "columns \(present.joined(separator: " "))")
      return
    }
    let known = page.parts.list.columns
    guard columns.allSatisfy(known.contains) else {
      let strange = columns.filter { !known.contains($0) }.map(\.rawValue).joined(separator: ", ")
      notice = "A want has no \(strange); columns takes \(known.map(\.rawValue).joined(separator: ", "))"
      return
    }
    page.columns.choose(columns)
    notice =
      columns.isEmpty ? "As many columns as there is room for" : "Kept for this shelf; :columns default undoes it"
  }

  // MARK: Groups

  private func group(by grouping: ShelfGrouping?) {
    if shelfPage == nil { navigator.go(to: .collection) }
    guard let parts = shelfPage?.parts else { return }
    if let grouping, !parts.list.groupings.contains(grouping) {
      let known = parts.list.groupings.map(\.rawValue).joined(separator: ", ")
      notice = "Wants are not divided by \(grouping.rawValue); group takes \(known), none"
      return
    }
    parts.group(by: grouping)
    stage.layOut()
  }

  private func showDuplicates(_ kind: DuplicateKind) {
    stage.follow(.shelf(kind == .release ? "copies:2.." : "pressings:2.."))
  }
}

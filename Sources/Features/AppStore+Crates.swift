import Clients
import DiscogsModel

/// The parts of a list of the shelf that are no folders: smart crates, groups, what is owned twice.
extension AppStore {
  /// The page, where it is one over a list of the user's shelf.
  var shelfPage: (any ShelfPageModel)? { page.model as? any ShelfPageModel }

  /// What a key means in the pane with the parts.
  func performOnPart(_ command: Command, _ parts: ShelfPartsModel) -> Bool {
    switch parts.selected {
    case .crate(let crate, _)?:
      switch command {
      case .edit: prompt = Prompt(.crateQuery(crate.name), text: crate.query)
      case .remove: askToDelete(crate)
      default: notice = ":\(Command.keepCrate.rawValue) keeps a filter as a crate"
      }
    case .group(let group, let grouping)?:
      notice =
        "“\(group.name)” is \(grouping == .artist || grouping == .added ? "an" : "a") \(grouping.rawValue) of the list: "
        + (parts.list == .collection ? ":group folder shows the folders" : ":group none shows the crates")
    case .folder?: return performOnFolder(command)
    case nil where parts.list == .collection: return performOnFolder(command)
    case nil: notice = "“All” is the whole want list; :\(Command.keepCrate.rawValue) keeps a filter of it as a crate"
    }
    return true
  }

  private func askToDelete(_ crate: SmartCrate) {
    ask(
      "Delete this crate?", about: crate.name, [Question.Fact("Filter", crate.query)],
      advice: crate.list == .collection ? "The copies in it stay where they are" : "The wants in it stay on the list"
    ) { store in
      let client = store.context.services.crates
      store.inTurn { store in
        do throws(ClientError) {
          _ = try await client.delete(crate.name, crate.list)
          store.notify(.confirmation, "Deleted the crate “\(crate.name)”: \(crate.query)")
          store.shelfChanged()
        } catch {
          store.report("The crate was not deleted", error)
        }
      }
    }
  }

  /// Keeps what the list of the shelf shows under a name; nil asks for one.
  func keepCrate(named name: String?) {
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
      prompt = Prompt(.newCrate)
      prompt?.message = "Keeps “\(query)”"
      return
    }
    keep(SmartCrate(name: name, query: query, of: page.parts.list)) { $0.report("The crate was not kept", $1) }
  }

  private var keysToTheShelf: String { "\(key(.openCollection)) and \(key(.openWantList))" }

  /// Takes the name of a new crate, or the filter of one that is there.
  func submit(crate name: String, query: String?, of prompt: Prompt) {
    guard !name.isEmpty, query != "" else {
      self.prompt?.error =
        name.isEmpty ? "A crate needs a name" : "A crate needs a filter, such as genre:jazz rating:4.."
      return
    }
    guard let page = shelfPage else { return }
    self.prompt?.isBusy = true
    let preparation = preparations.begin()
    keep(SmartCrate(name: name, query: query ?? page.query, of: page.parts.list), preparation) { store, error in
      // Esc has taken the prompt away meanwhile.
      guard store.prompt?.kind == prompt.kind else { return store.report("The crate stays as it was", error) }
      store.prompt?.isBusy = false
      store.prompt?.error = error.sentence
    }
  }

  /// - Parameter preparation: ended once it is known how it went; nil where no key waits for that.
  private func keep(
    _ crate: SmartCrate, _ preparation: Preparation? = nil, orElse fail: @escaping (AppStore, ClientError) -> Void
  ) {
    let client = context.services.crates
    inTurn { store in
      do throws(ClientError) {
        let before = try await client.save(crate)
        if store.prompt?.isBusy == true { store.prompt = nil }
        store.notify(
          .confirmation,
          before.map { "The crate “\(crate.name)” is “\(crate.query)” now; it was “\($0.query)”" }
            ?? "Kept as the crate “\(crate.name)”: \(crate.query)")
        store.shelfChanged()
        preparation?.end(.ready)
      } catch {
        preparation?.end(.failed)
        fail(store, error)
      }
    }
  }

  // MARK: Columns

  /// Shows these columns of the list of the shelf; nil asks which.
  func show(columns: [ShelfColumn]?) {
    guard let page = shelfPage else {
      notice = "The collection and the want list have columns to choose: \(keysToTheShelf) go there"
      return
    }
    guard let columns else {
      let present = page.columns.columns.isEmpty ? ["default"] : page.columns.columns.map(\.rawValue)
      prompt = Prompt(.command, text: "columns \(present.joined(separator: " "))")
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

  func group(by grouping: ShelfGrouping?) {
    if shelfPage == nil { navigator.go(to: .collection) }
    guard let parts = shelfPage?.parts else { return }
    if let grouping, !parts.list.groupings.contains(grouping) {
      let known = parts.list.groupings.map(\.rawValue).joined(separator: ", ")
      notice = "Wants are not divided by \(grouping.rawValue); group takes \(known), none"
      return
    }
    parts.group(by: grouping)
    layOut()
  }

  func showDuplicates(_ kind: DuplicateKind) {
    follow(.shelf(kind == .release ? "copies:2.." : "pressings:2.."))
  }
}

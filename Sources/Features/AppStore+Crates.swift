import Clients
import DiscogsModel

/// The parts of the collection that are no folders: smart crates, groups, what is owned twice.
extension AppStore {
  /// What a key means in the pane with the parts.
  func performOnPart(_ command: Command, _ model: CollectionModel) -> Bool {
    switch model.selectedPart {
    case .crate(let crate, _)?:
      switch command {
      case .edit: prompt = Prompt(.crateQuery(crate.name), text: crate.query)
      case .remove: askToDelete(crate)
      default: notice = ":\(Command.keepCrate.rawValue) keeps a filter as a crate"
      }
    case .group(let group, let grouping)?:
      notice =
        "“\(group.name)” is \(grouping == .artist || grouping == .added ? "an" : "a") \(grouping.rawValue) of the list: "
        + ":group folder shows the folders"
    case .folder?, nil: return performOnFolder(command)
    }
    return true
  }

  private func askToDelete(_ crate: SmartCrate) {
    ask(
      "Delete this crate?", about: crate.name, [Question.Fact("Filter", crate.query)],
      advice: "The copies in it stay where they are"
    ) { store in
      let client = store.context.services.crates
      store.inTurn { store in
        do throws(ClientError) {
          _ = try await client.delete(crate.name)
          store.notify(.confirmation, "Deleted the crate “\(crate.name)”: \(crate.query)")
          store.shelfChanged()
        } catch {
          store.report("The crate was not deleted", error)
        }
      }
    }
  }

  /// Keeps what the collection shows under a name; nil asks for one.
  func keepCrate(named name: String?) {
    guard case .collection(let model) = page else {
      notice = "A crate is a filter of the collection: \(key(.openCollection)) goes to it"
      return
    }
    let query = model.query
    guard !query.isEmpty else {
      notice = "All of the collection is shown: \(key(.narrow)) filters it first"
      return
    }
    guard let name else {
      prompt = Prompt(.newCrate)
      prompt?.message = "Keeps “\(query)”"
      return
    }
    keep(SmartCrate(name: name, query: query)) { $0.report("The crate was not kept", $1) }
  }

  /// Takes the name of a new crate, or the filter of one that is there.
  func submit(crate name: String, query: String?, of prompt: Prompt) {
    guard !name.isEmpty, query != "" else {
      self.prompt?.error =
        name.isEmpty ? "A crate needs a name" : "A crate needs a filter, such as genre:jazz rating:4.."
      return
    }
    let shown = if case .collection(let model) = page { model.query } else { "" }
    self.prompt?.isBusy = true
    keep(SmartCrate(name: name, query: query ?? shown)) { store, error in
      // Esc has taken the prompt away meanwhile.
      guard store.prompt?.kind == prompt.kind else { return store.report("The crate stays as it was", error) }
      store.prompt?.isBusy = false
      store.prompt?.error = error.sentence
    }
  }

  private func keep(_ crate: SmartCrate, orElse fail: @escaping (AppStore, ClientError) -> Void) {
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
      } catch {
        fail(store, error)
      }
    }
  }

  // MARK: Columns

  /// Shows these columns of the collection; nil asks which.
  func show(columns: [ShelfColumn]?) {
    guard case .collection(let model) = page else {
      notice = "The collection has columns to choose: \(key(.openCollection)) goes to it"
      return
    }
    guard let columns else {
      let present = model.columns.isEmpty ? ["default"] : model.columns.map(\.rawValue)
      prompt = Prompt(.command, text: "columns \(present.joined(separator: " "))")
      return
    }
    model.show(columns: columns)
    notice =
      columns.isEmpty ? "As many columns as there is room for" : "Kept for this shelf; :columns default undoes it"
  }

  // MARK: Groups

  func group(by grouping: ShelfGrouping?) {
    if navigator.root != .collection || navigator.depth > 0 { navigator.go(to: .collection) }
    if case .collection(let model) = page { model.group(by: grouping) }
    layOut()
  }

  func showDuplicates(_ kind: DuplicateKind) {
    follow(.shelf(kind == .release ? "copies:2.." : "pressings:2.."))
  }
}

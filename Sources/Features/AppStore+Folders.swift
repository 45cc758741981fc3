import Clients
import DiscogsModel

/// Making, renaming and deleting the folders of the collection.
extension AppStore {
  func performOnFolder(_ command: Command) -> Bool {
    guard case .collection(let model) = page else { return false }
    if command == .addToCollection {
      notice = "\(key(.makeFolder)) makes a folder"
      return true
    }
    guard let folder = model.parts.selectedFolder else {
      notice =
        model.parts.isFocused ? "“All” is every folder together" : "Choose the folder in the folders pane first"
      return true
    }
    guard !folder.isProtected else {
      let what = command == .deleteFolder || command == .remove ? "deleted" : "renamed"
      notice = "“\(folder.name)” is Discogs' own folder and cannot be \(what)"
      return true
    }
    switch command {
    case .edit, .renameFolder: prompt = Prompt(.renameFolder(folder.name), text: folder.name)
    default: askToDelete(folder)
    }
    return true
  }

  private func askToDelete(_ folder: CollectionFolder) {
    guard folder.copies == 0 else {
      notify(
        .ordinary,
        "“\(folder.name)” holds \(ShelfWording.counted(folder.copies, "copy")): only an empty folder can be deleted")
      return
    }
    ask("Delete this folder?", about: folder.name, [Question.Fact("Holds", "no copies")]) { store in
      var batch = ShelfBatch(one: "Deleted the folder") { "Deleted \(ShelfWording.counted($0, "folder"))" }
      batch.add(folder.name, .deleteFolder(folder.name))
      store.make(batch)
    }
  }

  /// Takes the name that was typed for a folder. What is wrong with it is said in the prompt, which asks again.
  func submit(folder name: String, of prompt: Prompt) {
    let old: String? = if case .renameFolder(let name) = prompt.kind { name } else { nil }
    guard !name.isEmpty else {
      self.prompt?.error = "A folder needs a name"
      return
    }
    guard name != old else {
      self.prompt = nil
      return
    }
    self.prompt?.isBusy = true
    let preparation = preparations.begin()
    let edits = context.services.edits
    let edit: ShelfEdit = old.map { .renameFolder($0, to: name) } ?? .makeFolder(name)
    inTurn { store in
      do throws(ClientError) {
        let outcome = try await edits.perform([edit]).first
        if case .refused(let sentence)? = outcome { throw .refused(sentence) }
        store.folderNamed(name, before: old)
        preparation.end(.ready)
      } catch {
        preparation.end(.failed)
        // Esc has taken the prompt away meanwhile.
        guard store.prompt?.kind == prompt.kind else { return store.report("The folder stays as it was", error) }
        store.prompt?.isBusy = false
        store.prompt?.error = error.sentence
      }
    }
  }

  private func folderNamed(_ name: String, before old: String?) {
    if prompt?.isBusy == true { prompt = nil }
    navigator.forEachPage { page in
      if let old, let collection = page as? CollectionModel { collection.parts.follow(folder: old, to: name) }
    }
    notify(.confirmation, old == nil ? "Made the folder “\(name)”" : "The folder is called “\(name)” now")
    context.recentFolders = context.recentFolders.map { $0 == old ? name : $0 }
    shelfChanged()
  }
}

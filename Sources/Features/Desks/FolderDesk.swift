import Clients
import DiscogsModel

/// Making, renaming and deleting the folders of the collection.
final class FolderDesk: Desk {
  let stage: Stage

  private let work: ShelfWork

  init(_ stage: Stage, work: ShelfWork) {
    self.stage = stage
    self.work = work
  }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .makeFolder: askForName(.newFolder, of: nil)
    case .renameFolder, .deleteFolder:
      guard let parts = (page as? any ShelfPageModel)?.parts else { return .passed }
      return perform(command, on: parts)
    default: return .passed
    }
    return .done
  }

  /// What a key means on the folder that is selected.
  func perform(_ command: Command, on parts: ShelfPartsModel) -> Outcome {
    guard parts.list == .collection else { return .passed }
    if command == .addToCollection { return .refused("\(key(.makeFolder)) makes a folder") }
    guard let folder = parts.selectedFolder else {
      return .refused(
        page.panes.isSideFocused ? "“All” is every folder together" : "Choose the folder in the folders pane first")
    }
    guard !folder.isProtected else {
      let what = command == .deleteFolder || command == .remove ? "deleted" : "renamed"
      return .refused("“\(folder.name)” is Discogs' own folder and cannot be \(what)")
    }
    switch command {
    case .edit, .renameFolder: askForName(.renameFolder(folder.name), of: folder.name)
    default: askToDelete(folder)
    }
    return .done
  }

  private func askForName(_ kind: Prompt.Kind, of folder: String?) {
    stage.ask(
      PromptModel(
        Prompt(kind, text: folder ?? ""), stage: stage,
        onSubmit: { [weak self] text, prompt in self?.submit(text, of: folder, prompt) }))
  }

  private func askToDelete(_ folder: CollectionFolder) {
    guard folder.copies == 0 else {
      notify(
        .ordinary,
        "“\(folder.name)” holds \(ShelfWording.counted(folder.copies, "copy")): only an empty folder can be deleted")
      return
    }
    stage.ask("Delete this folder?", about: folder.name, [Question.Fact("Holds", "no copies")]) { [work] in
      var batch = ShelfBatch(one: "Deleted the folder") { "Deleted \(ShelfWording.counted($0, "folder"))" }
      batch.add(folder.name, .deleteFolder(folder.name))
      work.make(batch)
    }
  }

  /// Takes the name that was typed for a folder. What is wrong with it is said in the prompt, which asks again.
  private func submit(_ name: String, of old: String?, _ prompt: PromptModel) {
    guard !name.isEmpty else { return prompt.fail("A folder needs a name") }
    guard name != old else { return prompt.leave() }
    prompt.wait()
    let preparation = preparations.begin()
    let edits = services.edits
    let edit: ShelfEdit = old.map { .renameFolder($0, to: name) } ?? .makeFolder(name)
    work.inTurn { [weak self] in
      do throws(ClientError) {
        let outcome = try await edits.perform([edit]).first
        if case .refused(let sentence)? = outcome { throw .refused(sentence) }
        prompt.leave()
        self?.folderNamed(name, before: old)
        preparation.end(.ready)
      } catch {
        preparation.end(.failed)
        // Esc has taken the prompt away meanwhile.
        if prompt.isOpen { prompt.fail(error.sentence) } else { self?.report("The folder stays as it was", error) }
      }
    }
  }

  private func folderNamed(_ name: String, before old: String?) {
    if let old { stage.broadcast(.folderRenamed(old, to: name)) }
    notify(.confirmation, old == nil ? "Made the folder “\(name)”" : "The folder is called “\(name)” now")
    context.recentFolders = context.recentFolders.map { $0 == old ? name : $0 }
    stage.broadcast(.shelfChanged)
  }
}

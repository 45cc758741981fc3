import Clients
import RunoutModel
import Wording

/// Makes, renames and deletes folders of the collection.
final class FolderDesk: Desk {
  let stage: Stage

  private let work: ShelfWork

  init(_ stage: Stage, work: ShelfWork) { (self.stage, self.work) = (stage, work) }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .makeFolder:
      if let refusal { return refusal }
      askForName(.newFolder, of: nil)
    case .renameFolder, .deleteFolder:
      guard let parts = (page as? any ShelfPageModel)?.parts else { return .passed }
      return perform(command, on: parts)
    default: return .passed
    }
    return .done
  }

  /// Carries out a key on the selected folder.
  func perform(_ command: Command, on parts: ShelfPartsModel) -> Outcome {
    guard parts.list == .collection else { return .passed }
    if command == .addToCollection { return .refused(FolderWords.makes(key: key(.makeFolder))) }
    guard let folder = parts.selectedFolder else {
      return .refused(page.panes.isSideFocused ? FolderWords.allIsAll : FolderWords.chooseFirst)
    }
    guard !folder.isProtected else {
      let isDeleting = command == .deleteFolder || command == .remove
      return .refused(isDeleting ? FolderWords.cannotDelete(folder.name) : FolderWords.cannotRename(folder.name))
    }
    if let refusal { return refusal }
    switch command {
    case .edit, .renameFolder: askForName(.renameFolder(folder.name), of: folder.name)
    default: askToDelete(folder)
    }
    return .done
  }

  private func askForName(_ kind: Prompt.Kind, of folder: String?) {
    stage.ask(Prompt(kind, text: folder ?? "")) { [weak self] text, prompt in self?.submit(text, of: folder, prompt) }
  }

  private func askToDelete(_ folder: CollectionFolder) {
    guard folder.copies == 0 else {
      notify(.ordinary, FolderWords.notEmpty(folder.name, copies: folder.copies))
      return
    }
    stage.ask(FolderWords.deleteThis, about: folder.name, [Question.Fact(FolderWords.holds, FolderWords.noCopies)]) {
      [work] in
      var batch = ShelfBatch(one: FolderWords.deleted) { FolderWords.deleted($0) }
      batch.add(folder.name, [.deleteFolder(folder.name)])
      work.make(batch)
    }
  }

  /// Makes or renames a folder. The prompt shows an error and asks again.
  private func submit(_ name: String, of old: String?, _ prompt: PromptModel) {
    guard !name.isEmpty else { return prompt.fail(LibraryWords.folderNeedsName) }
    guard name != old else { return prompt.leave() }
    prompt.showBusy()
    let preparation = preparations.begin()
    let edit: ShelfEdit = old.map { .renameFolder($0, to: name) } ?? .makeFolder(name)
    work.inTurn(orSay: FolderWords.failed) { [weak self] work in
      do {
        let outcome = try await work.services.edits.perform([edit]).first
        if case .refused(let sentence)? = outcome { throw ClientError.refused(sentence) }
        prompt.leave()
        self?.folderNamed(name, before: old)
        preparation.end(.ready)
      } catch {
        preparation.end(.failed)
        try prompt.fail(error)
      }
    }
  }

  private func folderNamed(_ name: String, before old: String?) {
    if let old { stage.broadcast(.folderRenamed(old, to: name)) }
    notify(.confirmation, old == nil ? FolderWords.made(name) : FolderWords.renamed(to: name))
    work.recentFolders = work.recentFolders.map { $0 == old ? name : $0 }
  }
}

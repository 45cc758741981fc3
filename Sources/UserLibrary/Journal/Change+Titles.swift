internal import RunoutModel
internal import Wording

extension Change {
  var title: String {
    switch (before, after) {
    case (nil, let after?): after.titleOfAddition
    case (let before?, nil): before.titleOfRemoval
    case (let before?, let after?): after.title(ofChangeFrom: before)
    case (nil, nil): LibraryWords.nothing
    }
  }
}

extension CopyState {
  var titleOfAddition: String { LibraryWords.add(facts.name, to: folderName) }
  var titleOfRemoval: String { LibraryWords.remove(facts.name) }

  func title(ofChangeFrom before: CopyState) -> String {
    switch differences(from: before) {
    case [Self.folderName]: LibraryWords.move(facts.name, to: folderName)
    case [Self.ratingName]: LibraryWords.rate(facts.name, rating)
    default: LibraryWords.edit(facts.name)
    }
  }
}

extension WantState {
  var titleOfAddition: String {
    facts.wanted.isAnyPressing ? LibraryWords.wantAnyPressing(of: facts.name) : LibraryWords.want(facts.name)
  }
  var titleOfRemoval: String { LibraryWords.unwant(facts.name) }

  func title(ofChangeFrom before: WantState) -> String {
    differences(from: before) == [FieldWords.rating]
      ? LibraryWords.rate(facts.name, rating) : LibraryWords.noteWant(facts.name)
  }
}

extension FolderState {
  var titleOfAddition: String { LibraryWords.makeFolder(name) }
  var titleOfRemoval: String { LibraryWords.deleteFolder(name) }
  func title(ofChangeFrom before: FolderState) -> String { LibraryWords.renameFolder(before.name, to: name) }
}

extension LimitState {
  var titleOfAddition: String { LibraryWords.limit(name, to: displayName) }
  var titleOfRemoval: String { LibraryWords.unlimit(name) }
}

extension PlayState {
  var titleOfAddition: String { LibraryWords.play(name) }
  var titleOfRemoval: String { LibraryWords.unplay(name) }
}

extension EditJournal {
  static func title(_ changes: [ShelfChange]) -> String {
    guard let first = changes.first, let last = changes.last else { return "" }
    if changes.count == 1 { return first.title }
    // A new copy fulfils the want for its pressing, and that for any pressing.
    if case .copy(let copy) = last, copy.before == nil, let added = copy.after,
      changes.dropLast().allSatisfy({ $0.target == .want && $0.isRemoval })
    {
      return LibraryWords.got(added.facts.name)
    }
    // The title leaves out a folder that was made for the others.
    let others = changes.filter { $0.target != .folder }
    if !others.isEmpty, others.count < changes.count { return title(others) }
    let all = changes.count
    let areAlike = changes.allSatisfy { $0.target == first.target }
    switch areAlike ? first : nil {
    case .copy(let copy):
      if let after = copy.after, changes.allSatisfy({ $0.isMove(to: after.folder) }) {
        return LibraryWords.move(all, to: after.folderName)
      }
      if changes.allSatisfy(\.isRemoval) { return LibraryWords.remove(all) }
      if changes.allSatisfy(\.isAddition) { return LibraryWords.add(all) }
    case .want:
      if changes.allSatisfy(\.isRemoval) { return LibraryWords.unwant(all) }
      return changes.allSatisfy(\.isAddition) ? LibraryWords.want(all) : LibraryWords.editWants(all)
    case .limit(let limit):
      let amount = limit.after?.displayName
      guard changes.allSatisfy({ $0.limit == amount }) else { return LibraryWords.editLimits(all) }
      return amount.map { LibraryWords.limit(all, to: $0) } ?? LibraryWords.unlimit(all)
    case .play: return LibraryWords.play(all)
    case .folder, nil: break
    }
    if areAlike, changes.allSatisfy({ $0.item == first.item }) {
      return LibraryWords.andMore(first.title)
    }
    return LibraryWords.editCopies(all)
  }
}

extension ShelfChange {
  /// The new limit; nil if it is removed, and for other changes.
  fileprivate var limit: String? { if case .limit(let change) = self { change.after?.displayName } else { nil } }

  /// Returns whether it only moves a copy to this folder.
  fileprivate func isMove(to folder: Int64) -> Bool {
    guard case .copy(let copy) = self, let before = copy.before, let after = copy.after else { return false }
    return after.folder == folder && after.differences(from: before) == [CopyState.folderName]
  }
}

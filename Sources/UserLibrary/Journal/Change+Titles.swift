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

  fileprivate var isAddition: Bool { before == nil && after != nil }
  fileprivate var isRemoval: Bool { before != nil && after == nil }
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
    facts.wanted.isAnyPressing
      ? LibraryWords.wantAnyPressing(of: facts.name) : LibraryWords.want(facts.name)
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
  func title(ofChangeFrom before: LimitState) -> String { titleOfAddition }
}

extension PlayState {
  var titleOfAddition: String { LibraryWords.play(name) }
  var titleOfRemoval: String { LibraryWords.unplay(name) }
  func title(ofChangeFrom before: PlayState) -> String { titleOfAddition }
}

extension EditJournal {
  /// The title of several changes made together.
  static func title(_ changes: [ShelfChange]) -> String {
    guard let first = changes.first, changes.count > 1 else { return changes.first?.title ?? "" }
    // A new copy fulfils the want for its pressing, and that for any pressing.
    if case .copy(let copy)? = changes.last, copy.isAddition, let added = copy.after,
      changes.dropLast().allSatisfy({ $0.ofWant?.isRemoval == true })
    {
      return LibraryWords.got(added.facts.name)
    }
    // The title leaves out a folder that was made for the others.
    let others = changes.filter { if case .folder = $0 { false } else { true } }
    if !others.isEmpty, others.count < changes.count { return title(others) }
    let all = changes.count
    switch first {
    case .copy(let copy):
      let copies = changes.compactMap(\.ofCopy)
      guard copies.count == all else { break }
      if let after = copy.after, copies.allSatisfy({ $0.isMove && $0.after?.folder == after.folder }) {
        return LibraryWords.move(all, to: after.folderName)
      }
      if copies.allSatisfy(\.isRemoval) { return LibraryWords.remove(all) }
      if copies.allSatisfy(\.isAddition) { return LibraryWords.add(all) }
    case .want:
      let wants = changes.compactMap(\.ofWant)
      guard wants.count == all else { break }
      if wants.allSatisfy(\.isRemoval) { return LibraryWords.unwant(all) }
      if wants.allSatisfy(\.isAddition) { return LibraryWords.want(all) }
      return LibraryWords.editWants(all)
    case .limit(let limit):
      let limits = changes.compactMap(\.ofLimit)
      guard limits.count == all else { break }
      let amount = limit.after?.displayName
      guard limits.allSatisfy({ $0.after?.displayName == amount }) else { return LibraryWords.editLimits(all) }
      return amount.map { LibraryWords.limit(all, to: $0) } ?? LibraryWords.unlimit(all)
    case .play:
      if changes.allSatisfy({ $0.target == .play }) { return LibraryWords.play(all) }
    case .folder: break
    }
    if changes.allSatisfy({ $0.item == first.item && $0.target == first.target }) {
      return LibraryWords.andMore(first.title)
    }
    return LibraryWords.editCopies(all)
  }
}

extension ShelfChange {
  fileprivate var ofCopy: Change<CopyState>? { if case .copy(let change) = self { change } else { nil } }
  fileprivate var ofWant: Change<WantState>? { if case .want(let change) = self { change } else { nil } }
  fileprivate var ofLimit: Change<LimitState>? { if case .limit(let change) = self { change } else { nil } }
}

extension Change<CopyState> {
  fileprivate var isMove: Bool {
    guard let before, let after else { return false }
    return after.differences(from: before) == [CopyState.folderName]
  }
}

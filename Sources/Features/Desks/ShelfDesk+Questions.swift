import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Asks for folder, copy and values before the shelf is changed.
extension ShelfDesk {
  // MARK: Folders and copies to choose from

  /// Asks for a folder, those used last first.
  ///
  /// - Parameters:
  ///   - here: the present folder; nil for none.
  ///   - warning: a warning to read before choosing; nil for none.
  ///   - body: called with the folder, and the edits that make it if it is new.
  func chooseFolder(
    _ caption: String, about: String, here: String? = nil,
    warning: @escaping @Sendable () async throws -> String? = { nil },
    then body: @escaping (_ folder: String, _ making: [ShelfEdit]) -> Void
  ) {
    let (shelf, recent) = (services.shelf, work.recentFolders)
    stage.replacePopup(
      with: ChooserModel(
        caption, about: about, takesNewFolder: true, stage: stage,
        source: {
          let folders = try await shelf.folders()
          // Records added last are most like those added now.
          let latest = try await shelf.copies(CollectionRequest(sort: SortOrder(.added)), nil, 20)
          let order = (recent + latest.rows.map(\.folder)).uniqued()
          return ChooserModel.Offer(
            ChooserModel.choices(folders, latestUsed: order, here: here), warning: try await warning())
        },
        onChoice: { [weak self] choice in
          guard let self else { return }
          let (name, making): (String, [ShelfEdit])
          switch choice {
          case .folder(let folder): (name, making) = (folder.name, [])
          case .newFolder(let new): (name, making) = (new, [.makeFolder(new)])
          case .copy, .removed, .theme: return
          }
          work.recentFolders = ([name] + work.recentFolders).uniqued()
          body(name, making)
        }))
  }

  func chooseCopy(
    _ copies: [CollectionCopy], _ caption: String, about: String,
    then body: @escaping (CollectionCopy) -> Void
  ) {
    stage.replacePopup(
      with: ChooserModel(
        caption, about: about, stage: stage, source: { .init(copies.map(ChooserModel.Choice.copy)) },
        onChoice: { if case .copy(let copy) = $0 { body(copy) } }))
  }

  // MARK: Editing in place

  func edit(_ items: [ShelfItem]) {
    let wants = items.compactMap { if case .want(let want) = $0 { want } else { nil } }
    if wants.count == items.count { return edit(wants) }
    withCopies(of: items, ShelfWords.editWhich) { [self] in edit($0, $1) }
  }

  private func edit(_ copies: [CollectionCopy], _ refused: [(name: String, sentence: String)]) {
    let services = services
    stage.replacePopup(
      with: FormModel(
        copies.count == 1 ? ShelfWords.editCopy : ShelfWords.editCopies,
        about: ShelfWording.about(copies.map(\.name), ShelfWords.copies), stage: stage,
        source: {
          let fields = try await services.edits.fields()
          let folders = try await services.shelf.folders()
          return FormModel.rows(of: copies, fields, folders: folders.map(\.name))
        },
        onSave: { [weak self] changes in self?.save(changes, of: copies, refused) }))
  }

  private func save(
    _ changes: [FormModel.Change], of copies: [CollectionCopy], _ refused: [(name: String, sentence: String)]
  ) {
    var batch = ShelfBatch(one: ShelfWords.saved, refused: refused) { ShelfWords.savedCopies($0) }
    for copy in copies {
      let edits = changes.compactMap { change -> ShelfEdit? in
        switch change.subject {
        case .field(let field): .setField(copy: copy.id, name: field.nameForEdits, value: change.value)
        case .rating: .rate(copy: copy.id, stars: Int(change.value))
        case .folder: .move(copy: copy.id, folder: change.value)
        case .notes, .profile, .filing: nil
        }
      }
      batch.add(copy.name, edits)
    }
    work.make(batch)
  }

  private func edit(_ wants: [WantListEntry]) {
    let rows = FormModel.rows(of: wants)
    stage.replacePopup(
      with: FormModel(
        wants.count == 1 ? ShelfWords.editWant : ShelfWords.editWants,
        about: ShelfWording.about(wants.map(\.name), ShelfWords.wants), stage: stage, source: { rows },
        onSave: { [weak self] changes in self?.save(changes, of: wants) }))
  }

  private func save(_ changes: [FormModel.Change], of wants: [WantListEntry]) {
    var batch = ShelfBatch(one: ShelfWords.saved) { ShelfWords.savedWants($0) }
    for want in wants {
      let edits = changes.map { change -> ShelfEdit in
        change.subject == .rating
          ? .rateWant(want.wanted, stars: Int(change.value)) : .noteWant(want.wanted, notes: change.value)
      }
      batch.add(want.name, edits)
    }
    work.make(batch)
  }

  /// Finds the copies of the items. For one release with several copies it asks which; of many releases, those with
  /// several copies are refused.
  func withCopies(
    of items: [ShelfItem], _ question: String,
    then body: @escaping ([CollectionCopy], _ refused: [(name: String, sentence: String)]) -> Void
  ) {
    let shelf = services.shelf
    work.lookUp(items) { item -> [CollectionCopy] in
      if case .copy(let copy) = item { return [copy] }
      guard let facts = item.facts else { return [] }
      return try await shelf.copiesOf(facts.release)
    } then: { [self] found in
      if found.count == 1, found[0].1.count > 1 {
        chooseCopy(found[0].1, question, about: found[0].0.name) { body([$0], []) }
        return
      }
      var copies: [CollectionCopy] = []
      var refused: [(name: String, sentence: String)] = []
      for (item, own) in found {
        switch own.count {
        case 1: copies += own
        case 0: refused.append((item.name, item.facts == nil ? work.refusal(of: item) : ShelfWords.ownNone))
        default: refused.append((item.name, ShelfWords.ownSeveral(own.count)))
        }
      }
      if copies.isEmpty { work.refuse(refused) } else { body(copies, refused) }
    }
  }
}

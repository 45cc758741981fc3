import Clients
import DiscogsModel

/// The questions over the page: which folder, which copy, what to change, whether really.
extension AppStore {
  func open(_ popup: Popup) {
    self.popup?.close()
    self.popup = popup
    layOut()
  }

  func closePopup() {
    popup?.close()
    popup = nil
  }

  /// While a pop-up is open the keys are its own.
  func performInPopup(_ command: Command) -> Bool {
    guard let popup else { return false }
    switch popup {
    case .chooser(let model): _ = model.handle(command)
    case .form(let model): _ = model.handle(command)
    case .question(let question):
      switch command {
      case .confirm:
        closePopup()
        question.onConfirm()
      case .decline:
        closePopup()
        question.onDecline()
      default: notice = "\(key(.confirm)) or \(key(.decline))?"
      }
    case .conflict(let conflict):
      switch command {
      case .keepMine, .takeTheirs:
        closePopup()
        conflict.onChoice(command == .keepMine ? .keepMine : .takeTheirs)
      case _ where conflict.handle(command): break
      default:
        notice = "\(key(.keepMine)) sends yours, \(key(.takeTheirs)) takes theirs, \(key(.cancel)) decides later"
      }
    }
    return true
  }

  /// Esc on a pop-up: closes it, unless something that was typed would be lost without a word.
  func cancelPopup() {
    if case .form(let model) = popup, !model.mayClose() {
      notice = "Not saved: \(key(.submit)) saves, \(key(.cancel)) once more gives it up"
    } else {
      closePopup()
    }
  }

  func ask(
    _ caption: String, about: String, _ facts: [Question.Fact], advice: String? = nil,
    orElse decline: @escaping (AppStore) -> Void = { _ in }, then body: @escaping (AppStore) -> Void
  ) {
    open(
      .question(
        Question(
          caption: caption, about: about, facts: facts.filter { !$0.value.isEmpty },
          advice: advice ?? "\(key(.undo)) undoes this for a day",
          onConfirm: { [weak self] in if let self { body(self) } },
          onDecline: { [weak self] in if let self { decline(self) } })))
  }

  // MARK: Folders and copies to choose from

  /// Asks for a folder, those used last first.
  ///
  /// - Parameters:
  ///   - here: the folder it is in.
  ///   - warning: what is to be known before choosing.
  ///   - body: what is done with the folder, and what makes it if it is not there yet.
  func chooseFolder(
    _ caption: String, about: String, here: String? = nil,
    warning: @escaping @Sendable () async throws(ClientError) -> String? = { nil },
    then body: @escaping (AppStore, _ folder: String, _ making: [ShelfEdit]) -> Void
  ) {
    let (shelf, recent) = (context.services.shelf, context.recentFolders)
    open(
      .chooser(
        ChooserModel(
          caption, about: about, takesNewFolder: true, context: context,
          source: { () throws(ClientError) in
            let folders = try await shelf.folders()
            // What was added last is most like what is added now.
            let latest = try await shelf.copies(CollectionRequest(sort: SortOrder(.added)), nil, 20)
            let order = (recent + latest.rows.map(\.folder)).uniqued()
            return ChooserModel.Offer(
              ChooserModel.choices(folders, latestUsed: order, here: here), warning: try await warning())
          },
          onChoice: { [weak self] choice in
            guard let self else { return }
            closePopup()
            let (name, making): (String, [ShelfEdit])
            switch choice {
            case .folder(let folder): (name, making) = (folder.name, [])
            case .newFolder(let new): (name, making) = (new, [.makeFolder(new)])
            case .copy, .removed: return
            }
            context.recentFolders = ([name] + context.recentFolders).uniqued()
            body(self, name, making)
          })))
  }

  func chooseCopy(
    _ copies: [CollectionCopy], _ caption: String, about: String,
    then body: @escaping (AppStore, CollectionCopy) -> Void
  ) {
    open(
      .chooser(
        ChooserModel(
          caption, about: about, context: context, source: { .init(copies.map(ChooserModel.Choice.copy)) },
          onChoice: { [weak self] choice in
            guard let self, case .copy(let copy) = choice else { return }
            closePopup()
            body(self, copy)
          })))
  }

  // MARK: Editing in place

  func edit(_ items: [ShelfItem]) {
    let wants = items.compactMap { if case .want(let want) = $0 { want } else { nil } }
    if wants.count == items.count { return edit(wants) }
    withCopies(of: items, "Edit which copy?") { store, copies, refused in store.edit(copies, refused) }
  }

  private func edit(_ copies: [CollectionCopy], _ refused: [(name: String, sentence: String)]) {
    let services = context.services
    open(
      .form(
        FormModel(
          copies.count == 1 ? "Edit the copy" : "Edit the copies",
          about: ShelfWording.about(copies.map(\.name), "copy"), context: context,
          source: { () throws(ClientError) in
            let fields = try await services.edits.fields()
            let folders = try await services.shelf.folders()
            return FormModel.rows(of: copies, fields, folders: folders.map(\.name))
          },
          onSave: { [weak self] changes in self?.save(changes, of: copies, refused) })))
  }

  private func save(
    _ changes: [FormModel.Change], of copies: [CollectionCopy], _ refused: [(name: String, sentence: String)]
  ) {
    closePopup()
    guard !changes.isEmpty else {
      notice = "Nothing was changed"
      return
    }
    var batch = ShelfBatch(one: "Saved") { "Saved \(ShelfWording.counted($0, "copy"))" }
    batch.refused = refused
    for copy in copies {
      let edits = changes.compactMap { change -> ShelfEdit? in
        switch change.subject {
        case .field(let field): .setField(copy: copy.id, name: field.nameForEdits, value: change.value)
        case .rating: .rate(copy: copy.id, stars: Int(change.value))
        case .folder: .move(copy: copy.id, folder: change.value)
        case .notes, .profile, .filing: nil
        }
      }
      batch.entries.append(ShelfBatch.Entry(name: copy.name, edits: edits))
    }
    make(batch)
  }

  private func edit(_ wants: [WantListEntry]) {
    let rows = FormModel.rows(of: wants)
    open(
      .form(
        FormModel(
          wants.count == 1 ? "Edit the want" : "Edit the wants",
          about: ShelfWording.about(wants.map(\.name), "want"), context: context, source: { rows },
          onSave: { [weak self] changes in self?.save(changes, of: wants) })))
  }

  private func save(_ changes: [FormModel.Change], of wants: [WantListEntry]) {
    closePopup()
    guard !changes.isEmpty else {
      notice = "Nothing was changed"
      return
    }
    var batch = ShelfBatch(one: "Saved") { "Saved \(ShelfWording.counted($0, "want"))" }
    for want in wants {
      let edits = changes.map { change -> ShelfEdit in
        change.subject == .rating
          ? .rateWant(want.release, stars: Int(change.value)) : .noteWant(want.release, notes: change.value)
      }
      batch.entries.append(ShelfBatch.Entry(name: want.name, edits: edits))
    }
    make(batch)
  }
}

extension ChooserModel {
  /// The folders, those used last first, the one it is in last of all: nobody moves a thing to where it is.
  nonisolated static func choices(
    _ folders: [CollectionFolder], latestUsed: [String], here: String?
  ) -> [Choice] {
    var all = folders
    if !all.contains(where: \.isProtected) {
      all.append(CollectionFolder(name: ShelfEdit.uncategorised, copies: 0))
    }
    let used = latestUsed.compactMap { name in all.first { $0.name == name } }
    let others = all.filter { !latestUsed.contains($0.name) }
    let ordered = used + others
    return (ordered.filter { $0.name != here } + ordered.filter { $0.name == here }).map(Choice.folder)
  }
}

extension FormModel {
  /// The rows for one copy, or for several: what differs is shown as such, and stays where it is not touched.
  nonisolated static func rows(
    of copies: [CollectionCopy], _ fields: [CollectionInstance.Field], folders: [String]
  ) -> [Row] {
    let conditions: Set = [CollectionInstance.Field.mediaCondition, CollectionInstance.Field.sleeveCondition]
    let sorted = fields.sorted { $0.position < $1.position }
    func row(_ field: CollectionInstance.Field) -> Row {
      Row(.field(field), field.name, common(copies.map { $0.value(of: field) })) { value in
        field.options.isEmpty ? .text(of: value) : .choice(of: value, from: field.options)
      }
    }
    var rows = sorted.filter { conditions.contains($0.id) }.map(row)
    rows.append(rating(common(copies.map { $0.rating.map(String.init) ?? "" })))
    rows.append(
      Row(.folder, "Folder", common(copies.map(\.folder))) { value in
        .choice(value, of: ([ShelfEdit.uncategorised] + folders + (value.isEmpty ? [] : [value])).uniqued())
      })
    rows += sorted.filter { !conditions.contains($0.id) }.map(row)
    // Fields that only the copies know of, from an import.
    let known = Set(fields.map(\.name))
    for name in copies.flatMap({ $0.fields.map(\.name) }).uniqued() where !known.contains(name) {
      rows.append(row(CollectionInstance.Field(id: 0, name: name, kind: "textarea")))
    }
    return rows
  }

  nonisolated static func rows(of wants: [WantListEntry]) -> [Row] {
    [
      rating(common(wants.map { $0.rating.map(String.init) ?? "" })),
      Row(.notes, "Notes", common(wants.map(\.notes))) { .text(of: $0) },
    ]
  }

  nonisolated private static func rating(_ value: String?) -> Row {
    Row(.rating, "Rating", value) { .stars(Int($0)) }
  }

  /// What all have in common; nil where they differ.
  nonisolated private static func common(_ values: [String]) -> String? {
    Set(values).count == 1 ? values[0] : nil
  }
}

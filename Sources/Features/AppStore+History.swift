import Clients

/// The search history over the page.
extension AppStore {
  func openHistory() {
    guard history == nil else { return }
    if case .search(let model) = page, model.isEditing { _ = model.handle(.cancel) }
    history = HistoryModel(context: context)
  }

  func closeHistory() {
    history?.close()
    history = nil
  }

  func performInHistory(_ command: Command) -> Bool {
    guard let history else { return false }
    switch command {
    case .submit, .editEntry:
      guard let entry = history.selected else { break }
      closeHistory()
      if command == .submit {
        run(entry)
      } else if let model = goToSearch() {
        model.edit(entry)
      }
    default:
      _ = history.handle(command)
    }
    return true
  }

  /// Makes a remembered search again.
  func run(_ entry: HistoryEntry) {
    goToSearch()?.run(entry.query, kind: entry.kind, sort: entry.sort)
  }

  private func goToSearch() -> SearchModel? {
    if navigator.root != .search || navigator.depth > 0 { navigator.go(to: .search) }
    guard case .search(let model) = page else { return nil }
    return model
  }
}

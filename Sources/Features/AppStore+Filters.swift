import Clients

/// The filters over a list.
extension AppStore {
  /// - Returns: false where the list of the page cannot be filtered.
  func openFilters() -> Bool {
    guard filterPanel == nil, let source = page.model.facets else { return false }
    let model = page.model
    filterPanel = FilterModel(source, filters: model.filters, context: context) { [weak model] filters in
      model?.filter(filters)
    }
    return true
  }

  func closeFilters() {
    filterPanel?.close()
    filterPanel = nil
  }

  /// While the pop-up is open the keys are its own, but for those of the program.
  func performInFilters(_ command: Command) -> Bool {
    guard let filterPanel else { return false }
    switch command {
    case .quit, .commandLine: closeFilters()
    case .filter, .back, .closePage:
      closeFilters()
      return true
    default:
      if !filterPanel.handle(command) { notice = "\(key(.cancel)) closes the filters first" }
      return true
    }
    return false
  }
}

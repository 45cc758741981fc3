import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Navigation, and the commands of every page: find, narrow, filter, reload.
final class PageDesk: Desk {
  let stage: Stage

  private let sync: SyncDesk
  private let account: AccountDesk
  /// Carries out a command chosen in the help.
  var onCommand: (Command) -> Void = { _ in }

  init(_ stage: Stage, sync: SyncDesk, account: AccountDesk) {
    (self.stage, self.sync, self.account) = (stage, sync, account)
  }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if let root = RootPage.allCases.first(where: { $0.command == command }) {
      go(to: root)
      return .done
    }
    switch command {
    case .openHelp: openHelp()
    case .openNotifications: navigator.push(.notifications)
    case .compare: return compare()
    case .openPicture: return openPicture()
    case .openSearchHistory: openHistory()
    case .newSearch: stage.show(.newSearch, on: .search)
    case .back, .closePage, .leaveWall:
      if command == .back, page.panes.leave() { break }
      if !navigator.pop() { return .refused(AppWords.firstPage(key: key(.quit))) }
    case .historyBack: if !navigator.walk(-1) { return .refused(AppWords.noEarlierPage) }
    case .historyForward: if !navigator.walk(1) { return .refused(AppWords.noLaterPage) }
    case .lastView: if !navigator.toggleLast() { return .refused(AppWords.noOtherPage) }
    case .find: askWhatToFind()
    case .narrow: return narrow(argument)
    case .filter: return openFilters()
    case .openPasted: askForAddress()
    case .openInBrowser: stage.openInBrowser()
    case .listen: stage.playVideos()
    case .refresh, .refreshView: refresh(command)
    default: return .passed
    }
    return .done
  }

  private func go(to root: RootPage) {
    navigator.go(to: root)
    if root.isOfTheShelf { sync.syncByItself() }
  }

  private func refresh(_ command: Command) {
    if !page.panes.retry() { page.panes.refresh(isWhole: command == .refreshView) }
    // A page of the shelf shows what the last sync has brought.
    if command == .refreshView, context.can(.sync), account.state != .signedOut, page is any ShelfPageModel {
      sync.sync(isFull: false)
    }
    if let banner = stage.banner, banner.offersRetry { stage.dismissBanner() }
  }

  // MARK: Overlays

  private func openPicture() -> Outcome {
    guard context.pictures.isOn else { return .refused(PictureWords.noneShown) }
    let (subjects, title) = page.panes.pictures
    guard !subjects.isEmpty else { return .refused(PictureWords.noneHere) }
    stage.open(PictureModel(subjects, title: title, stage: stage))
    return .done
  }

  private func compare() -> Outcome {
    let subjects = page.panes.subjects.map(\.reference).uniqued()
    let ids = subjects.compactMap { reference -> Release.ID? in
      if case .release(let id) = reference { id } else { nil }
    }
    guard Comparison.room.contains(ids.count) else { return .refused(PageWords.pickPressings(key: key(.mark))) }
    navigator.push(.compare(ids))
    if ids.count < subjects.count { say(PageWords.onlyReleasesCompared(leftOut: subjects.count - ids.count)) }
    return .done
  }

  private func openHelp() {
    guard stage.overlays.first(HelpModel.self) == nil else { return }
    stage.open(HelpModel(stage, here: stage.hints(), words: stage.words()) { [weak self] in self?.onCommand($0) })
  }

  private func openHistory() {
    guard stage.overlays.first(HistoryModel.self) == nil else { return }
    if page.takesText { _ = page.perform(.cancel) }
    stage.open(HistoryModel(stage))
  }

  private func openFilters() -> Outcome {
    guard stage.overlays.first(FilterModel.self) == nil, let list = page.panes.list else { return .passed }
    guard let source = list.facets else { return .refused(PageWords.facetsElsewhere(key: key(.narrow))) }
    stage.open(
      FilterModel(source, filters: list.order.filters, stage: stage) { [weak list] filters in list?.filter(filters) })
    return .done
  }

  private func askWhatToFind() {
    stage.ask(Prompt(.find)) { [weak self] text, prompt in
      prompt.leave()
      _ = self?.page.perform(.find, .text(text))
    }
  }

  /// Filters the list; on a page with a short list that is here whole, finds in it.
  private func narrow(_ argument: CommandArgument?) -> Outcome {
    guard !page.panes.focused.isText, argument == nil else { return .passed }
    if let list = page.panes.list {
      askHowToNarrow(list)
    } else if page.panes.focused.finder != nil {
      askWhatToFind()
    } else {
      return .passed
    }
    return .done
  }

  private func askHowToNarrow(_ list: any ListPane) {
    stage.ask(
      Prompt(.narrow, text: list.order.narrowing),
      onEdit: { [weak self, weak list] prompt in
        guard let self, let list else { return }
        let text = prompt.prompt.field.text.trimmed()
        if list.narrowsWhileTyping { return list.narrow(text) }
        let isNews = list.peek(at: text) && text != prompt.prompt.before
        prompt.prompt.message = isNews ? PageWords.filtersAll(key: key(.submit)) : nil
      }, onCancel: { [weak list] in list?.narrow($0.prompt.before) },
      onCommand: { [weak list] command, _ in
        switch command {
        case .olderEntry: list?.perform(.moveUp) == .done
        case .newerEntry: list?.perform(.moveDown) == .done
        default: false
        }
      },
      onSubmit: { [weak list] text, prompt in
        prompt.leave()
        list?.narrow(text)
      })
  }

  private func askForAddress() {
    stage.ask(Prompt(.pasted)) { [weak self] text, prompt in
      guard let reference = EntityReference(pasted: text) else { return prompt.fail(AppWords.notAReference) }
      prompt.leave()
      self?.stage.navigate(to: reference)
    }
  }
}

import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Following links, pasted addresses and the browser command.
extension Stage {
  public func follow(_ link: LinkTarget) {
    switch link {
    case .entity(let reference):
      let subjects = page.panes.subjects
      for subject in subjects { context.note(subject) }
      navigate(to: reference)
      if let pressing = subjects.pressing(of: reference) { _ = page.show(.pressing(pressing)) }
    case .named(let kind, let name): follow(name: name, kind: kind)
    case .url(let url):
      if let reference = EntityReference(pasted: url) { navigate(to: reference) } else { openInBrowser(url) }
    case .user(let name): follow(user: name)
    case .search(let text): show(.search(text), on: .search, isLinked: true)
    case .again(let search): show(.again(search), on: .search, isLinked: true)
    case .route(let route): navigator.push(route)
    case .page(let root): navigator.go(to: root, isLinked: true)
    case .shelf(let query): show(.shelf(query), on: .collection, isLinked: true)
    }
    layOut()
  }

  /// Only Discogs itself has users; from another source their page opens in the browser.
  private func follow(user name: String) {
    if context.can(.people) { navigator.push(.user(name)) } else { openInBrowser(UserModel.address(of: name)) }
  }

  func navigate(to reference: EntityReference) {
    navigator.push(Route(reference))
    layOut()
  }

  private func follow(name: String, kind: EntityKind) {
    let catalogue = services.catalogue
    let preparation = context.beginFollowing()
    attempt(orSay: PageWords.lookupFailed(kind.rawValue)) { [weak self, weak asking = page] in
      defer { preparation?.end(.failed) }
      let reference = try await catalogue.named(name, kind)
      // A user who has gone elsewhere meanwhile is not fetched back.
      guard let self, asking === page, preparation?.isOpen ?? true else { return }
      if let reference {
        navigate(to: reference)
        preparation?.end(.ready)
      } else {
        notice = PageWords.noneCalled(kind.rawValue, name)
      }
    }
  }

  func openInBrowser() {
    if let url = page.panes.selectedURL ?? page.webAddress { return openInBrowser(url) }
    guard let subject = page.panes.subjects.first else { return say(PageWords.nothingSelected) }
    guard !subject.reference.isDemo else { return say(PageWords.demoHasNoPage) }
    openInBrowser(subject.reference.webURL)
  }

  /// The most records whose videos are played together: each may cost a request.
  private static let mostPlayed = 50

  func playVideos() {
    let references = page.panes.subjects.prefix(Self.mostPlayed).map(\.reference)
    guard !references.isEmpty else { return say(PageWords.nothingSelected) }
    let (catalogue, desktop) = (services.catalogue, services.desktop)
    attempt(orSay: PageWords.playingFailed) { [weak self] in
      var urls: [String] = []
      for reference in references {
        switch reference {
        case .release(let id): urls += try await catalogue.release(id).videos.map(\.url)
        case .master(let id): urls += try await catalogue.master(id).videos.map(\.url)
        case .artist, .label: break
        }
      }
      guard !urls.isEmpty else { return self?.say(PageWords.noVideos) ?? () }
      try await desktop.play(urls)
      self?.notify(.confirmation, PageWords.playing(urls.count))
    }
  }

  func openInBrowser(_ url: String) {
    let desktop = services.desktop
    attempt(orSay: PageWords.browserFailed) { [weak self] in
      try await desktop.open(url)
      self?.notify(.confirmation, PageWords.opened(url))
    }
  }
}

extension [Subject] {
  /// Returns the pressing that a master was opened from; nil for any other page.
  fileprivate func pressing(of reference: EntityReference) -> Release.ID? {
    guard case .master(let master) = reference else { return nil }
    return lazy.filter { $0.master == master }.compactMap {
      if case .release(let id) = $0.reference { id } else { nil }
    }.first
  }
}

import Clients

/// What pages say to the store: errors, each on the page on which it came up, and what only makes sense at once.
extension AppStore {
  struct PageBanner {
    weak var page: (any PageModel)?
    var banner: ErrorBanner
  }

  /// What pages say goes through this, as the first of them is made before there is a store.
  final class StoreLink {
    weak var store: AppStore?

    /// What a page has to tell is about itself: an error waits for it, and whoever has gone elsewhere meanwhile is
    /// neither spoken to nor fetched back.
    func connect(_ context: PageContext, of page: any PageModel) {
      context.report = { [self, weak page] title, error in store?.report(title, error, from: page) }
      context.say = { [self, weak page] text in if isInFront(page) { store?.notice = text } }
      context.notify = { [self] kind, text in store?.notify(kind, text) }
      context.visits = { [self] in store?.navigator.recent ?? [] }
      context.isInFront = { [self, weak page] in isInFront(page) }
      context.follow = { [self, weak page] target in if isInFront(page) { store?.follow(target) } }
    }

    private func isInFront(_ page: (any PageModel)?) -> Bool { page != nil && page === store?.page.model }
  }

  /// - Parameter origin: the page on which it happened; nil where there is none any more, or it was the store itself.
  func report(_ title: String, _ error: ClientError, from origin: (any PageModel)? = nil) {
    guard error != .cancelled else { return }
    context.services.log.write(.error, title, ["error": String(describing: error)])
    let origin = origin ?? page.model
    banners.removeAll { $0.page == nil }
    let index = banners.firstIndex { $0.page === origin }
    if let index, banners[index].banner.title == title, banners[index].banner.error == error {
      banners[index].banner.count += 1
    } else {
      if let index { banners.remove(at: index) }
      banners.append(PageBanner(page: origin, banner: ErrorBanner(title: title, error: error)))
    }
    layOut()
  }

  func dismissBanner() {
    banners.removeAll { $0.page === page.model }
  }
}

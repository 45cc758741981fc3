import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Follows artists, labels, masters and searches, and shows what is new of them.
final class FollowDesk: Desk {
  let stage: Stage

  private var looking: Task<Void, Never>?

  init(_ stage: Stage) { self.stage = stage }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .follow:
      guard let subject else { return .refused(NewsWords.whom) }
      toggle(subject)
    case .openNews:
      navigator.push(.dig(.news(since: nil)))
      stage.layOut()
      lookAutomatically()
    default: return .passed
    }
    return .done
  }

  func close() {
    looking?.cancel()
    looking = nil
  }

  /// The subject of the page; on a list, the selected artist or label, on Search else the search.
  private var subject: Followed.Subject? {
    if let own = page.route.reference, own.kind != .release { return .record(own) }
    if let selected = page.panes.subjects.first?.reference, [.artist, .label].contains(selected.kind) {
      return .record(selected)
    }
    if let search = page as? SearchModel, !search.shownQuery.isEmpty { return .search(search.shownQuery) }
    return page.panes.subjects.first.flatMap { subject in
      if case .master = subject.reference { .record(subject.reference) } else { nil }
    }
  }

  private func toggle(_ subject: Followed.Subject) {
    attempt(orSay: NewsWords.failed, from: page) { desk in
      let (news, followed) = (desk.services.news, Followed(subject, name: try await desk.name(of: subject)))
      if try await news.follow(followed) {
        desk.notify(.confirmation, NewsWords.following(followed.name, key: desk.key(.openNews)))
      } else {
        _ = try await news.unfollow(subject)
        desk.notify(.confirmation, NewsWords.noLonger(followed.name, key: desk.key(.follow)))
      }
      desk.stage.broadcast(.followedChanged)
    }
  }

  private func name(of subject: Followed.Subject) async throws -> String {
    switch subject {
    case .search(let query): return query.description
    case .record(let reference):
      if let known = context.title(of: reference) { return Homonym.strip(known) }
      let found = try await services.catalogue.names([reference])[reference]
      return found.map { Homonym.strip($0) } ?? reference.numberedName
    }
  }

  /// Looks on Discogs for new records of subjects not looked at for a day.
  func lookAutomatically() {
    guard context.can(.refresh), looking == nil else { return }
    looking = attempt(orSay: NewsWords.lookFailed) { desk in
      defer { desk.looking = nil }
      do {
        try await desk.services.news.look(false) { _ in }
        desk.stage.broadcast(.followedChanged)
      } catch {
        // A look that the user did not ask for fails in silence: the header shows the state of the network.
        guard ClientError(error) != .cancelled else { return }
        desk.services.log.write(.warning, NewsWords.lookFailed, ["error": "\(error)"])
      }
    }
  }
}

import Clients
import DiscogsModel
import Wording

/// Digs from what is selected: opens the page of what is missing.
final class DigDesk: Desk {
  let stage: Stage

  init(_ stage: Stage) { self.stage = stage }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .openGaps: openGaps()
    default: .passed
    }
  }

  /// Opens a page that Discogs cannot answer.
  private func open(_ route: Route) -> Outcome {
    guard !context.isLive else { return .refused(SourceWords.diggingNeedsCatalogue) }
    navigator.push(route)
    stage.layOut()
    return .done
  }

  private func openGaps() -> Outcome {
    guard let owner = owner else { return .refused(DigWords.gapsOfWhat) }
    return open(.dig(.gaps(owner)))
  }

  /// The label, artist or master whose page it is, or that is selected; of a release, its master.
  private var owner: EntityReference? {
    if let reference = page.route.reference, reference.kind != .release { return reference }
    guard let subject = page.panes.subjects.first else { return nil }
    guard case .release = subject.reference else { return subject.reference }
    return subject.master.map { .master($0) }
  }
}

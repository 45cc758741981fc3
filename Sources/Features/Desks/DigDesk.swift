import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Digs from the selection: gaps, paths, who else played, similar records, years.
final class DigDesk: Desk {
  let stage: Stage

  init(_ stage: Stage) { self.stage = stage }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .openGaps: open(owner.map { .dig(.gaps($0)) }, orSay: DigWords.gapsOfWhat)
    case .openYears: open(owner.map { .timeline($0) }, orSay: DigWords.yearsOfWhat)
    case .openCompany: openCompany(argument?.text)
    case .openAlike: openAlike()
    case .openPath: openPath(argument?.text)
    case .openOnThisDay: openOnThisDay()
    case .openPlays: openPlays()
    default: .passed
    }
  }

  /// The refusal of a source that cannot dig; nil for one that can.
  private var diggingRefusal: Outcome? {
    if context.can(.dig) { return nil }
    return .refused(SourceWords.diggingNeedsCatalogue(onShelf: context.source == .shelf))
  }

  /// Opens a page that Discogs itself cannot fill.
  ///
  /// - Parameter words: the refusal where there is no route.
  private func open(_ route: Route?, orSay words: String) -> Outcome {
    if let diggingRefusal { return diggingRefusal }
    guard let route else { return .refused(words) }
    // So that the page has a title at once.
    if let selected { context.note(selected) }
    navigator.push(route)
    stage.layOut()
    return .done
  }

  // MARK: Selection

  private var selected: Subject? { page.panes.subjects.first }

  /// The label, artist or master whose page it is, or the selected one; for a release, its master.
  private var owner: EntityReference? {
    if let reference = page.route.reference, reference.kind != .release { return reference }
    guard let selected else { return nil }
    guard case .release = selected.reference else { return selected.reference }
    return selected.master.map { .master($0) }
  }

  /// The artist whose page it is, or the selected release, master or artist.
  private var played: EntityReference? {
    if case .artist? = page.route.reference { return page.route.reference }
    guard let reference = selected?.reference ?? page.route.reference, reference.kind != .label else { return nil }
    return reference
  }

  // MARK: Looked up first

  /// The result of a look-up.
  private enum Found {
    case list(DigRequest.List)
    /// Why there is nothing.
    case nothing(String)
  }

  /// Shows the records like a release; for a master, those like its main release.
  private func openAlike() -> Outcome {
    if let diggingRefusal { return diggingRefusal }
    switch selected?.reference ?? page.route.reference {
    case .release(let id)?: return open(.dig(.alike(id)), orSay: "")
    case .master(let id)?:
      return follow { catalogue in
        try await catalogue.master(id).keyRelease.map { .list(.alike($0)) } ?? .nothing(DigWords.alikeWhat)
      }
    case .artist?, .label?, nil: return .refused(DigWords.alikeWhat)
    }
  }

  /// Shows who else played on the selection, or on the record or with the artist named.
  private func openCompany(_ text: String?) -> Outcome {
    guard let text else { return open(played.map { .dig(.company($0)) }, orSay: DigWords.companyOfWhat) }
    if let diggingRefusal { return diggingRefusal }
    return follow { catalogue in
      try await catalogue.played(meantBy: text).map { .list(.company($0)) } ?? .nothing(DigWords.noArtist(text))
    }
  }

  /// Finds a path between two artists; from the present one where only one is named.
  private func openPath(_ text: String?) -> Outcome {
    if let diggingRefusal { return diggingRefusal }
    guard let text else { return .unfinished() }
    let names = text.split(separator: ">", maxSplits: 1).map { String($0).trimmed() }.filter { !$0.isEmpty }
    let here = artist
    guard let last = names.last, names.count == 2 || here != nil else { return .refused(DigWords.pathFromWhere) }
    return follow { catalogue in
      let start = names.count == 2 ? try await catalogue.artist(meantBy: names[0]) : here
      guard let start else { return .nothing(DigWords.noArtist(names[0])) }
      guard let end = try await catalogue.artist(meantBy: last) else { return .nothing(DigWords.noArtist(last)) }
      return start == end ? .nothing(DigWords.samePerson) : .list(.path(from: start, to: end))
    }
  }

  /// The artist whose page it is, or the selected one.
  private var artist: Artist.ID? {
    for case .artist(let id)? in [page.route.reference, selected?.reference] { return id }
    return nil
  }

  /// Opens the list that a look-up leads to; the keys that follow wait for it.
  private func follow(_ find: @escaping (CatalogueClient) async throws -> Found) -> Outcome {
    let preparation = preparations.begin()
    attempt(orSay: PageWords.releaseFailed) { desk in
      defer { preparation.end(.failed) }
      let found = try await find(desk.services.catalogue)
      guard preparation.isOpen else { return }
      switch found {
      case .nothing(let words): desk.notice = words
      case .list(let list):
        desk.navigator.push(.dig(list))
        desk.stage.layOut()
        preparation.end(.ready)
      }
    }
    return .done
  }

  private func openPlays() -> Outcome {
    stage.follow(.route(.dig(.plays)))
    return .done
  }

  private func openOnThisDay() -> Outcome {
    // A shelf has years but no dates.
    if context.source == .shelf { return .refused(SourceWords.shelfLacksDates) }
    let today = CivilDate.date(ofDays: services.desktop.localTime().day)
    return open(.dig(.cameOut(month: today.month, day: today.day)), orSay: "")
  }
}

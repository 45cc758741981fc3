import Clients
import RunoutModel
import Wording

/// Changes the shelf: the keys for copies, wants and records.
final class ShelfDesk: Desk {
  let stage: Stage

  let work: ShelfWork

  init(_ stage: Stage, work: ShelfWork) { (self.stage, self.work) = (stage, work) }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .intake: return takeIn(argument?.text)
    case .edit, .remove, .addToCollection, .toggleWant, .gotIt, .moveToFolder, .markPlayed: break
    default:
      guard let stars = command.stars else { return .passed }
      return rate(page.panes.shelfItems, stars: stars == 0 ? nil : stars)
    }
    let items = page.panes.shelfItems
    guard !items.isEmpty else { return .passed }
    if let refusal { return refusal }
    guard work.progress == nil else { return .refused(ShelfWords.underWay(key: key(.cancel))) }
    switch command {
    case .addToCollection: askWhereToAdd(items, isGot: false)
    case .gotIt: askWhereToAdd(items, isGot: true)
    case .toggleWant: toggleWants(items)
    case .edit: edit(items)
    case .moveToFolder: askWhereToMove(items)
    case .markPlayed: return play(items, on: argument?.text)
    default: remove(items)
    }
    return .done
  }

  /// Rates rows of the shelf, and on a release's page the copy that is owned; other rows are not rated.
  private func rate(_ items: [ShelfItem], stars: Int?) -> Outcome {
    guard !items.isEmpty else { return page.panes.subjects.isEmpty ? .passed : .refused(ShelfWords.whereToRate) }
    if let refusal { return refusal }
    let rated = ShelfWords.rated(stars)
    let isWant = if case .want? = items.first { true } else { false }
    var batch = ShelfBatch(one: rated) {
      isWant ? ShelfWords.rated(rated, wants: $0) : ShelfWords.rated(rated, copies: $0)
    }
    for item in items {
      switch item {
      case .copy(let copy): batch.add(copy.name, [.rate(copy: copy.id, stars: stars)])
      case .want(let want): batch.add(want.name, [.rateWant(want.wanted, stars: stars)])
      case .release(let facts) where page.route == .release(facts.release):
        withCopies(of: items, ShelfWords.rateWhich) { [self] copies, refused in
          batch.refused = refused
          for copy in copies { batch.add(copy.name, [.rate(copy: copy.id, stars: stars)]) }
          work.make(batch)
        }
        return .done
      case .release, .master, .other: return .refused(ShelfWords.whereToRate)
      }
    }
    work.make(batch)
    return .done
  }

  // MARK: Into the collection

  /// Takes records into a folder, one after the other; nil asks for the folder.
  private func takeIn(_ folder: String?) -> Outcome {
    if let refusal { return refusal }
    let open = { [self] (folder: String, making: [ShelfEdit]) in
      stage.replacePopup(with: IntakeModel(folder, making: making, stage: stage, work: work))
    }
    guard let folder else {
      chooseFolder(IntakeWords.which, about: IntakeWords.scan, then: open)
      return .done
    }
    let preparation = preparations.begin()
    attempt(orSay: ShelfWords.readFailed) { desk in
      defer { preparation.end(.failed) }
      let known = try await desk.services.shelf.folders().map(\.name)
      guard preparation.isOpen else { return }
      let found = known.first { $0.lowercased() == folder.lowercased() }
      open(found ?? folder, found == nil ? [.makeFolder(folder)] : [])
      preparation.end(.ready)
    }
    return .done
  }

  /// - Parameter isGot: whether the records leave the want list.
  private func askWhereToAdd(_ items: [ShelfItem], isGot: Bool) {
    let records = items.uniqued(by: { $0.facts?.release })
    guard records.contains(where: { $0.facts != nil }) else { return work.refuse(items) }
    let releases = records.compactMap { $0.facts?.release }
    let shelf = services.shelf
    chooseFolder(
      isGot ? ShelfWords.gotInto : ShelfWords.add,
      about: ShelfWording.about(records.map(\.name), ShelfWords.records),
      warning: {
        if releases.count == 1 {
          return ShelfWording.doubles(try await shelf.copiesOf(releases[0]).filter { $0.refusal != .row })
        }
        var owned = 0
        for release in releases {
          let copies = try await shelf.copiesOf(release)
          if copies.contains(where: { $0.refusal != .row }) { owned += 1 }
        }
        return owned == 0 ? nil : ShelfWords.ownSome(owned, of: releases.count)
      },
      then: { [self] folder, making in add(records, to: folder, making: making, isGot: isGot) })
  }

  private func add(_ items: [ShelfItem], to folder: String, making: [ShelfEdit], isGot: Bool) {
    var batch = ShelfBatch(one: isGot ? ShelfWords.got(into: folder) : ShelfWords.added(to: folder)) {
      isGot ? ShelfWords.got($0, into: folder) : ShelfWords.added($0, to: folder)
    }
    let shelf = services.shelf
    work.lookUp(items, opensPopup: false) { item -> [Wanted] in
      guard isGot, let facts = item.facts else { return [] }
      // A record that is got fulfils a want of any pressing as well.
      let wants = [Wanted.release(facts.release)] + (facts.master.map { [Wanted.master($0)] } ?? [])
      var found: [Wanted] = []
      for wanted in wants {
        if try await shelf.wantOf(wanted) != nil { found.append(wanted) }
      }
      return found
    } then: { [self] found in
      var making = making
      // Two pressings that are got together fulfil one want.
      var fulfilled: Set<Wanted> = []
      for (item, wants) in found {
        guard let facts = item.facts else {
          batch.refused.append((item.name, work.refusal(of: item)))
          continue
        }
        let over = wants.filter { fulfilled.insert($0).inserted }
        let edits = over.map { ShelfEdit.unwant($0) } + making + [ShelfEdit.add(facts, folder: folder)]
        batch.add(item.name, edits)
        making = []
      }
      work.make(batch)
    }
  }

  // MARK: Wants

  /// Takes all off the list if all are on it; otherwise adds those that are not.
  private func toggleWants(_ items: [ShelfItem]) {
    let records = items.uniqued(by: { $0.wantFacts?.wanted })
    guard records.contains(where: { $0.wantFacts != nil }) else { return work.refuse(items) }
    let shelf = services.shelf
    work.lookUp(records) { item -> WantListEntry? in
      if case .want(let want) = item { return want }
      guard let facts = item.wantFacts else { return nil }
      return try await shelf.wantOf(facts.wanted)
    } then: { [self] found in
      let known = found.filter { $0.0.wantFacts != nil }
      if known.allSatisfy({ $0.1 != nil }) {
        // One key does not delete what a user has written.
        let wants = known.compactMap(\.1)
        let isWritten = wants.contains { !$0.notes.isEmpty || $0.rating != nil }
        return isWritten ? askToUnwant(wants) : unwant(wants)
      }
      let new = found.filter { $0.1 == nil }
      let areMasters = new.allSatisfy { $0.0.wantFacts?.wanted.isAnyPressing ?? true }
      var batch = ShelfBatch(one: areMasters ? ShelfWords.wantedAnyPressing : ShelfWords.wanted) {
        ShelfWords.wanted($0)
      }
      for (item, _) in new {
        if let facts = item.wantFacts {
          batch.add(item.name, [.want(facts, notes: "", rating: nil)])
        } else {
          batch.refused.append((item.name, work.refusal(of: item)))
        }
      }
      work.make(batch)
    }
  }

  private func unwant(_ wants: [WantListEntry]) {
    var batch = ShelfBatch(one: ShelfWords.unwanted) { ShelfWords.unwanted($0) }
    for want in wants { batch.add(want.name, [.unwant(want.wanted)]) }
    work.make(batch)
  }

  private func askToUnwant(_ wants: [WantListEntry]) {
    // Discogs does not have them, so there is no need to ask.
    if wants.allSatisfy({ $0.refusal == .row }) { return unwant(wants) }
    let facts: [Question.Fact] =
      if let want = wants.first, wants.count == 1 {
        [
          .init(FieldWords.rating, want.rating.map { ShelfWords.stars($0) } ?? ""),
          .init(FieldWords.notes, want.notes), .init(ColumnWords.added, String(want.added.prefix(10))),
        ]
      } else {
        [
          .init(FieldWords.rated, counted(wants.count { $0.rating != nil }, of: wants.count)),
          .init(ShelfWords.withNotes, counted(wants.count { !$0.notes.isEmpty }, of: wants.count)),
        ]
      }
    stage.ask(
      wants.count == 1 ? ShelfWords.unwantThis : ShelfWords.unwantThese,
      about: ShelfWording.about(wants.map(\.name), ShelfWords.records), facts
    ) { [self] in unwant(wants) }
  }

  // MARK: Copies

  private func askWhereToMove(_ items: [ShelfItem]) {
    withCopies(of: items, ShelfWords.moveWhich) { [self] copies, refused in
      chooseFolder(
        copies.count == 1 ? ShelfWords.moveTo : ShelfWords.moveAllTo,
        about: ShelfWording.about(copies.map(\.name), ShelfWords.copies),
        here: copies.count == 1 ? copies[0].folder : nil,
        then: { [self] folder, making in
          var batch = ShelfBatch(one: ShelfWords.moved(to: folder), refused: refused) {
            ShelfWords.moved($0, to: folder)
          }
          for (number, copy) in copies.enumerated() {
            batch.add(copy.name, (number == 0 ? making : []) + [.move(copy: copy.id, folder: folder)])
          }
          work.make(batch)
        })
    }
  }

  /// - Parameter day: as typed; nil for today.
  private func play(_ items: [ShelfItem], on day: String?) -> Outcome {
    let desktop = services.desktop
    let time: Double?
    do {
      time = try PastDay.time(day ?? "today", today: desktop.localTime().day, secondsFromUTC: desktop.secondsFromUTC)
    } catch {
      return .refused(ShelfWords.notADay(day ?? ""))
    }
    withCopies(of: items, ShelfWords.playWhich) { [self] copies, refused in
      var batch = ShelfBatch(one: ShelfWords.played, refused: refused) { ShelfWords.played($0) }
      for copy in copies { batch.add(copy.name, [.play(copy: copy.id, at: time)]) }
      work.make(batch)
    }
    return .done
  }

  private func remove(_ items: [ShelfItem]) {
    let wants = items.compactMap { if case .want(let want) = $0 { want } else { nil } }
    if wants.count == items.count { return askToUnwant(wants) }
    withCopies(of: items, ShelfWords.removeWhich) { [self] copies, refused in
      let remove = { [self] in
        var batch = ShelfBatch(one: ShelfWords.removed, refused: refused) { ShelfWords.removed($0) }
        for copy in copies { batch.add(copy.name, [.remove(copy: copy.id)]) }
        work.make(batch)
      }
      // Discogs does not have them, so there is no need to ask.
      if copies.allSatisfy({ $0.refusal == .row }) { return remove() }
      let facts: [Question.Fact]
      if let copy = copies.first, copies.count == 1 {
        let folder = Question.Fact(FieldWords.folder, copy.folder)
        let rating = Question.Fact(FieldWords.rating, copy.rating.map { ShelfWords.stars($0) } ?? "")
        // What the user has written comes first: a low screen shows the first facts only.
        facts =
          [folder, rating] + copy.fields.map { .init($0.name, $0.value) } + [
            .init(ShelfWords.conditionFact, copy.grades),
            .init(ColumnWords.added, String(copy.added.prefix(10))),
          ]
      } else {
        let folders = copies.map(\.folder).uniqued()
        let noted = copies.count { copy in copy.fields.contains { !$0.value.isEmpty } }
        facts = [
          .init(
            folders.count == 1 ? FieldWords.folder : ColumnWords.folders,
            folders.prefix(3).joined(separator: ", ") + (folders.count > 3 ? ", …" : "")),
          .init(FieldWords.rated, counted(copies.count { $0.rating != nil }, of: copies.count)),
          .init(ShelfWords.withNotes, counted(noted, of: copies.count)),
        ]
      }
      stage.ask(
        copies.count == 1 ? ShelfWords.removeThis : ShelfWords.removeThese,
        about: ShelfWording.about(copies.map(\.name), ShelfWords.copies), facts, then: remove)
    }
  }

  private func counted(_ number: Int, of total: Int) -> String { number == 0 ? "" : ShelfWords.part(number, of: total) }
}

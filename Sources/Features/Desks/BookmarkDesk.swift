import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Bookmarks: a letter or a name for an artist, a label, a release or a master.
final class BookmarkDesk: Desk {
  let stage: Stage

  private var lastWork: Task<Void, Never>?

  init(_ stage: Stage) { self.stage = stage }

  /// A mark may be typed with the command, as in `bookmark to sell`; otherwise the next key is asked for.
  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    let purpose: LetterModel.Purpose
    switch command {
    case .bookmark:
      guard let subject = subjectToBookmark() else { return .done }
      purpose = .bookmark(subject)
    case .openBookmark: purpose = .go
    case .deleteBookmark: purpose = .delete
    default: return .passed
    }
    guard let mark = argument?.text else {
      ask(for: purpose)
      return .done
    }
    guard Bookmark.isMark(mark) else { return .refused(BookmarkWords.notAMark) }
    carryOut(purpose, mark)
    return .done
  }

  private func carryOut(_ purpose: LetterModel.Purpose, _ mark: String) {
    switch purpose {
    case .bookmark(let subject): bookmark(subject, as: mark)
    case .go: openBookmark(mark)
    case .delete: deleteBookmark(mark)
    case .start: break
    }
  }

  /// Takes the key after the one that asked for a letter.
  ///
  /// - Parameter letter: nil for a key that types nothing.
  private func take(_ letter: Character?, for request: LetterModel) {
    stage.close(request)
    notice = nil
    guard let letter, Bookmark.isLetter(letter) else { return say(BookmarkWords.notALetter) }
    carryOut(request.purpose, String(letter))
  }

  /// Returns the record to bookmark; nil after saying why there is none.
  private func subjectToBookmark() -> Subject? {
    let subjects = page.subjectsToBookmark
    switch subjects.count {
    case 0: notice = BookmarkWords.notHere
    case 1: return subjects[0]
    default: notice = BookmarkWords.oneAtATime(subjects.count, key: key(.cancel))
    }
    return nil
  }

  private func ask(for purpose: LetterModel.Purpose) {
    let request = LetterModel(purpose, stage: stage) { [weak self] request, letter in self?.take(letter, for: request) }
    stage.open(request)
    afterLast(orSay: BookmarkWords.readFailed) { desk in
      do {
        request.bookmarks = try await desk.services.bookmarks.all()
      } catch {
        desk.stage.close(request)
        throw error
      }
    }
  }

  private func bookmark(_ subject: Subject, as mark: String) {
    let bookmark = Bookmark(mark, reference: subject.reference, name: subject.name)
    afterLast(orSay: BookmarkWords.saveFailed, from: page) { desk in
      let replaced = try await desk.services.bookmarks.set(bookmark)
      let other = replaced.flatMap { $0.reference == bookmark.reference ? nil : $0.told(beside: bookmark) }
      desk.notify(.confirmation, BookmarkWords.set(mark, bookmark.name, instead: other))
      desk.stage.broadcast(.bookmarksChanged)
    }
  }

  private func openBookmark(_ mark: String) {
    let origin = page
    // The keys that come next are meant for its page.
    let preparation = preparations.begin()
    afterLast(orSay: BookmarkWords.readFailed, from: origin) { [weak origin] desk in
      defer { preparation.end(.failed) }
      let all = try await desk.services.bookmarks.all()
      // The beginning of a name will do, where no other begins so.
      let begun = mark.count > 1 ? all.filter { $0.mark.lowercased().hasPrefix(mark.lowercased()) } : []
      let found = all.first { $0.mark == mark } ?? (begun.count == 1 ? begun[0] : nil)
      // A user who has gone elsewhere meanwhile is not fetched back.
      guard preparation.isOpen, origin === desk.page else { return }
      guard let found else {
        return desk.say(
          begun.isEmpty
            ? BookmarkWords.unset(mark, key: desk.key(.bookmark)) : BookmarkWords.several(begun.map(\.mark)))
      }
      if Route(found.reference) == desk.page.route {
        desk.notice = BookmarkWords.isHere(found.mark)
      } else {
        desk.context.note(Subject(reference: found.reference, title: found.name))
        desk.stage.navigate(to: found.reference)
      }
      preparation.end(.ready)
    }
  }

  private func deleteBookmark(_ mark: String) {
    afterLast(orSay: BookmarkWords.deleteFailed, from: page) { desk in
      guard let deleted = try await desk.services.bookmarks.delete(mark) else {
        return desk.say(BookmarkWords.unset(mark))
      }
      desk.notify(.confirmation, BookmarkWords.deleted(mark, deleted.name))
      desk.stage.broadcast(.bookmarksChanged)
    }
  }

  /// Runs work in the order in which it was asked for: a bookmark that was just made is there.
  private func afterLast(
    orSay title: String, from origin: (any PageModel)? = nil,
    _ work: @escaping (BookmarkDesk) async throws -> Void
  ) {
    let last = lastWork
    lastWork = attempt(orSay: title, from: origin) { desk in
      await last?.value
      try await work(desk)
    }
  }
}

extension Bookmark {
  /// Its name, or `master 5460` where the other one has the same name.
  nonisolated fileprivate func told(beside other: Bookmark) -> String {
    name == other.name ? "\(reference.kind.rawValue) \(reference.number)" : name
  }
}

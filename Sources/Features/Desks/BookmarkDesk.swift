import Clients
import DiscogsModel
import RunoutModel
import Wording

/// Bookmarks: a letter for an artist, a label, a release or a master.
final class BookmarkDesk: Desk {
  let stage: Stage

  private var lastWork: Task<Void, Never>?

  init(_ stage: Stage) { self.stage = stage }

  func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    if case .letter(let letter)? = argument { return perform(command, letter: letter) }
    switch command {
    case .bookmark: if let subject = subjectToBookmark() { ask(for: .bookmark(subject)) }
    case .openBookmark: ask(for: .go)
    case .deleteBookmark: ask(for: .delete)
    default: return .passed
    }
    return .done
  }

  /// Carries out a command typed with its letter: `bookmark a`.
  private func perform(_ command: Command, letter: Character) -> Outcome {
    switch command {
    case .bookmark: if let subject = subjectToBookmark() { bookmark(subject, as: letter) }
    case .openBookmark: openBookmark(letter)
    case .deleteBookmark: deleteBookmark(letter)
    default: return .passed
    }
    return .done
  }

  /// Takes the key after the one that asked for a letter.
  ///
  /// - Parameter letter: nil for a key that types nothing.
  private func take(_ letter: Character?, for request: LetterModel) {
    stage.close(request)
    notice = nil
    guard let letter, Bookmark.isLetter(letter) else {
      notice = BookmarkWords.notALetter
      return
    }
    switch request.purpose {
    case .bookmark(let subject): bookmark(subject, as: letter)
    case .go: openBookmark(letter)
    case .delete: deleteBookmark(letter)
    case .start: break
    }
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
    afterLast { desk in
      do throws(ClientError) {
        request.bookmarks = try await desk.services.bookmarks.all()
      } catch {
        desk.stage.close(request)
        desk.report(BookmarkWords.readFailed, error)
      }
    }
  }

  private func bookmark(_ subject: Subject, as letter: Character) {
    let bookmark = Bookmark(letter: letter, reference: subject.reference, name: subject.name)
    let origin = page
    afterLast { [weak origin] desk in
      do throws(ClientError) {
        let replaced = try await desk.services.bookmarks.set(bookmark)
        let other = replaced.flatMap { $0.reference == bookmark.reference ? nil : $0.told(beside: bookmark) }
        desk.notify(
          .confirmation, BookmarkWords.set(letter, bookmark.name, instead: other))
        desk.stage.broadcast(.bookmarksChanged)
      } catch {
        desk.report(BookmarkWords.saveFailed, error, from: origin)
      }
    }
  }

  private func openBookmark(_ letter: Character) {
    let origin = page
    // The keys that come next are meant for its page.
    let preparation = preparations.begin()
    afterLast { [weak origin] desk in
      defer { preparation.end(.failed) }
      do throws(ClientError) {
        let found = try await desk.services.bookmarks.all().first { $0.letter == letter }
        // A user who has gone elsewhere meanwhile is not fetched back.
        guard preparation.isOpen, origin === desk.page else { return }
        guard let found else {
          desk.notice = BookmarkWords.unset(letter, key: desk.key(.bookmark))
          return
        }
        guard Route(found.reference) != desk.page.route else {
          desk.notice = BookmarkWords.isHere(letter)
          preparation.end(.ready)
          return
        }
        desk.context.note(Subject(reference: found.reference, title: found.name))
        desk.stage.navigate(to: found.reference)
        preparation.end(.ready)
      } catch {
        desk.report(BookmarkWords.readFailed, error, from: origin)
      }
    }
  }

  private func deleteBookmark(_ letter: Character) {
    let origin = page
    afterLast { [weak origin] desk in
      do throws(ClientError) {
        guard let deleted = try await desk.services.bookmarks.delete(letter) else {
          desk.notice = BookmarkWords.unset(letter)
          return
        }
        desk.notify(.confirmation, BookmarkWords.deleted(letter, deleted.name))
        desk.stage.broadcast(.bookmarksChanged)
      } catch {
        desk.report(BookmarkWords.deleteFailed, error, from: origin)
      }
    }
  }

  /// Runs work in the order in which it was asked for: a bookmark that was just made is there.
  private func afterLast(_ work: @escaping @MainActor (BookmarkDesk) async -> Void) {
    let last = lastWork
    lastWork = tasks.run { [weak self] in
      await last?.value
      guard let self else { return }
      await work(self)
    }
  }
}

extension Bookmark {
  /// Its name, or `master 5460` where the other one has the same name.
  nonisolated fileprivate func told(beside other: Bookmark) -> String {
    name == other.name ? "\(reference.kind.rawValue) \(reference.number)" : name
  }
}

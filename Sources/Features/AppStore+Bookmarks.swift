public import Clients
import DiscogsModel

/// The next key is the letter of a bookmark: to make it, to go to it, or to delete it.
nonisolated public struct LetterRequest: Hashable, Sendable {
  public enum Purpose: Hashable, Sendable {
    case bookmark(Subject)
    case go, delete
  }

  public let purpose: Purpose
  /// Those that there are; nil until they have been read.
  public internal(set) var bookmarks: [Bookmark]?

  /// What the pop-up says.
  public var chord: Chord {
    let caption =
      switch purpose {
      case .bookmark(let subject): "Bookmark \(subject.name) as"
      case .go: "Go to bookmark"
      case .delete: "Delete bookmark"
      }
    guard let bookmarks else { return Chord(caption: caption, hints: [ChordHint(keys: "a…z", text: "loading…")]) }
    guard !bookmarks.isEmpty else {
      let isMaking = if case .bookmark = purpose { true } else { false }
      return Chord(
        caption: caption, hints: [ChordHint(keys: "a…z", text: isMaking ? "any letter" : "no bookmarks yet")])
    }
    return Chord(
      caption: caption, hints: bookmarks.map { ChordHint(keys: String($0.letter), text: $0.name) },
      pairsCapitals: false)
  }
}

/// Bookmarks: a letter for an artist, a label, a release or a master.
extension AppStore {
  func performOnBookmarks(_ command: Command) -> Bool {
    switch command {
    case .bookmark: if let subject = subjectToBookmark() { ask(for: .bookmark(subject)) }
    case .openBookmark: ask(for: .go)
    case .deleteBookmark: ask(for: .delete)
    default: return false
    }
    return true
  }

  /// Carries out what was typed with a letter: `bookmark a`.
  func perform(_ command: Command, letter: Character) {
    switch command {
    case .bookmark: if let subject = subjectToBookmark() { bookmark(subject, as: letter) }
    case .openBookmark: openBookmark(letter)
    default: deleteBookmark(letter)
    }
  }

  /// Takes the key after the one that asked for a letter.
  ///
  /// - Parameter letter: nil for a key that types nothing.
  public func take(letter: Character?) {
    guard let request = letterRequest else { return }
    letterRequest = nil
    notice = nil
    guard let letter, Bookmark.isLetter(letter) else {
      notice = "A bookmark is a letter, a to z or A to Z"
      return
    }
    switch request.purpose {
    case .bookmark(let subject): bookmark(subject, as: letter)
    case .go: openBookmark(letter)
    case .delete: deleteBookmark(letter)
    }
  }

  /// What is meant; says why where it cannot be bookmarked.
  private func subjectToBookmark() -> Subject? {
    let subjects = page.model.subjectsToBookmark
    switch subjects.count {
    case 0: notice = "Nothing here can be bookmarked: releases, masters, artists and labels can"
    case 1: return subjects[0]
    default: notice = "One at a time: \(subjects.count.grouped) rows are selected, \(key(.cancel)) deselects them"
    }
    return nil
  }

  private func ask(for purpose: LetterRequest.Purpose) {
    letterRequest = LetterRequest(purpose: purpose)
    afterLastBookmark { store in
      do throws(ClientError) {
        let bookmarks = try await store.context.services.bookmarks.all()
        if store.letterRequest?.purpose == purpose { store.letterRequest?.bookmarks = bookmarks }
      } catch {
        if store.letterRequest?.purpose == purpose { store.letterRequest = nil }
        store.report("The bookmarks could not be read", error)
      }
    }
  }

  private func bookmark(_ subject: Subject, as letter: Character) {
    let bookmark = Bookmark(letter: letter, reference: subject.reference, name: subject.name)
    let origin = page.model
    afterLastBookmark { [weak origin] store in
      do throws(ClientError) {
        let replaced = try await store.context.services.bookmarks.set(bookmark)
        let other = replaced.flatMap { $0.reference == bookmark.reference ? nil : $0.told(beside: bookmark) }
        store.notify(
          .confirmation, "\(letter): \(bookmark.name)" + (other.map { ", in place of \($0)" } ?? " is bookmarked"))
        store.navigator.forEachPage { $0.bookmarksChanged() }
      } catch {
        store.report("The bookmark was not kept", error, from: origin)
      }
    }
  }

  private func openBookmark(_ letter: Character) {
    let origin = page.model
    // The keys that come next are meant for its page.
    let preparation = preparations.begin()
    afterLastBookmark { [weak origin] store in
      defer { preparation.end(.failed) }
      do throws(ClientError) {
        let found = try await store.context.services.bookmarks.all().first { $0.letter == letter }
        // Whoever has gone elsewhere meanwhile is not fetched back.
        guard preparation.isOpen, origin === store.page.model else { return }
        guard let found else {
          store.notice = "No bookmark has the letter \(letter); \(store.key(.bookmark)) and a letter makes one"
          return
        }
        guard Route(found.reference) != store.page.model.route else {
          store.notice = "This is the bookmark \(letter)"
          preparation.end(.ready)
          return
        }
        store.context.note(found.name, of: found.reference)
        store.navigate(to: found.reference)
        preparation.end(.ready)
      } catch {
        store.report("The bookmarks could not be read", error, from: origin)
      }
    }
  }

  private func deleteBookmark(_ letter: Character) {
    let origin = page.model
    afterLastBookmark { [weak origin] store in
      do throws(ClientError) {
        guard let deleted = try await store.context.services.bookmarks.delete(letter) else {
          store.notice = "No bookmark has the letter \(letter)"
          return
        }
        store.notify(.confirmation, "Deleted bookmark \(letter): \(deleted.name)")
        store.navigator.forEachPage { $0.bookmarksChanged() }
      } catch {
        store.report("The bookmark was not deleted", error, from: origin)
      }
    }
  }

  /// One after the other, as they were asked for: a bookmark that was just made is there.
  private func afterLastBookmark(_ work: @escaping @MainActor (AppStore) async -> Void) {
    let last = lastBookmarkWork
    lastBookmarkWork = tasks.run { [weak self] in
      await last?.value
      guard let self else { return }
      await work(self)
    }
  }
}

extension Bookmark {
  /// Its name; where that is the other's as well, what tells them apart: `master 5460`.
  nonisolated fileprivate func told(beside other: Bookmark) -> String {
    name == other.name ? "\(reference.kind.rawValue) \(reference.number)" : name
  }
}

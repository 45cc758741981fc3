public import DiscogsModel

/// What can be changed of a copy, in the account's terms: folders and fields by number.
public struct CopyTerms: Hashable, Sendable {
  /// Nil while the folder is not known there.
  public var folder: Int?
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// By the fields' numbers; empty ones are absent.
  public var notes: [Int: String]

  public init(folder: Int?, rating: Int? = nil, notes: [Int: String] = [:]) {
    self.folder = folder
    self.rating = rating
    self.notes = notes
  }

  /// One thing of a copy that can be changed by itself.
  public enum Part: Hashable, Sendable {
    case folder, rating
    case note(Int)
  }

  /// What differs, in a fixed order.
  public func differences(from other: CopyTerms) -> [Part] {
    var parts: [Part] = []
    if folder != other.folder { parts.append(.folder) }
    if rating != other.rating { parts.append(.rating) }
    for number in Set(notes.keys).union(other.notes.keys).sorted() where notes[number] != other.notes[number] {
      parts.append(.note(number))
    }
    return parts
  }

  public subscript(part: Part) -> String {
    switch part {
    case .folder: folder.map(String.init) ?? ""
    case .rating: rating.map(String.init) ?? ""
    case .note(let number): notes[number] ?? ""
    }
  }
}

extension CollectionInstance {
  /// What can be changed of it.
  public var terms: CopyTerms {
    var values: [Int: String] = [:]
    for note in notes where !note.value.isEmpty { values[note.field.number] = note.value }
    return CopyTerms(folder: folder?.number, rating: rating, notes: values)
  }
}

/// A change on its way to the account.
public struct OutgoingEdit: Hashable, Sendable, Identifiable {
  public enum Change: Hashable, Sendable {
    /// `instance` is known when it was added already and only its terms are missing. `known` are the copies of the
    /// release that were there before it was first sent; nil when it never was.
    case addCopy(Release.ID, CopyTerms, instance: Int?, known: [Int]?)
    case changeCopy(Release.ID, instance: Int, before: CopyTerms, after: CopyTerms)
    /// `instance` is nil where the account never had it.
    case removeCopy(Release.ID, instance: Int?, CopyTerms)
    case want(Release.ID, notes: String, rating: Int?)
    case changeWant(Release.ID, notes: String?, rating: Int??)
    case unwant(Release.ID)
    case makeFolder(String)
    case renameFolder(Int, String)
    case deleteFolder(Int)
  }

  public var id: Int64
  public var change: Change
  /// It was begun before, and how far it came is unknown.
  public var mayHaveBeenSent: Bool
  /// The user has seen what the server has, and wants it this way all the same.
  public var isForced: Bool
  /// How often it was tried, this time included.
  public var attempts: Int
}

/// What became of a change that was sent.
public enum SendingOutcome: Hashable, Sendable {
  /// `folder` is the number of one that was made.
  case done(folder: Int? = nil)
  /// It is tried again at a time, in seconds since 1970.
  case again(reason: String, dueAt: Double)
  case refused(String)
  /// The server has something else than what was changed here; nil where it no longer has the copy.
  case conflict(CollectionInstance?)
}

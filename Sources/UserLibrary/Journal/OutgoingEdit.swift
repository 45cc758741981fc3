public import DiscogsModel

/// The editable values of a copy in the account's terms: folders and fields by number.
public struct CopyTerms: Hashable, Sendable {
  /// Nil until the account has the folder.
  public var folder: Int?
  /// 1 to 5; nil when not rated.
  public var rating: Int?
  /// By field number; empty ones are absent.
  public var notes: [Int: String]

  public init(folder: Int?, rating: Int? = nil, notes: [Int: String] = [:]) {
    (self.folder, self.rating, self.notes) = (folder, rating, notes)
  }

  public enum Part: Hashable, Sendable {
    case folder, rating
    case note(Int)
  }

  /// The values that differ, in a fixed order.
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
  public var terms: CopyTerms {
    var values: [Int: String] = [:]
    for note in notes where !note.value.isEmpty { values[note.field.number] = note.value }
    return CopyTerms(folder: folder?.number, rating: rating, notes: values)
  }
}

public struct OutgoingEdit: Hashable, Sendable, Identifiable {
  public enum Change: Hashable, Sendable {
    /// `instance` is known if the copy was added already and only its terms are missing. `known` are the copies of the
    /// release before it was first sent; nil if it never was.
    case addCopy(Release.ID, CopyTerms, instance: Int?, known: [Int]?)
    case changeCopy(Release.ID, instance: Int, before: CopyTerms, after: CopyTerms)
    /// `instance` is nil if the account never had it.
    case removeCopy(Release.ID, instance: Int?, CopyTerms)
    case want(Release.ID, notes: String, rating: Int?)
    case changeWant(Release.ID, notes: String?, rating: Int??)
    case unwant(Release.ID)
    case makeFolder(String)
    case renameFolder(Int, String)
    /// Nil if the account never had it.
    case deleteFolder(Int?)
  }

  public var id: Int64
  public var change: Change
  /// Whether an earlier attempt may have reached the account.
  public var mayHaveBeenSent: Bool
  /// Whether the user has seen the server's state and insists on this one.
  public var isForced: Bool
  public var attempts: Int
}

public enum SendingOutcome: Hashable, Sendable {
  /// `folder` is the number of a folder that was made.
  case done(folder: Int? = nil)
  /// To be sent again at `dueAt`, in seconds since 1970.
  case again(reason: String, dueAt: Double)
  case refused(String)
  /// The account has changed the copy to this meanwhile; nil if it is gone there.
  case conflict(CollectionInstance?)
}

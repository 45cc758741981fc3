public import DiscogsModel

/// How far a sync has come, on disk: it goes on there after the program was killed.
public struct MirrorProgress: Codable, Hashable, Sendable {
  public enum Part: String, Codable, Hashable, Sendable {
    case collection, wants, lists
  }

  /// Counts the passes: what a pass has met is what is there.
  public var pass: Int
  public var part: Part
  /// The page to ask for next, from 1.
  public var page: Int
  /// How many rows the account's list has, as the last page said.
  public var total: Int?
  /// Whether everything is fetched, or only until what is known comes.
  public var isFull: Bool
  /// What the first page listed, in its order: the instances of copies, the releases of wants.
  public var first: [Int] = []
  /// The same of the rows that are not shown here, as they are to be removed.
  public var hidden: Set<Int> = []
  /// How often the list was begun in this sync, this time included.
  public var round = 1

  public init(pass: Int, part: Part, page: Int = 1, total: Int? = nil, isFull: Bool) {
    self.pass = pass
    self.part = part
    self.page = page
    self.total = total
    self.isFull = isFull
  }

  /// Reads what earlier versions wrote, too: without a first page to compare, they begin again.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pass = try container.decode(Int.self, forKey: .pass)
    part = try container.decode(Part.self, forKey: .part)
    page = try container.decode(Int.self, forKey: .page)
    total = try container.decodeIfPresent(Int.self, forKey: .total)
    isFull = try container.decode(Bool.self, forKey: .isFull)
    first = try container.decodeIfPresent([Int].self, forKey: .first) ?? []
    hidden = try container.decodeIfPresent(Set<Int>.self, forKey: .hidden) ?? []
    round = try container.decodeIfPresent(Int.self, forKey: .round) ?? 1
  }
}

/// What a page of the account's list has changed here.
public struct MirrorChange: Hashable, Sendable {
  public var added = 0
  public var changed = 0
  /// What is on the page and not shown here, as it is to be removed.
  public var hidden: Set<Int> = []

  public init() {}

  public var isNone: Bool { added == 0 && changed == 0 }
}

extension MirrorProgress {
  func having(_ change: MirrorChange) -> MirrorProgress {
    var progress = self
    progress.hidden.formUnion(change.hidden)
    return progress
  }
}

/// A copy that a pass has not met, as it is to be looked for once more.
public struct MissingCopy: Hashable, Sendable {
  /// In the library.
  public var id: Int64
  public var release: Release.ID
  /// The account's number of the folder it was in; nil for one that the account does not have.
  public var folder: Int?
}

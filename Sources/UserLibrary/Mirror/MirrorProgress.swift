public import DiscogsModel

/// The progress of a sync, stored so that it continues after the program was killed.
public struct MirrorProgress: Codable, Hashable, Sendable {
  public enum Part: String, Codable, Hashable, Sendable { case collection, wants, lists }

  /// Numbers the passes; a row's `seen` is the pass that met it last.
  public var pass: Int
  public var part: Part
  /// The next page to fetch, counting from 1.
  public var page = 1
  /// The length of the account's list, by the last page.
  public var total: Int?
  /// Whether to fetch the whole list, rather than up to the first known rows.
  public var isFull: Bool
  /// The rows of the first page, in its order: the instances of copies, the releases of wants.
  public var first: [Int] = []
  /// The rows that the account has and the shelf hides, as they are to be removed: instances or releases.
  public var hidden: Set<Int> = []
  /// How often the list was begun in this sync, this time included.
  public var round = 1

  public init(pass: Int, part: Part, isFull: Bool) { (self.pass, self.part, self.isFull) = (pass, part, isFull) }

  /// Also reads the progress of earlier versions, which lacks a first page to compare.
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

public struct MirrorChange: Hashable, Sendable {
  public var added = 0
  public var changed = 0
  /// The rows of the page that the shelf hides, as they are to be removed.
  public var hidden: Set<Int> = []

  public init() {}

  public var isNone: Bool { added == 0 && changed == 0 }
}

/// A copy that a pass has not met, with the facts for a second look.
public struct MissingCopy: Hashable, Sendable {
  /// The library's id, not the account's number.
  public var id: Int64
  public var release: Release.ID
  /// The account's number of the folder it was in; nil for a folder that the account lacks.
  public var folder: Int?
}

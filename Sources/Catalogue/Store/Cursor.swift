internal import DiscogsModel

/// Where a list goes on: behind a row, said in a way that still means something when the catalogue was replaced.
struct Cursor: Hashable {
  /// Where the list goes on, in the terms of the list and of this generation's file: a rank, a position.
  enum Place: Hashable {
    /// Among the records of exactly the name that was typed, behind this rank.
    case exact(Int)
    /// Among those whose name differs from it by an article, behind this rank.
    case alike(Int)
    /// Among its other matches, behind this rank.
    case match(Int)
    /// From this position on, in a list that has positions.
    case position(Int)
  }

  var place: Place
  /// How many rows came before; the fallback where the row is not found again.
  var offset: Int
  /// The last row given.
  var last: EntityReference
  /// Of the file, not of the store: two stores over one file understand each other's cursors.
  var stamp: Int

  /// `m120.50.r249504.1795222257`.
  var token: String {
    let place =
      switch place {
      case .exact(let rank): "e\(rank)"
      case .alike(let rank): "a\(rank)"
      case .match(let rank): "m\(rank)"
      case .position(let position): "p\(position)"
      }
    return "\(place).\(offset).\(last.shorthand).\(stamp)"
  }

  init(place: Place, offset: Int, last: EntityReference, stamp: Int) {
    self.place = place
    self.offset = offset
    self.last = last
    self.stamp = stamp
  }

  init(_ token: String) throws(CatalogueError) {
    let parts = token.split(separator: ".")
    guard parts.count == 4, let number = UInt32(parts[0].dropFirst()).map({ Int($0) }),
      let offset = UInt32(parts[1]).map({ Int($0) }), let id = Int(parts[2].dropFirst()), let stamp = Int(parts[3]),
      let kind = EntityKind.allCases.first(where: { $0.rawValue.first == parts[2].first })
    else { throw .unknownCursor }
    switch parts[0].first {
    case "e": place = .exact(number)
    case "a": place = .alike(number)
    case "m": place = .match(number)
    case "p": place = .position(number)
    default: throw .unknownCursor
    }
    self.offset = offset
    self.stamp = stamp
    last = EntityReference(kind, id)
  }
}

internal import DiscogsModel

/// Where a list continues, in a form that survives the replacement of the catalogue.
struct Cursor: Hashable {
  /// The place in this generation's file: a rank or a position.
  enum Place: Hashable {
    /// Among records with exactly the typed name, behind this rank.
    case exact(Int)
    /// Among records whose name differs from it by an article, behind this rank.
    case alike(Int)
    /// Among other matches, behind this rank.
    case match(Int)
    /// From this position on, in lists that have positions.
    case position(Int)
  }

  var place: Place
  /// The number of rows before it: the fallback where the last row is not found again.
  var offset: Int
  var last: EntityReference
  /// Identifies the file, not the store: two stores of one file accept each other's cursors.
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
}

extension Cursor {
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
    (self.offset, self.stamp) = (offset, stamp)
    last = EntityReference(kind, id)
  }
}

import Clients
public import RunoutModel

/// A part of the collection or the want list, as the pane beside the list offers it.
nonisolated public enum ShelfPart: Hashable, Sendable {
  case folder(CollectionFolder)
  /// A smart crate with how many rows it finds; nil where it can no longer be read.
  case crate(SmartCrate, copies: Int?)
  /// The rows that have something in common.
  case group(ShelfGroup, ShelfGrouping)

  public var name: String {
    switch self {
    case .folder(let folder): folder.name
    case .crate(let crate, _): crate.name
    case .group(let group, _): group.name
    }
  }

  /// How many there are in it; of a want list, how many wants.
  public var copies: Int? {
    switch self {
    case .folder(let folder): folder.copies
    case .crate(_, let copies): copies
    case .group(let group, _): group.copies
    }
  }

  /// Nil where it is none.
  var folder: String? { if case .folder(let folder) = self { folder.name } else { nil } }

  /// What leaves just these rows; empty for a folder, which is asked for by its name.
  var query: String {
    switch self {
    case .folder: ""
    case .crate(let crate, _): crate.query
    case .group(let group, _): group.query
    }
  }

  /// Whether it is the same part, perhaps with another number of copies.
  func isSame(as other: ShelfPart) -> Bool {
    switch (self, other) {
    case (.folder(let folder), .folder(let another)): folder.name == another.name
    case (.crate(let crate, _), .crate(let another, _)): crate.name == another.name && crate.list == another.list
    case (.group(let group, let grouping), .group(let another, let other)):
      grouping == other && group.query == another.query
    default: false
    }
  }
}

extension CollectionRequest {
  /// What a part leaves of its list, narrowed further by what was typed.
  nonisolated init(_ part: ShelfPart?, _ order: ListOrder) {
    // What was typed comes first, so that the place of a mistake in it is right.
    self.init(
      folder: part?.folder, sort: order.sort,
      narrowing: [order.narrowing, part?.query ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
  }
}

import Clients
public import RunoutModel

/// A part of the collection or the want list, as offered beside the list.
nonisolated public enum ShelfPart: Hashable, Sendable {
  case folder(CollectionFolder)
  /// A smart crate with how many rows it finds; nil where it can no longer be read.
  case crate(SmartCrate, copies: Int?)
  /// Rows that have a value in common, such as a decade.
  case group(ShelfGroup, ShelfGrouping)

  public var name: String {
    switch self {
    case .folder(let folder): folder.name
    case .crate(let crate, _): crate.name
    case .group(let group, _): group.name
    }
  }

  /// The number of its copies; on the want list, of its wants.
  public var copies: Int? {
    switch self {
    case .folder(let folder): folder.copies
    case .crate(_, let copies): copies
    case .group(let group, _): group.copies
    }
  }

  var folder: String? { if case .folder(let folder) = self { folder.name } else { nil } }

  /// The query for just these rows; empty for a folder, which is asked for by name.
  var query: String {
    switch self {
    case .folder: ""
    case .crate(let crate, _): crate.query
    case .group(let group, _): group.query
    }
  }

  /// Returns whether it is the same part, perhaps with another count.
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
  /// A request for a part of its list, narrowed further by what was typed.
  nonisolated init(_ part: ShelfPart?, _ order: ListOrder) {
    // The typed words come first, so that the position of an error in them is right.
    self.init(
      folder: part?.folder, sort: order.sort,
      narrowing: [order.narrowing, part?.query ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
  }
}

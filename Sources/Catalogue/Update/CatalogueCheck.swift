internal import SQLiteSupport

/// Checks an imported catalogue.
public enum CatalogueCheck {
  /// Checks the whole file, which takes minutes for a large one. Blocks its thread, so not for the main actor.
  ///
  /// - Returns: its size in bytes.
  public static func run(_ path: String) throws(CatalogueError) -> Int {
    let found = DatabaseCheck.run(.catalogue, at: path, within: .seconds(86_400))
    switch found {
    case .missing: throw .missing(path: path)
    case .whole(_, let bytes, _): return bytes
    case .older(let schema, let known): throw .olderSchema(path: path, found: schema, known: known)
    case .newer(let schema, let known): throw .newerSchema(path: path, found: schema, known: known)
    case .damaged(let reason): throw .damaged(path: path, reason: reason)
    case .unreadable(let reason): throw .unreadable(path: path, reason: reason)
    }
  }
}

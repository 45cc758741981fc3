public import DiscogsModel
public import RunoutModel

/// Something on a page that can be followed.
nonisolated public enum LinkTarget: Hashable, Sendable {
  case entity(EntityReference)
  /// A page known by name only, from markup such as `[a=Name]`.
  case named(EntityKind, String)
  case url(String)
  case user(String)
  case search(String)
  /// Runs a remembered search, sorted and filtered as it was.
  case again(HistoryEntry)
  case page(RootPage)
  case route(Route)
  /// The copies of the collection that a query leaves.
  case shelf(String)
}

public import DiscogsModel

/// The page of a record or a user that was looked at.
public struct Visit: Hashable, Sendable {
  /// Whose page it was.
  public enum Place: Hashable, Sendable {
    case record(EntityReference)
    case user(String)
  }

  public var place: Place
  /// `Artist – Title`, or the name, as it was then.
  public var name: String
  /// What tells it from others of that name: `1959 · CL 1355`. Empty where nothing is known.
  public var detail: String
  /// Seconds since 1970.
  public var time: Double

  /// Creates a visit.
  public init(_ place: Place, name: String, detail: String = "", at time: Double) {
    self.place = place
    self.name = name
    self.detail = detail
    self.time = time
  }
}

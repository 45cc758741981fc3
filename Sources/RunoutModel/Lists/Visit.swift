public import DiscogsModel

/// A visit to the page of a record or user.
public struct Visit: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    case record(EntityReference)
    case user(String)
  }

  public var place: Place
  /// `Artist – Title`, or the name, as it was then.
  public var name: String
  /// Tells it from others of that name: `1959 · CL 1355`. Empty where nothing is known.
  public var detail: String
  /// Seconds since 1970.
  public var time: Double

  public init(_ place: Place, name: String, detail: String = "", at time: Double) {
    (self.place, self.name, self.detail, self.time) = (place, name, detail, time)
  }
}

public import RunoutModel

/// The options of an update.
public struct UpdateOptions: Sendable {
  /// The month of the dumps, for the catalogue's metadata: `2026-08`.
  public var month: String
  /// Selects releases, with the masters, artists and labels they name; nil for all.
  public var only: SearchQuery?
  /// The most work that a kill may cost.
  public var interval: Duration
  /// Called after each step that a kill must not undo, for tests.
  public var faultPoint: @Sendable () -> Void

  public init(
    month: String, only: SearchQuery? = nil, interval: Duration = .seconds(30),
    faultPoint: @escaping @Sendable () -> Void = {}
  ) {
    (self.month, self.only, self.interval, self.faultPoint) = (month, only, interval, faultPoint)
  }

  /// The first field that a selection cannot use, as a single release cannot answer it.
  public static func refusedField(in query: SearchQuery) -> SearchQuery.Field? {
    query.terms.lazy.compactMap(\.field).first { [.type, .barcode, .runout, .role, .owned, .wanted].contains($0) }
  }
}

public import RunoutModel

/// What an update is to do, besides reading its dumps.
public struct UpdateOptions: Sendable {
  /// The month of the dumps, which the catalogue says it is of: `2026-08`.
  public var month: String
  /// Only releases that this finds, and the masters, artists and labels they name; nil for everything.
  public var only: SearchQuery?
  /// How much work a kill may cost.
  public var interval: Duration
  /// Called after each step that a kill must not undo.
  public var faultPoint: @Sendable () -> Void

  public init(
    month: String, only: SearchQuery? = nil, interval: Duration = .seconds(30),
    faultPoint: @escaping @Sendable () -> Void = {}
  ) {
    self.month = month
    self.only = only
    self.interval = interval
    self.faultPoint = faultPoint
  }

  /// The first field that a selection cannot go by.
  public static func refusedField(in query: SearchQuery) -> SearchQuery.Field? { Selection.refused(in: query) }
}

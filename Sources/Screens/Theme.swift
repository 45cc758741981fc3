public import Terminal

/// The few styles every page is drawn with: one accent, dim for secondary facts, bold for the thing itself.
public struct Theme: Sendable {
  public var text = CellStyle.plain
  public var strong = CellStyle.plain.bold
  public var quiet = CellStyle.plain.dim
  public var accent = CellStyle.plain.colour(.cyan)
  public var caption = CellStyle.plain.colour(.cyan).bold
  public var link = CellStyle.plain.underlined
  public var rule = CellStyle.plain.dim
  /// The selected row where the keys go.
  public var selected = CellStyle.plain.reversed
  /// The selected row of a pane that does not have the keys.
  public var selectedElsewhere = CellStyle.plain.bold
  public var badge = CellStyle.plain.colour(.green)
  public var warning = CellStyle.plain.colour(.yellow).bold
  public var error = CellStyle.plain.colour(.red).bold

  public init() {}
}

public import Terminal

/// The few styles every page is drawn with: one accent, dim for secondary facts, bold for the thing itself.
///
/// The colours are readable on dark and light backgrounds alike; a terminal with fewer gets the nearest it has.
public struct Theme: Sendable {
  public var text = CellStyle.plain
  public var strong = CellStyle.plain.bold
  public var quiet = CellStyle.plain.dim
  public var accent = CellStyle.plain.colour(.palette(37))
  public var caption = CellStyle.plain.colour(.palette(37)).bold
  public var rule = CellStyle.plain.dim
  /// The selected row where the keys go.
  public var selected = CellStyle.plain.reversed
  /// The selected row of a pane that does not have the keys.
  public var selectedElsewhere = CellStyle.plain.bold
  public var badge = CellStyle.plain.colour(.palette(71))
  public var warning = CellStyle.plain.colour(.palette(172)).bold
  public var error = CellStyle.plain.colour(.palette(160)).bold

  public init() {}
}

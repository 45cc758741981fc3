/// How the screen is divided. View models need the heights to page, pages need the rectangles to draw: both ask here.
nonisolated public struct FrameLayout: Hashable, Sendable {
  public let columns: Int
  public let rows: Int
  public let bannerRows: Int
  /// The line of an urgent notification above the banner: 0 or 1.
  public let alertRows: Int

  public init(columns: Int, rows: Int, hasBanner: Bool = false, hasAlert: Bool = false) {
    (self.columns, self.rows) = (columns, rows)
    // A narrow screen breaks the banner's sentence, where it is high enough for that.
    alertRows = hasAlert ? 1 : 0
    bannerRows = !hasBanner ? 0 : columns < 72 && rows >= 10 ? 3 : 2
  }

  /// Below 40×8, where a note stands in for the page; the state is kept.
  public var isTooSmall: Bool { columns < 40 || rows < 8 }
  /// Low screens do without the rules between header, page and footer.
  public var hasRules: Bool { rows >= 16 }

  public var headerRow: Int { 0 }
  public var titleRow: Int { hasRules ? 2 : 1 }
  public var bodyTop: Int { hasRules ? 4 : 2 }
  public var footerRow: Int { rows - 1 }
  public var bannerTop: Int { rows - (hasRules ? 2 : 1) - bannerRows }
  public var alertRow: Int { bannerTop - alertRows }
  public var bodyRows: Int { max(1, alertRow - bodyTop) }
}

/// How a page with a list and an info pane divides its width.
nonisolated public struct SplitLayout: Hashable, Sendable {
  public let columns: Int
  /// 0 where the pane is hidden or has the whole width to itself.
  public let infoColumns: Int
  public let isWide: Bool

  /// The columns between list and pane, a line in their middle; and how many there are from that line on.
  public static var gap: Int { 3 }
  static var gapAfterLine: Int { 2 }
  /// The columns of the pane at the left of the list, and of the gap between them.
  public static var sideColumns: Int { 20 }
  public static var gapBesideSide: Int { 2 }
  /// The least columns of the pane, and of the list.
  private static let (leastInfo, leastList) = (20, 60)

  /// - Parameter chosen: how wide the user wants the pane; nil for the usual width.
  public init(columns: Int, wantsInfo: Bool, chosen: Int? = nil) {
    self.columns = columns
    isWide = columns >= 100
    let usual = min(60, columns * 3 / 8 - 8)
    let most = max(Self.leastInfo, columns - Self.gap - Self.leastList)
    infoColumns = isWide && wantsInfo ? chosen.map { max(Self.leastInfo, min($0, most)) } ?? usual : 0
  }

  /// The columns that the pane leaves to the list.
  var listColumns: Int { infoColumns > 0 ? columns - infoColumns - Self.gap : columns }

  /// The column left of a text that has the page's width.
  public static var margin: Int { 1 }
  /// The width text in the pane is laid out for; its last column is for the marks that say it goes on, after a gap.
  public var textColumns: Int { (isWide ? max(20, infoColumns) : columns - Self.margin) - Self.scrollMarks }
  /// The columns of the marks that say a text goes on, with the gap before them.
  public static var scrollMarks: Int { 2 }
  /// The width of a page that is all text: long lines are hard to read, so a wide screen is not filled.
  public static func pageTextColumns(_ columns: Int) -> Int { min(readableColumns, columns - 1 - margin) }
  static var readableColumns: Int { 92 }
}

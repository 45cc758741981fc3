public import Observation

/// A list and the info pane beside it: which of them has the keys, and which are on the screen.
///
/// Wide screens show both; on narrow ones the pane takes the list's place while it has the keys.
@Observable
public final class Panes {
  public let info: InfoPane
  public private(set) var isInfoFocused = false
  public private(set) var showsInfo = true
  public private(set) var split = SplitLayout(columns: 80, wantsInfo: true)

  @ObservationIgnored private var rows = 20
  /// Called when the pane has come on the screen or the keys have gone over: it may have another record to show.
  @ObservationIgnored var onChange: () -> Void = {}

  init(_ info: InfoPane) {
    self.info = info
  }

  public var isInfoVisible: Bool { split.isWide ? showsInfo : isInfoFocused }
  public var isListVisible: Bool { split.isWide || !isInfoFocused }

  /// Returns false for a command that is the list's or the page's.
  func handle(_ command: Command) -> Bool {
    switch command {
    case .toggleInfo: toggleInfo()
    case .previewDown: info.scroll(by: 1)
    case .previewUp: info.scroll(by: -1)
    case .nextPane, .previousPane: focusInfo(!isInfoFocused)
    case .nextLink, .previousLink:
      guard isInfoFocused else { return false }
      if !info.handle(command) { focusInfo(false) }
    default: return isInfoFocused && info.handle(command)
    }
    return true
  }

  func focusInfo(_ focused: Bool) {
    if focused, split.isWide, !showsInfo { toggleInfo() }
    isInfoFocused = focused
    onChange()
  }

  /// Gives the keys back to the list; false when it has them.
  func leaveInfo() -> Bool {
    guard isInfoFocused else { return false }
    focusInfo(false)
    return true
  }

  private func toggleInfo() {
    guard split.isWide else { return focusInfo(!isInfoFocused) }
    showsInfo.toggle()
    if !showsInfo { isInfoFocused = false }
    layOut(columns: split.columns)
  }

  func resize(columns: Int, rows: Int) {
    self.rows = rows
    layOut(columns: columns)
  }

  private func layOut(columns: Int) {
    split = SplitLayout(columns: columns, wantsInfo: showsInfo)
    info.resize(columns: split.textColumns, rows: rows)
    onChange()
  }
}

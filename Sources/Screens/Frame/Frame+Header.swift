import Clients
import Features
import RunoutModel
import Terminal
import Wording

// The top line: the root pages, and the state of source, network and account.
extension Frame {
  func drawHeader(_ layout: FrameLayout, on canvas: inout Canvas) {
    let line = Rect(column: 0, row: layout.headerRow, columns: canvas.size.columns, rows: 1)
    let content = HeaderContent(
      root: store.navigator.root, source: store.source, account: store.desks.account.state, network: store.network,
      unread: store.notifications.unread, pending: store.desks.sync.pending.count, sync: store.desks.sync.status.phase)
    parts.header.lay(content, in: line, on: &canvas) { canvas in
      drawHeader(in: line, on: &canvas)
      return line.columns..<line.columns + 1
    }
    if layout.hasRules {
      canvas.horizontalLine(at: Point(column: 0, row: line.row + 1), columns: line.columns, style: theme.rule)
    }
  }

  private func drawHeader(in line: Rect, on canvas: inout Canvas) {
    let (row, width) = (line.row, line.columns)
    var used = canvas.write("Runout", at: Point(column: 0, row: row), style: theme.strong) + 2
    for tab in tabs(columns: width, glyphs: canvas.glyphs) {
      let style = tab.roots.contains { $0.root == store.navigator.root } ? theme.accent.bold.underlined : theme.quiet
      let columns = canvas.write(tab.text, at: Point(column: used, row: row), style: style)
      for (place, root) in tab.roots {
        let area = Rect(column: used + place, row: row, columns: tab.roots.count > 1 ? 1 : columns + 1, rows: 1)
        canvas.addRegion(area, Hit.root(root))
      }
      used += columns + 2
    }
    drawStatus(in: Rect(column: used, row: row, columns: max(0, width - used), rows: 1), on: &canvas)
  }

  /// A root page, or several that have no room for their names.
  private struct Tab {
    var text: String
    /// The pages that a click opens, each with the column it begins at: of several the first and the last.
    var roots: [(column: Int, root: RootPage)]
  }

  /// The current page and, from the left, as many others with their names as the parts of the status worth knowing leave
  /// room for: `1 Home  2 Search  3…9`.
  private func tabs(columns: Int, glyphs: Glyphs) -> [Tab] {
    let roots = roots(columns: columns)
    let parts = statusParts.filter { $0.rank >= Part.worthKnowing }
    let status = parts.reduce(-3) { $0 + TextWidth.columns($1.text) + 3 }
    let room = columns - status - TextWidth.columns(store.key(.openHelp)) - 2 - 8
    for named in (0...roots.count).reversed() {
      let tabs = tabs(roots, named: named, glyphs: glyphs)
      let width = tabs.reduce(0) { $0 + TextWidth.columns($1.text, glyphs: glyphs) + 2 }
      if width <= room || named == 0 { return tabs }
    }
    return []
  }

  private func tabs(_ roots: [RootPage], named: Int, glyphs: Glyphs) -> [Tab] {
    var tabs: [Tab] = []
    var unnamed: [RootPage] = []
    func endRun() {
      if let first = unnamed.first, let last = unnamed.last, unnamed.count > 2 {
        let start = "\(first.rawValue)\(Character(glyphs.ellipsis))"
        let end = TextWidth.columns(start, glyphs: glyphs)
        tabs.append(Tab(text: start + "\(last.rawValue)", roots: [(0, first), (end, last)]))
      } else {
        tabs += unnamed.map { Tab(text: "\($0.rawValue)", roots: [(0, $0)]) }
      }
      unnamed = []
    }
    for (place, root) in roots.enumerated() {
      guard place < named || root == store.navigator.root else {
        unnamed.append(root)
        continue
      }
      endRun()
      tabs.append(Tab(text: "\(root.rawValue) \(root.title)", roots: [(0, root)]))
    }
    endRun()
    return tabs
  }

  /// The root pages to show: only the current one on a narrow screen with trouble or without room for the source.
  private func roots(columns: Int) -> [RootPage] {
    let current = store.navigator.root
    guard columns < 64 else { return RootPage.allCases }
    let isTrouble = statusParts.contains { $0.rank >= Part.trouble && $0.rank < Part.source }
    let numbers = 8 + 3 * RootPage.allCases.count + TextWidth.columns(current.title)
    let isTight = numbers + TextWidth.columns(store.source.source.rawValue) + 3 > columns
    return isTrouble || isTight ? [current] : RootPage.allCases
  }

  /// A fact of the header. Where not all fit, those of the lowest rank are left out.
  private struct Part {
    var text: String
    var rank: Int
    var style: CellStyle

    /// From this rank on, names of pages give way.
    static let worthKnowing = 55
    /// From this rank on something is wrong; below ``source``, which is always shown.
    static let trouble = 90
    static let source = 100
  }

  private func drawStatus(in rect: Rect, on canvas: inout Canvas) {
    let separator = " \(canvas.glyphs.separator) "
    let glyphs = canvas.glyphs
    let help = store.key(.openHelp)
    let room = rect.columns - TextWidth.columns(help, glyphs: glyphs) - 1
    func width(_ parts: [Part]) -> Int {
      TextWidth.columns(parts.map(\.text).joined(separator: separator), glyphs: glyphs)
    }
    var parts = statusParts
    while parts.count > 1, width(parts) > room, let least = parts.indices.min(by: { parts[$0].rank < parts[$1].rank }) {
      parts.remove(at: least)
    }
    var area = rect
    let helpArea = area.takeRight(TextWidth.columns(help, glyphs: glyphs))
    canvas.write(help, in: helpArea, style: theme.quiet)
    canvas.addRegion(helpArea, Hit.command(.openHelp))
    area.takeRight(width(parts) + 2 <= room + 1 ? 2 : 1)
    area.takeLeft(max(0, area.columns - width(parts)))
    for (number, part) in parts.enumerated() {
      if number > 0 { area.takeLeft(canvas.write(separator, in: area, style: theme.quiet)) }
      area.takeLeft(canvas.write(part.text, in: area, style: part.style, truncation: .clip))
    }
  }

  private var statusParts: [Part] {
    let network = store.network
    var parts = [Part(text: store.source.source.rawValue, rank: Part.source, style: theme.quiet)]
    func add(_ text: String, _ rank: Int, _ style: CellStyle? = nil) {
      parts.append(Part(text: text, rank: rank, style: style ?? theme.quiet))
    }
    if !store.source.month.isEmpty { add(store.source.month, 6) }
    if store.isReadOnly { add(ScreenWords.readOnly, 94, theme.warning) }
    switch store.desks.account.state {
    case .refused: add(ScreenWords.tokenRefused, 95, theme.error)
    case .signedIn(let user?): add(user, 5)
    case .signedIn(nil), .signedOut: break
    }
    switch network.connection {
    case .local, .online: break
    case .slow: add("slow", 90, theme.warning)
    case .offline: add("offline", 90, theme.warning)
    }
    if let held = network.heldSeconds {
      add(ScreenWords.waiting(seconds: held), 92, theme.warning)
    } else if let budget = network.budget, network.connection != .offline, budget.remaining * 4 < budget.limit {
      add("\(budget.remaining)/\(budget.limit)", 40)
    }
    if !network.activities.isEmpty { add(ScreenWords.tasks(network.activities.count), 30) }
    let pending = store.desks.sync.pending
    if !pending.isEmpty {
      let stuck = pending.count(where: \.isStuck)
      add(SyncWords.toSend(pending.count - stuck, stuck: stuck), 60)
    }
    switch store.desks.sync.status.phase {
    case .off, .idle: break
    case .running(let progress): add(ScreenWords.syncing(progress.done, of: progress.total), 35)
    case .paused: add(SyncWords.isPaused, 38)
    case .failed: add(SyncWords.hasFailed, 55, theme.warning)
    }
    let unread = store.notifications.unread
    if unread > 0 { add(ScreenWords.unread(unread, key: store.key(.openNotifications)), 70, theme.warning) }
    return parts
  }
}

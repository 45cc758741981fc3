import Features
import Terminal
import Wording

// The line under the header: the trail of pages, and the facts of the current one.
extension Frame {
  func drawTitle(_ view: PageView, _ layout: FrameLayout, on canvas: inout Canvas) {
    let row = layout.titleRow
    let width = layout.columns
    if layout.hasRules { canvas.horizontalLine(at: Point(column: 0, row: row + 1), columns: width, style: theme.rule) }
    var line = Rect(column: 0, row: row, columns: width, rows: 1)
    // The search history covers the page, so the line names it instead.
    guard store.overlays.first(HistoryModel.self) == nil else {
      canvas.write(TitleWords.searchHistory, in: line, style: theme.strong)
      return
    }
    drawFilter(in: &line, on: &canvas)
    if let prompt = view.page.prompt {
      // Text being typed needs the room.
      let room = prompt.model.isEditing ? width * 2 / 5 : width / 2
      drawFacts(view.facts, atMost: room - (width - line.columns), in: &line, on: &canvas)
      prompt.draw(in: line, errorRow: layout.hasRules ? row + 1 : nil, on: &canvas)
    } else {
      let title = TextWidth.columns(view.page.title, glyphs: canvas.glyphs)
      let room = max(width / 3, width - title - 4) - (width - line.columns)
      drawFacts(view.facts, atMost: room, in: &line, on: &canvas)
      if !view.page.drawHeading(in: line, on: &canvas) { drawTrail(view, in: line, on: &canvas) }
    }
  }

  /// Draws the list's filter with the key that clears it, and takes their room off the line.
  private func drawFilter(in line: inout Rect, on canvas: inout Canvas) {
    let order = store.page.panes.order
    guard order.isCutDown else { return }
    let clears = ScreenWords.clears(canvas.glyphs.key(store.key(.cancel)))
    func text(_ narrowing: (String) -> String) -> String {
      [order.narrowing.isEmpty ? "" : narrowing(order.narrowing), Wording.filters(order.filters)]
        .filter { !$0.isEmpty }.joined(separator: " \(canvas.glyphs.separator) ")
    }
    let (whole, short) = (text(ScreenWords.filtered), text(ScreenWords.filteredShort))
    func columns(_ text: String) -> Int { TextWidth.columns(text, glyphs: canvas.glyphs) }
    let room = line.columns * 3 / 5
    let key = columns(clears) + 3
    let shown = columns(whole) + key <= room ? whole : short
    let area = line.takeRight(min(columns(shown) + key, room))
    var rest = area
    canvas.write(" \(canvas.glyphs.separator) \(clears)", in: rest.takeRight(key), style: theme.quiet)
    canvas.write(shown, in: rest, style: theme.accent)
    canvas.addRegion(area, Hit.filter)
    line.takeRight(2)
  }

  /// Draws the facts at the right, whole ones only; the first are dropped first. Takes their room off the line.
  private func drawFacts(_ facts: [String], atMost room: Int, in line: inout Rect, on canvas: inout Canvas) {
    let separator = " \(canvas.glyphs.separator) "
    for first in facts.indices {
      // Of an array, since joining a part of one looks its type up each time.
      let text = Array(facts[first...]).joined(separator: separator)
      let width = TextWidth.columns(text, glyphs: canvas.glyphs)
      guard width <= room else { continue }
      canvas.write(text, in: line.takeRight(width), style: theme.quiet)
      line.takeRight(2)
      return
    }
  }

  private func drawTrail(_ view: PageView, in rect: Rect, on canvas: inout Canvas) {
    let title = view.page.title
    let titleWidth = TextWidth.columns(title, glyphs: canvas.glyphs)
    // The trail shrinks from its far end, so that the page's own name stays whole.
    let titles = store.navigator.trail.map { PageView($0, style: style).page.title }
    // A release and its master have one name, which stands once.
    let above = zip(titles, titles.dropFirst()).filter { $0 != $1 }.map(\.0)
    var names = above[...]
    func trail() -> String { names.map { "\($0) \(canvas.glyphs.right) " }.joined() }
    while TextWidth.columns(trail(), glyphs: canvas.glyphs) + 2 + titleWidth > rect.columns, !names.isEmpty {
      names.removeFirst()
    }
    let lead = (names.count < above.count ? "\(canvas.glyphs.ellipsis) " : "") + trail()
    let used = canvas.write(lead, in: rect, style: theme.quiet)
    canvas.write(
      title, at: Point(column: rect.column + used, row: rect.row), style: theme.strong, columns: rect.columns - used)
  }
}

import Clients
import DiscogsModel
public import Features
public import Terminal

/// Draws the whole screen from the store, and changes nothing.
public struct Frame {
  let store: AppStore
  let theme: Theme

  public init(_ store: AppStore, theme: Theme = Theme()) {
    self.store = store
    self.theme = theme
  }

  public func compose(size: Size, glyphs: Glyphs) -> Canvas {
    var canvas = Canvas(size: size, glyphs: glyphs)
    let layout = store.layout
    guard !layout.isTooSmall else {
      drawTooSmall(on: &canvas)
      return canvas
    }
    drawHeader(on: &canvas)
    let view = PageView(store.page, store: store, theme: theme)
    drawTitle(view, layout, on: &canvas)
    let body = Rect(column: 0, row: layout.bodyTop, columns: layout.columns, rows: layout.bodyRows)
    let covered = store.history != nil
    view.draw(in: body, hasFocus: !covered && store.prompt == nil, on: &canvas)
    if let history = store.history {
      HistoryPopup(model: history, now: store.now, theme: theme).draw(in: body, on: &canvas)
    }
    if let banner = store.banner { drawBanner(banner, layout, on: &canvas) }
    drawFooter(view, layout, on: &canvas)
    if !store.chord.isEmpty { drawChord(above: layout.bannerTop, on: &canvas) }
    return canvas
  }

  private func drawTooSmall(on canvas: inout Canvas) {
    let lines = TextWidth.wrap("Too small: 40×8 at least. Nothing is lost.", columns: max(1, canvas.size.columns))
    for (row, line) in lines.prefix(canvas.size.rows).enumerated() {
      canvas.write(line, at: Point(column: 0, row: row), truncation: .clip)
    }
  }

  // MARK: Header and title

  private func drawHeader(on canvas: inout Canvas) {
    let row = store.layout.headerRow
    let width = canvas.size.columns
    let status = Wording.source(store.source)
    let shortStatus = store.source.source.rawValue
    let help = "  \(store.key(.openHelp))"
    var used = canvas.write("Runout", at: Point(column: 0, row: row), style: theme.strong) + 2
    let roots = RootPage.allCases
    let isRoomy = width >= 72
    for root in roots {
      let text = isRoomy ? "\(root.rawValue) \(root.title)" : "\(root.rawValue)"
      let style = root == store.navigator.root ? theme.accent.bold.underlined : theme.quiet
      used += canvas.write(text, at: Point(column: used, row: row), style: style) + 2
      if !isRoomy, root == store.navigator.root {
        used += canvas.write(root.title, at: Point(column: used - 1, row: row), style: theme.accent.bold)
      }
    }
    let room = width - used
    let right = TextWidth.columns(status + help) <= room ? status + help : shortStatus + help
    canvas.write(
      right, at: Point(column: used, row: row), style: theme.quiet, columns: max(0, room), truncation: .clip,
      alignment: .trailing)
    if store.layout.hasRules {
      canvas.horizontalLine(at: Point(column: 0, row: row + 1), columns: width, style: theme.rule)
    }
  }

  private func drawTitle(_ view: PageView, _ layout: FrameLayout, on canvas: inout Canvas) {
    let row = layout.titleRow
    let width = canvas.size.columns
    if layout.hasRules {
      canvas.horizontalLine(at: Point(column: 0, row: row + 1), columns: width, style: theme.rule)
    }
    let facts = view.facts
    let factsWidth = min(TextWidth.columns(facts, glyphs: canvas.glyphs), width / 2)
    canvas.write(
      facts, at: Point(column: width - factsWidth, row: row), style: theme.quiet, columns: factsWidth)
    let room = Rect(column: 0, row: row, columns: max(1, width - factsWidth - 2), rows: 1)
    if case .search(let model) = store.page {
      SearchPromptLine(model: model, theme: theme).draw(in: room, errorRow: errorRow(layout), on: &canvas)
    } else {
      drawTrail(view, in: room, on: &canvas)
    }
  }

  /// Where a query's error is shown, under the prompt; nil on low screens, where the footer says it.
  private func errorRow(_ layout: FrameLayout) -> Int? { layout.hasRules ? layout.titleRow + 1 : nil }

  private func drawTrail(_ view: PageView, in rect: Rect, on canvas: inout Canvas) {
    let above = store.navigator.trail.dropLast().map { PageView($0, store: store, theme: theme).title }
    let title = view.title
    let titleWidth = TextWidth.columns(title, glyphs: canvas.glyphs)
    // The trail shrinks from its far end so that the page's own name is always whole.
    var names = above[...]
    func trail() -> String { names.map { "\($0) \(canvas.glyphs.right) " }.joined() }
    var shortened = false
    while TextWidth.columns(trail(), glyphs: canvas.glyphs) + 2 + titleWidth > rect.columns, !names.isEmpty {
      names = names.dropFirst()
      shortened = true
    }
    let lead = (shortened ? "\(canvas.glyphs.ellipsis) " : "") + trail()
    let used = canvas.write(lead, in: rect, style: theme.quiet)
    canvas.write(
      title, at: Point(column: rect.column + used, row: rect.row), style: theme.strong, columns: rect.columns - used)
  }

  // MARK: Banner and footer

  private func drawBanner(_ banner: ErrorBanner, _ layout: FrameLayout, on canvas: inout Canvas) {
    let rect = Rect(column: 0, row: layout.bannerTop, columns: layout.columns, rows: 2)
    let times = banner.count > 1 ? " (\(banner.count)×)" : ""
    var keys = banner.offersRetry ? "\(store.key(.refreshView)) tries again · " : ""
    keys += "\(store.key(.cancel)) dismisses · \(store.key(.openLog)) log"
    var first = rect.line(0)
    canvas.write(keys, in: first.takeRight(TextWidth.columns(keys)), style: theme.quiet)
    canvas.write("\(canvas.glyphs.warning) \(banner.title)\(times)", in: first, style: theme.error)
    canvas.write("  \(Wording.sentence(banner.error))", in: rect.line(1))
  }

  private func drawFooter(_ view: PageView, _ layout: FrameLayout, on canvas: inout Canvas) {
    let width = canvas.size.columns
    if layout.hasRules {
      canvas.horizontalLine(at: Point(column: 0, row: layout.footerRow - 1), columns: width, style: theme.rule)
    }
    var line = Rect(column: 0, row: layout.footerRow, columns: width, rows: 1)
    if let prompt = store.prompt {
      PromptLine(prompt: prompt, theme: theme).draw(in: line, on: &canvas)
      return
    }
    let position = view.position
    let positionWidth = TextWidth.columns(position)
    if positionWidth > 0 {
      canvas.write(position, in: line.takeRight(positionWidth), style: theme.quiet)
      _ = line.takeRight(2)
    }
    if let notice = store.notice {
      canvas.write(notice, in: line, style: theme.warning)
    } else if !layout.hasRules, let error = view.inputError {
      canvas.write(error, in: line, style: theme.error)
    } else {
      drawHints(in: line, on: &canvas)
    }
  }

  /// As many hints as fit, whole ones only.
  private func drawHints(in rect: Rect, on canvas: inout Canvas) {
    var column = rect.column
    for (key, word) in hints {
      let width = TextWidth.columns(key) + 1 + TextWidth.columns(word)
      guard column + width <= rect.endColumn else { break }
      column += canvas.write(key, at: Point(column: column, row: rect.row), style: theme.accent)
      column += 1
      column += canvas.write(word, at: Point(column: column, row: rect.row), style: theme.quiet)
      column += 2
    }
  }

  private var hints: [(key: String, word: String)] {
    let shown: [Command]
    if store.history != nil {
      shown = [.submit, .editEntry, .deleteEntry, .undoDelete, .cancel]
    } else if store.takesText {
      shown = [.submit, .olderEntry, .openSearchHistory, .cancel]
    } else if store.page.isText {
      shown = [.nextLink, .open, .back, .find, .copyURL, .commandLine, .openHelp]
    } else {
      shown = [.open, .newSearch, .narrow, .find, .sortByYear, .openSearchHistory, .copyURL, .commandLine, .openHelp]
    }
    return shown.map { (store.key($0), Frame.hintWord($0)) }
  }

  private static func hintWord(_ command: Command) -> String {
    command.entry.hint ?? command.rawValue.replacing("-", with: " ")
  }

  // MARK: Chord

  private func drawChord(above bottom: Int, on canvas: inout Canvas) {
    let hints = store.chord
    let keyWidth = hints.map { TextWidth.columns($0.keys) }.max() ?? 1
    let helpWidth = hints.map { TextWidth.columns($0.help) }.max() ?? 1
    let width = min(canvas.size.columns, keyWidth + helpWidth + 5)
    let height = min(hints.count + 2, max(3, bottom))
    let rect = Rect(
      column: canvas.size.columns - width, row: max(0, bottom - height), columns: width, rows: height)
    canvas.fill(rect)
    canvas.border(rect, style: theme.rule)
    let inside = rect.inset(columns: 1, rows: 1)
    for (row, hint) in hints.prefix(inside.rows).enumerated() {
      var line = inside.line(row)
      _ = line.takeLeft(1)
      canvas.write(hint.keys, in: line.takeLeft(keyWidth + 1), style: theme.accent)
      canvas.write(hint.help, in: line)
    }
  }
}

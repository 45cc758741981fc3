import Clients
import Features
import Terminal
import Wording

// The lines under the page: error banner, alert, prompt, notice, hints, and the position in the list.
extension Frame {
  func drawBanner(_ banner: ErrorBanner, _ layout: FrameLayout, on canvas: inout Canvas) {
    let rect = Rect(column: 0, row: layout.bannerTop, columns: layout.columns, rows: layout.bannerRows)
    let title = "\(canvas.glyphs.warning) \(banner.title)\(banner.count > 1 ? " (\(banner.count)×)" : "")"
    var first = rect.line(0)
    if !showsBannerHints(banner, layout) { drawKeys(of: banner, takingFrom: &first, on: &canvas) }
    canvas.write(title, in: first, style: theme.error)
    var text = rect.dropLeft(2)
    text.takeTop(1)
    let lines = TextWidth.wrap(
      Wording.sentence(banner.error, held: store.network.heldSeconds), columns: text.columns, glyphs: canvas.glyphs)
    for row in 0..<text.rows where row < lines.count {
      // The last line takes all the rest, which ends in an ellipsis where it does not fit.
      let isLast = row == text.rows - 1
      canvas.write(isLast ? lines[row...].joined(separator: " ") : lines[row], in: text.line(row))
    }
  }

  private func drawKeys(of banner: ErrorBanner, takingFrom line: inout Rect, on canvas: inout Canvas) {
    let separator = " \(canvas.glyphs.separator) "
    let hints = hints(of: banner)
    let keys = hints.map { "\($0.name(in: canvas.glyphs)) \($0.word)" }
    var area = line.takeRight(TextWidth.columns(keys.joined(separator: separator), glyphs: canvas.glyphs))
    for (number, hint) in hints.enumerated() {
      if number > 0 { area.takeLeft(canvas.write(separator, in: area, style: theme.quiet)) }
      let place = area.takeLeft(canvas.write(keys[number], in: area, style: theme.quiet))
      if let command = hint.command { canvas.addRegion(place, Hit.command(command)) }
    }
  }

  /// Draws the line of a notification that must be seen, with keys where there is room for them.
  func drawAlert(_ alert: Notification, _ layout: FrameLayout, on canvas: inout Canvas) {
    let whole = Rect(column: 0, row: layout.alertRow, columns: layout.columns, rows: 1)
    var line = whole
    let text = "\(canvas.glyphs.warning) \(alert.text)"
    let keys = ScreenWords.alert(
      read: canvas.glyphs.key(store.key(.openNotifications)), "\(canvas.glyphs.separator)",
      dismiss: canvas.glyphs.key(store.key(.cancel)))
    let width = TextWidth.columns(keys, glyphs: canvas.glyphs)
    if TextWidth.columns(text, glyphs: canvas.glyphs) + width + 2 <= line.columns {
      canvas.write(keys, in: line.takeRight(width), style: theme.quiet)
    }
    canvas.write(text, in: line, style: theme.error)
    canvas.addRegion(whole, Hit.command(.openNotifications))
  }

  private struct Hint {
    /// Nil for letters, which a click does not type.
    var command: Command?
    var keys: [String]
    var word: String

    func name(in glyphs: Glyphs) -> String { keys.map { glyphs.key($0) }.joined(separator: "/") }
  }

  private func hints(of banner: ErrorBanner) -> [Hint] {
    func hint(_ command: Command, _ word: String) -> Hint {
      Hint(command: command, keys: [store.key(command)], word: word)
    }
    let retry =
      switch banner.error {
      case .signInRequired, .forbidden: [hint(.signIn, ScreenWords.signsIn)]
      default: banner.offersRetry ? [hint(.refreshView, ScreenWords.triesAgain)] : []
      }
    return retry + [hint(.cancel, ScreenWords.dismiss), hint(.openLog, ScreenWords.log)]
  }

  /// Whether the banner's keys move to the footer, because its title leaves them no room.
  private func showsBannerHints(_ banner: ErrorBanner, _ layout: FrameLayout) -> Bool {
    let keys = hints(of: banner).reduce(0) { $0 + TextWidth.columns($1.keys.joined() + $1.word) + 4 }
    return TextWidth.columns(banner.title) + 8 + keys > layout.columns
  }

  func drawFooter(_ view: PageView, _ layout: FrameLayout, on canvas: inout Canvas) {
    let width = layout.columns
    if layout.hasRules {
      canvas.horizontalLine(at: Point(column: 0, row: layout.footerRow - 1), columns: width, style: theme.rule)
    }
    var line = Rect(column: 0, row: layout.footerRow, columns: width, rows: 1)
    if let prompt = store.overlays.first(PromptModel.self)?.prompt {
      return PromptLine(prompt: prompt, theme: theme, keys: store.keys).draw(in: line, on: &canvas)
    }
    let notice = notice(view, layout)
    let hinted = store.overlays.hinted
    let position = (hinted as? any DrawnOverlay)?.position ?? view.page.position
    let positionWidth = TextWidth.columns(position)
    // A notice may take the whole line: it is gone with the next key.
    let noticeWidth = notice.map { TextWidth.columns($0.text, glyphs: canvas.glyphs) } ?? 0
    let bannerHints = hinted == nil ? store.banner.flatMap { showsBannerHints($0, layout) ? hints(of: $0) : nil } : nil
    if positionWidth > 0, bannerHints == nil, noticeWidth + positionWidth + 2 <= width {
      canvas.write(position, in: line.takeRight(positionWidth), style: theme.quiet)
      line.takeRight(2)
    }
    if let notice {
      canvas.write(notice.text, in: line, style: notice.style)
    } else if let bannerHints {
      drawHints(bannerHints, in: line, on: &canvas)
    } else if let hinted {
      var hints: [Hint] = []
      if let letters = (hinted as? LetterModel)?.letters { hints = [Hint(keys: [letters.keys], word: letters.word)] }
      hints += hinted.hints.map {
        Hint(command: $0, keys: keys($0), word: hinted.word(for: $0) ?? Self.word(for: $0))
      }
      drawHints(hints, in: line, on: &canvas)
    } else {
      drawHints(of: view, in: line, on: &canvas)
    }
  }

  private func drawHints(of view: PageView, in line: Rect, on canvas: inout Canvas) {
    let content =
      store.takesText
      ? HintsContent(commands: [.submit, .olderEntry, .openSearchHistory, .cancel])
      : HintsContent(commands: view.hints, words: view.words, marked: view.marked)
    parts.hints.lay(content, in: line, on: &canvas) { canvas in
      let hints = content.commands.map {
        Hint(command: $0, keys: [store.key($0)], word: content.word(for: $0) ?? Self.word(for: $0))
      }
      guard content.marked > 0 else { return drawHints(hints, in: line, on: &canvas) }
      var rest = line
      let selected = "\(ScreenWords.selected(content.marked)) \(canvas.glyphs.separator) "
      rest.takeLeft(canvas.write(selected, in: line, style: theme.strong))
      drawHints(hints, separator: canvas.glyphs.separator, in: rest, on: &canvas)
      return line.columns..<line.columns + 1
    }
  }

  /// The keys of a hint; for `editRight` the last one, because arrows are drawn beside the value.
  private func keys(_ command: Command) -> [String] {
    command == .editRight ? [store.keys[command]?.last ?? store.key(command)] : store.answerKeys(command)
  }

  private func notice(_ view: PageView, _ layout: FrameLayout) -> (text: String, style: CellStyle)? {
    if let notice = store.notice { return (notice, theme.strong) }
    if !layout.hasRules, store.overlays.first(HistoryModel.self) == nil, let error = view.page.inputError {
      return (error, theme.error)
    }
    return (progress ?? view.page.progress).map { ($0, theme.quiet) }
  }

  /// A running task of a desk, or a pop-up that is being prepared while keys wait for it.
  private var progress: String? {
    if let copying = store.desks.clipboard.progress {
      return ScreenWords.copying(copying.done, of: copying.total, stop: store.key(.cancel))
    }
    if let changes = store.desks.changes.progress {
      let total = Wording.number(changes.total)
      return changes.isChanging
        ? ScreenWords.changing(total) : ScreenWords.lookingAt(changes.done, of: total, stop: store.key(.cancel))
    }
    return store.preparations.isSlow ? ScreenWords.loading(cancel: store.key(.cancel)) : nil
  }

  /// Draws as many whole hints as fit.
  ///
  /// - Returns: the widths of the area in which as many fit.
  @discardableResult
  private func drawHints(
    _ hints: [Hint], separator: Unicode.Scalar? = nil, in rect: Rect, on canvas: inout Canvas
  ) -> Range<Int> {
    let gap = separator.map { " \($0) " }
    var column = rect.column
    for hint in hints {
      let name = hint.name(in: canvas.glyphs)
      let key = TextWidth.columns(name, glyphs: canvas.glyphs)
      let width = key + 1 + TextWidth.columns(hint.word, glyphs: canvas.glyphs)
      let before = column == rect.column ? 0 : gap?.count ?? 2
      guard column + before + width <= rect.endColumn else {
        return column - rect.column..<column + before + width - rect.column
      }
      if before > 0, let gap { canvas.write(gap, at: Point(column: column, row: rect.row), style: theme.quiet) }
      column += before
      canvas.write(name, at: Point(column: column, row: rect.row), style: theme.accent)
      canvas.write(hint.word, at: Point(column: column + key + 1, row: rect.row), style: theme.quiet)
      if let command = hint.command {
        canvas.addRegion(Rect(column: column, row: rect.row, columns: width, rows: 1), Hit.command(command))
      }
      column += width
    }
    return column - rect.column..<Int.max
  }

  /// The command table's word for a command.
  static func word(for command: Command) -> String {
    let entry = command.entry
    return entry.hint ?? String(entry.name.map { $0 == "-" ? " " : $0 })
  }
}

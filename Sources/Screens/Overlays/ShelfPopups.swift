import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// Chooses a folder or a copy: a field that narrows, and the list below it.
extension ChooserModel: DrawnOverlay {
  var hints: [Command] {
    let choosing: [Command] = list.selected == nil && !list.hasFailed ? [] : [.submit]
    return choosing + (list.rows.count > 1 ? [.newerEntry] : []) + [.cancel]
  }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: list.hasFailed ? ScreenWords.triesAgain : ScreenWords.choose
    case .newerEntry: ScreenWords.next
    default: nil
    }
  }

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    let columns = PageStyle.textColumns(in: rect)
    let warning = warning.map { TextWidth.wrap($0, columns: columns, glyphs: canvas.glyphs).prefix(2) } ?? []
    let rows = list.isEmpty ? 1 : min(list.rows.count, list.height)
    var area = style.box(caption, about: about, lines: warning.count + 1 + rows, in: rect, on: &canvas)
    for line in warning { canvas.write(line, in: area.takeTop(1), style: style.theme.warning) }
    let hint = takesNewFolder ? ScreenWords.findFolder : ScreenWords.typeToNarrow
    style.draw(field, hint: hint, in: area.takeTop(1), on: &canvas)
    guard !list.isEmpty else {
      canvas.write(emptyText(style.store), in: area.dropLeft(2), style: style.theme.quiet)
      return
    }
    canvas.addRegion(area.top(rows), Hit.overlayRows(from: list.top))
    for (index, choice, place) in list.shown(in: area) {
      draw(choice, in: place, theme: style.theme, on: &canvas)
      if index == list.cursor { canvas.drawSelection(place, theme: style.theme) }
    }
  }

  private func draw(_ choice: Choice, in place: Rect, theme: Theme, on canvas: inout Canvas) {
    var area = place.dropLeft(2)
    let (text, detail) = Self.words(choice)
    let width = TextWidth.columns(detail, glyphs: canvas.glyphs)
    if width > 0, width < area.columns / 2 + 4 {
      canvas.write(detail, in: area.takeRight(width), style: theme.quiet)
      area.takeRight(1)
    }
    let isNew = if case .newFolder = choice { true } else { false }
    canvas.write(text, in: area, style: isNew ? theme.accent : theme.text)
  }

  private static func words(_ choice: Choice) -> (text: String, detail: String) {
    switch choice {
    case .folder(let folder): (folder.name, Wording.number(folder.copies))
    case .newFolder(let name): (ScreenWords.createFolder(name), "")
    case .copy(let copy):
      (
        copy.summary,
        joined([
          copy.rating.map { ShelfWords.stars($0) } ?? "",
          copy.added.isEmpty ? "" : RecordWords.added(String(copy.added.prefix(10))),
        ])
      )
    case .removed(let rows): removed(rows)
    case .theme(let name): (name, ConfigWords.theme(name))
    }
  }

  private static func removed(_ rows: [RemovedRow]) -> (text: String, detail: String) {
    guard let row = rows.first, rows.count == 1 else { return (ShelfWords.all(rows.count), "") }
    let plays = row.plays == 0 ? "" : ShelfWords.plays(row.plays)
    let place = row.list == .wantList ? ShelfWords.want : row.folder
    return (row.facts.name, joined([place, plays, row.limit?.displayName ?? ""]))
  }

  private static func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: " · ") }

  private func emptyText(_ store: AppStore) -> String {
    switch list.status {
    case .loading, .ready: ScreenWords.loading
    case .failed(let error): ScreenWords.failed(Wording.sentence(error), retry: store.key(.submit))
    case .complete: field.isEmpty ? ScreenWords.nothingHere : ScreenWords.nothingHas(field.text)
    }
  }
}

/// The fields of a copy or a want, one to a line, edited in place.
extension FormModel: DrawnOverlay {
  var hints: [Command] {
    switch list.selected?.content {
    case .choice, .stars: [.submit, .newerEntry, .editRight, .cancel]
    case .text: [.submit, .newerEntry, .editLineBreak, .cancel]
    case nil: list.hasFailed ? [.submit, .cancel] : [.cancel]
    }
  }

  func word(for command: Command) -> String? {
    switch command {
    case .submit: list.hasFailed ? ScreenWords.triesAgain : ScreenWords.save
    case .newerEntry: ScreenWords.nextField
    case .editRight: ScreenWords.change
    default: nil
    }
  }

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    let rows = list.isEmpty ? 1 : min(list.rows.count, list.height)
    let area = style.box(caption, about: about, lines: rows, in: rect, on: &canvas)
    guard !list.isEmpty else {
      var text = ScreenWords.loading
      if case .failed(let error) = list.status {
        text = ScreenWords.failed(Wording.sentence(error), retry: style.store.key(.submit))
      }
      canvas.write(text, in: area, style: style.theme.quiet)
      canvas.cursor = area.origin
      return
    }
    let names = list.rows.map { TextWidth.columns(Self.name($0, in: area), glyphs: canvas.glyphs) }.max() ?? 0
    let name = min(names, area.columns / 2 - 2)
    canvas.addRegion(area.top(rows), Hit.overlayRows(from: list.top))
    for (index, row, place) in list.shown(in: area) {
      draw(row, name: name, isSelected: index == list.cursor, in: place, theme: style.theme, on: &canvas)
    }
  }

  /// `Media Condition`, or `Media` where the value needs the room.
  private static func name(_ row: Row, in rect: Rect) -> String {
    rect.columns < 50 ? row.name.replacing(" Condition", with: "") : row.name
  }

  private func draw(_ row: Row, name: Int, isSelected: Bool, in place: Rect, theme: Theme, on canvas: inout Canvas) {
    var area = place
    let margin = area.takeLeft(2)
    if isSelected { canvas.put(canvas.glyphs.marker, at: margin.origin, style: theme.accent) }
    canvas.write(Self.name(row, in: place), in: area.takeLeft(name), style: isSelected ? theme.strong : theme.quiet)
    let mark = area.takeLeft(2)
    if row.isChanged {
      canvas.put(canvas.glyphs.bullet, at: Point(column: mark.column + 1, row: mark.row), style: theme.accent)
    }
    // Two columns are free before every value, for the left arrow of a choice.
    let arrow = area.takeLeft(2).origin
    let text = isSelected ? theme.strong : theme.text
    if row.isMixed {
      canvas.write(FieldWords.different, in: area, style: theme.quiet)
      if isSelected { canvas.cursor = area.origin }
      return
    }
    /// The arrows around a value that the left and right keys change.
    func drawArrows(behind columns: Int) {
      guard isSelected else { return }
      canvas.put(canvas.glyphs.left, at: arrow, style: theme.accent)
      canvas.put(canvas.glyphs.right, at: Point(column: area.column + columns + 1, row: area.row), style: theme.accent)
      canvas.cursor = area.origin
    }
    switch row.content {
    case .text(let field) where isSelected:
      let column = FieldDrawing(field: field, style: text).draw(in: area, on: &canvas)
      canvas.cursor = Point(column: column, row: area.row)
    case .text(let field): canvas.write(field.text, in: area, style: text)
    case .choice(let value, _, _):
      var room = area
      room.takeRight(isSelected ? 2 : 0)
      let (words, style) = value.isEmpty ? (FieldWords.none, theme.quiet) : (value, text)
      drawArrows(behind: canvas.write(words, in: room, style: style))
    case .stars(let stars):
      let (filled, glyphs) = (stars ?? 0, canvas.glyphs)
      let signs = Array(repeating: glyphs.star, count: filled) + Array(repeating: glyphs.noStar, count: 5 - filled)
      canvas.write(String(String.UnicodeScalarView(signs)), in: area, style: theme.accent)
      drawArrows(behind: 5)
    }
  }
}

/// A confirmation: what would be lost, and how to get it back.
extension Question: DrawnOverlay {
  var hints: [Command] { answers + [.cancel] }

  func word(for command: Command) -> String? { command == .decline ? no : nil }

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    let columns = PageStyle.textColumns(in: rect)
    let name = min(16, (facts.map { TextWidth.columns($0.name, glyphs: canvas.glyphs) }.max() ?? 0) + 2)
    var lines: [(name: String, text: String)] = []
    for fact in facts {
      let wrapped = TextWidth.wrap(fact.value, columns: max(8, columns - name), glyphs: canvas.glyphs)
      for (number, text) in wrapped.prefix(3).enumerated() {
        let isCut = number == 2 && wrapped.count > 3
        lines.append((number == 0 ? fact.name : "", isCut ? wrapped[2...].joined(separator: " ") : text))
      }
    }
    let advice = TextWidth.wrap(advice, columns: columns, glyphs: canvas.glyphs)
    // On a low screen facts give way to the advice and the keys.
    let shown = lines.prefix(max(0, rect.rows - 3 - advice.count - 1))
    var area = style.box(caption, about: about, lines: shown.count + advice.count + 1, in: rect, on: &canvas)
    for line in shown {
      var place = area.takeTop(1)
      canvas.write(line.name, in: place.takeLeft(name), style: style.theme.quiet)
      canvas.write(line.text, in: place)
    }
    for line in advice { canvas.write(line, in: area.takeTop(1), style: style.theme.quiet) }
    let words = answers.map { (command: $0, word: word(for: $0) ?? Frame.word(for: $0)) }
    style.draw(words, in: area.takeTop(1), on: &canvas)
  }
}

/// A change made both here and on Discogs: before, mine and theirs side by side.
extension ConflictModel: DrawnOverlay {
  var hints: [Command] { [.keepMine, .takeTheirs, .cancel] + (scrolls ? [.scrollDown] : []) }

  func draw(in rect: Rect, style: PageStyle, on canvas: inout Canvas) {
    let quiet = style.theme.quiet
    let shown = lines.dropFirst(top).prefix(height)
    var area = style.box(
      ScreenWords.changedOnBoth, about: edit.title, lines: shown.count + 2, most: Self.mostColumns, in: rect,
      on: &canvas)
    let looks = sides.map { side in
      switch side {
      case .before: (caption: FieldWords.before, style: quiet)
      case .mine: (caption: FieldWords.mine, style: style.theme.strong)
      case .theirs: (caption: FieldWords.theirs, style: style.theme.text)
      }
    }
    drawSides("", looks.map { ($0.caption, quiet) }, in: area.takeTop(1), quiet, on: &canvas)
    var place = area.takeTop(shown.count)
    // The scroll marks go into the free column beside the text.
    place.columns += 1
    for (number, line) in shown.enumerated() {
      let texts = zip(looks, line.texts).map { look, text in text.map { ($0, look.style) } ?? (FieldWords.none, quiet) }
      drawSides(line.name, texts, in: place.line(number), quiet, on: &canvas)
    }
    style.scrollMarks(top: top, lines: lines.count, in: place, on: &canvas)
    var answers = [(command: Command.keepMine, word: ScreenWords.sendMine), (.takeTheirs, ScreenWords.takeTheirs)]
    if sides.count > 2 { answers.append((.cancel, ScreenWords.decideLater)) }
    style.draw(answers, in: area.takeTop(1), on: &canvas)
  }

  private func drawSides(
    _ name: String, _ texts: [(text: String, style: CellStyle)], in rect: Rect, _ quiet: CellStyle,
    on canvas: inout Canvas
  ) {
    var place = rect
    canvas.write(name, in: place.takeLeft(nameColumns), style: quiet)
    for (text, style) in texts {
      place.takeLeft(Self.gap)
      canvas.write(text, in: place.takeLeft(sideColumns), style: style)
    }
  }
}

extension AppStore {
  /// All keys of `confirm` but Enter where the question does not take it; of any other command only the first.
  func answerKeys(_ command: Command) -> [String] {
    command == .confirm ? (keys[command] ?? []).filter { !isTooEasy(Key.sequence($0) ?? []) } : [key(command)]
  }

  /// Whether these keys are Enter alone, and the open question wants another key of `confirm`.
  func isTooEasy(_ pressed: [Key]) -> Bool {
    let enter = [Key(.enter)]
    guard pressed == enter, (overlays.top as? Question)?.takesEnter == false else { return false }
    return (keys[.confirm] ?? []).contains { Key.sequence($0) != enter }
  }
}

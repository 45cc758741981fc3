import Clients
import DiscogsModel
import Features
import RunoutModel
import Terminal
import Wording

/// A box over the page: the caption in its border, the subject on its first line.
struct PopupBox {
  let caption: String
  let about: String
  let theme: Theme

  /// The greatest width in columns, with the border.
  var most = Self.columns

  static let columns = 64

  /// Draws the box with room for `lines` lines below the first: centred, at most two rows below the top of `rect`.
  ///
  /// - Returns: the area of those lines; smaller on a low screen.
  func draw(lines: Int, in rect: Rect, on canvas: inout Canvas) -> Rect {
    let width = min(most, rect.columns)
    let height = min(rect.rows, lines + 3)
    let box = Rect(
      column: rect.column + (rect.columns - width) / 2, row: rect.row + min(2, (rect.rows - height) / 2),
      columns: width, rows: height)
    canvas.fill(box)
    canvas.addRegion(box, Hit.overlay)
    canvas.border(box, style: theme.frame)
    canvas.write(" \(caption) ", in: box.line(0).inset(columns: 1), style: theme.strong)
    var inside = box.inset(columns: 2, rows: 1)
    canvas.write(about, in: inside.takeTop(1), style: theme.quiet)
    return inside
  }

  /// The columns of a line of text: the box without its border and a free column at each side.
  static func textColumns(in rect: Rect, most: Int = columns) -> Int { max(1, min(most, rect.columns) - 4) }
}

extension PageStyle {
  /// Draws the field of a pop-up; `hint` stands in for an empty one.
  func draw(_ field: TextField, hint: String, in rect: Rect, on canvas: inout Canvas) {
    var area = rect
    canvas.write(String(Character(canvas.glyphs.right)), in: area.takeLeft(2), style: theme.accent)
    let column = FieldDrawing(field: field, style: theme.text).draw(in: area, on: &canvas)
    if field.isEmpty { canvas.write(hint, in: area, style: theme.quiet) }
    canvas.cursor = Point(column: column, row: rect.row)
  }
}

/// Chooses a folder or a copy: a field that narrows, and the list below it.
struct ChooserPopup {
  let model: ChooserModel
  let style: PageStyle

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let columns = PopupBox.textColumns(in: rect)
    let warning = model.warning.map { TextWidth.wrap($0, columns: columns, glyphs: canvas.glyphs).prefix(2) } ?? []
    let rows = model.list.isEmpty ? 1 : min(model.list.rows.count, model.list.height)
    let box = PopupBox(caption: model.caption, about: model.about, theme: style.theme)
    var area = box.draw(lines: warning.count + 1 + rows, in: rect, on: &canvas)
    for line in warning { canvas.write(line, in: area.takeTop(1), style: style.theme.warning) }
    let hint = model.takesNewFolder ? ScreenWords.findFolder : ScreenWords.typeToNarrow
    style.draw(model.field, hint: hint, in: area.takeTop(1), on: &canvas)
    guard !model.list.isEmpty else { return drawEmpty(in: area, on: &canvas) }
    canvas.addRegion(area.top(rows), Hit.overlayRows(from: model.list.top))
    for line in 0..<min(rows, area.rows) {
      let index = model.list.top + line
      guard model.list.rows.indices.contains(index) else { break }
      draw(model.list.rows[index], isSelected: index == model.list.cursor, in: area.line(line), on: &canvas)
    }
  }

  private func draw(_ choice: ChooserModel.Choice, isSelected: Bool, in place: Rect, on canvas: inout Canvas) {
    var area = place
    let margin = area.takeLeft(2)
    let (text, detail) = Self.words(choice)
    let width = TextWidth.columns(detail, glyphs: canvas.glyphs)
    if width > 0, width < area.columns / 2 + 4 {
      canvas.write(detail, in: area.takeRight(width), style: style.theme.quiet)
      _ = area.takeRight(1)
    }
    let isNew = if case .newFolder = choice { true } else { false }
    canvas.write(text, in: area, style: isNew ? style.theme.accent : style.theme.text)
    guard isSelected else { return }
    canvas.put(canvas.glyphs.marker, at: margin.origin, style: style.theme.accent)
    canvas.restyle(place) { $0 = style.theme.selected($0) }
  }

  private static func words(_ choice: ChooserModel.Choice) -> (text: String, detail: String) {
    switch choice {
    case .folder(let folder): (folder.name, Wording.number(folder.copies))
    case .newFolder(let name): (ScreenWords.createFolder(name), "")
    case .copy(let copy):
      (
        copy.summary,
        [
          copy.rating.map { ShelfWords.stars($0) } ?? "",
          copy.added.isEmpty ? "" : RecordWords.added(String(copy.added.prefix(10))),
        ]
        .filter { !$0.isEmpty }.joined(separator: " · ")
      )
    case .removed(let rows): removed(rows)
    case .theme(let name): (name, ConfigWords.theme(name))
    }
  }

  private static func removed(_ rows: [RemovedRow]) -> (text: String, detail: String) {
    guard let row = rows.first, rows.count == 1 else { return (ShelfWords.all(rows.count), "") }
    let plays = row.plays == 0 ? "" : ShelfWords.plays(row.plays)
    let place = row.list == .wantList ? ShelfWords.want : row.folder
    let parts = [place, plays, row.limit?.displayName ?? ""]
    return (row.facts.name, parts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private func drawEmpty(in rect: Rect, on canvas: inout Canvas) {
    let text =
      switch model.list.status {
      case .loading, .ready: ScreenWords.loading
      case .failed(let error): ScreenWords.failed(Wording.sentence(error), retry: style.store.key(.submit))
      case .complete: model.field.isEmpty ? ScreenWords.nothingHere : ScreenWords.nothingHas(model.field.text)
      }
    var area = rect
    _ = area.takeLeft(2)
    canvas.write(text, in: area, style: style.theme.quiet)
  }
}

/// The fields of a copy or a want, one to a line, edited in place.
struct FormPopup {
  let model: FormModel
  let style: PageStyle

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let rows = model.list.isEmpty ? 1 : min(model.list.rows.count, model.list.height)
    let box = PopupBox(caption: model.caption, about: model.about, theme: style.theme)
    let area = box.draw(lines: rows, in: rect, on: &canvas)
    guard !model.list.isEmpty else { return drawEmpty(in: area, on: &canvas) }
    let names = model.list.rows.map { TextWidth.columns(Self.name($0, in: area), glyphs: canvas.glyphs) }.max() ?? 0
    let name = min(names, area.columns / 2 - 2)
    canvas.addRegion(area.top(rows), Hit.overlayRows(from: model.list.top))
    for line in 0..<min(rows, area.rows) {
      let index = model.list.top + line
      guard model.list.rows.indices.contains(index) else { break }
      draw(
        model.list.rows[index], name: name, isSelected: index == model.list.cursor, in: area.line(line), on: &canvas)
    }
  }

  /// `Media Condition`, or `Media` where the value needs the room.
  private static func name(_ row: FormModel.Row, in rect: Rect) -> String {
    rect.columns < 50 ? row.name.replacing(" Condition", with: "") : row.name
  }

  private func draw(
    _ row: FormModel.Row, name: Int, isSelected: Bool, in place: Rect, on canvas: inout Canvas
  ) {
    var area = place
    let margin = area.takeLeft(2)
    canvas.write(
      Self.name(row, in: place), in: area.takeLeft(name), style: isSelected ? style.theme.strong : style.theme.quiet)
    let mark = area.takeLeft(2)
    if row.isChanged {
      canvas.put(canvas.glyphs.bullet, at: Point(column: mark.column + 1, row: mark.row), style: style.theme.accent)
    }
    // Two columns are free before every value, for the left arrow of a choice.
    let arrow = area.takeLeft(2).origin
    if isSelected { canvas.put(canvas.glyphs.marker, at: margin.origin, style: style.theme.accent) }
    let text = isSelected ? style.theme.strong : style.theme.text
    if row.isMixed {
      canvas.write(FieldWords.different, in: area, style: style.theme.quiet)
      if isSelected { canvas.cursor = area.origin }
      return
    }
    switch row.content {
    case .text(let field):
      if isSelected {
        let column = FieldDrawing(field: field, style: text).draw(in: area, on: &canvas)
        canvas.cursor = Point(column: column, row: area.row)
      } else {
        canvas.write(field.text, in: area, style: text)
      }
    case .choice(let value, _), .either(let value, _):
      let words = value.isEmpty ? FieldWords.none : value
      var room = area
      _ = room.takeRight(isSelected ? 2 : 0)
      let used = canvas.write(words, in: room, style: value.isEmpty ? style.theme.quiet : text)
      if isSelected { drawArrows(at: arrow, Point(column: area.column + used + 1, row: area.row), on: &canvas) }
    case .stars(let stars):
      let filled = stars ?? 0
      canvas.write(
        String(repeating: Character(canvas.glyphs.star), count: filled)
          + String(repeating: Character(canvas.glyphs.noStar), count: 5 - filled), in: area, style: style.theme.accent)
      if isSelected { drawArrows(at: arrow, Point(column: area.column + 6, row: area.row), on: &canvas) }
    }
  }

  /// The arrows around a value that the left and right keys change.
  private func drawArrows(at left: Point, _ right: Point, on canvas: inout Canvas) {
    canvas.put(canvas.glyphs.left, at: left, style: style.theme.accent)
    canvas.put(canvas.glyphs.right, at: right, style: style.theme.accent)
    canvas.cursor = Point(column: left.column + 2, row: left.row)
  }

  private func drawEmpty(in rect: Rect, on canvas: inout Canvas) {
    let text =
      if case .failed(let error) = model.list.status {
        ScreenWords.failed(Wording.sentence(error), retry: style.store.key(.submit))
      } else { ScreenWords.loading }
    canvas.write(text, in: rect, style: style.theme.quiet)
    canvas.cursor = rect.origin
  }
}

/// A confirmation: what would be lost, and how to get it back.
struct QuestionPopup {
  let question: Question
  let style: PageStyle

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let columns = PopupBox.textColumns(in: rect)
    let name = min(16, (question.facts.map { TextWidth.columns($0.name, glyphs: canvas.glyphs) }.max() ?? 0) + 2)
    var lines: [(name: String, text: String)] = []
    for fact in question.facts {
      let wrapped = TextWidth.wrap(fact.value, columns: max(8, columns - name), glyphs: canvas.glyphs)
      for (number, text) in wrapped.prefix(3).enumerated() {
        let isCut = number == 2 && wrapped.count > 3
        lines.append((number == 0 ? fact.name : "", isCut ? wrapped[2...].joined(separator: " ") : text))
      }
    }
    let advice = TextWidth.wrap(question.advice, columns: columns, glyphs: canvas.glyphs)
    // On a low screen facts give way to the advice and the keys.
    let room = max(0, rect.rows - 3 - advice.count - 1)
    if lines.count > room { lines = Array(lines.prefix(max(0, room))) }
    let box = PopupBox(caption: question.caption, about: question.about, theme: style.theme)
    var area = box.draw(lines: lines.count + advice.count + 1, in: rect, on: &canvas)
    for line in lines {
      var place = area.takeTop(1)
      canvas.write(line.name, in: place.takeLeft(name), style: style.theme.quiet)
      canvas.write(line.text, in: place)
    }
    for line in advice { canvas.write(line, in: area.takeTop(1), style: style.theme.quiet) }
    let keys = area.takeTop(1)
    canvas.cursor = keys.origin
    let answers = question.answers.map { command in
      (command: command, word: question.word(for: command) ?? Frame.word(for: command))
    }
    style.draw(answers, in: keys, on: &canvas)
  }
}

/// A change made both here and on Discogs: before, mine and theirs side by side.
struct ConflictPopup {
  let model: ConflictModel
  let style: PageStyle

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let shown = model.lines.dropFirst(model.top).prefix(model.height)
    let box = PopupBox(
      caption: ScreenWords.changedOnBoth, about: model.edit.title, theme: style.theme,
      most: ConflictModel.mostColumns)
    var area = box.draw(lines: shown.count + 2, in: rect, on: &canvas)
    drawSides("", model.sides.map { (Self.caption($0), style.theme.quiet) }, in: area.takeTop(1), on: &canvas)
    var lines = area.takeTop(shown.count)
    // The scroll marks go into the free column beside the text.
    lines.columns += 1
    for (number, line) in shown.enumerated() {
      let texts = zip(model.sides, line.texts).map { side, text in
        text.map { ($0, style(of: side)) } ?? (FieldWords.none, style.theme.quiet)
      }
      drawSides(line.name, texts, in: lines.line(number), on: &canvas)
    }
    style.scrollMarks(top: model.top, lines: model.lines.count, in: lines, on: &canvas)
    let keys = area.takeTop(1)
    canvas.cursor = keys.origin
    var answers: [(command: Command, word: String)] = [
      (.keepMine, ScreenWords.sendMine), (.takeTheirs, ScreenWords.takeTheirs),
    ]
    if model.sides.count > 2 { answers.append((.cancel, ScreenWords.decideLater)) }
    style.draw(answers, in: keys, on: &canvas)
  }

  private func drawSides(
    _ name: String, _ texts: [(text: String, style: CellStyle)], in rect: Rect, on canvas: inout Canvas
  ) {
    var place = rect
    canvas.write(name, in: place.takeLeft(model.nameColumns), style: style.theme.quiet)
    for (text, style) in texts {
      _ = place.takeLeft(ConflictModel.gap)
      canvas.write(text, in: place.takeLeft(model.sideColumns), style: style)
    }
  }

  private static func caption(_ side: ConflictModel.Side) -> String {
    switch side {
    case .before: FieldWords.before
    case .mine: FieldWords.mine
    case .theirs: FieldWords.theirs
    }
  }

  private func style(of side: ConflictModel.Side) -> CellStyle {
    switch side {
    case .before: style.theme.quiet
    case .mine: style.theme.strong
    case .theirs: style.theme.text
    }
  }
}

extension PageStyle {
  /// Draws the keys that answer a question; each can be clicked.
  func draw(_ keys: [(command: Command, word: String)], in rect: Rect, on canvas: inout Canvas) {
    var area = rect
    for (command, word) in keys {
      let start = area.column
      let key = store.answerKeys(command).map { canvas.glyphs.key($0) }.joined(separator: "/")
      _ = area.takeLeft(canvas.write(key, in: area, style: theme.accent) + 1)
      _ = area.takeLeft(canvas.write(word, in: area))
      canvas.addRegion(
        Rect(column: start, row: area.row, columns: area.column - start, rows: 1), Hit.command(command))
      _ = area.takeLeft(2)
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

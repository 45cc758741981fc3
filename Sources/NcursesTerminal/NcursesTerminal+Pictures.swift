import CNcurses
import Terminal

extension NcursesTerminal {
  /// Applies the choices and the terminal's answers.
  ///
  /// - Returns: whether colours, picture mode or the size of a cell have changed.
  @discardableResult
  func chooseProfile() -> Bool {
    let before = (pictures.mode, pictures.cell, colours)
    // The system's size before the terminal's: it is there at once, and changes with the window.
    let cell = NcursesTerminal.cellSize() ?? answers.cell
    if let cell { pictures.cell = cell }
    pictures.isThroughTmux = options.isInTmux && choices.pictures == .kitty
    var choices = choices
    if mostColours > 0 { choices.mostColours = min(choices.mostColours, mostColours) }
    let profile = TerminalProfile(
      description, choices, answers: answers, isCellKnown: cell != nil, hasBlocks: glyphs.hasBlocks)
    let colours = min(profile.colours, mostColours)
    if colours != before.2 {
      let base = painter.styles.base
      painter.styles = StyleTable(colours: colours, pairs: Int(ncurses_color_pairs()))
      painter.styles.base = base
    }
    painter.hasPlaceholders = profile.pictures == .kitty
    guard profile.pictures != before.0 || pictures.cell != before.1 || colours != before.2 else { return false }
    if isOnScreen { write(pictures.clear()) }
    pictures.mode = profile.pictures
    glyphs = Self.glyphs(isASCII: choices.isASCII || !hasUTF8, options, profile.pictures)
    // Shifting cells would not shift the picture over them.
    idcok(ncurses_screen(), !profile.pictures.isOverlay)
    shown = nil
    mustRewrite = isOnScreen
    return true
  }

  private static func cellSize() -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    return ncurses_cell_size(STDOUT_FILENO, &width, &height) == 0 ? (Int(width), Int(height)) : nil
  }

  /// Asks the terminal about itself, once, after the first frame.
  func askProfile() {
    guard choices.mostColours > 0, description.isAnswering, !hasAsked else { return }
    let wantsPictures = choices.pictures != PictureMode.none && glyphs.hasBlocks
    guard wantsPictures || choices.mostColours > colours && colours < 256 else { return }
    hasAsked = true
    write(TerminalAnswers.question(isInTmux: options.isInTmux))
  }

  /// Applies the terminal's answers, and leaves only the last of them in the batch.
  func takeAnswers(_ batch: inout [InputEvent]) {
    var isNews = false
    batch.removeAll { event in
      guard case .answer(let answer) = event else { return false }
      answers.take(answer)
      isNews = true
      if case .attributes = answer { return false }
      return true
    }
    if isNews, chooseProfile() { batch.append(.profile) }
  }
}

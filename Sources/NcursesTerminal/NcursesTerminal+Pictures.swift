import CNcurses
import Terminal

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension NcursesTerminal {
  /// Goes by what was chosen and what the terminal has answered.
  ///
  /// - Returns: whether pictures are shown in another way from now on.
  @discardableResult
  func choosePictureMode() -> Bool {
    let before = (pictures.mode, pictures.cell)
    // The system's word before the terminal's: it is there at once, and changes with the window.
    let cell = NcursesTerminal.cellSize() ?? answers.cell
    if let cell { pictures.cell = cell }
    pictures.isThroughTmux = options.isInTmux && choices.pictures == .kitty
    // Sixel takes as many cells as its pixels need, which is anybody's guess where the terminal does not say.
    let known = answers.mode == .sixel && cell == nil ? .symbols : answers.mode
    let mode = canShowPictures ? choices.pictures ?? known ?? .symbols : .none
    // A placeholder's colour is the picture's number, which is not to be had from a palette.
    let hasPlaceholders = colours >= Colour.trueColour && !answers.lacksPlaceholders
    let chosen = mode == .kitty && !hasPlaceholders ? .kittyOverlay : mode
    guard chosen != before.0 || pictures.cell != before.1 else { return false }
    if isOnScreen { write(pictures.clear()) }
    pictures.mode = chosen
    painter.hasPlaceholders = chosen == .kitty
    // Shifted cells would leave the picture over them behind.
    idcok(ncurses_screen(), !chosen.isOverlay)
    shown = nil
    mustRewrite = isOnScreen
    return true
  }

  private static func cellSize() -> (width: Int, height: Int)? {
    var (width, height): (Int32, Int32) = (0, 0)
    return ncurses_cell_size(STDOUT_FILENO, &width, &height) == 0 ? (Int(width), Int(height)) : nil
  }

  /// Blocks are ambiguous in width and not ASCII, and in less than 256 colours nothing can be recognised.
  private var canShowPictures: Bool { glyphs == .unicode && colours >= 256 }

  /// Asks how it shows pictures, once the first frame is there, and once only.
  func askPictures() {
    guard choices.pictures != PictureMode.none, canShowPictures, !hasAskedPictures, isAnswering else { return }
    hasAskedPictures = true
    write(TerminalAnswers.question(isInTmux: options.isInTmux))
  }

  /// The Linux console and GNU screen print what they do not understand.
  private var isAnswering: Bool {
    let name = options.name ?? ""
    return options.isInTmux || !["linux", "screen", "vt"].contains { name.hasPrefix($0) }
  }

  /// Takes the terminal's answers out of what it sent.
  func takeAnswers(_ batch: inout [InputEvent]) {
    var isNews = false
    batch.removeAll { event in
      guard case .answer(let answer) = event else { return false }
      answers.take(answer)
      isNews = true
      return true
    }
    if isNews, choosePictureMode() { batch.append(.pictures) }
  }
}

import CNcurses

/// What ncurses sends to change how signs look.
///
/// Most descriptions also choose the character set with each change, and say in full what a left-out number means:
/// `ESC ( B ESC [ 0 ; 2 m` in place of `ESC [ ; 2 m`. Runout never draws with another set, and on a page of a list this
/// took a sixth of all bytes.
enum AttributeStrings {
  /// How descriptions choose the set with a look, and how with the end of every look.
  private static let inLook = ["%?%p9%t\u{1B}(0%e\u{1B}(B%;", "%?%p9%t\u{0E}%e\u{0F}%;"]
  private static let inReset = ["\u{1B}(B", "\u{0F}"]

  /// Takes it out. Returns what ends every look and chooses the set, for when another program may have left a set of
  /// its own. Needs a terminal that ncurses has opened.
  static func shorten() -> [UInt8] {
    let complete = TerminfoKeys.capability("sgr0") ?? []
    // Where a look can still choose the other set, the reset has to end it.
    if inLook.contains(where: { ncurses_drop_from_capability("sgr", $0) }) {
      _ = inReset.contains { ncurses_drop_from_capability("sgr0", $0) }
    }
    if let look = TerminfoKeys.capability("sgr"), look.starts(with: Array("\u{1B}[0%?".utf8)) {
      _ = ncurses_drop_from_capability("sgr", "0")
    }
    return complete
  }
}

import CNcurses

/// Shortens the sequences by which ncurses changes attributes.
///
/// Most descriptions also choose the character set with each change, and write a number that may be left out:
/// `ESC ( B ESC [ 0 ; 2 m` instead of `ESC [ ; 2 m`. Runout never uses another set. A description by ``DirectColour``
/// mostly has no `sgr`, and `sgr0` alone is shortened.
enum AttributeStrings {
  /// The parts that choose the set, in `sgr` and in `sgr0`.
  private static let inLook = ["%?%p9%t\u{1B}(0%e\u{1B}(B%;", "%?%p9%t\u{0E}%e\u{0F}%;"]
  private static let inReset = ["\u{1B}(B", "\u{0F}"]

  /// Drops those parts. Needs a terminal that ncurses has opened.
  ///
  /// - Returns: the original `sgr0`, for when another program may have left another set.
  static func shorten() -> [UInt8] {
    let complete = TerminfoKeys.capability("sgr0") ?? []
    // If `sgr` can still choose the other set, `sgr0` must keep ending it.
    let hasLook = TerminfoKeys.capability("sgr") != nil
    if !hasLook || inLook.contains(where: { ncurses_drop_from_capability("sgr", $0) }) {
      _ = inReset.contains { ncurses_drop_from_capability("sgr0", $0) }
    }
    if let look = TerminfoKeys.capability("sgr"), look.starts(with: Array("\u{1B}[0%?".utf8)) {
      _ = ncurses_drop_from_capability("sgr", "0")
    }
    return complete
  }
}

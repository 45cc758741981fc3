/// A text on the screen, with its selected line and link and its scroll position.
nonisolated public struct DocumentView: Hashable, Sendable {
  public private(set) var lines: [DocumentLine] = []
  public private(set) var cursor = 0
  public private(set) var top = 0
  public private(set) var height = 1
  /// The selected link of the selected line, from 0.
  public private(set) var link = 0

  /// The link that Enter follows; nil on a line without one.
  public var selectedLink: LinkTarget? {
    guard lines.indices.contains(cursor) else { return nil }
    let links = lines[cursor].links
    return links.indices.contains(link) ? links[link] : links.first
  }

  /// The text of the selected link; empty where it is broken over two lines.
  var selectedLinkText: String {
    guard let link = selectedLink else { return "" }
    let number = lines[cursor].column(of: self.link)
    func spans(_ row: Int) -> [Span] { lines.indices.contains(row) ? lines[row].column(number)?.spans ?? [] : [] }
    let isBegun = spans(cursor - 1).last?.link == link
    let goesOn = spans(cursor + 1).first?.link == link
    guard !isBegun, !goesOn else { return "" }
    return spans(cursor).filter { $0.link == link }.map(\.text).joined()
  }

  /// Replaces the text. With the same width, the selected line stays selected if it is still there; otherwise the place
  /// is kept in proportion.
  public mutating func show(_ lines: [DocumentLine], isSameWidth: Bool = false) {
    let old = self.lines
    self.lines = lines
    if isSameWidth, let same = nearest(to: cursor, like: old) {
      top += same - cursor
      cursor = same
    } else if !old.isEmpty, old.count != lines.count {
      cursor = cursor * lines.count / old.count
    } else if old.isEmpty {
      cursor = lines.firstIndex { !$0.isBlank } ?? 0
    }
    clamp()
  }

  private func nearest(to cursor: Int, like old: [DocumentLine]) -> Int? {
    guard old.indices.contains(cursor) else { return nil }
    return lines.indices.filter { lines[$0] == old[cursor] }.min { abs($0 - cursor) < abs($1 - cursor) }
  }

  public mutating func resize(height: Int) {
    self.height = max(1, height)
    clamp()
  }

  public mutating func restore(cursor: Int, top: Int) {
    (self.cursor, self.top) = (cursor, top)
    clamp()
  }

  /// Returns false for a command that neither moves nor scrolls.
  public mutating func handle(_ command: Command) -> Bool {
    switch command {
    case .moveDown: move(to: cursor + 1)
    case .moveUp: move(to: cursor - 1)
    case .halfPageDown: scroll(by: max(1, height / 2))
    case .halfPageUp: scroll(by: -max(1, height / 2))
    case .pageDown: scroll(by: height)
    case .pageUp: scroll(by: -height)
    case .moveToTop: move(to: 0)
    case .moveToBottom: move(to: lines.count - 1)
    case .alignMiddle: top = cursor - height / 2
    case .alignTop: top = cursor
    case .alignBottom: top = cursor - height + 1
    default: return false
    }
    clamp()
    return true
  }

  /// Selects the next link; false when there is none below.
  public mutating func nextLink() -> Bool {
    guard lines.indices.contains(cursor) else { return false }
    if link + 1 < lines[cursor].links.count {
      link += 1
      return true
    }
    guard let row = lines[(cursor + 1)...].firstIndex(where: { !$0.links.isEmpty }) else { return false }
    move(to: row)
    return true
  }

  public mutating func previousLink() -> Bool {
    guard lines.indices.contains(cursor) else { return false }
    if link > 0, !lines[cursor].links.isEmpty {
      link -= 1
      return true
    }
    guard let row = lines[..<cursor].lastIndex(where: { !$0.links.isEmpty }) else { return false }
    move(to: row)
    link = max(0, lines[row].links.count - 1)
    return true
  }

  /// - Parameter link: which of the line's links, from 0.
  public mutating func move(to line: Int, link: Int = 0) {
    (cursor, self.link) = (line, link)
    clamp()
  }

  public mutating func scroll(by offset: Int) {
    top += offset
    cursor += offset
    link = 0
    clamp()
  }

  private mutating func clamp() {
    cursor = max(0, min(cursor, lines.count - 1))
    top = max(0, min(top, max(0, lines.count - height)))
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
  }
}

import DiscogsModel

/// Turns text with Discogs markup into spans, line by line.
nonisolated enum MarkupSpans {
  /// - Parameter names: names for the ids in the text; ids without one show kind and number.
  static func lines(_ text: String, names: [EntityReference: String]) -> [[Span]] {
    var lines: [[Span]] = [[]]
    for run in TextMarkup(parsing: text).naming(names).numbering().runs {
      for (number, piece) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if number > 0 { lines.append([]) }
        guard !piece.isEmpty else { continue }
        lines[lines.count - 1].append(Span(String(piece), emphasis(run.style), link: target(run.link)))
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func emphasis(_ style: TextMarkup.Style) -> Span.Emphasis {
    if style.contains(.bold) { return .strong }
    if style.contains(.italic) { return .italic }
    if style.contains(.underline) { return .underlined }
    if style.contains(.strike) { return .struck }
    return style.contains(.quote) ? .quiet : .plain
  }

  private static func target(_ link: TextMarkup.Link?) -> LinkTarget? {
    switch link {
    case nil: nil
    case .entity(let reference): .entity(reference)
    case .named(let kind, let name): .named(kind, name)
    case .url(let url): .url(url)
    case .user(let name): .user(name)
    }
  }
}

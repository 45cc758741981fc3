/// The columns that a user has chosen for a list of the shelf, and the widths given to some.
public struct ColumnChoice: Hashable, Sendable {
  /// Columns, or fields of the user's own as filters write them, in order; empty for the usual columns.
  public var names: [String] = []
  /// In columns of the screen, by name.
  public var widths: [String: Int] = [:]

  public static let widest = 200

  /// The word before widths of the usual columns.
  private static let usual = "default"

  public init() {}

  /// Reads `name format=12 paid`, or `default name=40`; a width that is none is left out.
  public init(_ text: String) {
    let words = text.split(separator: " ")
    for word in words where word != Self.usual {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      // The name's words on the screen are artist and title.
      let name = parts[0] == "title" ? ShelfColumn.name.rawValue : parts[0]
      if parts.count == 2, let width = Int(parts[1]), 1...Self.widest ~= width { widths[name] = width }
      if !names.contains(name) { names.append(name) }
    }
    if words.first.map(String.init) == Self.usual { names = [] }
  }

  /// Empty for the usual columns at their widths.
  public var text: String {
    guard names.isEmpty else { return names.map { word(for: $0) }.joined(separator: " ") }
    return widths.isEmpty ? "" : ([Self.usual] + widths.keys.sorted().map { word(for: $0) }).joined(separator: " ")
  }

  private func word(for name: String) -> String { widths[name].map { "\(name)=\($0)" } ?? name }

  /// The same with other widths: `text` has a width for every column that it names.
  public func resized(by text: String) -> ColumnChoice {
    var choice = self
    choice.widths.merge(ColumnChoice(text).widths) { $1 }
    return choice
  }

  // MARK: Numbers

  /// A number for a column's name, which a region of the screen can hold.
  public func number(of name: String) -> Int? {
    ShelfColumn(rawValue: name).flatMap(ShelfColumn.allCases.firstIndex)
      ?? names.firstIndex(of: name).map { $0 + ShelfColumn.allCases.count }
  }

  public func name(numbered number: Int) -> String? {
    if ShelfColumn.allCases.indices.contains(number) { return ShelfColumn.allCases[number].rawValue }
    let own = number - ShelfColumn.allCases.count
    return names.indices.contains(own) ? names[own] : nil
  }
}

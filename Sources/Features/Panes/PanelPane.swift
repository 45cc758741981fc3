import Wording

/// A page that is divided into panels, walked line by line or panel by panel.
public protocol PanelPane: FindablePane {
  associatedtype Part: Hashable & Sendable
  var view: PanelView<Part> { get set }
  var context: PageContext { get }
  /// Shows a panel in full.
  func unfold(_ part: Part)
}

extension PanelPane {
  public var isGrid: Bool { true }
  public var subjects: [Subject] { view.selected?.subject.map { [$0] } ?? [] }
  public var shelfItems: [ShelfItem] { view.selected?.item.map { [$0] } ?? [] }
  public var cursor: Int { view.cursor }
  public func select(row: Int) { view.select(number: row) }
  public func scroll(by lines: Int) { view.scroll(by: lines) }
  public func unfold(_ part: Part) {}

  public var rowsToFind: FoundRows {
    FoundRows(count: view.selectable.count) { [lines = view.selectable] number in
      "\(lines[number].lead) \(lines[number].text) \(lines[number].trailing)"
    }
  }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    guard command == .open else { return view.handle(command) ? .done : .passed }
    guard let line = view.selected else { return .refused(PageWords.nothingToOpen) }
    if let part = line.opens { unfold(part) } else if let target = line.target { context.follow(target) }
    return .done
  }
}

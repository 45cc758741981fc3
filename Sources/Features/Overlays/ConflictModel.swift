public import Observation
public import RunoutModel
import Wording

/// A change that was also made on the server: the value before, mine and theirs side by side, to choose from.
///
/// On a low screen its lines scroll.
@Observable
public final class ConflictModel: Popup {
  nonisolated public enum Side: Hashable, Sendable {
    case before, mine, theirs
  }

  /// A line of a difference; its name stands in the first.
  nonisolated public struct Line: Hashable, Sendable {
    public var name: String
    /// The text of each shown side; nil for an empty value.
    public var texts: [String?]
  }

  public let edit: PendingEdit
  public let differences: [PendingEdit.Difference]
  /// The shown sides. Narrow screens do without the value before.
  public private(set) var sides: [Side] = []
  public private(set) var lines: [Line] = []
  /// The first line that is shown.
  public private(set) var top = 0
  /// How many lines there is room for.
  public private(set) var height = 1
  /// The columns of the names, and of each side.
  public private(set) var nameColumns = 0
  public private(set) var sideColumns = 0

  /// The most columns that the pop-up takes.
  nonisolated public static let mostColumns = 100
  /// The columns of the border and beside it; the rows of border, title, names of the sides and keys.
  private static let (frameColumns, frameRows) = (4, 5)
  /// The columns between names and sides.
  nonisolated public static let gap = 2

  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private let onChoice: (PendingEditRemedy) -> Void

  init(
    edit: PendingEdit, differences: [PendingEdit.Difference], stage: Stage,
    onChoice: @escaping (PendingEditRemedy) -> Void
  ) {
    (self.edit, self.differences, self.stage, self.onChoice) = (edit, differences, stage, onChoice)
  }

  /// Whether there are lines that are not on the screen.
  public var scrolls: Bool { lines.count > height }

  public var contexts: [Command.Context] { [.questions] }
  public var takesText: Bool { false }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .keepMine, .takeTheirs:
      stage.close(self)
      onChoice(command == .keepMine ? .keepMine : .takeTheirs)
    case .scrollDown: scroll(by: 1)
    case .scrollUp: scroll(by: -1)
    case .scrollPageDown: scroll(by: height)
    case .scrollPageUp: scroll(by: -height)
    default:
      return .refused(
        ShelfWords.compare(mine: stage.key(.keepMine), theirs: stage.key(.takeTheirs), later: stage.key(.cancel)))
    }
    return .done
  }

  public func scroll(by offset: Int) { top = max(0, min(top + offset, lines.count - height)) }

  public func resize(columns: Int, rows: Int) {
    let room = max(1, min(Self.mostColumns, columns) - Self.frameColumns)
    sides = room >= 44 ? [.before, .mine, .theirs] : [.mine, .theirs]
    nameColumns = min(room / 4, differences.map { stage.context.measure.columns($0.name) }.max() ?? 0)
    sideColumns = max(4, (room - nameColumns) / sides.count - Self.gap)
    lines = differences.flatMap(lines)
    height = max(1, rows - Self.frameRows)
    scroll(by: 0)
  }

  private func lines(of difference: PendingEdit.Difference) -> [Line] {
    let texts = sides.map { side -> [String] in
      let text =
        switch side {
        case .before: difference.before
        case .mine: difference.mine
        case .theirs: difference.theirs
        }
      return text.isEmpty ? [] : stage.context.measure.wrap(text, columns: sideColumns)
    }
    let height = max(1, texts.map(\.count).max() ?? 0)
    return (0..<height).map { number in
      let cells = texts.map { lines -> String? in
        if lines.isEmpty, number == 0 { return nil }
        return lines.indices.contains(number) ? lines[number] : ""
      }
      return Line(name: number == 0 ? difference.name : "", texts: cells)
    }
  }
}

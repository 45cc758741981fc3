public import Observation
import Wording

/// A picture as large as the screen, over its page.
@Observable
public final class PictureModel: Overlay {
  /// The pictures, which `h` and `l` step through.
  public let subjects: [PictureSubject]
  public let title: String
  public private(set) var shown = 0

  @ObservationIgnored private let stage: Stage
  @ObservationIgnored private let scope: TaskScope

  init(_ subjects: [PictureSubject], title: String, stage: Stage) {
    (self.subjects, self.title, self.stage) = (subjects, title, stage)
    scope = TaskScope(stage.tasks)
    want()
  }

  public var subject: PictureSubject { subjects[shown] }
  public var contexts: [Command.Context] { [.pictures, .everywhere] }
  public var takesText: Bool { false }

  public func perform(_ command: Command, _ argument: CommandArgument?) -> Outcome {
    switch command {
    case .moveLeft, .moveUp: step(by: -1)
    case .moveRight, .moveDown: step(by: 1)
    case .leaveWall, .openPicture, .open, .closePage: stage.close(self)
    default:
      // Any other key is for the page.
      stage.close(self)
      return .passed
    }
    return .done
  }

  public func click(row: Int) { stage.close(self) }
  public func scroll(by lines: Int) { step(by: lines.signum()) }
  /// A larger screen has room for a finer picture.
  public func resize(columns: Int, rows: Int) { want() }

  private func step(by offset: Int) {
    shown = max(0, min(shown + offset, subjects.count - 1))
    want()
  }

  private func want() {
    let board = stage.context.pictures
    // The small one is there at once in most cases, and stands in for the large one until that is. It is the page's,
    // which may show it when this has closed.
    board.want(subject, in: stage.page.context.scope)
    board.want(subject, .large, in: scope)
  }

  public func close() { scope.close() }
}

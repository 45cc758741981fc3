import RunoutModel
import Wording

/// The commands that work on the page that the help is opened on, with their keys and meanings there.
struct HelpOfPage {
  /// The commands that matter most there.
  let commands: [Command]
  private let stage: Stage
  private let words: [Command: String]
  private let contexts: [Command.Context]
  /// The command that each key runs there: of two with a key, the one whose context is looked up first.
  private let owners: [String: Command]

  init(_ stage: Stage, here: [Command], words: [Command: String]) {
    self.stage = stage
    commands = here
    self.words = words
    contexts = stage.pageContexts
    var owners: [String: Command] = [:]
    for context in contexts {
      for command in Command.allCases
      where command.entry.contexts.contains(context) && Self.hasPlace(command, on: stage.page.panes) {
        for key in stage.keys[command] ?? [] where owners[key] == nil { owners[key] = command }
      }
    }
    self.owners = owners
  }

  func line(_ command: Command) -> HelpModel.Line {
    let keys = stage.keys[command] ?? []
    let isOfPage = !command.entry.contexts.isDisjoint(with: contexts)
    return .command(command, keys: isOfPage ? keys.filter { owners[$0] == command } : keys, does: meaning(of: command))
  }

  /// `Show masters`, where the table says that the key shows the next type.
  private func meaning(of command: Command) -> String {
    guard let word = words[command], commands.contains(command) else { return command.entry.help }
    let does = command == .nextPane ? PageWords.nextPane(word) : word
    return does.prefix(1).uppercased() + does.dropFirst()
  }

  /// Returns whether to list a command in its section: it works on this page or in text fields, and is not among those
  /// that matter most.
  func has(_ command: Command, in section: Command.Section) -> Bool {
    guard !commands.contains(command) else { return false }
    if !section.isTyped { return true }
    switch command {
    case .nextType: return false
    case .previousType: return commands.contains(.nextType)
    default:
      return Self.hasPlace(command, on: stage.page.panes) && !stage.isElsewhere(command)
        && !command.entry.contexts.isDisjoint(with: contexts)
    }
  }

  /// Returns whether a page has the thing that a command needs: a list to filter and mark, a wall to leave, a preview
  /// to scroll.
  private static func hasPlace(_ command: Command, on panes: Panes) -> Bool {
    switch command {
    case .narrow, .mark, .markRange, .markAll: panes.list != nil
    case .filter: panes.canBeFiltered
    case .toggleWall: panes.list?.hasPictures == true
    case .leaveWall: panes.list?.canLeaveWall == true
    case .previewDown, .previewUp: panes.info != nil || panes.focused.isText
    default: true
    }
  }
}

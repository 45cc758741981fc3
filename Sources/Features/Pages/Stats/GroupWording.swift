import DiscogsModel
public import RunoutModel
import Wording

nonisolated public enum GroupWording {
  public static func grouping(_ grouping: ShelfGrouping) -> String {
    switch grouping {
    case .added: ScreenWords.monthAdded
    case .media: ScreenWords.mediaCondition
    case .played: ScreenWords.lastPlayed
    case .artist, .label, .decade, .year, .format, .genre, .style, .country, .rating, .folder: grouping.rawValue
    }
  }

  public static func caption(_ grouping: ShelfGrouping) -> String {
    let text = self.grouping(grouping)
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  public static func name(_ group: ShelfGroup, _ grouping: ShelfGrouping) -> String {
    if group.name.isEmpty { return unknown(grouping) }
    return switch grouping {
    case .rating: ScreenWords.stars(group.name)
    case .media: Condition.shortName(group.name)
    default: group.name
    }
  }

  public static func unknown(_ grouping: ShelfGrouping) -> String {
    switch grouping {
    case .rating: ScreenWords.notRated
    case .media: ScreenWords.notGraded
    case .played: ShelfWords.neverPlayed
    case .artist, .label, .decade, .year, .format, .genre, .style, .country, .folder, .added: FieldWords.unknown
    }
  }
}

public import RunoutModel
import Wording

extension SortOrder {
  /// The order a sort command asks for; nil for any other command.
  nonisolated public init?(_ command: Command, _ argument: CommandArgument? = nil) {
    switch command {
    case .sort:
      guard let field = argument?.choice.flatMap(Field.init) else { return nil }
      self.init(field)
    case .sortByRelevance: self.init(.relevance)
    case .sortByArtist: self.init(.artist)
    case .sortByTitle: self.init(.title)
    case .sortByYear: self.init(.year)
    case .sortByAdded: self.init(.added)
    case .sortByRating: self.init(.rating)
    case .sortByFormat: self.init(.format)
    case .sortByLabel: self.init(.label)
    case .sortByCatalogueNumber: self.init(.catalogueNumber)
    case .sortByPrice: self.init(.price)
    case .sortByArtistReversed: self.init(.artist, isReversed: true)
    case .sortByTitleReversed: self.init(.title, isReversed: true)
    case .sortByYearReversed: self.init(.year, isReversed: true)
    case .sortByAddedReversed: self.init(.added, isReversed: true)
    case .sortByRatingReversed: self.init(.rating, isReversed: true)
    case .sortByFormatReversed: self.init(.format, isReversed: true)
    case .sortByLabelReversed: self.init(.label, isReversed: true)
    case .sortByCatalogueNumberReversed: self.init(.catalogueNumber, isReversed: true)
    case .sortByPriceReversed: self.init(.price, isReversed: true)
    default: return nil
    }
  }
}

extension Command {
  /// The command that asks for an order; nil where there is none.
  nonisolated init?(_ order: SortOrder) {
    guard let command = Command.allCases.first(where: { SortOrder($0) == order }) else { return nil }
    self = command
  }
}

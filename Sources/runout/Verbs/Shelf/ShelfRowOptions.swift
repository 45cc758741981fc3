public import ArgumentParser
import Clients
public import RunoutModel

extension SortOrder.Field: ExpressibleByArgument {
  nonisolated public init?(argument: String) {
    // Other lists call it relevance; here it is the shelf order, the default.
    guard let field = Self(rawValue: argument), field != .relevance else { return nil }
    self = field
  }

  nonisolated public static var allValueStrings: [String] { allCases.filter { $0 != .relevance }.map(\.rawValue) }
}

/// The words that filter a list of the shelf.
struct RowWords: ParsableArguments {
  @Argument(help: "Only rows with these words; fields work too: genre:jazz rating:4.. added:2020-11.")
  var words: [String] = []

  var narrowing: String { words.joined(separator: " ") }

  func validate() throws { _ = try words.words() }
}

/// The rows of a list of the shelf, and their order.
struct ShelfRowOptions: ParsableArguments {
  @Option(
    help:
      "artist, title, year, added (latest first), rating (best first), format, label or catno. Default: shelf order."
  )
  var sort: SortOrder.Field?

  @Flag(help: "Reverse the order.") var reverse = false
  @OptionGroup var words: RowWords

  func request(folder: String? = nil) -> CollectionRequest {
    CollectionRequest(
      folder: folder, sort: SortOrder(sort ?? .relevance, isReversed: reverse), narrowing: words.narrowing)
  }
}

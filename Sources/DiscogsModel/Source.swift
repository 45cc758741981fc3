/// The source of records.
public enum Source: String, CaseIterable, Hashable, Sendable {
  /// The small catalogue shipped with the program.
  case demo
  /// The catalogue imported from data dumps.
  case catalogue
  /// Discogs itself, over the network.
  case live
}

public import DiscogsModel

/// The properties of a record that make others similar to it.
public struct RecordTraits: Hashable, Sendable {
  /// The performers.
  public var people: Set<Artist.ID>
  /// Without those that stand for no label.
  public var labels: Set<Discogs.Label.ID>
  public var styles: Set<String>
  public var year: Int?

  public init(
    people: Set<Artist.ID> = [], labels: Set<Discogs.Label.ID> = [], styles: Set<String> = [], year: Int? = nil
  ) {
    (self.people, self.labels, self.styles, self.year) = (people, labels, styles, year)
  }

  public init(_ release: Release, year: Int? = nil) {
    self.init(
      people: Set(release.performers.map(\.id)),
      labels: Set(release.labels.filter { !$0.name.hasPrefix("Not On Label") }.compactMap(\.id)),
      styles: Set(release.styles), year: year ?? release.year)
  }
}

/// The similarity of two records.
public struct Likeness: Hashable, Sendable {
  /// The performers on both.
  public var people: Set<Artist.ID>
  public var labels: Set<Discogs.Label.ID>
  public var styles: Set<String>
  /// The years between them; nil if one is unknown, or if they are too far apart to count.
  public var years: Int?
  /// Higher means more similar; 0 if they have at most their time in common.
  public var score: Double

  /// From this many years on, time does not count.
  private static let tooFar = 10

  /// Performers count most, by their share of both bands and their number; then styles, labels and time.
  public init(of record: RecordTraits, and other: RecordTraits) {
    people = record.people.intersection(other.people)
    labels = record.labels.intersection(other.labels)
    styles = record.styles.intersection(other.styles)
    years = record.year.flatMap { year in other.year.map { abs($0 - year) } }.flatMap { $0 < Self.tooFar ? $0 : nil }
    var score = 0.0
    if !people.isEmpty {
      let share = Double(people.count) / Double(record.people.count * other.people.count).squareRoot()
      score += 4 * share + Double(min(people.count, 8)) / 4
    }
    if !styles.isEmpty { score += 2 * Double(styles.count) / Double(record.styles.union(other.styles).count) }
    if !labels.isEmpty { score += 0.75 }
    // Time alone is no similarity.
    if score > 0, let years { score += 1 - Double(years) / Double(Self.tooFar) }
    self.score = score
  }
}

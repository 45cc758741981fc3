public import DiscogsModel

/// What of a record tells which others are like it.
public struct RecordTraits: Hashable, Sendable {
  /// Who plays on it.
  public var people: Set<Artist.ID>
  /// Those that it is on, but for pages that stand for none.
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

/// How like two records are, and in what.
public struct Likeness: Hashable, Sendable {
  /// Those who play on both.
  public var people: Set<Artist.ID>
  public var labels: Set<Discogs.Label.ID>
  public var styles: Set<String>
  /// The years between them; nil where one is not known, and where they are too many to make them alike.
  public var years: Int?
  /// The higher, the more alike; 0 for nothing in common but their time.
  public var score: Double

  /// As many years apart as two records may not be, for their time to count.
  private static let tooFar = 10

  /// Who plays counts most, by their share of both bands and by their number; then style, label and time.
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
    // Time alone is no likeness.
    if score > 0, let years { score += 1 - Double(years) / Double(Self.tooFar) }
    self.score = score
  }
}

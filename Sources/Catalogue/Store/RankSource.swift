internal import SQLiteSupport

/// The matches of a condition, as ascending ranks, which is the order of popularity.
///
/// Conditions combine without gathering their matches: each is asked for its first match from some rank on, so that the
/// fifty best of a million take some hundred steps.
protocol RankSource: AnyObject {
  /// The first match from `rank` on; nil for none. `rank` never decreases from call to call.
  func first(from rank: Int) throws -> Int?
}

/// Ranks gathered before.
final class RankList: RankSource {
  private let ranks: [Int]
  private var position = 0

  init(_ ranks: [Int]) { self.ranks = ranks }

  func first(from rank: Int) -> Int? {
    while position < ranks.count, ranks[position] < rank { position += 1 }
    return position < ranks.count ? ranks[position] : nil
  }
}

/// The results of a statement that takes the lowest rank as its last parameter and returns ascending ranks.
final class RankQuery: RankSource {
  private let statement: PreparedStatement
  private let bind: (PreparedStatement) -> Void
  private let lowestParameter: Int32
  private var isRunning = false
  private var current: Int?
  /// After this many rows, running the statement again is faster than stepping on. Running it takes from microseconds
  /// for a word to a tenth of a second for two letters that begin many words, so it is measured.
  private var patience = 256
  private static let nanosecondsForRow: Int64 = 250

  init(_ statement: PreparedStatement, lowest parameter: Int32, bind: @escaping (PreparedStatement) -> Void) {
    self.statement = statement
    lowestParameter = parameter
    self.bind = bind
  }

  deinit { statement.reset() }

  func first(from rank: Int) throws -> Int? {
    guard isRunning else {
      isRunning = true
      return try restart(from: rank)
    }
    var steps = 0
    while let found = current, found < rank {
      guard steps < patience else { return try restart(from: rank) }
      current = try next()
      steps += 1
    }
    return current
  }

  /// The next rank; values that do not fit 32 bits, as in a damaged file, end the list.
  private func next() throws -> Int? {
    guard try statement.next() else { return nil }
    return UInt32(exactly: statement.integer(0)).map { Int($0) }
  }

  private func restart(from rank: Int) throws -> Int? {
    let start = ContinuousClock.now
    statement.reset()
    bind(statement)
    statement.bind(lowestParameter, rank)
    current = try next()
    let cost = (ContinuousClock.now - start).components
    patience = max(
      patience, Int((cost.seconds * 1_000_000_000 + cost.attoseconds / 1_000_000_000) / Self.nanosecondsForRow))
    return current
  }
}

/// The matches common to all sources.
final class Intersection: RankSource {
  private let sources: [any RankSource]

  /// - Parameter sources: the one with the fewest matches first.
  init(_ sources: [any RankSource]) { self.sources = sources }

  func first(from rank: Int) throws -> Int? {
    var candidate = rank
    while true {
      let start = candidate
      for source in sources {
        guard let found = try source.first(from: candidate) else { return nil }
        candidate = found
      }
      if candidate == start { return candidate }
      // The first source may have been passed; when all agree on a rank, it is a match.
      guard let again = try sources.first?.first(from: candidate) else { return nil }
      if again == candidate, try sources.dropFirst().allSatisfy({ try $0.first(from: candidate) == candidate }) {
        return candidate
      }
      candidate = again
    }
  }
}

/// The matches of either source.
final class Union: RankSource {
  private let left: any RankSource
  private let right: any RankSource

  init(_ left: any RankSource, _ right: any RankSource) { (self.left, self.right) = (left, right) }

  func first(from rank: Int) throws -> Int? {
    let found = try left.first(from: rank)
    guard let other = try right.first(from: rank) else { return found }
    return min(found ?? other, other)
  }
}

/// The matches of one source that are not matches of another.
final class Difference: RankSource {
  private let source: any RankSource
  private let excluded: any RankSource
  /// The latest match, kept because the sources cannot go back to it.
  private var latest: Int?
  private var hasEnded = false

  init(_ source: any RankSource, without excluded: any RankSource) { (self.source, self.excluded) = (source, excluded) }

  func first(from rank: Int) throws -> Int? {
    if let latest, rank <= latest { return latest }
    var candidate = rank
    while !hasEnded, let found = try source.first(from: candidate) {
      guard try excluded.first(from: found) == found else {
        latest = found
        return found
      }
      candidate = found + 1
    }
    hasEnded = true
    return nil
  }
}

/// The records with any of some values: a genre, a country, a year.
final class FacetRanks: RankSource {
  private let statement: PreparedStatement
  private let values: [Int]
  private let groups: Int
  private var group = -1
  private var bits: [UInt64] = []
  /// Whether the current group has no matches.
  private var isEmpty = true

  /// - Parameters:
  ///   - statement: returns the set of a key.
  ///   - values: the values, of which any will do.
  ///   - last: the last rank in the catalogue.
  init(_ statement: PreparedStatement, values: [Int], last: Int) {
    (self.statement, self.values) = (statement, values)
    groups = last >> CatalogueSchema.FacetSet.groupBits + 1
  }

  func first(from rank: Int) throws -> Int? {
    var rank = rank
    while true {
      let group = rank >> CatalogueSchema.FacetSet.groupBits
      guard group < groups else { return nil }
      if group != self.group { try load(group) }
      if let found = firstInGroup(from: rank & (CatalogueSchema.FacetSet.groupSize - 1)) {
        return group << CatalogueSchema.FacetSet.groupBits | found
      }
      rank = (group + 1) << CatalogueSchema.FacetSet.groupBits
    }
  }

  private func firstInGroup(from member: Int) -> Int? {
    guard !isEmpty else { return nil }
    var word = member >> 6
    var rest = bits[word] & (UInt64.max << UInt64(member & 63))
    while rest == 0 {
      word += 1
      guard word < bits.count else { return nil }
      rest = bits[word]
    }
    return word << 6 | rest.trailingZeroBitCount
  }

  private func load(_ group: Int) throws {
    self.group = group
    isEmpty = true
    if bits.isEmpty {
      bits = [UInt64](repeating: 0, count: CatalogueSchema.FacetSet.groupSize / 64)
    } else {
      for word in bits.indices { bits[word] = 0 }
    }
    for value in values {
      statement.bind(1, CatalogueSchema.FacetSet.key(value, group))
      if try statement.next() {
        isEmpty = false
        unite(statement.bytes(0))
      }
      statement.reset()
    }
  }

  private func unite(_ set: UnsafeRawBufferPointer) {
    if set.count == CatalogueSchema.FacetSet.groupSize / 8 {
      for word in bits.indices { bits[word] |= set.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self) }
    } else {
      for offset in stride(from: 0, to: set.count - 1, by: 2) {
        let member = Int(set.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        guard member < CatalogueSchema.FacetSet.groupSize else { continue }
        bits[member >> 6] |= 1 << UInt64(member & 63)
      }
    }
  }
}

/// The masters whose key release, which has the next rank, is a match of `releases`.
final class MastersBefore: RankSource {
  private let releases: any RankSource
  private let masters: any RankSource
  private let hasKeyRelease: (_ rank: Int) throws -> Bool

  init(_ releases: any RankSource, masters: any RankSource, hasKeyRelease: @escaping (_ rank: Int) throws -> Bool) {
    (self.releases, self.masters, self.hasKeyRelease) = (releases, masters, hasKeyRelease)
  }

  func first(from rank: Int) throws -> Int? {
    var candidate = rank
    while let master = try masters.first(from: candidate), let release = try releases.first(from: master + 1) {
      if release == master + 1, try hasKeyRelease(master) { return master }
      candidate = max(master + 1, release - 1)
    }
    return nil
  }
}

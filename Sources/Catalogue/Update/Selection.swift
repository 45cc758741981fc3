internal import DiscogsModel
internal import Foundation
internal import RunoutModel

/// Selects the releases that a search finds, and the masters, artists and labels they name.
///
/// Releases must be read first; the ids they name are noted.
final class Selection {
  private let conditions: [Condition]
  private var masters = IDSet()
  private var artists = IDSet()
  private var labels = IDSet()

  private struct Condition {
    var field: SearchQuery.Field?
    var isExcluded: Bool
    var words: [String] = []
    var isPhrase = false
    var years: ClosedRange<Int>?
  }

  init(_ query: SearchQuery) {
    conditions = query.terms.compactMap { term in
      switch term.value {
      case .text(let text, let isPhrase):
        Condition(field: term.field, isExcluded: term.isExcluded, words: TextFolding.tokens(text), isPhrase: isPhrase)
      case .years(let from, let to):
        Condition(field: term.field, isExcluded: term.isExcluded, years: (from ?? 1)...max(from ?? 1, to ?? .max))
      case .kind, .standing: nil
      }
    }
  }

  func accepts(_ record: DumpRecord) -> Bool {
    switch record {
    case .release(let release):
      guard conditions.allSatisfy({ matches(release, $0) != $0.isExcluded }) else { return false }
      note(release)
      return true
    case .master(let master):
      guard masters.contains(master.id.number) else { return false }
      note(master.artists)
      return true
    case .artist(let artist): return artists.contains(artist.id.number)
    case .label(let label): return labels.contains(label.id.number)
    }
  }

  private func note(_ release: Release) {
    if let master = release.master { masters.insert(master.number) }
    note(release.artists)
    note(release.credits)
    note(release.tracklist)
    for credits in [release.labels, release.series, release.companies] {
      for id in credits.lazy.compactMap(\.id) { labels.insert(id.number) }
    }
  }

  private func note(_ credits: [ArtistCredit]) { for id in credits.lazy.compactMap(\.id) { artists.insert(id.number) } }

  private func note(_ tracks: [Track]) {
    for track in tracks {
      note(track.artists)
      note(track.credits)
      note(track.parts)
    }
  }

  private func matches(_ release: Release, _ condition: Condition) -> Bool {
    if let years = condition.years { return release.year.map(years.contains) ?? false }
    switch condition.field {
    case .genre: return release.genres.contains { Self.has($0, condition) }
    // A whole value, as searches prefer: `country:us` is not the USSR, and `style:house` not Deep House.
    case .style: return release.styles.contains { TextFolding.tokens($0) == condition.words }
    case .country: return TextFolding.tokens(release.country) == condition.words
    case .format:
      return release.formats.contains { format in
        ([format.name] + format.descriptions).contains { TextFolding.tokens($0) == condition.words }
      }
    case .artist: return release.artists.contains { Self.has($0.name, condition) || Self.has($0.variation, condition) }
    case .label: return release.labels.contains { Self.has($0.name, condition) }
    case .catalogueNumber: return release.labels.contains { Self.has($0.catalogueNumber, condition) }
    case .title: return Self.has(release.title, condition)
    case .track: return Self.has(release.tracklist, condition)
    case .credit:
      return (release.artists + release.credits).contains { Self.has($0.name, condition) }
        || Self.isCredited(on: release.tracklist, condition)
    case nil:
      let texts = [release.title] + release.artists.map(\.name) + release.labels.map(\.name)
      return texts.contains { Self.has($0, condition) }
    case .year, .barcode, .runout, .role, .type, .owned, .wanted: return true
    }
  }

  private static func isCredited(on tracks: [Track], _ condition: Condition) -> Bool {
    tracks.contains { track in
      (track.artists + track.credits).contains { has($0.name, condition) } || isCredited(on: track.parts, condition)
    }
  }

  private static func has(_ tracks: [Track], _ condition: Condition) -> Bool {
    tracks.contains { has($0.title, condition) || has($0.parts, condition) }
  }

  private static func has(_ text: String, _ condition: Condition) -> Bool {
    guard !text.isEmpty, !condition.words.isEmpty else { return false }
    let words = TextFolding.tokens(text)
    guard condition.isPhrase else { return condition.words.allSatisfy(words.contains) }
    return words.indices.contains { words[$0...].starts(with: condition.words) }
  }

  var saved: [Data] { [masters.data, artists.data, labels.data] }

  func restore(_ saved: [Data]) {
    guard saved.count == 3 else { return }
    (masters, artists, labels) = (IDSet(saved[0]), IDSet(saved[1]), IDSet(saved[2]))
  }
}

/// A set of ids, one bit each: all of Discogs' artists take two megabytes.
struct IDSet {
  private var words: [UInt64] = []

  init() {}

  init(_ data: Data) {
    words = [UInt64](repeating: 0, count: data.count / 8)
    _ = words.withUnsafeMutableBytes { data.copyBytes(to: $0) }
  }

  var data: Data { words.withUnsafeBytes { Data($0) } }

  /// Ignores ids that no catalogue can hold.
  mutating func insert(_ id: Int) {
    guard id > 0, id < Int(UInt32.max) else { return }
    let index = id >> 6
    if index >= words.count {
      // Even the ids of a broken dump keep this set below a gigabyte; real ones take three megabytes at most.
      words.append(contentsOf: repeatElement(0, count: max(index + 1, words.count * 3 / 2) - words.count))
    }
    words[index] |= 1 << UInt64(id & 63)
  }

  func contains(_ id: Int) -> Bool {
    let index = id >> 6
    return id > 0 && index < words.count && words[index] & (1 << UInt64(id & 63)) != 0
  }
}

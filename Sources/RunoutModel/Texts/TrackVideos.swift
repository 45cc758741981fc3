public import DiscogsModel

/// Which of a record's videos show which of its tracks.
///
///     let videos = TrackVideos(of: release.tracklist, among: release.videos, by: "Miles Davis")
///     videos.ofTrack[0]   // "Miles Davis - So What (Official Audio)"
///     videos.others       // "Kind Of Blue: the making of"
///
/// A video shows a track whose title its own has, word for word, once the artist in front of it is left out; where both
/// durations are known, they may differ by a few seconds. Each video shows one track, and each track has one video.
public struct TrackVideos: Hashable, Sendable {
  /// The video of a track, by its number from 0 in the order in which tracks and their parts stand one below the other.
  public private(set) var ofTrack: [Int: Video] = [:]
  /// Those that show no track, in their order.
  public private(set) var others: [Video] = []

  /// How far apart the durations of a track and its video may lie: silence, a spoken title, a rounded time.
  static let tolerance = Duration.seconds(8)

  /// How well a video suits a track.
  private struct Match {
    var track: Int
    var video: Int
    var words: Int
    /// Nil where one of the durations is not known.
    var difference: Duration?

    /// The longer title first: “Blue In Green” is no video of “Blue”. Then the nearer duration, and a known one first.
    static func isBetter(_ one: Match, _ other: Match) -> Bool {
      if one.words != other.words { return one.words > other.words }
      let (difference, otherDifference) = (one.difference ?? tolerance, other.difference ?? tolerance)
      if difference != otherDifference { return difference < otherDifference }
      return (one.track, one.video) < (other.track, other.video)
    }
  }

  /// - Parameter artist: as videos have it in front of a title; empty where that is not known.
  public init(of tracklist: [Track], among videos: [Video], by artist: String) {
    guard !videos.isEmpty else { return }
    let artist = TextFolding.tokens(artist)
    let tracks = tracklist.flatMap { [$0] + $0.parts }
    let titles = videos.map { Self.title(of: $0, without: artist) }
    var matches: [Match] = []
    for (number, track) in tracks.enumerated() where track.kind != .heading {
      let words = TextFolding.tokens(track.title)
      guard !words.isEmpty else { continue }
      let duration = Playtime.parse(track.duration)
      for (video, title) in titles.enumerated() where title.contains(words) {
        let difference = Self.difference(duration, videos[video].duration)
        if let difference, difference > Self.tolerance { continue }
        matches.append(Match(track: number, video: video, words: words.count, difference: difference))
      }
    }
    var taken: Set<Int> = []
    for match in matches.sorted(by: Match.isBetter) where ofTrack[match.track] == nil {
      if taken.insert(match.video).inserted { ofTrack[match.track] = videos[match.video] }
    }
    others = videos.indices.filter { !taken.contains($0) }.map { videos[$0] }
  }

  /// The words of a video's title; those of the artist are left out in front of others.
  private static func title(of video: Video, without artist: [String]) -> [String] {
    let words = TextFolding.tokens(video.title)
    return !artist.isEmpty && words.count > artist.count && words.starts(with: artist)
      ? Array(words.dropFirst(artist.count)) : words
  }

  private static func difference(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one, let other else { return nil }
    return max(one, other) - min(one, other)
  }
}

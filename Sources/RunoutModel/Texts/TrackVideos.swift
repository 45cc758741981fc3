public import DiscogsModel

/// Matches a record's videos with its tracks.
///
///     let videos = TrackVideos(of: release.tracklist, among: release.videos, by: "Miles Davis")
///     videos.ofTrack[0]   // "Miles Davis - So What (Official Audio)"
///     videos.others       // "Kind Of Blue: the making of"
///
/// A video matches a track if its title, without a leading artist, is the track's title word for word, and known
/// durations differ by a few seconds at most. Each video goes with one track, and each track with one video.
public struct TrackVideos: Hashable, Sendable {
  /// Videos by track number. Tracks count from 0, their parts included, from top to bottom.
  public private(set) var ofTrack: [Int: Video] = [:]
  /// The videos without a track, in their order.
  public private(set) var others: [Video] = []

  /// The largest difference in duration: silence, a spoken title, a rounded time.
  static let tolerance = Duration.seconds(8)

  /// A possible pair of track and video.
  private struct Match {
    var track: Int
    var video: Int
    var words: Int
    /// Nil where a duration is unknown.
    var difference: Duration?

    /// Longer titles come first, since “Blue In Green” is no video of “Blue”; then the nearer duration, known before
    /// unknown.
    static func isBetter(_ one: Match, _ other: Match) -> Bool {
      if one.words != other.words { return one.words > other.words }
      let (difference, otherDifference) = (one.difference ?? tolerance, other.difference ?? tolerance)
      if difference != otherDifference { return difference < otherDifference }
      return (one.track, one.video) < (other.track, other.video)
    }
  }

  /// - Parameter artist: as videos spell it in front of a title; empty if unknown.
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

  /// The words of a video's title, without the artist's when others follow.
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

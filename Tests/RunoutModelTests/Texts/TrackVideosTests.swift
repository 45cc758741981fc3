import DiscogsModel
import RunoutModel
import Testing

/// Videos as people add them to records, beside tracklists as they stand on sleeves.
struct TrackVideosTests {
  private func track(_ title: String, _ duration: String = "") -> Track { Track(title: title, duration: duration) }

  private func video(_ title: String, _ duration: Duration? = nil) -> Video {
    Video(url: "https://example.org/\(title.count)", title: title, duration: duration)
  }

  /// The titles of the videos by the number of their track, and those of the others.
  private func matched(
    _ tracks: [Track], _ videos: [Video], by artist: String = ""
  ) -> (ofTrack: [Int: String], others: [String]) {
    let found = TrackVideos(of: tracks, among: videos, by: artist)
    return (found.ofTrack.mapValues(\.title), found.others.map(\.title))
  }

  @Test func `a video shows the track whose title and duration it has`() {
    let tracks = [track("So What", "9:22"), track("Freddie Freeloader", "9:46"), track("Blue In Green", "5:37")]
    let found = matched(
      tracks,
      [
        video("Miles Davis - Freddie Freeloader (Official Audio)", .seconds(589)),
        video("MILES DAVIS – so what", .seconds(560)), video("Kind Of Blue: the making of", .seconds(3_300)),
      ], by: "Miles Davis")
    #expect(found.ofTrack == [0: "MILES DAVIS – so what", 1: "Miles Davis - Freddie Freeloader (Official Audio)"])
    #expect(found.others == ["Kind Of Blue: the making of"])
  }

  @Test func `a duration that is too far off is another recording`() {
    let tracks = [track("Impressions", "4:02")]
    #expect(matched(tracks, [video("Impressions (live)", .seconds(880))]).ofTrack.isEmpty)
    #expect(matched(tracks, [video("Impressions", .seconds(250))]).ofTrack == [0: "Impressions"])
    #expect(matched(tracks, [video("Impressions", .seconds(251))]).ofTrack.isEmpty)
  }

  @Test func `where a duration is not known the title is enough`() {
    #expect(matched([track("One", "3:00")], [video("Artist - One")]).ofTrack == [0: "Artist - One"])
    #expect(matched([track("One")], [video("One", .seconds(1_000))]).ofTrack == [0: "One"])
  }

  @Test func `titles are compared word by word, without accents and apostrophes`() {
    #expect(
      matched([track("Sæglópur"), track("Hoppípolla")], [video("Sigur Ros - Hoppipolla")]).ofTrack.keys.sorted() == [1])
    #expect(matched([track("Don't Stop")], [video("Dont stop [HQ]")]).ofTrack.count == 1)
    #expect(matched([track("One")], [video("Someone Somewhere")]).ofTrack.isEmpty)
    #expect(matched([track("千のナイフ")], [video("坂本龍一 - 千のナイフ")]).ofTrack.count == 1)
    #expect(matched([track("!!!"), track("")], [video("!!! live")]).ofTrack.isEmpty, "a title without words is in all")
  }

  @Test func `the longer title has the video that would suit both`() {
    let tracks = [track("Blue"), track("Blue In Green")]
    #expect(matched(tracks, [video("Blue in Green")]).ofTrack == [1: "Blue in Green"])
    #expect(matched(tracks, [video("Blue in Green"), video("Blue")]).ofTrack == [0: "Blue", 1: "Blue in Green"])
  }

  @Test func `the artist in front of a title is not taken for a track`() {
    let tracks = [track("Black Sabbath"), track("The Wizard")]
    let found = matched(
      tracks, [video("Black Sabbath - The Wizard"), video("Black Sabbath - Black Sabbath")], by: "Black Sabbath")
    #expect(found.ofTrack == [0: "Black Sabbath - Black Sabbath", 1: "Black Sabbath - The Wizard"])
    #expect(matched(tracks, [video("Black Sabbath")], by: "Black Sabbath").ofTrack == [0: "Black Sabbath"])
  }

  @Test func `a track has one video, the nearest, and a video one track`() {
    let found = matched(
      [track("Theme", "2:00"), track("Theme", "2:04")],
      [video("Theme", .seconds(126)), video("Theme!", .seconds(124)), video("Theme?", .seconds(120))])
    #expect(found.ofTrack == [0: "Theme?", 1: "Theme!"])
    #expect(found.others == ["Theme"])
  }

  @Test func `headings have none, and the parts of a work are counted one below the other`() {
    let work = Track(
      kind: .index, title: "Suite", parts: [track("Prelude"), track("Fugue")])
    let found = matched(
      [Track(kind: .heading, title: "Side One"), work, track("Coda")],
      [video("Side One"), video("Fugue"), video("Coda"), video("Suite")])
    #expect(found.ofTrack == [1: "Suite", 3: "Fugue", 4: "Coda"])
    #expect(found.others == ["Side One"])
  }
}

import Clients
import DiscogsModel
import Foundation
import RunoutModel
import TestSupport
import Testing

@testable import LiveClients

struct ListenBrainzTests {
  private let scratch: LiveScratch

  init() throws {
    scratch = try LiveScratch()
    try scratch.importCatalogue([1, 2, 30])
    try scratch.write("  secret-token\n", to: "token")
  }

  private func live(_ server: RecordingServer?, file: String = "token", at time: Double = 1_772_366_400) throws
    -> LiveServices
  {
    try scratch.live(.catalogue) {
      $0.now = { time }
      $0.waitsForFresh = true
      $0.settingsAtStart.listenBrainzTokenFile = file.isEmpty ? "" : scratch.file(file)
      if let server { $0.settingsAtStart.listenBrainzURL = server.url }
    }
  }

  private func play(_ release: Release.ID, at time: Double, _ live: LiveServices) async throws {
    let services = live.services
    if try await services.shelf.copies(CollectionRequest(), nil, 100).rows.allSatisfy({ $0.release != release }) {
      _ = try await services.edits.perform([
        .add(
          ShelfFacts(release: release, artist: "Artist \(release)", title: "Title \(release)"), folder: "Uncategorized")
      ])
    }
    let copy = try #require(
      try await services.shelf.copies(CollectionRequest(), nil, 100).rows.first { $0.release == release })
    _ = try await services.edits.perform([.play(copy: copy.id, at: time)])
  }

  @Test func `plays are sent once, from the day a token was given`() async throws {
    let server = try RecordingServer()
    let silent = try live(server, file: "", at: 1_772_366_300)
    try await play(1, at: 1_000_000, silent)
    #expect(try await silent.services.reports.sendPlays() == 0)
    await silent.close()
    let live = try live(server)
    #expect(try await live.services.reports.sendPlays() == 0, "what was played before is not sent")
    #expect(server.received.isEmpty)
    try await play(2, at: 1_772_000_000, live)
    try await play(1, at: 1_772_000_300, live)
    #expect(try await live.services.reports.sendPlays() == 2)
    let received = server.received
    #expect(received.contains("POST /1/submit-listens HTTP/1.1"))
    #expect(received.contains("authorization: Token secret-token"))
    #expect(
      received.contains(#""track_metadata":{"artist_name":"Artist 2","track_name":"Track","release_name":"Title 2""#))
    // The only track, of unknown length, ended when the play was noted.
    #expect(received.contains(#""listened_at":1771999760"#))
    #expect(try await live.services.reports.sendPlays() == 0)
    #expect(server.received == received)
    #expect(try !scratch.logged().contains { $0.contains("secret-token") })
  }

  @Test func `the first play after a token was given is sent, too`() async throws {
    let server = try RecordingServer()
    let live = try live(server)
    try await play(1, at: 1_772_000_300, live)
    #expect(try await live.services.reports.sendPlays() == 1)
    #expect(server.received.contains("Title 1"))
  }

  @Test func `what cannot be sent waits, with what came after it`() async throws {
    let refusing = try RecordingServer(status: "401 Unauthorized")
    let first = try live(refusing)
    #expect(try await first.services.reports.sendPlays() == 0)
    try await play(2, at: 1_772_000_000, first)
    try await play(1, at: 1_772_000_300, first)
    await #expect(throws: ClientError.refused("ListenBrainz answered with status 401: plays wait. Is the token right?"))
    {
      try await first.services.reports.sendPlays()
    }
    await first.close()
    let taking = try RecordingServer()
    let second = try live(taking)
    #expect(try await second.services.reports.sendPlays() == 2)
    #expect(taking.received.contains("Title 1") && taking.received.contains("Title 2"))
  }

  @Test func `a record that the catalogue lacks keeps no other waiting`() async throws {
    let server = try RecordingServer()
    let live = try live(server)
    #expect(try await live.services.reports.sendPlays() == 0)
    try await play(7, at: 1_772_000_000, live)
    try await play(1, at: 1_772_000_300, live)
    // The shelf knows release 7 without tracks: there is nothing to send of it.
    #expect(try await live.services.reports.sendPlays() == 1)
    #expect(try await live.services.reports.sendPlays() == 0)
    #expect(server.received.contains("Title 1") && !server.received.contains("Title 7"))
  }

  @Test func `a play that the server calls wrong is passed, and logged`() async throws {
    let server = try RecordingServer(status: "400 Bad Request")
    let live = try live(server)
    #expect(try await live.services.reports.sendPlays() == 0)
    try await play(1, at: 1_772_000_300, live)
    #expect(try await live.services.reports.sendPlays() == 0)
    #expect(server.received.contains("Title 1"))
    let received = server.received
    #expect(try await live.services.reports.sendPlays() == 0)
    #expect(server.received == received)
    #expect(try scratch.logged().contains("ListenBrainz refused a play"))
  }

  @Test func `a file that holds no token is named`() async throws {
    try scratch.write("\n", to: "empty")
    let file = scratch.file("empty")
    await #expect(throws: ClientError.refused("\(file) must hold a ListenBrainz token in its first line")) {
      try await live(nil, file: "empty").services.reports.sendPlays()
    }
  }

  @Test func `an address that is none is named, and nothing is sent in a read-only run`() async throws {
    let live = try scratch.live(.catalogue) {
      $0.settingsAtStart.listenBrainzTokenFile = scratch.file("token")
      $0.settingsAtStart.listenBrainzURL = "somewhere"
    }
    let error = await #expect(throws: ClientError.self) { try await live.services.reports.sendPlays() }
    guard case .refused(let words)? = error else { return _ = Issue.record("\(String(describing: error))") }
    #expect(words.hasPrefix("listenbrainz_url: "))
    let reading = try scratch.live(.catalogue) {
      $0.settingsAtStart.listenBrainzTokenFile = scratch.file("none")
      $0.isReadOnly = true
    }
    #expect(try await reading.services.reports.sendPlays() == 0)
  }

  @Test func `the page of plays lists each with its day, whatever the source`() async throws {
    let live = try live(nil, file: "")
    try await play(2, at: 1_772_366_400, live)
    try await play(1, at: 1_772_280_000, live)
    try await play(2, at: 1_772_280_000 - 86_400, live)
    for source in [Source.catalogue, .shelf] {
      _ = try await live.services.source.select(source)
      let rows = try await live.services.digging.rows(DigRequest(.plays), nil, 50).rows
      #expect(rows.map(\.role) == ["2026-03-01", "2026-02-28", "2026-02-27"])
      #expect(rows.map(\.reference) == [.release(2), .release(1), .release(2)])
      let narrowed = try await live.services.digging.count(DigRequest(.plays, narrowing: "03-01"))
      #expect(narrowed.rows == 1)
    }
  }
}

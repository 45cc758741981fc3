import Catalogue
import CatalogueUpdate
import DiscogsModel
import Foundation
import TestSupport
import Testing

struct MirrorPlanTests {
  @Test(arguments: [DumpMirror.Index.links, .bucket, .years])
  func `the newest complete month is found, however the mirror lists its files`(_ index: DumpMirror.Index) async throws
  {
    let fixture = try MirrorFixture(index: index, dates: ["20251201", "20260701", "20260801"])
    #expect(try await fixture.plan().month == "2026-08")
    fixture.mirror.put("discogs_20260901_artists.xml.gz", [0x1F, 0x8B])
    let plan = try await fixture.plan()
    #expect(plan.month == "2026-08")
    #expect(plan.files.map(\.kind) == [.release, .master, .artist, .label])
    #expect(plan.bytes == plan.files.map(\.size).reduce(0, +) && plan.bytes > 1000)
    #expect(
      try await fixture.plan(month: "2025-12", kinds: [.label]).files.map(\.name) == ["discogs_20251201_labels.xml.gz"])
  }

  @Test func `a month that is not there names the newest that is`() async throws {
    let fixture = try MirrorFixture()
    let error = await #expect(throws: UpdateError.self) { try await fixture.plan(month: "2026-09") }
    #expect(error?.description == "No complete dumps of 2026-09 at 127.0.0.1; the newest are of 2026-08")
  }

  @Test func `a folder without dumps is no mirror`() async throws {
    let mirror = try DumpMirror(["readme.txt": [1]])
    defer { mirror.stop() }
    let source = Mirror(url: mirror.url, transport: try MirrorFixture().transport, userAgent: "Tests/1.0")
    let error = await #expect(throws: UpdateError.self) { try await source.plan(month: nil, kinds: [.artist]) }
    #expect(error?.description == "No dumps at \(mirror.url): it must list Discogs' files by their names")
  }

  @Test func `a mirror that refuses the network is an error that says what to do`() async throws {
    let fixture = try MirrorFixture()
    fixture.mirror.lie(about: MirrorFixture.releases, .status(403))
    let error = await #expect(throws: UpdateError.self) { try await fixture.plan() }
    #expect(error?.description == "127.0.0.1 refuses this network (403): try another one, or --url with a mirror")
  }

  @Test func `a web page in place of a dump is an error before anything is imported`() async throws {
    let fixture = try MirrorFixture()
    fixture.mirror.lie(about: MirrorFixture.releases, .webPage)
    let error = await #expect(throws: UpdateError.self) { try await fixture.plan() }
    #expect(error?.description == "\(MirrorFixture.releases) is a web page, not a dump: try again later")
  }

  @Test func `a dump that the list of checksums leaves out is not downloaded`() async throws {
    let fixture = try MirrorFixture()
    fixture.mirror.put("discogs_20260801_CHECKSUM.txt", Array("0123 nothing\n".utf8))
    let error = await #expect(throws: UpdateError.self) { try await fixture.plan(kinds: [.label]) }
    #expect(error?.description == "\(MirrorFixture.name("labels")) has no checksum: try another month")
  }

  @Test func `a mirror may have its files on another host`() async throws {
    let fixture = try MirrorFixture()
    let other = try MirrorFixture()
    let host = "http://localhost:\(other.mirror.port)/"
    for name in ["artists", "labels", "masters", "releases"].map({ MirrorFixture.name($0) })
      + ["discogs_20260801_CHECKSUM.txt"]
    {
      fixture.mirror.lie(about: name, .redirects(to: host))
    }
    #expect(try await fixture.update().counts[.release] == 40)
    #expect(other.mirror.requests.contains("releases.xml.gz bytes=0-"))
  }

  @Test(
    arguments: ["releases.xml.gz", "CHECKSUM.txt"],
    [DumpMirror.Lie.cut(after: 1, times: 3), .stall(after: 1, times: 1)])
  func `a plan whose requests break off or stall asks again`(_ file: String, _ lie: DumpMirror.Lie) async throws {
    let fixture = try MirrorFixture()
    let undisturbed = try await fixture.plan()
    fixture.mirror.lie(about: "discogs_20260801_\(file)", lie)
    #expect(
      try await fixture.source(patience: .milliseconds(300)).plan(month: nil, kinds: Set(EntityKind.allCases))
        == undisturbed)
  }

  @Test func `a plan whose requests break off time after time is a network error`() async throws {
    let fixture = try MirrorFixture()
    fixture.mirror.lie(about: MirrorFixture.releases, .cut(after: 1, times: 4))
    let error = await #expect(throws: UpdateError.self) { try await fixture.plan() }
    #expect(error?.kind == .network)
    #expect(error?.description == "Cannot reach 127.0.0.1: the connection broke off")
  }

  @Test func `a mirror that is not there is a network error`() async throws {
    let fixture = try MirrorFixture()
    fixture.mirror.stop()
    let error = await #expect(throws: UpdateError.self) { try await fixture.plan() }
    #expect(error?.kind == .network)
  }
}

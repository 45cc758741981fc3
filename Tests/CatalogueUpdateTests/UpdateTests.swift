import Catalogue
import CatalogueUpdate
import DiscogsModel
import Foundation
import RunoutModel
import Synchronization
import TestSupport
import Testing

struct UpdateTests {
  @Test func `an update holds what the same files imported by hand hold`() async throws {
    let fixture = try MirrorFixture()
    let report = try await fixture.update()
    #expect(report.counts == [.release: 40, .master: 8, .artist: 12, .label: 6])
    let updated = try await fixture.contents()
    let info = try await CatalogueStore(path: fixture.path).info()
    #expect(info.month == "2026-08")
    #expect(info.made == 1_785_542_400)
    #expect(try fixture.leftovers.isEmpty)

    let other = try MirrorFixture()
    for kind in ["artists", "labels", "masters", "releases"] {
      let file = other.folder.path(MirrorFixture.name(kind))
      let bytes = fixture.mirror.bytes(of: MirrorFixture.name(kind))
      try Data(bytes).write(to: URL(fileURLWithPath: file))
    }
    _ = try CatalogueImporter.import(
      files: ["artists", "labels", "masters", "releases"].map { other.folder.path(MirrorFixture.name($0)) },
      into: other.path, now: 1_785_542_400)
    #expect(try await other.contents() == updated)
  }

  @Test(arguments: [
    DumpMirror.Lie.cut(after: 700, times: 3), .stall(after: 700, times: 1), .ignoresRanges,
  ])
  func `a connection that breaks off or stalls is taken up where it was`(_ lie: DumpMirror.Lie) async throws {
    let fixture = try MirrorFixture()
    try await fixture.update()
    let undisturbed = try await fixture.contents()
    let other = try MirrorFixture()
    other.mirror.lie(about: MirrorFixture.releases, lie)
    try await other.update(patience: .milliseconds(300))
    #expect(try await other.contents() == undisturbed)
    guard case .cut = lie else { return }
    #expect(other.mirror.requests.contains("releases.xml.gz bytes=700-"))
    #expect(other.mirror.requests.contains("releases.xml.gz bytes=1400-"))
  }

  /// What an update says that fails, with a catalogue there that must stay as it is.
  private func failure(
    _ fixture: MirrorFixture, patience: Duration = .seconds(20)
  ) async throws -> String {
    let before = try MirrorFixture(records: 5)
    try await before.update()
    try FileManager.default.copyItem(atPath: before.path, toPath: fixture.path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let error = await #expect(throws: CatalogueError.self) { try await fixture.update(patience: patience) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == bytes, "the catalogue changed")
    return error?.description ?? ""
  }

  @Test func `a dump that is not what its checksum says leaves nothing behind`() async throws {
    let fixture = try MirrorFixture()
    let other = try MirrorFixture(records: 40)
    var bytes = other.mirror.bytes(of: MirrorFixture.releases)
    // A byte of the gzip head that inflating does not mind.
    bytes[4] ^= 1
    fixture.mirror.put(MirrorFixture.releases, bytes)
    let said = try await failure(fixture)
    #expect(
      said == "\(MirrorFixture.releases) does not match its checksum: update again later")
    #expect(try fixture.leftovers.isEmpty)
  }

  @Test func `a dump that becomes another file on the way is not mixed with it`() async throws {
    let fixture = try MirrorFixture()
    fixture.mirror.lie(about: MirrorFixture.releases, .cutsAndChanges(after: 900))
    let said = try await failure(fixture)
    #expect(said == "\(MirrorFixture.releases) changed on the server during the download: run the update again")
    #expect(try fixture.leftovers.isEmpty)
  }

  @Test func `a server that is gone for good leaves what to continue with`() async throws {
    let fixture = try MirrorFixture()
    let masters = MirrorFixture.name("masters")
    fixture.mirror.lie(about: masters, .endsAt(100))
    let said = try await failure(fixture)
    #expect(said == "\(masters) stopped: the connection broke off. Run the update again to continue")
    #expect(try !fixture.leftovers.isEmpty)
    let asked = fixture.mirror.requests.count
    fixture.mirror.lie(about: masters, nil)
    try await fixture.update()
    // Artists and labels were done.
    let again = fixture.mirror.requests.dropFirst(asked)
    #expect(!again.contains("artists.xml.gz bytes=0-") && again.contains("masters.xml.gz bytes=0-"))
    #expect(try fixture.leftovers.isEmpty)
  }

  @Test func `an update that is cancelled continues, and keeps the catalogue until it is whole`() async throws {
    let fixture = try MirrorFixture(records: 300)
    try await fixture.update()
    let whole = try await fixture.contents()
    let other = try MirrorFixture(records: 300)
    let steps = Mutex(0)
    await #expect(throws: CatalogueError.cancelled) {
      try await other.update(interval: .zero, faultPoint: { steps.withLock { $0 += 1 } }) {
        steps.withLock { $0 >= 40 }
      }
    }
    #expect(!FileManager.default.fileExists(atPath: other.path))
    #expect(try CatalogueImporter.unfinished(of: other.path) != nil)
    try await other.update(interval: .zero)
    #expect(try await other.contents() == whole)
    #expect(try other.leftovers.isEmpty)
  }

  // fails: update of the catalogue | it is stopped after any step behind the reading
  @Test func `stopped behind the reading, an update does no step of it again`() async throws {
    let undisturbed = try MirrorFixture(records: 40)
    let steps = Mutex(0)
    let read = Mutex<Int?>(nil)
    try await undisturbed.update(
      interval: .zero,
      progress: { progress in
        guard progress.phase != .reading else { return }
        read.withLock { $0 = $0 ?? steps.withLock { $0 } }
      }, faultPoint: { steps.withLock { $0 += 1 } })
    let whole = try await undisturbed.contents()
    // The last two are those of a catalogue that is whole.
    let all = steps.withLock { $0 } - 2
    let begun = try MirrorFixture(records: 40)
    let first = try #require(read.withLock { $0 })
    #expect(try await begun.steps(upTo: first) == first)
    #expect(all - first > 15, "\(first) of \(all) steps are reading")
    for stop in (first + 1)..<all {
      let fixture = try MirrorFixture(records: 40)
      for file in try begun.leftovers {
        try FileManager.default.copyItem(atPath: begun.folder.path(file), toPath: fixture.folder.path(file))
      }
      let done = try await fixture.steps(upTo: stop - first)
      let left = try await fixture.steps(upTo: .max) - 2
      #expect(first + done + left == all, "stopped after \(stop)")
      #expect(try await fixture.contents() == whole, "stopped after \(stop)")
      #expect(try fixture.leftovers.isEmpty, "stopped after \(stop)")
    }
  }

  // fails: update of the catalogue | a file of what was built is gone
  @Test(arguments: [30, 35, 40]) func `what lost a file starts over`(_ stop: Int) async throws {
    let begun = try MirrorFixture(records: 40)
    _ = try await begun.steps(upTo: stop)
    let files = try begun.leftovers.filter { $0.contains(".updating") }
    #expect(files.count > 4)
    for lost in files {
      let fixture = try MirrorFixture(records: 40)
      for file in files where file != lost {
        try FileManager.default.copyItem(atPath: begun.folder.path(file), toPath: fixture.folder.path(file))
      }
      let counts = try await fixture.update().counts
      #expect(counts == [.release: 40, .master: 8, .artist: 12, .label: 6], "without \(lost)")
      #expect(try fixture.leftovers.isEmpty, "without \(lost)")
    }
  }

  // fails: update of the catalogue | what was built cannot be read for now
  @Test func `what cannot be read for now stays, and the update after that continues`() async throws {
    let fixture = try MirrorFixture(records: 300)
    let steps = Mutex(0)
    await #expect(throws: CatalogueError.cancelled) {
      try await fixture.update(interval: .zero, faultPoint: { steps.withLock { $0 += 1 } }) {
        steps.withLock { $0 >= 40 }
      }
    }
    let facts = fixture.folder.path(try #require(fixture.leftovers.first { $0.hasSuffix(".facts") }))
    try FileManager.default.moveItem(atPath: facts, toPath: facts + "-aside")
    try FileManager.default.createDirectory(atPath: facts, withIntermediateDirectories: false)
    let built = try CatalogueImporter.unfinished(of: fixture.path)
    await #expect(throws: CatalogueError.self) { try await fixture.update(interval: .zero) }
    #expect(try CatalogueImporter.unfinished(of: fixture.path)?.bytes ?? 0 >= (built?.bytes ?? 0) / 2)
    try FileManager.default.removeItem(atPath: facts)
    try FileManager.default.moveItem(atPath: facts + "-aside", toPath: facts)
    let asked = fixture.mirror.requests.count
    try await fixture.update(interval: .zero)
    // Artists were done.
    #expect(!fixture.mirror.requests.dropFirst(asked).contains("artists.xml.gz bytes=0-"))
  }

  @Test func `copies of the dumps are kept where they are asked for, and not downloaded again`() async throws {
    let fixture = try MirrorFixture()
    try await fixture.update(keep: true)
    for kind in ["artists", "labels", "masters", "releases"] {
      let kept = try Data(contentsOf: URL(fileURLWithPath: fixture.folder.path(MirrorFixture.name(kind))))
      #expect(Array(kept) == fixture.mirror.bytes(of: MirrorFixture.name(kind)))
    }
    let asked = fixture.mirror.requests.count
    try await fixture.update(only: "genre:jazz", keep: true)
    #expect(fixture.mirror.requests.dropFirst(asked).allSatisfy { $0.hasSuffix("bytes=0-1") })
  }

  @Test func `a catalogue of an earlier program is replaced when all kinds are fetched, and only then`() async throws {
    let fixture = try MirrorFixture()
    try await fixture.update(only: "genre:rock")
    // The number of the schema is in the header of the file.
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 1]))
    try file.close()
    let error = await #expect(throws: CatalogueError.self) { try await fixture.update(kinds: [.artist]) }
    #expect(error?.description.hasPrefix("An older Runout wrote") == true)
    #expect(try await fixture.update().counts == [.release: 40, .master: 8, .artist: 12, .label: 6])
  }

  @Test func `a subset has what its search finds, and the masters, artists and labels of that`() async throws {
    let fixture = try MirrorFixture()
    let report = try await fixture.update(only: "format:vinyl genre:rock country:us")
    let store = try CatalogueStore(path: fixture.path)
    let releases = try await store.search(
      SearchRequest(query: SearchQuery(parsing: "type:release")), limit: 100)
    let numbers = (1...40).filter { $0.isMultiple(of: 4) && !$0.isMultiple(of: 3) }
    #expect(Set(releases.rows.map { $0.reference.number }) == Set(numbers.map { $0 * 3 }))
    #expect(report.counts[.master] == Set(numbers.map { $0 % 8 + 1 }).count)
    #expect(report.counts[.label] == Set(numbers.map { $0 % 4 + 1 }).count)
    // Of a few artists there is no record; those have their names.
    let named = Set(numbers.map { $0 % 9 + 1 })
    #expect(report.counts[.artist].map { $0 >= named.count } == true)
    let info = try await store.info()
    #expect(info.only == "format:vinyl genre:rock country:us")
    #expect(info.namesOnly == 5)
  }
}

import Catalogue
import DiscogsModel
import Foundation
import RunoutModel
import Testing

@testable import Catalogue

struct CatalogueImportTests {
  private static let miles = (id: 1, name: "Miles Davis")

  @Test func `a second import adds to the first`() async throws {
    let fixture = try CatalogueFixture(
      DumpText.artists((1, "Miles Davis"), (3, "Gil Evans")), DumpText.releases(ReleaseText(id: 10, title: "One")))
    let report = try fixture.add([
      DumpText.artists((2, "Bill Evans")), DumpText.releases(ReleaseText(id: 9, title: "Nil")),
    ])
    #expect(report.kept == 3)
    #expect(report.counts == [.artist: 3, .release: 2])
    let store = try fixture.store()
    #expect(try await store.find("one") == ["r10"])
    #expect(try await store.find("nil") == ["r9"])
    #expect(try await store.find("evans", sort: RunoutModel.SortOrder(.title)) == ["a2", "a3"])
    let info = try await store.info()
    #expect(info.counts == [.artist: 3, .release: 2])
    #expect(info.files.map(\.name) == ["dump1.xml", "dump2.xml", "dump3.xml", "dump4.xml"])
    #expect(Set(info.files.map(\.imported)) == [CatalogueFixture.now])
  }

  @Test func `a catalogue of an earlier program is replaced by all four dumps, and only by them`() async throws {
    let fixture = try CatalogueFixture(DumpText.releases(ReleaseText(id: 10, title: "Old")))
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: fixture.path))
    // The number of the schema is in the header of the file.
    try file.seek(toOffset: 60)
    try file.write(contentsOf: Data([0, 0, 0, 1]))
    try file.close()
    let releases = DumpText.releases(ReleaseText(id: 11, title: "New"))
    let error = #expect(throws: CatalogueError.self) { try fixture.add([releases]) }
    #expect(error?.description.hasSuffix("import all four dumps again") == true)
    let report = try fixture.add([DumpText.artists((1, "A")), DumpText.labels(), DumpText.masters(), releases])
    #expect(report.counts == [.artist: 1, .release: 1])
    #expect(try await fixture.store().find("new") == ["r11"])
  }

  @Test func `the same id replaces what was there`() async throws {
    let fixture = try CatalogueFixture(
      DumpText.releases(
        ReleaseText(id: 10, title: "Old Title", tracks: ["Old Song"]), ReleaseText(id: 11, title: "Stays")))
    let report = try fixture.add([DumpText.releases(ReleaseText(id: 10, title: "New Title"))])
    #expect(report.counts == [.release: 2])
    #expect(report.kept == 1)
    let store = try fixture.store()
    #expect(try await store.find("old").isEmpty)
    #expect(try await store.find("track:old").isEmpty)
    #expect(try await store.find("new title") == ["r10"])
    #expect(try await store.release(10).title == "New Title")
  }

  @Test func `replacing kinds leaves nothing of those kinds and all of the others`() async throws {
    let fixture = try CatalogueFixture(
      DumpText.artists((1, "Miles Davis")), DumpText.releases(ReleaseText(id: 10, title: "Old")))
    try fixture.add([DumpText.releases(ReleaseText(id: 20, title: "New"))], replacingKinds: true)
    let store = try fixture.store()
    #expect(try await store.find("old").isEmpty)
    #expect(try await store.find("new") == ["r20"])
    #expect(try await store.find("miles") == ["a1"])
  }

  @Test func `of records that come twice in one import the last one counts, once`() async throws {
    let fixture = try CatalogueFixture()
    let report = try fixture.add([
      DumpText.releases(
        ReleaseText(id: 20, title: "Second", master: 7), ReleaseText(id: 10, title: "First", master: 7),
        ReleaseText(id: 20, title: "Second Again", master: 7)),
      DumpText.releases(ReleaseText(id: 10, title: "First Again", master: 7)),
      DumpText.masters((id: 7, key: 10, artist: Self.miles, title: "Both", year: 1970)),
    ])
    #expect(report.counts == [.release: 2, .master: 1])
    let store = try fixture.store()
    let all = try await store.findAll(SearchRequest(kind: .release), pagesOf: 50)
    #expect(Set(all.map(\.title)) == ["First Again", "Second Again"])
    #expect(all.count == 2)
    #expect(try await store.search(SearchRequest(kind: .master)).rows.first?.count == 2)
    #expect(try await store.sections(of: 1) == [.albums: 1])
    #expect(try await store.readAll(CatalogueList(.versions(7)), pagesOf: 50).count == 2)
  }

  @Test func `dumps are imported from pipes, which can be opened and read once only`() async throws {
    let dumps = [
      DumpText.releases(ReleaseText(id: 10, title: "Kind Of Blue", artist: Self.miles)), DumpText.artists(Self.miles),
    ]
    let pipes = dumps.map { _ in Pipe() }
    for (pipe, dump) in zip(pipes, dumps) {
      try pipe.fileHandleForWriting.write(contentsOf: Data(DumpFixture.gzip(dump)))
      try pipe.fileHandleForWriting.close()
    }
    let fixture = try CatalogueFixture()
    var totals: Set<Int?> = []
    // A pipe closes when the last use of it is over.
    let report = try withExtendedLifetime(pipes) {
      try CatalogueImporter.import(
        files: pipes.map { "/dev/fd/\($0.fileHandleForReading.fileDescriptor)" }, into: fixture.path,
        now: CatalogueFixture.now,
        progress: { progress in
          if progress.phase == .reading { totals.insert(progress.total) }
        })
    }
    #expect(report.counts == [.artist: 1, .release: 1])
    #expect(totals == [nil])
    #expect(try await fixture.store().find("kind of blue") == ["r10"])
  }

  @Test func `files of all kinds in any order are one import`() async throws {
    let fixture = try CatalogueFixture(
      DumpText.releases(ReleaseText(id: 10, title: "Kind Of Blue", artist: Self.miles, master: 7, isKey: true)),
      DumpText.masters((id: 7, key: 10, artist: Self.miles, title: "Kind Of Blue", year: 1959)),
      DumpText.labels((1, "Some Records")), DumpText.artists(Self.miles))
    let store = try fixture.store()
    #expect(try await store.find("kind of blue") == ["m7", "r10"])
    #expect(try await store.info().namesOnly == 0)
  }

  @Test func `artists and labels without a record can be followed by name`() async throws {
    let fixture = try CatalogueFixture(
      DumpText.releases(
        ReleaseText(
          id: 10, title: "Kind Of Blue", artist: Self.miles, label: (5, "Columbia", "CL 1355"),
          credits: [(2, "Teo Macero", "Producer")])))
    let store = try fixture.store()
    #expect(try await store.artist(2) == Artist(id: 2, name: "Teo Macero"))
    #expect(try await store.label(5) == Discogs.Label(id: 5, name: "Columbia"))
    #expect(try await store.find("teo macero") == ["a2"])
    #expect(try await store.reference(named: "Columbia", kind: .label) == .label(5))
    #expect(try await store.info().namesOnly == 3)
    // Their records take the names' place.
    try fixture.add([DumpText.artists((2, "Teo Macero"))])
    #expect(try await store.info().namesOnly == 2)
    #expect(try await store.find("teo") == ["a2"])
  }

  // MARK: What goes wrong

  @Test func `cancelling leaves the old catalogue and nothing else`() async throws {
    let fixture = try CatalogueFixture(DumpText.releases(ReleaseText(id: 10, title: "Old")))
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let file = try fixture.dump(DumpText.releases(ReleaseText(id: 11, title: "New")))
    #expect(throws: CatalogueError.cancelled) {
      try CatalogueImporter.import(files: [file], into: fixture.path, now: CatalogueFixture.now, isCancelled: { true })
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    #expect(try fixture.filesBeside == ["catalogue.sqlite"])
  }

  @Test(arguments: ImportProgress.Phase.allCases) func `cancelling works in every phase`(
    phase: ImportProgress.Phase
  ) throws {
    let fixture = try CatalogueFixture()
    let file = try fixture.dump(DumpText.releases((1...2000).map { ReleaseText(id: $0, title: "Title \($0)") }))
    let isCancelled = CancelFlag()
    var wasThere = false
    do {
      _ = try CatalogueImporter.import(
        files: [file], into: fixture.path, now: CatalogueFixture.now,
        progress: { progress in
          guard progress.phase == phase else { return }
          wasThere = true
          isCancelled.cancel()
        }, isCancelled: { isCancelled.isCancelled })
      // There is nothing to keep in a first import.
      #expect(phase == .keeping)
    } catch {
      #expect(error == .cancelled)
      #expect(wasThere)
      #expect(try fixture.filesBeside.isEmpty)
    }
  }

  @Test func `a broken dump imports nothing`() async throws {
    let fixture = try CatalogueFixture(DumpText.releases(ReleaseText(id: 10, title: "Old")))
    let good = try fixture.dump(DumpText.artists((1, "Miles Davis")))
    let text = DumpText.releases(ReleaseText(id: 11, title: "New"), ReleaseText(id: 12, title: "Cut Off"))
    let cut = try fixture.dump(String(text.prefix(text.count - 60)))
    let error = #expect(throws: CatalogueError.self) {
      try CatalogueImporter.import(files: [good, cut], into: fixture.path, now: CatalogueFixture.now)
    }
    guard case .dump(let reason)? = error else { return #expect(error == nil, "not the dump's error") }
    #expect(reason.reason == .truncated)
    let store = try fixture.store()
    #expect(try await store.find("miles").isEmpty)
    #expect(try await store.find("old") == ["r10"])
    #expect(try fixture.filesBeside == ["catalogue.sqlite"])
  }

  @Test func `broken records are left out and reported`() throws {
    let fixture = try CatalogueFixture()
    let report = try fixture.add([
      "<artists>\n<artist><id>1</id><name>A</name></artist>\n<artist><id>x</id><name>B</name></artist>\n</artists>\n"
    ])
    #expect(report.counts == [.artist: 1])
    #expect(report.files.first?.summary.skipped == 1)
    #expect(report.files.first?.summary.skips.count == 1)
  }

  // fails: import of a catalogue | the disk is full
  @Test(arguments: [8, 20, 40]) func `an import on a full disk changes nothing`(pages: Int) async throws {
    let fixture = try CatalogueFixture(DumpText.releases(ReleaseText(id: 10, title: "Old")))
    let file = try fixture.dump(
      DumpText.releases((1...3000).map { ReleaseText(id: $0, title: "Title Number \($0)", tracks: ["Song \($0)"]) }))
    var limits = CatalogueBuilder.Limits()
    limits.pages = pages
    let error = #expect(throws: CatalogueError.self) {
      try CatalogueImporter.run(files: [file], into: fixture.path, now: CatalogueFixture.now, limits: limits)
    }
    guard case .diskFull? = error else { return #expect(error == nil, "not a full disk") }
    #expect(try await fixture.store().find("old") == ["r10"])
    #expect(try fixture.filesBeside == ["catalogue.sqlite"])
  }

  // fails: import of a catalogue | there is too little room
  @Test func `an import without enough space does not start`() throws {
    let fixture = try CatalogueFixture()
    let file = try fixture.dump(DumpText.releases(ReleaseText(id: 10, title: "Old")))
    var limits = CatalogueBuilder.Limits()
    limits.freeSpace = 1000
    let error = #expect(throws: CatalogueError.self) {
      try CatalogueImporter.run(files: [file], into: fixture.path, now: CatalogueFixture.now, limits: limits)
    }
    guard case .noRoom(_, let needed, 1000)? = error else { return #expect(error == nil, "not a lack of room") }
    #expect(
      error?.description == "\(fixture.folder.path) has 1.0 kB free; the import needs about "
        + "\(ByteCount.display(needed))")
  }

  @Test func `a second import into the same file says so`() throws {
    let fixture = try CatalogueFixture()
    let first = try fixture.dump(DumpText.artists((1, "Miles Davis")))
    var second: CatalogueError?
    _ = try CatalogueImporter.import(
      files: [first], into: fixture.path, now: CatalogueFixture.now,
      progress: { _ in
        do throws(CatalogueError) {
          _ = try CatalogueImporter.import(files: [first], into: fixture.path, now: CatalogueFixture.now)
        } catch {
          second = error
        }
      })
    #expect(second == .importRunning(path: fixture.path))
    #expect(try fixture.filesBeside == ["catalogue.sqlite"])
  }

  // fails: import of a catalogue | the program is killed
  @Test func `files of a killed import are removed`() throws {
    let fixture = try CatalogueFixture()
    for name in [".catalogue.sqlite.importing-99", ".catalogue.sqlite.importing-99.search", ".catalogue.sqlite.lock"] {
      try Data("left".utf8).write(to: fixture.folder.appendingPathComponent(name))
    }
    try fixture.add([DumpText.artists((1, "Miles Davis"))])
    #expect(try fixture.filesBeside == ["catalogue.sqlite"])
  }

  @Test func `files of a killed import go without another import, those of a running one stay`() throws {
    let fixture = try CatalogueFixture(DumpText.artists((1, "Miles Davis")))
    func leave() throws {
      for name in [".catalogue.sqlite.importing-99", ".catalogue.sqlite.importing-99.deep"] {
        try Data("left".utf8).write(to: fixture.folder.appendingPathComponent(name))
      }
    }
    try leave()
    try CatalogueImporter.removeLeftovers(of: fixture.path)
    #expect(try fixture.filesBeside == ["catalogue.sqlite"])
    var besides: [String] = []
    let file = try fixture.dump(DumpText.artists((2, "Gil Evans")))
    _ = try CatalogueImporter.import(
      files: [file], into: fixture.path, now: CatalogueFixture.now,
      progress: { _ in
        do {
          try CatalogueImporter.removeLeftovers(of: fixture.path)
          besides = try fixture.filesBeside
        } catch {
          Issue.record(error)
        }
      })
    #expect(besides.contains(".catalogue.sqlite.importing-\(getpid())"))
    try CatalogueImporter.removeLeftovers(of: fixture.folder.path + "/none/catalogue.sqlite")
  }

  // fails: import of a catalogue | its folder cannot be listed
  @Test(.enabled(if: geteuid() != 0, "root may list every folder"))
  func `a folder that cannot be listed stops the import before it starts`() throws {
    let fixture = try CatalogueFixture()
    let file = try fixture.dump(DumpText.artists((1, "Miles Davis")))
    chmod(fixture.folder.path, 0o300)
    defer { chmod(fixture.folder.path, 0o700) }
    let refusal = CatalogueError.unwritable(
      path: fixture.folder.path, reason: "Runout cannot list its files (Permission denied)")
    #expect(throws: refusal) {
      try CatalogueImporter.import(files: [file], into: fixture.path, now: CatalogueFixture.now)
    }
  }

  @Test func `an import leaves a file alone that is not a catalogue`() throws {
    let fixture = try CatalogueFixture()
    try Data("My diary.".utf8).write(to: URL(fileURLWithPath: fixture.path))
    let file = try fixture.dump(DumpText.artists((1, "Miles Davis")))
    #expect(throws: CatalogueError.notACatalogue(path: fixture.path)) {
      try CatalogueImporter.import(files: [file], into: fixture.path, now: CatalogueFixture.now)
    }
    #expect(try String(contentsOfFile: fixture.path, encoding: .utf8) == "My diary.")
  }

  @Test func `a link is followed, and stays a link`() async throws {
    let fixture = try CatalogueFixture(DumpText.artists((1, "Miles Davis")))
    let link = fixture.folder.appendingPathComponent("link.sqlite").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: fixture.path)
    _ = try CatalogueImporter.import(
      files: [try fixture.dump(DumpText.artists((2, "Gil Evans")))], into: link, now: CatalogueFixture.now)
    #expect(try await fixture.store().find("evans") == ["a2"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == fixture.path)
  }

  @Test func `nothing to import is an error`() throws {
    let fixture = try CatalogueFixture()
    #expect(throws: CatalogueError.noFiles) {
      try CatalogueImporter.import(files: [], into: fixture.path, now: CatalogueFixture.now)
    }
  }

  @Test func `progress goes through the phases and never back`() throws {
    let fixture = try CatalogueFixture()
    let file = try fixture.dump(DumpText.releases((1...3000).map { ReleaseText(id: $0, title: "Title \($0)") }))
    var seen: [ImportProgress] = []
    _ = try CatalogueImporter.import(
      files: [file], into: fixture.path, now: CatalogueFixture.now, progress: { seen.append($0) })
    var phases: [ImportProgress.Phase] = []
    for progress in seen where phases.last != progress.phase { phases.append(progress.phase) }
    #expect(phases == [.reading, .ranking, .indexing, .finishing])
    for (before, after) in zip(seen, seen.dropFirst()) where before.phase == after.phase {
      #expect(before.done <= after.done)
    }
  }

  @Test func `little memory gives the same catalogue`() async throws {
    let releases = (1...3000).map { number in
      ReleaseText(
        id: number, title: "Title \(number % 700)", artist: (number % 40 + 1, "Artist \(number % 40)"),
        label: (number % 9 + 1, "Label \(number % 9)", "CAT \(number)"), master: number % 300 + 1,
        tracks: ["Song \(number % 90)"], barcode: "50999\(100_000 + number)")
    }
    let plenty = try CatalogueFixture(DumpText.releases(releases))
    let little = try CatalogueFixture()
    var limits = CatalogueBuilder.Limits()
    limits.sorterMemory = 4096
    limits.factMemory = 20_000
    _ = try CatalogueImporter.run(
      files: [little.dump(DumpText.releases(releases))], into: little.path, now: CatalogueFixture.now, limits: limits)
    let stores = (try plenty.store(), try little.store())
    for query in ["", "title", "artist 7", "label:3", "track:\"song 4\"", "barcode:50999101"] {
      let search = SearchRequest(query: try SearchQuery(parsing: query))
      #expect(try await stores.0.findAll(search, pagesOf: 500) == stores.1.findAll(search, pagesOf: 500))
    }
    for content in [
      CatalogueList.Content.artistReleases(7, role: nil), .discography(7, section: nil), .labelReleases(3),
      .versions(11),
    ] {
      let list = CatalogueList(content)
      #expect(try await stores.0.readAll(list, pagesOf: 50) == stores.1.readAll(list, pagesOf: 50))
    }
  }
}

/// What a test turns on from within a callback.
private final class CancelFlag: @unchecked Sendable {
  private let lock = NSLock()
  private var flag = false

  var isCancelled: Bool { lock.withLock { flag } }

  func cancel() { lock.withLock { flag = true } }
}
